"""A PDF without what stands under some spans: new pages, made of what was read and may stay.

Nothing of the file is taken over but pixels. A page begins white; the pictures of the signs that were read, and that no
span covers, are copied onto it, and straight rules; black lies where the spans are. So what nobody has read (pictures,
signatures, handwriting, drawn letters, forms, comments, layers, metadata, attachments) is not there, covered or not. The
words that stay lie over the picture as unseen text, so that the file can be searched. Then the result is read back.
"""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from annotation.domain.formats.margins import KEEP, Margins
from annotation.domain.formats.pdf import text_of
from annotation.domain.formats.pdf_layout import Composed, Page
from annotation.domain.formats.pdf_pages import matrix_of, opened, pages_of, share_box

if TYPE_CHECKING:
    import pypdfium2

Box = tuple[float, float, float, float]
Picture = NDArray[np.uint8]
DOTS_PER_INCH: Final = 150
_MOST_POINTS: Final = 1500.0  # of a page's side
_TALLEST: Final = (
    0.08  # of the page: a larger sign is a watermark, and its picture holds what lies below it
)
_KEPT_ROOM: Final = 0.4  # points around a sign that stays
_HIDDEN_ROOM: Final = 1.5  # points around one that goes
_RULE: Final = 2.5  # points: a path that is no thicker than this holds no letter
_PATH: Final = 2  # FPDF_PAGEOBJ_PATH
_INK: Final = (
    40  # between a place's darkest and its lightest dot: less, and there is nothing to be seen
)


class RedactionError(Exception):
    """What was to go is still there: nothing is handed out."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word that stays, and where (shares of the page)."""

    text: str
    box: Box


@dataclass(frozen=True, slots=True)
class Sheet:
    """A page before and after; `width` and `height` in points."""

    width: float
    height: float
    before: Picture
    after: Picture
    words: list[Word]
    black: list[Box]
    is_ocr: bool


def read_whole(data: bytes, budget: Any) -> tuple[list[Page], Composed]:
    """All that can be read of a PDF, headers and footers too. Raises PdfError, OcrError."""
    pages = pages_of(data, budget)
    return pages, text_of(pages, Margins(KEEP))


def redact(
    data: bytes, pages: Sequence[Page], composed: Composed, spans: Sequence[tuple[int, int]]
) -> tuple[bytes, list[Sheet]]:
    """The new file and its pages. `pages` and `composed` as `read_whole` tells them; `spans` lie in `composed.text`.

    Raises RedactionError when what the spans hold can still be read in it.
    """
    hidden = np.zeros(len(composed.text), dtype=bool)
    for start, end in spans:
        hidden[start:end] = True
    with opened(data) as document:
        sheets = [_sheet(document[i], page, i, composed, hidden) for i, page in enumerate(pages)]
    written = written_pdf(sheets)
    check(written, sheets, [composed.text[start:end] for start, end in spans])
    return written, sheets


# --- pictures


def _sheet(page: pypdfium2.PdfPage, read: Page, index: int, composed: Composed, hidden: NDArray[np.bool_]) -> Sheet:  # fmt: skip
    before = picture_of(page)
    signs = np.flatnonzero(np.frombuffer(composed.pages, dtype=np.int32) == index)
    boxes = np.frombuffer(composed.boxes, dtype=np.float32).reshape(-1, 4)
    placed = [int(i) for i in signs if boxes[i, 2] > boxes[i, 0]]
    kept = [i for i in placed if not hidden[i] and boxes[i, 3] - boxes[i, 1] <= _TALLEST]
    black = [
        strip
        for run in _runs([i for i in placed if hidden[i]], hidden)
        for strip in _strips([_box(boxes[i]) for i in run])
    ]
    after = np.full_like(before, 255)
    points = (read.width, read.height)
    for box in (*(_box(boxes[i]) for i in kept), *_rules(page, read)):
        here = _place(box, points, before.shape, _KEPT_ROOM)
        after[here] = before[here]
    for box in black:
        after[_place(box, points, after.shape, _HIDDEN_ROOM)] = 0
    words = [word for word in _words(kept, composed.text, boxes) if _is_seen(word, points, after)]
    page.close()
    return Sheet(*points, before, after, words, black, read.is_ocr)


def picture_of(page: pypdfium2.PdfPage) -> Picture:
    """Red, green, blue; without comments and fields of forms."""
    side = max(page.get_width(), page.get_height())
    scale = DOTS_PER_INCH / 72 * min(1.0, _MOST_POINTS / side)
    bitmap = page.render(scale=scale, may_draw_forms=False, draw_annots=False, rev_byteorder=True)
    found: Picture = np.array(bitmap.to_numpy()[:, :, :3], copy=True)
    bitmap.close()
    return found


def _box(row: NDArray[np.float32]) -> Box:
    left, top, right, bottom = (float(one) for one in row)
    return left, top, right, bottom


def _runs(signs: Sequence[int], hidden: NDArray[np.bool_]) -> Iterator[list[int]]:
    """Signs with nothing between them that stays."""
    held: list[int] = []
    for i in signs:
        if held and not hidden[held[-1] : i].all():
            yield held
            held = []
        held.append(i)
    if held:
        yield held


def _strips(boxes: Sequence[Box]) -> Iterator[Box]:
    """One box for signs of one line that follow one another: gaps between them would tell where words end."""
    held: Box | None = None
    for box in boxes:
        if held and box[0] >= held[0] and min(box[3], held[3]) > max(box[1], held[1]):
            held = held[0], min(held[1], box[1]), max(held[2], box[2]), max(held[3], box[3])
            continue
        if held:
            yield held
        held = box
    if held:
        yield held


def _rules(page: pypdfium2.PdfPage, read: Page) -> Iterator[Box]:
    """Straight lines of tables and forms: paths too thin to hold a letter."""
    matrix = matrix_of(page)
    for path in page.get_objects(filter=[_PATH], max_depth=1):
        box = share_box(matrix, *path.get_bounds())
        across, down = (box[2] - box[0]) * read.width, (box[3] - box[1]) * read.height
        if min(across, down) <= _RULE < max(across, down) / 4:
            yield box


def _place(box: Box, points: tuple[float, float], shape: tuple[int, ...], room: float) -> tuple[slice, slice]:  # fmt: skip
    """The dots of a box, with so many points around it."""
    (width, height), (rows, columns) = points, shape[:2]
    across, down = room / width, room / height
    return (
        slice(max(0, int((box[1] - down) * rows)), max(0, -int(-(box[3] + down) * rows // 1))),
        slice(max(0, int((box[0] - across) * columns)), max(0, -int(-(box[2] + across) * columns // 1))),
    )  # fmt: skip


def _words(kept: Sequence[int], text: str, boxes: NDArray[np.float32]) -> Iterator[Word]:
    """Runs of signs that follow one another on one line."""
    numbered = groupby(enumerate(kept), lambda one: one[1] - one[0])
    for _key, run in numbered:
        for row in _lines([i for _n, i in run], boxes):
            word = "".join(text[i] for i in row)
            if not word.isspace():
                part = boxes[row]
                low, high = part.min(axis=0), part.max(axis=0)
                yield Word(word, (float(low[0]), float(low[1]), float(high[2]), float(high[3])))


def _lines(run: list[int], boxes: NDArray[np.float32]) -> Iterator[list[int]]:
    """The run cut where the next sign lies below or before the last one."""
    held = run[:1]
    for before, here in pairwise(run):
        if boxes[here, 0] < boxes[before, 0] or boxes[here, 1] >= boxes[before, 3]:
            yield held
            held = []
        held.append(here)
    yield held


def _is_seen(word: Word, points: tuple[float, float], after: Picture) -> bool:
    """False for text that the page does not show: it was hidden, or lies under the black."""
    dots = after[_place(word.box, points, after.shape, 0)]
    return bool(dots.size) and int(dots.max()) - int(dots.min()) >= _INK


# --- the file


def written_pdf(sheets: Sequence[Sheet]) -> bytes:
    """A PDF of these pages and nothing else: no title, author, date, form, comment or layer."""
    first = 4
    kids = " ".join(f"{first + 3 * i} 0 R" for i in range(len(sheets)))
    widths = " ".join(["500"] * 224)
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Count {len(sheets)} /Kids [{kids}] >>".encode(),
        f"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding /FirstChar 32 /LastChar 255 /Widths [{widths}] >>".encode(),
    ]
    for i, sheet in enumerate(sheets):
        at = first + 3 * i
        objects += [
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {sheet.width:.2f} {sheet.height:.2f}] /Contents {at + 1} 0 R "
            f"/Resources << /Font << /F1 3 0 R >> /XObject << /I1 {at + 2} 0 R >> >> >>".encode(),
            _stream("", _content(sheet)),
            _image(sheet.after),
        ]
    data, places = bytearray(b"%PDF-1.5\n%\xe2\xe3\xcf\xd3\n"), []
    for number, item in enumerate(objects, start=1):
        places.append(len(data))
        data += b"%d 0 obj\n%s\nendobj\n" % (number, item)
    start = len(data)
    data += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    data += b"".join(b"%010d 00000 n \n" % place for place in places)
    data += b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, start)  # fmt: skip
    return bytes(data)


def _stream(head: str, content: bytes) -> bytes:
    packed = zlib.compress(content, 6)
    told = f"<< {head} /Filter /FlateDecode /Length {len(packed)} >>\nstream\n".encode()
    return told + packed + b"\nendstream"


def _image(picture: Picture) -> bytes:
    """Grey where all of it is."""
    is_grey = bool((picture == picture[:, :, :1]).all())
    dots, space = (picture[:, :, 0], "DeviceGray") if is_grey else (picture, "DeviceRGB")
    rows, columns = picture.shape[:2]
    head = f"/Type /XObject /Subtype /Image /Width {columns} /Height {rows} /ColorSpace /{space} /BitsPerComponent 8"  # fmt: skip
    return _stream(head, np.ascontiguousarray(dots).tobytes())


def _content(sheet: Sheet) -> bytes:
    drawn = [f"q {sheet.width:.2f} 0 0 {sheet.height:.2f} 0 0 cm /I1 Do Q".encode()]
    drawn += [_written(word, sheet) for word in sheet.words]
    return b"\n".join(drawn)


def _written(word: Word, sheet: Sheet) -> bytes:
    """Unseen (3 Tr), stretched to its picture; every sign is half as wide as the font's size."""
    left, top, right, bottom = word.box
    size = max(1.0, (bottom - top) * sheet.height)
    stretch = 200 * (right - left) * sheet.width / (len(word.text) * size)
    signs = word.text.encode("cp1252", "replace")
    for sign in (b"\\", b"(", b")"):
        signs = signs.replace(sign, b"\\" + sign)
    x, y = left * sheet.width, (1 - bottom) * sheet.height
    return b"BT /F1 %.2f Tf 3 Tr %.2f Tz 1 0 0 1 %.2f %.2f Tm (%s) Tj ET" % (size, stretch, x, y, signs)  # fmt: skip


# --- the check


def check(data: bytes, sheets: Sequence[Sheet], gone: Sequence[str]) -> None:
    """Reads the file back. Raises RedactionError for a sign too many, a string that was to go, a place that is not black.

    `gone`: what the spans hold; one that also stands where it may stay is not looked for.
    """
    import pypdfium2

    with pypdfium2.PdfDocument(data) as document:
        if document.get_metadata_dict(skip_empty=True) or document.count_attachments():
            raise RedactionError("metadata")
        texts = [_squeezed(_extracted(page)) for page in document]
        shown = [picture_of(page) for page in document]
    wanted = [_squeezed("".join(word.text for word in sheet.words)) for sheet in sheets]
    strings = [string for string in map(_squeezed, gone) if len(string) > 2]
    for found, allowed in zip(texts, wanted, strict=True):
        if Counter(found) - Counter(allowed):
            raise RedactionError("text")
    for found, allowed in zip(texts, wanted, strict=True):
        if any(string in found and string not in allowed for string in strings):
            raise RedactionError("string")
    if not all(map(_is_black, sheets, shown)):
        raise RedactionError("picture")


def _is_black(sheet: Sheet, picture: Picture) -> bool:
    """In every place where it has to be."""
    size = sheet.width, sheet.height
    places = (picture[_place(box, size, picture.shape, 0)] for box in sheet.black)
    return all(dots.max(initial=0) <= _INK for dots in places)


def _extracted(page: pypdfium2.PdfPage) -> str:
    return str(page.get_textpage().get_text_range())


def _squeezed(text: str) -> str:
    """Signs that both sides of the comparison have: no blanks, no hyphens, none that the file can't write."""
    plain = text.replace("\ufffe", "-").replace("\x02", "-").encode("cp1252", "replace").decode("cp1252")  # fmt: skip
    return "".join(sign for sign in plain if not sign.isspace() and sign not in "-\xad?")


# --- for the page of « Essayer »


def png(picture: Picture, most: int = 1000) -> bytes:
    """The picture, no higher than `most` dots (by leaving some out)."""
    step = -(-picture.shape[0] // most)
    small = np.ascontiguousarray(picture[::step, ::step])
    rows, columns = small.shape[:2]
    lines = np.zeros((rows, 1 + 3 * columns), dtype=np.uint8)
    lines[:, 1:] = small.reshape(rows, -1)
    head = columns.to_bytes(4, "big") + rows.to_bytes(4, "big") + b"\x08\x02\0\0\0"
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        _chunk(*one)
        for one in ((b"IHDR", head), (b"IDAT", zlib.compress(lines.tobytes(), 6)), (b"IEND", b""))
    )


def _chunk(kind: bytes, content: bytes) -> bytes:
    return len(content).to_bytes(4, "big") + kind + content + zlib.crc32(kind + content).to_bytes(4, "big")  # fmt: skip
