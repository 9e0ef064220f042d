"""Text of a PDF without its margins: headers, footers and page numbers that every page repeats.

The letters' own lines come from PDFium, each with its place on the page.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, BinaryIO, Final

from annotation.domain.formats.archives import id_of, one_or_contents
from annotation.domain.formats.fields import FieldError, parse_note
from annotation.domain.formats.losses import Loss
from annotation.domain.formats.reading import Located, Reading

if TYPE_CHECKING:
    import pypdfium2

MAX_FILE_BYTES: Final = 50 * 1024 * 1024
MAX_PAGES: Final = 1000
MAX_SIGNS: Final = 5_000_000  # of all pages: a page may say that it has billions
# Shares of the page's height: what lies wholly in the outer band is margin; in the wider band a
# line is one only if other pages say the same there.
MARGIN: Final = 0.05
REPEATED_TOP: Final = 0.22
REPEATED_BOTTOM: Final = 0.18
_PAGE_NUMBER: Final = re.compile(
    r"(?:page|p\.?)?\s*\d{1,3}(?:\s*(?:/|sur|de)\s*\d{1,3})?|[-–]\s*\d{1,3}\s*[-–]", re.IGNORECASE
)
_DIGITS: Final = re.compile(r"\d+")


class PdfError(ValueError):
    """`reason` is a French sentence."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Line:
    """`top` and `bottom` are shares of the page's height, from 0 at the top edge."""

    text: str
    top: float
    bottom: float


def read(stream: BinaryIO, reading: Reading) -> Iterator[Located]:
    """A PDF is one note; of an archive, each ``.pdf`` in it."""
    for name, data in one_or_contents(stream, ".pdf", reading, MAX_FILE_BYTES):
        yield from _note(data, id_of(name), name, reading)
    reading.close()


def _note(data: bytes, given_id: str, name: str, reading: Reading) -> Iterator[Located]:
    try:
        pages = pages_of(data)
        kept = [body(lines, repeated(pages)) for lines in pages]
        text = "\n\n".join("\n".join(line.text for line in lines) for lines in kept if lines)
        if not text.strip():
            raise PdfError("aucun texte dans ce PDF : c'est sans doute une image numérisée")
        digest = sha256(text.encode()).hexdigest()
        record = {"id": given_id or f"pdf-{digest[:16]}", "text": text.strip("\n")}
        note, _changed = parse_note(record)
    except (FieldError, PdfError) as error:
        reading.refuse(0, getattr(error, "field", ""), error.reason, file=name)
        return
    reading.losses[Loss.MARGINS] += sum(map(len, pages)) - sum(map(len, kept))
    if reading.accept(0, note, changed=False, file=name):
        yield 0, note


def repeated(pages: Iterable[list[Line]]) -> set[str]:
    """Lines in the bands of header and footer that at least two pages have, numbers aside."""
    counts: Counter[str] = Counter()
    for lines in pages:
        counts.update({_folded(line) for line in lines if _in_band(line)})
    return {text for text, count in counts.items() if count > 1}


def body(lines: list[Line], headers: set[str]) -> list[Line]:
    """The page's lines without its margins."""
    return [line for line in lines if not _is_margin(line, headers)]


def _is_margin(line: Line, headers: set[str]) -> bool:
    if line.bottom <= MARGIN or line.top >= 1 - MARGIN:
        return True
    if not _in_band(line):
        return False
    return _folded(line) in headers or bool(_PAGE_NUMBER.fullmatch(line.text.strip()))


def _in_band(line: Line) -> bool:
    return line.bottom <= REPEATED_TOP or line.top >= 1 - REPEATED_BOTTOM


def _folded(line: Line) -> str:
    return _DIGITS.sub("0", " ".join(line.text.casefold().split()))


def pages_of(data: bytes) -> list[list[Line]]:
    """The lines of each page in reading order. Raises PdfError."""
    import pypdfium2

    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError:
        raise PdfError(
            "ce n'est pas un PDF lisible, ou il est protégé par un mot de passe"
        ) from None
    if len(document) > MAX_PAGES:
        document.close()
        raise PdfError(f"ce PDF a plus de {MAX_PAGES} pages")
    left, pages = MAX_SIGNS, []
    try:
        for i in range(len(document)):
            page = document[i]
            signs = page.get_textpage()
            left -= signs.count_chars()
            if left < 0:
                raise PdfError(f"ce PDF a plus de {MAX_SIGNS} caractères")
            pages.append(_lines(page, signs))
            # or PDFium keeps all that it has unpacked until the last page
            signs.close()
            page.close()
        return pages
    except pypdfium2.PdfiumError:
        raise PdfError("ce PDF est abîmé") from None
    finally:
        document.close()


def _lines(page: "pypdfium2.PdfPage", signs: "pypdfium2.PdfTextPage") -> list[Line]:
    import pypdfium2.raw

    height = page.get_height() or 1.0
    lines: list[Line] = []
    units: list[int] = []
    boxes: list[tuple[float, float]] = []
    for index in range(signs.count_chars()):
        unit = pypdfium2.raw.FPDFText_GetUnicode(signs.raw, index)
        if unit in {0x0A, 0x0D}:
            _end_line(lines, units, boxes, height)
            units, boxes = [], []
        elif unit:
            units.append(0x2D if unit in {0x02, 0xFFFE} else unit)  # PDFium's hyphen at a line end
            _left, low, _right, high = signs.get_charbox(index)
            if high > low:
                boxes.append((low, high))
    _end_line(lines, units, boxes, height)
    return lines


def _end_line(
    lines: list[Line], units: list[int], boxes: list[tuple[float, float]], height: float
) -> None:
    text = _decoded(units).rstrip()
    if text and boxes:
        top = 1 - max(high for _low, high in boxes) / height
        lines.append(Line(text, top, 1 - min(low for low, _high in boxes) / height))


def _decoded(units: list[int]) -> str:
    """PDFium tells UTF-16 units, or whole code points on some systems."""
    data = b"".join(
        unit.to_bytes(2, "little") if unit <= 0xFFFF else chr(unit).encode("utf-16-le")
        for unit in units
    )
    return data.decode("utf-16-le", "ignore")
