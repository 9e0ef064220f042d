"""PDF files written by hand, line by line: what is text and what is margin."""

from __future__ import annotations

import io

import pytest

from annotation.domain.formats import pdf_pages
from annotation.domain.formats.errors import FormatError
from annotation.domain.formats.losses import Loss
from annotation.domain.formats.pdf import read
from annotation.domain.formats.pdf_layout import Line, body, repeated
from annotation.domain.formats.pdf_ocr import Budget
from annotation.domain.formats.reading import Reading
from tests.pdf_files import garbled, pdf


def test_text_comes_line_by_line_with_its_accents():
    reading = Reading("f")
    ((_line, note),) = read(io.BytesIO(pdf([(300, "Mme Durand, née à Dijon,"), (320, "va mieux.")])), reading)  # fmt: skip
    assert note.text == "Mme Durand, née à Dijon,\nva mieux."
    assert note.id.startswith("pdf-")


def test_headers_footers_and_page_numbers_are_dropped():
    def page(number: int, *lines: str) -> list[tuple[float, str]]:
        rows = [(20, "au bord"), (80, "CHU de Dijon - Cardiologie"), (790, f"Page {number}/2")]
        return rows + [(300 + 20 * i, line) for i, line in enumerate(lines)]

    reading = Reading("f")
    data = pdf(page(1, "Cher confrère,", "votre patient va bien."), page(2, "Cordialement."))
    ((_line, note),) = read(io.BytesIO(data), reading)
    assert note.text == "Cher confrère,\nvotre patient va bien.\n\nCordialement."
    assert reading.losses[Loss.MARGINS] == 6


def test_a_header_that_stands_once_is_kept():
    data = pdf([(80, "Compte rendu de M. Durand"), (300, "Tout va bien.")])
    ((_line, note),) = read(io.BytesIO(data), Reading("f"))
    assert note.text == "Compte rendu de M. Durand\nTout va bien."


def test_a_repeated_line_in_the_middle_is_text():
    lines = [Line("Tension : 12/8", 0.5, 0.52)]
    assert repeated([lines, lines]) == set()
    assert body(lines, repeated([lines, lines])) == lines


def test_a_scan_has_no_text():
    with pytest.raises(FormatError, match="image numérisée"):
        list(read(io.BytesIO(pdf([])), Reading("f")))


def test_a_locked_pdf_and_a_torn_one_are_told_apart():
    whole = pdf([(300, "Mme Durand va mieux.")])
    lock = b"/Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <%s> /U <%s> >> /ID [<aa> <aa>] /Root"
    locked = whole.replace(b"/Root", lock % (b"00" * 32, b"11" * 32), 1)
    for data, told in ((locked, "protégé par un mot de passe"), (whole[:60], "abîmé ou incomplet")):
        with pytest.raises(FormatError) as refused:
            list(read(io.BytesIO(data), Reading("f")))
        assert told in str(refused.value)
        assert str(refused.value).count("mot de passe") == (data is locked)


def test_signs_of_an_unknown_font_are_no_text(monkeypatch):
    """PDFium tells the number that a letter has in its font: « 3(7,7 » for PETIT, which no rule and no model finds."""
    monkeypatch.setattr(Budget, "is_installed", lambda _self: False)
    with pytest.raises(FormatError, match="ne dit pas quelles lettres"):
        list(read(io.BytesIO(garbled("Madame PETIT va bien")), Reading("f")))


def test_a_page_in_an_unknown_font_is_read_off_its_picture(monkeypatch):
    monkeypatch.setattr(Budget, "is_installed", lambda _self: True)
    monkeypatch.setattr(
        pdf_pages, "read_page", lambda _page, _budget: [Line("Madame PETIT", 0.1, 0.12)]
    )
    reading = Reading("f")
    ((_line, note),) = read(io.BytesIO(garbled("Madame PETIT va bien")), reading)
    assert note.text == "Madame PETIT"
    assert reading.losses[Loss.OCR] == 1
