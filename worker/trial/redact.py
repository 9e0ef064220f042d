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
from itertools import groupby, islice, pairwise
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
Boxes = NDArray[np.float64]
DOTS_PER_INCH: Final = 150
_MOST_POINTS: Final = 1500.0  # of a page's side
_TALLEST: Final = (
    0.08  # of the page: a larger sign is a watermark, and its picture holds what lies below it
)
_KEPT_ROOM: Final = 0.4  # points around a sign that stays
_HIDDEN_ROOM: Final = 1.5  # points around one that goes
_RULE: Final = 2.5  # points: a path that is no thicker than this holds no letter
_BAR: Final = 12.0  # points: no bar of a code is thicker, or farther from the next
_LONGEST_BAR: Final = 150.0  # points: rules between a table's rows are longer
_CELL: Final = 5.0  # points: no cell is narrower, and no gap between two bars whose thinnest is a rule is as wide
_JOINT: Final = 1.0  # points between lines that meet
_MOST_PATHS: Final = 3000  # of a page; more are a drawing
_PATH: Final = 2  # FPDF_PAGEOBJ_PATH
_TAIL: Final = 0.3  # of its height: what a letter over a scan has below its box, which ends where letters stand
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
class Packed:
    """A picture that waits: a page's dots are seven megabytes, and a document has hundreds of pages."""

    shape: tuple[int, ...]
    data: bytes

    @classmethod
    def of(cls, picture: Picture) -> Packed:
        return cls(picture.shape, zlib.compress(picture.tobytes(), 1))

    @property
    def dots(self) -> Picture:
        found: Picture = np.frombuffer(zlib.decompress(self.data), np.uint8).reshape(self.shape)
        return found


@dataclass(frozen=True, slots=True)
class Sheet:
    """A page before and after; `width` and `height` in points."""

    width: float
    height: float
    before: Packed
    after: Packed
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
        _hide_blank(hidden, composed, end)
    with opened(data) as document:
        sheets = [_sheet(document[i], page, i, composed, hidden) for i, page in enumerate(pages)]
    written = written_pdf(sheets)
    check(written, sheets, [composed.text[start:end] for start, end in spans])
    return written, sheets


def _hide_blank(hidden: NDArray[np.bool_], composed: Composed, end: int) -> None:
    """The blank behind a span over a scan: there a word and its blank are stretched to the word's picture, whose last letter then
    lies under the blank."""
    hidden[end : end + 1] |= _is_of_layer(composed, end)


def _is_of_layer(composed: Composed, at: int) -> bool:
    """Whether a blank as high as letters stands here: so do programs write that lay letters over a scan, none that writes text."""
    if not 0 < at < len(composed.text) or not composed.text[at].isspace():
        return False
    _left, top, _right, bottom = composed.boxes[4 * at : 4 * at + 4]
    _left, above, _right, below = composed.boxes[4 * at - 4 : 4 * at]
    return bottom - top > (below - above) / 2


# --- pictures


def _sheet(page: pypdfium2.PdfPage, read: Page, index: int, composed: Composed, hidden: NDArray[np.bool_]) -> Sheet:  # fmt: skip
    before = picture_of(page)
    signs = np.flatnonzero(np.frombuffer(composed.pages, dtype=np.int32) == index)
    boxes = np.frombuffer(composed.boxes, dtype=np.float32).reshape(-1, 4)
    placed = [int(i) for i in signs if boxes[i, 2] > boxes[i, 0]]
    points = (read.width, read.height)
    kept = [i for i in placed if not hidden[i] and _is_a_letter_s(boxes[i], points)]
    black = [
        strip
        for run in _runs([i for i in placed if hidden[i]], hidden)
        for strip in _strips([_box(boxes[i]) for i in run])
    ]
    after = np.full_like(before, 255)
    inked = [i for i in kept if not composed.text[i].isspace() or _is_narrow(boxes[i], points)]
    tail = _TAIL if any(_is_of_layer(composed, i) for i in placed) else 0.0
    for box in (*(_longer(_box(boxes[i]), tail) for i in inked), *_rules(page, read)):
        here = _place(box, points, before.shape, _KEPT_ROOM)
        after[here] = before[here]
    # before the black comes, whose edge is no ink of a word beside it; and after it, which may cover the word
    seen = [word for word in _words(kept, composed.text, boxes) if _is_seen(word, points, after)]
    for box in black:
        after[_place(_longer(box, tail), points, after.shape, _HIDDEN_ROOM)] = 0
    words = [word for word in seen if _is_seen(word, points, after)]
    page.close()
    return Sheet(*points, Packed.of(before), Packed.of(after), words, black, read.is_ocr)


def _is_a_letter_s(box: NDArray[np.float32], points: tuple[float, float]) -> bool:
    """False for a sign that was drawn so high, or stretched so wide, that its picture holds what lies below it."""
    return max(_sides(box, points)) <= _TALLEST * points[1]


def _is_narrow(box: NDArray[np.float32], points: tuple[float, float]) -> bool:
    """Of a blank: it may hold the end of a letter, and nothing else."""
    across, down = _sides(box, points)
    return across <= down


def _sides(box: NDArray[np.float32], points: tuple[float, float]) -> tuple[float, float]:
    """In points."""
    return float(box[2] - box[0]) * points[0], float(box[3] - box[1]) * points[1]


def picture_of(page: pypdfium2.PdfPage) -> Picture:
    """Red, green, blue; without comments and fields of forms."""
    side = max(page.get_width(), page.get_height())
    scale = DOTS_PER_INCH / 72 * min(1.0, _MOST_POINTS / side)
    bitmap = page.render(scale=scale, may_draw_forms=False, draw_annots=False, rev_byteorder=True)
    found: Picture = np.array(bitmap.to_numpy()[:, :, :3], copy=True)
    bitmap.close()
    return found


def _box(row: NDArray[np.float32] | Boxes) -> Box:
    left, top, right, bottom = (float(one) for one in row)
    return left, top, right, bottom


def _longer(box: Box, tail: float) -> Box:
    left, top, right, bottom = box
    return left, top, right, bottom + tail * (bottom - top)


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
    """Straight lines of tables and forms: paths too thin to hold a letter, and no bars of a code that a machine reads."""
    matrix, size = matrix_of(page), (read.width, read.height, read.width, read.height)
    paths = list(islice(page.get_objects(filter=[_PATH], max_depth=1), _MOST_PATHS + 1))
    if not paths or len(paths) > _MOST_PATHS:
        return
    found = np.array([share_box(matrix, *path.get_bounds()) for path in paths]) * size
    sides = found[:, 2:] - found[:, :2]
    is_thin = sides.min(axis=1) <= _RULE
    is_rule = is_thin & (sides.max(axis=1) > 4 * _RULE)
    is_bar = _are_bars(found, found[is_thin]) | _are_bars(_turned(found), _turned(found[is_thin]))
    for row in found[is_rule & ~is_bar] / size:
        yield _box(row)


def _turned(boxes: Boxes) -> Boxes:
    """What lies now stands."""
    turned: Boxes = boxes[:, [1, 0, 3, 2]]
    return turned


def _are_bars(boxes: Boxes, thin: Boxes) -> NDArray[np.bool_]:
    """Which of them stand upright beside two others, or at the end of such a row, as near as bars of a code stand, and part no
    cells between the `thin` ones; rows: left, top, right, bottom."""
    left, top, right, bottom = boxes.T
    is_upright = (right - left <= _BAR) & (bottom - top > right - left)
    is_upright &= bottom - top <= _LONGEST_BAR
    apart = np.maximum(left[:, None], left) - np.minimum(right[:, None], right)
    common = np.minimum(bottom[:, None], bottom) - np.maximum(top[:, None], top)
    is_beside = (apart <= _BAR) & (common > (bottom - top)[:, None] / 2)
    is_beside &= is_upright
    is_within = is_upright & (is_beside.sum(axis=1) > 2)  # each is beside itself
    found: NDArray[np.bool_] = is_upright & (is_beside & is_within).any(axis=1)
    is_part = np.zeros(len(boxes), dtype=bool)
    for i in np.flatnonzero(found):
        is_part[i] = _parts_cells(boxes[i], boxes[is_beside[i]], thin)
    while (fails := is_part & (is_beside & found & ~is_part).any(axis=1)).any():
        is_part &= ~fails  # beside a bar there is no table
    return found & ~is_part


def _parts_cells(line: Boxes, beside: Boxes, thin: Boxes) -> bool:
    """Whether an upright line parts cells of a table: a letter has room on both sides, as between no bars of a code, and at both ends it
    meets lines that reach from the one beside it on the left to the one on the right, as no stroke of a drawn letter does."""
    left, top, right, bottom = line
    is_same = (abs(beside - line) < _JOINT / 2).all(axis=1)  # itself, and a line drawn twice
    others = beside[~is_same]
    gaps = np.maximum(others[:, 0] - right, left - others[:, 2])
    if right - left > _RULE or (gaps < _CELL).any():
        return False
    before, behind = others[others[:, 2] <= left], others[others[:, 0] >= right]
    start = before[:, 2].max() if len(before) else left
    end = behind[:, 0].min() if len(behind) else right
    lying = thin[thin[:, 3] - thin[:, 1] <= _RULE]
    return all(
        _are_joined(lying[(lying[:, 1] <= y + _JOINT) & (lying[:, 3] >= y - _JOINT)], start, end)
        for y in (top, bottom)
    )


def _are_joined(lying: Boxes, start: float, end: float) -> bool:
    """Whether lines that lie at one height reach from `start` to `end` without a gap."""
    for left, _top, right, _bottom in lying[np.argsort(lying[:, 0])]:
        if left <= start + _JOINT:
            start = max(start, right)
    return bool(start >= end - _JOINT)


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
            _image(sheet.after.dots),
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
    """Grey where all of it is. Sixteen tones of each colour: on paper nobody sees more, and a page of text takes a tenth."""
    is_grey = bool((picture == picture[:, :, :1]).all())
    dots, space = (picture[:, :, :1], "DeviceGray") if is_grey else (picture, "DeviceRGB")
    rows, columns = picture.shape[:2]
    tones = (np.ascontiguousarray(dots).reshape(rows, -1) + np.uint16(8)) // 17
    tones = np.pad(tones, ((0, 0), (0, tones.shape[1] % 2))).astype(np.uint8)
    head = f"/Type /XObject /Subtype /Image /Width {columns} /Height {rows} /ColorSpace /{space} /BitsPerComponent 4"  # fmt: skip
    return _stream(head, (tones[:, ::2] << 4 | tones[:, 1::2]).tobytes())


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
        read = [_read_back(page, sheet) for page, sheet in zip(document, sheets, strict=True)]
    wanted = [_squeezed("".join(word.text for word in sheet.words)) for sheet in sheets]
    strings = [string for string in map(_squeezed, gone) if len(string) > 2]
    texts = [_squeezed(text) for text, _is_hidden in read]
    for found, allowed in zip(texts, wanted, strict=True):
        if Counter(found) - Counter(allowed):
            raise RedactionError("text")
    for found, allowed in zip(texts, wanted, strict=True):
        if any(string in found and string not in allowed for string in strings):
            raise RedactionError("string")
    if not all(is_hidden for _text, is_hidden in read):
        raise RedactionError("picture")


def _is_black(sheet: Sheet, picture: Picture) -> bool:
    """In every place where it has to be."""
    size = sheet.width, sheet.height
    places = (picture[_place(box, size, picture.shape, 0)] for box in sheet.black)
    return all(dots.max(initial=0) <= _INK for dots in places)


def _read_back(page: pypdfium2.PdfPage, sheet: Sheet) -> tuple[str, bool]:
    """Its text, and whether it is black where it has to be. Closes the page, which keeps its picture until then."""
    signs = page.get_textpage()
    told = str(signs.get_text_range()), _is_black(sheet, picture_of(page))
    signs.close()
    page.close()
    return told


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
