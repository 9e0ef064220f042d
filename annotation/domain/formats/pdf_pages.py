"""The lines of a PDF's pages, each sign with its place, by PDFium; of a scanned page by tesseract, where it is installed."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from annotation.domain.formats.pdf_layout import Line, Page, line_of
from annotation.domain.formats.pdf_ocr import Budget, read_page

if TYPE_CHECKING:
    import pypdfium2

LOCKED: Final = "ce PDF est protégé par un mot de passe : enregistrez-le sans lui"
UNREADABLE: Final = "ce n'est pas un PDF, ou il est abîmé ou incomplet : enregistrez-le ou téléchargez-le de nouveau"
MAX_PAGES: Final = 1000
MAX_SIGNS: Final = 5_000_000  # of all pages: a page may say that it has billions
_HYPHENS: Final = frozenset(
    {0x02, 0xFFFE}
)  # PDFium's sign for one at a line's end, which it does not tell
_ENDS: Final = frozenset({0x0A, 0x0D})
_IMAGE: Final = 3  # FPDF_PAGEOBJ_IMAGE
_MOST_REMARKS: Final = 10_000  # of a page that are looked at
_STAMP: Final = 200  # signs: less on a picture is a fax's head line, a number, a signature
_MOSTLY: Final = 0.5  # of a page that is a picture
_GARBLED: Final = 0.25  # of a page's signs; fewer are bullets and the like
_FINE: Final = 1_000_000  # device units of a page's side
Matrix = tuple[float, float, float, float, float, float]


class PdfError(ValueError):
    """`reason` is a French sentence."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def pages_of(data: bytes, ocr: Budget | None = None) -> list[Page]:
    """The lines of each page in PDFium's order; `ocr` is what may be spent on pages without text. Raises PdfError."""
    left, pages = MAX_SIGNS, []
    with opened(data) as document:
        for i in range(len(document)):
            page = document[i]
            signs = page.get_textpage()
            left -= signs.count_chars()
            if left < 0:
                raise PdfError(f"ce PDF a plus de {MAX_SIGNS} caractères")
            size = (page.get_width() or 1.0, page.get_height() or 1.0)
            lines, unknown = _lines(page, signs)
            read = _read(page, Page(lines, *size, unknown=unknown), ocr)
            pages.append(replace(read, remarks=_remarks(page)))
            # or PDFium keeps all that it has unpacked until the last page
            signs.close()
            page.close()
    return pages


@contextmanager
def opened(data: bytes) -> Iterator[pypdfium2.PdfDocument]:
    """The document, closed at the end. Raises PdfError, also for what PDFium stumbles over inside the block."""
    import pypdfium2

    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        is_locked = error.err_code == pypdfium2.raw.FPDF_ERR_PASSWORD
        raise PdfError(LOCKED if is_locked else UNREADABLE) from None
    try:
        if len(document) > MAX_PAGES:
            raise PdfError(f"ce PDF a plus de {MAX_PAGES} pages")
        yield document
    except pypdfium2.PdfiumError:
        raise PdfError("ce PDF est abîmé") from None
    finally:
        document.close()


def matrix_of(page: pypdfium2.PdfPage) -> Matrix:
    """From the page's own units to shares of what is seen of it, whatever its rotation and its boxes."""
    (x0, y0), (x1, y1), (x2, y2) = (_device(page, *at) for at in ((0, 0), (1000, 0), (0, 1000)))
    return ((x1 - x0) / 1000, (y1 - y0) / 1000, (x2 - x0) / 1000, (y2 - y0) / 1000, x0, y0)


def share_box(
    matrix: Matrix, left: float, low: float, right: float, high: float
) -> tuple[float, float, float, float]:
    """Left, top, right, bottom as shares of the page."""
    a, b, c, d, e, f = matrix
    x1, x2 = sorted((a * left + c * low + e, a * right + c * high + e))
    y1, y2 = sorted((b * left + d * low + f, b * right + d * high + f))
    return x1, y1, x2, y2


def _device(page: pypdfium2.PdfPage, x: float, y: float) -> tuple[float, float]:
    import ctypes

    import pypdfium2.raw

    across, down = ctypes.c_int(), ctypes.c_int()
    pypdfium2.raw.FPDF_PageToDevice(page.raw, 0, 0, _FINE, _FINE, 0, x, y, across, down)
    return across.value / _FINE, down.value / _FINE


def _read(page: pypdfium2.PdfPage, read: Page, ocr: Budget | None) -> Page:
    """The page by its text; by its picture where that is the note and the text at most what a fax machine stamped on it, or where
    the file does not say which letters it draws."""
    written = sum(len(line.text) for line in read.lines)
    is_garbled = read.unknown > _GARBLED * (written + read.unknown)
    if not is_garbled and (written >= _STAMP or not _is_pictured(page, read)):
        return read
    if ocr is None or not ocr.is_installed():
        return replace(read, is_unread=True)
    seen = read_page(page, ocr)  # the stamp among it
    if read.lines and sum(len(line.text) for line in seen) <= written:
        return read
    return replace(read, lines=seen, is_ocr=True)


def _is_pictured(page: pypdfium2.PdfPage, read: Page) -> bool:
    """Whether pictures cover half of the page; of a page without text, whether it has any."""
    pictures = page.get_objects(filter=[_IMAGE], max_depth=3)
    if not read.lines:
        return any(True for _picture in pictures)
    matrix, covered = matrix_of(page), 0.0
    for picture in pictures:
        left, top, right, bottom = (
            min(1.0, max(0.0, at)) for at in share_box(matrix, *_bounds(picture))
        )
        covered += (right - left) * (bottom - top)
        if covered > _MOSTLY:
            return True
    return False


def _bounds(thing: pypdfium2.PdfObject) -> tuple[float, float, float, float]:
    """Left, low, right, high on its page: a form, as those that stamp a page wrap it in, may have units of its own."""
    left, low, right, high = thing.get_bounds()
    form = thing.container
    while form is not None:
        matrix = form.get_matrix()
        corners = [matrix.on_point(x, y) for x in (left, right) for y in (low, high)]
        (left, *_, right), (low, *_, high) = (sorted(side) for side in zip(*corners, strict=True))
        form = form.container
    return left, low, right, high


def _remarks(page: pypdfium2.PdfPage) -> int:
    """Notes that stand on the page and fields of forms that somebody filled in."""
    import pypdfium2.raw

    said = {
        pypdfium2.raw.FPDF_ANNOT_FREETEXT: b"Contents",
        pypdfium2.raw.FPDF_ANNOT_WIDGET: b"V",
    }
    found = 0
    for index in range(min(pypdfium2.raw.FPDFPage_GetAnnotCount(page.raw), _MOST_REMARKS)):
        remark = pypdfium2.raw.FPDFPage_GetAnnot(page.raw, index)
        if not remark:
            continue
        key = said.get(pypdfium2.raw.FPDFAnnot_GetSubtype(remark))
        # in bytes of UTF-16, with the NUL at its end
        found += key is not None and (
            pypdfium2.raw.FPDFAnnot_GetStringValue(remark, key, None, 0) > 2
        )
        pypdfium2.raw.FPDFPage_CloseAnnot(remark)
    return found


def _lines(page: pypdfium2.PdfPage, signs: pypdfium2.PdfTextPage) -> tuple[list[Line], int]:
    """The lines, and how many signs nobody can know: their font draws them and does not say which letters they are. PDFium tells
    the number that each has in its font instead ("3(7,7" for PETIT), which is no text."""
    import pypdfium2.raw

    matrix = matrix_of(page)
    lines: list[Line] = []
    text, boxes, high_half, unknown = "", array("f"), 0, 0
    for index in range(signs.count_chars()):
        if pypdfium2.raw.FPDFText_HasUnicodeMapError(signs.raw, index) == 1:
            unknown += 1
            continue
        unit = pypdfium2.raw.FPDFText_GetUnicode(signs.raw, index)
        if unit not in _ENDS:
            sign, high_half = _sign(unit, high_half)
            if not sign:
                continue
            text += sign
            left, low, right, high = signs.get_charbox(index)
            is_placed = high > low and right > left
            boxes.extend(share_box(matrix, left, low, right, high) if is_placed else (0.0,) * 4)
            if unit not in _HYPHENS:
                continue
        lines += filter(None, [line_of(text, boxes)])
        text, boxes = "", array("f")
    return lines + list(filter(None, [line_of(text, boxes)])), unknown


def _sign(unit: int, high_half: int) -> tuple[str, int]:
    """The sign, "" for none, and the half of one that waits for the next unit: PDFium tells UTF-16 on some systems."""
    if unit in _HYPHENS:
        return "-", 0
    if 0xD800 <= unit < 0xDC00:
        return "", unit
    if 0xDC00 <= unit < 0xE000:
        return (chr(0x10000 + ((high_half - 0xD800) << 10) + unit - 0xDC00) if high_half else ""), 0
    return ("" if (unit < 0x20 and unit != 0x09) or unit == 0xFEFF else chr(unit)), 0
