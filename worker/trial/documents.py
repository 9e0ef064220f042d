"""A document's bytes to its text: PDF, Word, plain text. Reasons of refusal are French sentences."""

from __future__ import annotations

import zipfile
from io import BytesIO
from typing import Final
from xml.parsers import expat

from annotation.domain.formats.archives import ZIP_HEAD
from annotation.domain.formats.pdf import PdfError, body, pages_of, repeated
from annotation.domain.text import TextError, decode, normalise

MOST_CHARACTERS: Final = 30_000
TOO_LONG: Final = "le document dépasse 30 000 caractères : collez-en une partie"
EMPTY: Final = "aucun texte dans ce document"
NOT_WORD: Final = "ce n'est pas un document Word lisible (.docx)"
OLD_WORD: Final = "ce document Word est d'un ancien format (.doc) : enregistrez-le en .docx"
UNSAFE: Final = "ce document Word contient ce qu'aucun document ne contient : il n'est pas lu"
_OLD_HEAD: Final = b"\xd0\xcf\x11\xe0"
_MOST_PART: Final = 20 * 1024 * 1024
_MOST_PARTS: Final = 2000
_BODY: Final = "word/document.xml"
_WORD: Final = "http://schemas.openxmlformats.org/wordprocessingml/2006/main "
_STRICT: Final = "http://purl.oclc.org/ooxml/wordprocessingml/main "
_ROW: Final = {"tc": "\t", "tr": "\n"}  # what follows a cell, a row
_FALLBACK: Final = "http://schemas.openxmlformats.org/markup-compatibility/2006 Fallback"


class DocumentError(ValueError):
    """`reason` is a French sentence without any part of the document."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def text_of(data: bytes) -> tuple[str, str]:
    """Kind (`pdf`, `docx`, `text`) and text of a document, told by its first bytes. Raises DocumentError.

    >>> text_of(b"Mme Petit va bien.")
    ('text', 'Mme Petit va bien.')
    """
    kind = _kind(data)
    try:
        found = _READERS[kind](data)
        text = normalise(found).text
    except (PdfError, TextError) as error:
        raise DocumentError(error.reason) from None
    if not text.strip():
        raise DocumentError(EMPTY)
    if len(text) > MOST_CHARACTERS:
        raise DocumentError(TOO_LONG)
    return kind, text


def _kind(data: bytes) -> str:
    if data.startswith(b"%PDF-"):
        return "pdf"
    if data.startswith(_OLD_HEAD):
        raise DocumentError(OLD_WORD)
    return "docx" if data.startswith(ZIP_HEAD) else "text"


def _pdf(data: bytes) -> str:
    """As an import reads it: without the margins that every page repeats."""
    pages = pages_of(data)
    headers = repeated(pages)
    kept = [body(lines, headers) for lines in pages]
    return "\n\n".join("\n".join(line.text for line in lines) for lines in kept if lines)


def _docx(data: bytes) -> str:
    """Headers, body and footers: a letter-head names people, too."""
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            names = archive.namelist()
            if len(names) > _MOST_PARTS or _BODY not in names:
                raise DocumentError(NOT_WORD)
            parts = [
                *_named(names, "header"),
                _BODY,
                *_named(names, "footnotes"),
                *_named(names, "footer"),
            ]
            texts = [_part(archive, name) for name in parts]
    except (
        zipfile.BadZipFile,
        NotImplementedError,
        OSError,
        RuntimeError,
        EOFError,
        ValueError,
    ) as error:
        if isinstance(error, DocumentError):
            raise
        raise DocumentError(NOT_WORD) from None
    return "\n\n".join(text for text in texts if text)


def _named(names: list[str], kind: str) -> list[str]:
    return sorted(n for n in names if n.startswith(f"word/{kind}") and n.endswith(".xml"))


def _part(archive: zipfile.ZipFile, name: str) -> str:
    """No more is unpacked than is allowed, whatever the archive says of its size."""
    with archive.open(name) as opened:
        data = opened.read(_MOST_PART + 1)
    if len(data) > _MOST_PART:
        raise DocumentError(TOO_LONG)
    return _Paragraphs().read(data)


class _Paragraphs:
    """Text of a part of a Word document: a paragraph is a line, a cell ends with a tab, what was struck out and what
    is written twice for older programs is left."""

    def __init__(self) -> None:
        self._found: list[str] = []
        self._in_text = False
        self._skipped = 0

    def read(self, data: bytes) -> str:
        """Raises DocumentError for what is no XML, and for a document type: no program that writes letters declares
        one, and with it come entities that grow or that name files."""
        parser = expat.ParserCreate(namespace_separator=" ")
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._text
        parser.StartDoctypeDeclHandler = _refuse
        try:
            parser.Parse(data, True)  # noqa: FBT003 - expat takes no name
        except expat.ExpatError:
            raise DocumentError(NOT_WORD) from None
        lines = "".join(self._found).split("\n")
        return "\n".join(line.rstrip() for line in lines).strip("\n")

    def _start(self, name: str, _attributes: dict[str, str]) -> None:
        own = _own(name)
        if self._skipped or name == _FALLBACK or own == "moveFrom":
            self._skipped += 1
        self._in_text = own == "t"
        if not self._skipped:
            self._found.append(
                {"tab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-"}.get(own, "")
            )

    def _end(self, name: str) -> None:
        self._in_text = False
        if self._skipped:
            self._skipped -= 1
            return
        own = _own(name)
        if own in _ROW:
            while self._found and self._found[-1] in ("", "\n", "\t"):
                self._found.pop()
        self._found.append({"p": "\n", **_ROW}.get(own, ""))

    def _text(self, text: str) -> None:
        if self._in_text and not self._skipped:
            self._found.append(text)


def _own(name: str) -> str:
    """The element's name when it is one of Word's own, else ""."""
    return next(
        (name.removeprefix(space) for space in (_WORD, _STRICT) if name.startswith(space)), ""
    )


def _refuse(*_told: object) -> None:
    raise DocumentError(UNSAFE)


_READERS: Final = {"pdf": _pdf, "docx": _docx, "text": decode}
