"""A document's bytes to its text: PDF, Word, plain text. Reasons of refusal are French sentences."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

from annotation.domain.foreign import WINDOWS, encoding_of
from annotation.domain.formats.archives import ZIP_HEAD
from annotation.domain.formats.docx import EMPTY, OLD_HEAD, DocxError, text_of_docx
from annotation.domain.formats.margins import Margins
from annotation.domain.formats.pdf import text_of as text_of_pages
from annotation.domain.formats.pdf_ocr import Budget, OcrError
from annotation.domain.formats.pdf_pages import PdfError, pages_of
from annotation.domain.formats.plain import decode_plain
from annotation.domain.text import TextError, is_blank, normalise

MOST_CHARACTERS: Final = 30_000
TOO_LONG: Final = "le document dépasse 30 000 caractères : collez-en une partie"
OCR_SECONDS: Final = 20.0


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
    except (PdfError, OcrError, DocxError, TextError) as error:
        raise DocumentError(error.reason) from None
    if is_blank(text):
        raise DocumentError(EMPTY)
    if len(text) > MOST_CHARACTERS:
        raise DocumentError(TOO_LONG)
    return kind, text


def _kind(data: bytes) -> str:
    if data.startswith(b"%PDF-"):
        return "pdf"
    return "docx" if data.startswith((ZIP_HEAD, OLD_HEAD)) else "text"


def _pdf(data: bytes) -> str:
    """As an import reads it: without the margins that every page repeats."""
    return text_of_pages(pages_of(data, Budget(OCR_SECONDS)), Margins()).text


def _plain(data: bytes) -> str:
    """UTF-8, or Windows-1252 as Windows keeps the texts of a ward: who drops one sees at once how it was read. Raises TextError.

    >>> _plain("Née à Épinal".encode("cp1252"))
    'Née à Épinal'
    """
    if encoding_of(data) == WINDOWS:
        with suppress(UnicodeDecodeError):  # five bytes are no letters
            data = data.decode("cp1252").encode()
    return decode_plain(data)


_READERS: Final = {"pdf": _pdf, "docx": text_of_docx, "text": _plain}
