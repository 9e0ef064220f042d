"""What is under a span is not in the new file: neither as text nor as dots, and nothing that nobody has read is."""

from __future__ import annotations

import shutil

import numpy as np
import pypdfium2
import pytest

from annotation.domain.formats.pdf_ocr import Budget, _language
from tests.pdf_files import assembled, image_object, pdf, scan
from worker.trial import redact as module
from worker.trial.redact import RedactionError, check, png, read_whole, redact, written_pdf

TEXT = [
    (100, "Madame Jeanne PETIT, vue le 4 mai 2021"),
    (130, "va mieux \\(Dijon\\)."),
    (800, "IPP 8003456"),
]


def spans_of(text: str, *strings: str) -> list[tuple[int, int]]:
    return [(text.index(one), text.index(one) + len(one)) for one in strings]


def redacted(data: bytes, *strings: str):
    pages, composed = read_whole(data, Budget(60))
    return redact(data, pages, composed, spans_of(composed.text, *strings))


def text_in(data: bytes) -> str:
    with pypdfium2.PdfDocument(data) as document:
        return "\n".join(page.get_textpage().get_text_range() for page in document)


def test_text_under_a_span_is_gone_and_the_rest_can_be_found():
    data, (sheet,) = redacted(pdf(TEXT), "Jeanne", "PETIT", "4 mai 2021", "8003456")
    found = text_in(data)
    for word in ("Madame", "vue", "le", "va", "mieux", "(Dijon)", "IPP"):
        assert word in found
    for word in ("Jeanne", "PETIT", "2021", "8003456"):
        assert word not in found
        assert word.encode() not in data
    assert len(sheet.black) == 4  # "Jeanne", "PETIT", the date, the number


def test_a_header_at_the_very_edge_is_read_too():
    data, _sheets = redacted(pdf([(15, "Dr Morel"), (400, "Bonjour")]), "Morel")
    assert "Morel" not in text_in(data)
    assert "Dr" in text_in(data)


def test_under_the_black_there_is_nothing_and_around_it_what_was():
    _data, (sheet,) = redacted(pdf(TEXT), "PETIT")
    (box,) = sheet.black
    rows, columns = sheet.after.dots.shape[:2]
    inside = sheet.after.dots[
        int(box[1] * rows) : int(box[3] * rows), int(box[0] * columns) : int(box[2] * columns)
    ]
    assert not inside.any()
    assert (sheet.after.dots[: rows // 5] < 128).sum() > inside.size  # the other words of the line


def test_pictures_and_drawn_letters_are_not_taken_over():
    rng = np.random.default_rng(1)
    picture = rng.integers(0, 255, 100 * 100, dtype=np.uint8).tobytes()
    drawn = b"0 0 m 40 300 l 80 0 l S 100 600 m 400 600 l S BT /F1 11 Tf 60 742 Td (Vu) Tj ET q 200 0 0 200 300 100 cm /I1 Do Q"  # fmt: skip
    _data, (sheet,) = redacted(assembled([drawn], image=image_object(100, 100, picture)))
    rows = sheet.after.dots.shape[0]
    assert (sheet.before.dots[rows // 2 :] < 128).any()
    assert not (sheet.after.dots[rows // 2 :] < 255).any()
    rule = sheet.after.dots[int(rows * (842 - 600) / 842) - 3 : int(rows * (842 - 600) / 842) + 3]
    assert (rule < 128).any()  # a straight line of a table stays


def test_text_that_nobody_sees_does_not_come_along():
    hidden = "BT /F1 11 Tf 3 Tr 60 400 Td (Dossier secret) Tj ET"
    data, _sheets = redacted(pdf([(100, "Vu ce jour")], extra=hidden))
    assert "secret" not in text_in(data)
    assert "Vu" in text_in(data)


def test_metadata_comments_and_names_of_the_file_are_not_there():
    data = pdf(TEXT).replace(b"/Root 1 0 R", b"/Root 1 0 R /Info << /Author (Dr Morel) >>")
    made, _sheets = redacted(data)
    with pypdfium2.PdfDocument(made) as document:
        assert document.get_metadata_dict(skip_empty=True) == {}
    assert b"Morel" not in made
    assert b"/Info" not in made
    assert b"/Annot" not in made


@pytest.mark.parametrize("turned", [90, 180, 270])
def test_a_turned_page_is_blackened_where_its_words_are_seen(turned):
    _data, (sheet,) = redacted(pdf([(100, "Madame PETIT")], rotate=turned), "PETIT")
    rows, columns = sheet.before.dots.shape[:2]
    dark = sheet.before.dots[:, :, 0] < 128
    under = np.zeros_like(dark)
    for left, top, right, bottom in sheet.black:
        under[
            int(top * rows) : int(bottom * rows) + 1, int(left * columns) : int(right * columns) + 1
        ] = True
    share = (dark & under).sum() / dark.sum()
    assert 0.25 < share < 0.6  # five of the eleven letters, and none of the others


def test_a_word_cut_by_a_line_is_blackened_on_both():
    data, (sheet,) = redacted(pdf([(100, "Madame Du-"), (120, "rand va bien")]), "Durand")
    assert len(sheet.black) == 2
    assert "rand" not in text_in(data)


def test_a_file_in_which_something_is_left_is_not_handed_out(monkeypatch):
    _data, sheets = redacted(pdf(TEXT), "PETIT")
    told = module.Word("PETIT", sheets[0].black[0])
    with pytest.raises(RedactionError):
        check(
            written_pdf([sheet_with(sheets[0], words=[*sheets[0].words, told])]), sheets, ["PETIT"]
        )
    with pytest.raises(RedactionError):
        check(written_pdf([sheet_with(sheets[0], after=sheets[0].before)]), sheets, ["PETIT"])


def sheet_with(sheet, **changes):
    from dataclasses import replace

    return replace(sheet, **changes)


@pytest.mark.slow
@pytest.mark.skipif(
    not shutil.which("tesseract") or not _language(), reason="needs tesseract with French"
)
def test_a_scan_keeps_the_words_that_were_read_and_may_stay():
    source = scan("Madame PETIT est hospitalisee a Dijon")
    data, (sheet,) = redacted(source, "PETIT")
    assert sheet.is_ocr
    assert "hospitalisee" in text_in(data)
    assert "PETIT" not in text_in(data)
    again = read_whole(data_without_text(data), Budget(60))[1].text
    assert "PETIT" not in again


def data_without_text(data: bytes) -> bytes:
    """The picture alone, so that tesseract reads what an eye would."""
    with pypdfium2.PdfDocument(data) as document:
        page = document[0]
        bitmap = page.render(scale=200 / 72, grayscale=True)
        view = memoryview(bitmap.buffer).cast("B")
        grey = b"".join(
            bytes(view[y * bitmap.stride : y * bitmap.stride + bitmap.width])
            for y in range(bitmap.height)
        )
        return assembled(
            [b"q 595 0 0 842 0 0 cm /I1 Do Q"],
            image=image_object(bitmap.width, bitmap.height, grey),
        )


def test_a_png_is_what_it_says():
    made = png(np.zeros((10, 4, 3), dtype=np.uint8), most=5)
    assert made.startswith(b"\x89PNG")
    assert made[16:24] == (2).to_bytes(4, "big") + (5).to_bytes(4, "big")


def bars(x: float, *widths: float) -> bytes:
    """A code of upright bars, each followed by as wide a gap, each a path of its own."""
    drawn = b""
    for width in widths:
        drawn += b"%.2f 500 %.2f 40 re f\n" % (x, width)
        x += 2 * width
    return drawn


def dark(sheet, top: float, bottom: float) -> int:
    """How many dots are dark between two heights, in points from the foot of an A4 page."""
    rows = sheet.after.shape[0]
    part = sheet.after.dots[int(rows * (842 - top) / 842) : int(rows * (842 - bottom) / 842)]
    return int((part < 128).sum())


@pytest.mark.parametrize("turn", [b"", b"0 1 -1 0 800 200 cm\n"])
@pytest.mark.parametrize("unit", [0.7, 1.2, 2.4])
def test_a_code_of_bars_is_not_taken_over(unit, turn):
    widths = [unit * n for n in (1, 2, 1, 4, 1, 1, 3, 2, 1, 1, 2, 1)]
    _data, (sheet,) = redacted(
        assembled([b"BT /F1 11 Tf 60 742 Td (Vu) Tj ET\nq " + turn + bars(100, *widths) + b"Q"])
    )
    assert (sheet.before.dots[200:] < 128).any()
    assert dark(sheet, 700, 1) == 0


def test_the_lines_of_a_table_stay():
    lines = [b"60 %d m 500 %d l S" % (y, y) for y in range(400, 500, 14)]
    lines += [b"%d 400 m %d 484 l S" % (x, x) for x in (60, 200, 203, 500)]
    _data, (sheet,) = redacted(
        assembled([b"BT /F1 11 Tf 60 742 Td (Vu) Tj ET\n" + b"\n".join(lines)])
    )
    part = (sheet.before.dots < 128) & (sheet.after.dots < 128)
    assert part[600:].sum() > 0.9 * (sheet.before.dots[600:] < 128).sum()


def strokes(*lines: tuple[float, float, float, float], width: float = 0.5) -> bytes:
    return b"%.2f w\n" % width + b"\n".join(b"%.2f %.2f m %.2f %.2f l S" % line for line in lines)


def kept_of(drawn: bytes) -> float:
    """The share of its dots below the page's only word that stay."""
    _data, (sheet,) = redacted(assembled([b"BT /F1 11 Tf 60 742 Td (Vu) Tj ET\n" + drawn]))
    before = sheet.before.dots[250:] < 128
    return float((before & (sheet.after.dots[250:] < 128)).sum() / before.sum())


def cells(across: float, down: float, columns: int, rows: int, *, by_cell: bool) -> bytes:
    """The rulings of a table, in one go or a side of a cell at a time."""
    right, top = 60 + columns * across, 400 + rows * down
    xs, ys = (
        [60 + across * i for i in range(columns + 1)],
        [400 + down * i for i in range(rows + 1)],
    )
    if not by_cell:
        return strokes(*((x, 400, x, top) for x in xs), *((60, y, right, y) for y in ys))
    upright = [(x, y, x, y + down) for x in xs for y in ys[:-1]]
    return strokes(*upright, *((x, y, x + across, y) for x in xs[:-1] for y in ys))


@pytest.mark.parametrize("by_cell", [False, True])
@pytest.mark.parametrize("turn", [b"", b"0 1 -1 0 800 200 cm\n"])
@pytest.mark.parametrize(
    ("across", "down", "columns", "rows"), [(11, 14, 13, 1), (40, 11, 3, 8), (11, 11, 9, 6)]
)
def test_the_lines_of_small_cells_stay(across, down, columns, rows, turn, by_cell):
    assert kept_of(b"q " + turn + cells(across, down, columns, rows, by_cell=by_cell) + b" Q") > 0.9


def test_bars_in_a_frame_and_letters_of_strokes_are_not_taken_over():
    frame = [(60.0, 400.0, 140.0, 400.0), (60.0, 430.0, 140.0, 430.0)]
    upright = [(70.0 + x, 400.0, 70.0 + x, 430.0) for x in (0, 3, 5, 11, 13, 16, 22, 24)]
    letters = [  # "ELF", seven points apart
        *((60.0 + x, 300.0, 60.0 + x, 314.0) for x in (0, 7, 14)),
        *(
            (60.0 + x, y, 64.0 + x, y)
            for x, y in ((0, 300), (0, 307), (0, 314), (7, 300), (14, 307), (14, 314))
        ),
    ]
    assert kept_of(strokes(*upright, width=0.9)) == 0
    assert kept_of(strokes(*letters)) < 0.05
    assert kept_of(strokes(*frame, *upright)) < 0.5  # the frame alone
    alone = [(x, 400.0, x, 430.0) for x in (100.0, 106.0)]  # wide gaps behind narrow ones
    data = strokes(*frame, *upright, *alone)
    _data, (sheet,) = redacted(assembled([b"BT /F1 11 Tf 60 742 Td (Vu) Tj ET\n" + data]))
    assert dark(sheet, 425, 405) == 0


def name_under(content: bytes, grey: int = 0) -> bytes:
    """A picture, 300 points wide and 30 high, below what `content` writes."""
    picture = bytes([grey]) * 100
    return assembled(
        [b"q 300 0 0 30 100 600 cm /I1 Do Q BT /F1 30 Tf 100 603 Td 3 Tr " + content + b" ET"],
        image=image_object(10, 10, picture),
    )


def test_a_stretched_sign_brings_no_picture_along():
    _data, (sheet,) = redacted(name_under(b"3000 Tz (l) Tj 100 Tz 0 -100 Td 0 Tr (Vu) Tj"))
    assert dark(sheet, 640, 590) == 0
    assert dark(sheet, 540, 490) > 0


def test_a_hidden_word_beside_a_black_bar_does_not_come_along():
    hidden = "BT /F1 11 Tf 3 Tr 60 400 Td (Couche PETIT secrete) Tj ET"
    data, _sheets = redacted(pdf([(100, "Vu ce jour")], extra=hidden), "PETIT")
    assert "secrete" not in text_in(data)
    assert "Vu ce jour" in text_in(data)


def over_a_scan(data: bytes):
    """Its pages and text as a program tells them that lays letters over a picture: they end at the line they stand on, a word's
    letters share its width with a blank behind it."""
    from array import array

    from annotation.domain.formats.pdf_layout import Composed

    pages, composed = read_whole(data, Budget(60))
    boxes = array("f", composed.boxes)
    bottom = boxes[3]  # of a letter without a tail
    start = 0
    for word in composed.text.split(" "):
        left, right = boxes[4 * start], boxes[4 * (start + len(word)) - 2]
        step = (right - left) / (len(word) + 1)
        for i in range(min(len(word) + 1, len(composed.text) - start)):
            boxes[4 * (start + i) : 4 * (start + i) + 4] = array(
                "f", [left + i * step, boxes[1], left + (i + 1) * step, bottom]
            )
        start += len(word) + 1
    return pages, Composed(composed.text, array("i", [0] * len(composed.text)), boxes)


def test_over_a_scan_the_whole_word_goes_and_the_others_keep_their_tails():
    data = pdf([(100, "Madame PAPPQQ voit gypse")])
    pages, layer = over_a_scan(data)
    start = layer.text.index("PAPPQQ")
    _made, (sheet,) = redact(data, pages, layer, [(start, start + 6)])
    before, after = sheet.before.dots[:, :, 0] < 128, sheet.after.dots[:, :, 0] < 128
    columns = before.shape[1]
    begin, end = (round(layer.boxes[4 * i] * columns) for i in (start, start + 7))
    place = np.flatnonzero(before[:, begin - 2 : end].any(axis=0)) + begin - 2
    rows = np.flatnonzero(before[:, begin:end].any(axis=1))
    assert after[rows.min() : rows.max() + 1, place.min() : place.max() + 1].all()
    gypse = round(layer.boxes[4 * layer.text.index("gypse")] * columns)
    last = round(layer.boxes[-2] * columns) - 8  # no blank behind it: its last letter is cut
    assert (before[:, gypse:last] == after[:, gypse:last]).all()


def test_pages_wait_packed():
    """A hundred pages are 700 MB of dots, twice."""
    _data, sheets = redacted(pdf(*[TEXT] * 3), "PETIT")
    assert all(len(one.before.data) + len(one.after.data) < 300_000 for one in sheets)


def test_sixteen_tones_show_what_the_page_showed():
    data, (sheet,) = redacted(
        assembled([b"1 0 0 rg BT /F1 11 Tf 60 742 Td (Vu) Tj 0 g 0 -50 Td (ce jour) Tj ET"])
    )
    with pypdfium2.PdfDocument(data) as document:
        shown = module.picture_of(document[0]).astype(int)
    wanted = sheet.after.dots.astype(int)
    assert (wanted[:, :, 0] - wanted[:, :, 1]).max() > 200  # a colour
    assert abs(shown - wanted).mean() < 1
    assert abs(shown - wanted).max() < 60


def test_a_file_that_no_message_holds_is_refused_in_words(monkeypatch):
    from worker.trial import redact_document

    data = pdf(TEXT)
    text = redact_document.answer({"do": "read"}, data)["text"]
    monkeypatch.setattr(redact_document, "MOST_MADE", 1000)
    asked = {"do": "redact", "text": text, "spans": [], "preview": False}
    assert redact_document.answer(asked, data) == {"refusal": redact_document.TOO_LARGE}
