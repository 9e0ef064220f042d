"""Text of a Word document (.docx): headers, body, notes and footers, a line a paragraph, a tab between two cells."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from hashlib import sha256
from io import BytesIO
from typing import BinaryIO, Final
from xml.parsers import expat

from annotation.domain.foreign import foreign
from annotation.domain.formats.archives import DAMAGED, ZIP_HEAD, contents, id_of
from annotation.domain.formats.fields import FieldError, parse_note
from annotation.domain.formats.reading import Located, Reading

MAX_FILE_BYTES: Final = 50 * 1024 * 1024
NOT_WORD: Final = "ce n'est pas un document Word lisible (.docx)"
ARCHIVE: Final = (
    "cette archive ZIP n'est pas un document Word : décompressez-la et donnez ses fichiers"
)
_CONTENTS: Final = "[Content_Types].xml"
OLD_WORD: Final = "ce document est d'un ancien format (.doc, .xls…), ou protégé par un mot de passe : enregistrez-le en .docx ou en texte"
UNSAFE: Final = "ce document Word contient ce qu'aucun document ne contient : il n'est pas lu"
TOO_LARGE: Final = "ce document Word est trop grand"
LOCKED: Final = "ce document Word est protégé par un mot de passe : enregistrez-le sans lui"
INSIDE: Final = "ce document Word en contient un autre, qui n'est pas lu : ouvrez-le dans Word et enregistrez-le de nouveau"
EMPTY: Final = "aucun texte dans ce document : s'il est fait d'images, donnez-le en PDF, dont les pages numérisées se lisent"
OLD_HEAD: Final = b"\xd0\xcf\x11\xe0"
_MOST_XML: Final = 20 * 1024 * 1024  # of all parts together: each takes time
_MOST_PARTS: Final = 2000
_BODY: Final = re.compile(r"word/document[0-9]*\.xml")  # Office 365 writes a « 2 »
_LOCK: Final = "EncryptedPackage".encode("utf-16-le")
_WORD: Final = "http://schemas.openxmlformats.org/wordprocessingml/2006/main "
_STRICT: Final = "http://purl.oclc.org/ooxml/wordprocessingml/main "
_ROW: Final = {"tc": "\t", "tr": "\n"}  # what follows a cell, a row
_FALLBACK: Final = "http://schemas.openxmlformats.org/markup-compatibility/2006 Fallback"


class DocxError(ValueError):
    """`reason` is a French sentence without any part of the document."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def read(stream: BinaryIO, reading: Reading) -> Iterator[Located]:
    """A document is one note; of an archive, each ``.docx`` in it."""
    head = stream.read(len(ZIP_HEAD))
    stream.seek(0)
    if head == ZIP_HEAD and not _is_document(stream):
        for name, data in contents(stream, ".docx", reading):
            yield from _note(data, id_of(name), name, reading)
    else:
        data = stream.read(MAX_FILE_BYTES + 1)
        if len(data) > MAX_FILE_BYTES:
            reading.refuse(0, "", f"le fichier dépasse {MAX_FILE_BYTES // (1024 * 1024)} Mo")
        elif data:
            yield from _note(data, "", "", reading)
    reading.close()


def _is_document(stream: BinaryIO) -> bool:
    try:
        with zipfile.ZipFile(stream) as archive:
            return any(map(_BODY.fullmatch, archive.namelist()))
    except (*DAMAGED, ValueError):
        return True  # its damage is told as a document's
    finally:
        stream.seek(0)


def _note(data: bytes, given_id: str, name: str, reading: Reading) -> Iterator[Located]:
    try:
        text = text_of_docx(data)
        if not text.strip():
            raise DocxError(EMPTY)
        digest = sha256(text.encode()).hexdigest()
        note, changed = parse_note({"id": given_id or f"docx-{digest[:16]}", "text": text})
    except (FieldError, DocxError) as error:
        reading.refuse(0, getattr(error, "field", ""), error.reason, file=name)
        return
    if reading.accept(0, note, changed=changed, file=name):
        yield 0, note


def text_of_docx(data: bytes) -> str:
    """Headers, body, notes and footers: a letter-head names people, too. Raises DocxError."""
    if reason := foreign(data):
        raise DocxError(reason)
    if data.startswith(OLD_HEAD):
        raise DocxError(LOCKED if _LOCK in data else OLD_WORD)
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            names = archive.namelist()
            bodies = [name for name in names if _BODY.fullmatch(name)]
            if len(names) > _MOST_PARTS or not bodies:
                raise DocxError(NOT_WORD if _CONTENTS in names else ARCHIVE)
            # which of two parts of one name is the letter, programs don't agree
            if len(bodies) > 1 or len(set(names)) < len(names):
                raise DocxError(UNSAFE)
            parts = [
                *_named(names, "header"),
                *bodies,
                *_named(names, "footnotes"),
                *_named(names, "endnotes"),
                *_named(names, "footer"),
            ]
            texts, left = [], _MOST_XML
            for name in parts:
                data = _part(archive, name, left)
                left -= len(data)
                texts.append(_Paragraphs().read(data))
    except (*DAMAGED, ValueError) as error:
        if isinstance(error, DocxError):
            raise
        raise DocxError(NOT_WORD) from None
    return "\n\n".join(text for text in texts if text)


def _named(names: list[str], kind: str) -> list[str]:
    return sorted(n for n in names if n.startswith(f"word/{kind}") and n.endswith(".xml"))


def _part(archive: zipfile.ZipFile, name: str, most: int) -> bytes:
    """No more is unpacked than is allowed, whatever the archive says of its size."""
    with archive.open(name) as opened:
        data = opened.read(most + 1)
    if len(data) > most:
        raise DocxError(TOO_LARGE)
    return data


class _Paragraphs:
    """Text of a part of a Word document: a paragraph is a line, a cell ends with a tab, what was struck out and what
    is written twice for older programs is left."""

    def __init__(self) -> None:
        self._found: list[str] = []
        self._in_text = False
        self._skipped = 0

    def read(self, data: bytes) -> str:
        """Raises DocxError for what is no XML, and for a document type: no program that writes letters declares
        one, and with it come entities that grow or that name files."""
        parser = expat.ParserCreate(namespace_separator=" ")
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._text
        parser.StartDoctypeDeclHandler = _refuse
        try:
            parser.Parse(data, True)  # noqa: FBT003 - expat takes no name
        except (expat.ExpatError, LookupError):  # no XML, or in an encoding that there is not
            raise DocxError(NOT_WORD) from None
        lines = "".join(self._found).split("\n")
        return "\n".join(line.rstrip() for line in lines).strip("\n")

    def _start(self, name: str, _attributes: dict[str, str]) -> None:
        own = _own(name)
        if own == "altChunk":
            raise DocxError(INSIDE)
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
    raise DocxError(UNSAFE)
