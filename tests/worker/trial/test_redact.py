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
    rows, columns = sheet.after.shape[:2]
    inside = sheet.after[
        int(box[1] * rows) : int(box[3] * rows), int(box[0] * columns) : int(box[2] * columns)
    ]
    assert not inside.any()
    assert (sheet.after[: rows // 5] < 128).sum() > inside.size  # the other words of the line


def test_pictures_and_drawn_letters_are_not_taken_over():
    rng = np.random.default_rng(1)
    picture = rng.integers(0, 255, 100 * 100, dtype=np.uint8).tobytes()
    drawn = b"0 0 m 40 300 l 80 0 l S 100 600 m 400 600 l S BT /F1 11 Tf 60 742 Td (Vu) Tj ET q 200 0 0 200 300 100 cm /I1 Do Q"  # fmt: skip
    _data, (sheet,) = redacted(assembled([drawn], image=image_object(100, 100, picture)))
    rows = sheet.after.shape[0]
    assert (sheet.before[rows // 2 :] < 128).any()
    assert not (sheet.after[rows // 2 :] < 255).any()
    rule = sheet.after[int(rows * (842 - 600) / 842) - 3 : int(rows * (842 - 600) / 842) + 3]
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
    rows, columns = sheet.before.shape[:2]
    dark = sheet.before[:, :, 0] < 128
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
