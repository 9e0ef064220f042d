"""Text of a PDF without its margins: headers, footers and page numbers that every page repeats."""

from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from typing import BinaryIO, Final

from annotation.domain.formats.archives import id_of, one_or_contents
from annotation.domain.formats.fields import FieldError, parse_note
from annotation.domain.formats.losses import Loss
from annotation.domain.formats.margins import Margins
from annotation.domain.formats.pdf_layout import (
    Composed,
    Line,
    Page,
    compose,
    folded,
    in_reading_order,
    is_margin,
    repeated,
)
from annotation.domain.formats.pdf_ocr import Budget, OcrError
from annotation.domain.formats.pdf_pages import PdfError, pages_of
from annotation.domain.formats.reading import Located, Reading

MAX_FILE_BYTES: Final = 50 * 1024 * 1024
OCR_SECONDS: Final = 300.0  # of a document
SCAN: Final = "aucun texte dans ce PDF : c'est sans doute une image numérisée"
NO_OCR: Final = (
    "aucun texte dans ce PDF : c'est une image numérisée, et la reconnaissance de caractères (tesseract, en français) "
    "n'est pas installée"
)
GARBLED: Final = (
    "ce PDF ne dit pas quelles lettres il dessine (des polices sans table de caractères), et son image n'a pas pu être lue : "
    "enregistrez-le de nouveau depuis le logiciel qui l'a fait"
)
ALL_MARGIN: Final = "tout le texte de ce PDF est pris pour des en-têtes et des pieds de page : à l'import, choisissez de les garder"


def read(stream: BinaryIO, reading: Reading) -> Iterator[Located]:
    """A PDF is one note; of an archive, each ``.pdf`` in it."""
    for name, data in one_or_contents(stream, ".pdf", reading, MAX_FILE_BYTES):
        yield from _note(data, id_of(name), name, reading)
    reading.close()


def _note(data: bytes, given_id: str, name: str, reading: Reading) -> Iterator[Located]:
    try:
        pages = pages_of(data, Budget(OCR_SECONDS))
        before = reading.margins.dropped
        text = text_of(pages, reading.margins).text
        digest = sha256(text.encode()).hexdigest()
        record = {"id": given_id or f"pdf-{digest[:16]}", "text": text}
        note, _changed = parse_note(record)
    except (FieldError, PdfError, OcrError) as error:
        reading.refuse(0, getattr(error, "field", ""), error.reason, file=name)
        return
    reading.losses[Loss.MARGINS] += reading.margins.dropped - before
    reading.losses[Loss.OCR] += sum(page.is_ocr for page in pages)
    reading.losses[Loss.REMARKS] += sum(page.remarks for page in pages)
    reading.losses[Loss.UNREAD_PAGES] += sum(page.is_unread for page in pages)
    if reading.accept(0, note, changed=False, file=name):
        yield 0, note


def text_of(pages: list[Page], margins: Margins) -> Composed:
    """The text of the pages in reading order, each sign with its place. Raises PdfError when there is none."""
    headers = repeated(page.lines for page in pages)
    kept = [_kept(page, headers, margins) for page in pages]
    if not any(kept):
        raise PdfError(_why_empty(pages))
    return compose(kept)


def _kept(page: Page, headers: set[str], margins: Margins) -> list[Line]:
    lines = [
        line
        for line in page.lines
        if not (is_margin(line, headers) and margins.drops(folded(line), line.text, line.top))
    ]
    return in_reading_order(replace(page, lines=lines))


def _why_empty(pages: list[Page]) -> str:
    if any(page.unknown for page in pages):
        return GARBLED
    if any(page.is_unread for page in pages):
        return NO_OCR
    return ALL_MARGIN if any(page.lines for page in pages) else SCAN
