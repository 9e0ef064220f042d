"""Columns, hyphens, margins by hand: what a page's lines become. All people are invented."""

from __future__ import annotations

import io
import shutil
from array import array

import pytest

from annotation.domain.formats.losses import Loss
from annotation.domain.formats.margins import KEEP, MOST_LINES, Margins
from annotation.domain.formats.pdf import ALL_MARGIN, NO_OCR, read
from annotation.domain.formats.pdf_layout import Line, Page, compose, in_reading_order, line_of
from annotation.domain.formats.pdf_ocr import Budget, _language, lines_of
from annotation.domain.formats.pdf_pages import pages_of
from annotation.domain.formats.reading import Reading
from tests.pdf_files import assembled, image_object, pdf, scan


def line(text: str, left: float, top: float, width: float = 0.008) -> Line:
    """Signs of one width beside one another; blanks have no place."""
    boxes = array("f")
    for i, sign in enumerate(text):
        at = left + i * width
        boxes.extend((0.0,) * 4 if sign == " " else (at, top, at + width * 0.9, top + 0.012))
    found = line_of(text, boxes)
    assert found is not None
    return found


def composed(*texts: str) -> list[str]:
    return compose([[line(text, 0.1, 0.1 + 0.02 * i) for i, text in enumerate(texts)]]).text.split(
        "\n"
    )


@pytest.mark.parametrize(
    ("texts", "wanted"),
    [
        (("vu en consul-", "tation le 3 mai"), ["vu en consultation", "le 3 mai"]),
        (("une hospitali-", "sation, puis"), ["une hospitalisation,", "puis"]),
        (("au rendez-", "vous du 4"), ["au rendez-vous", "du 4"]),
        (("douleur post-", "opératoire"), ["douleur post-opératoire"]),
        (("M. Jean-", "Pierre DURAND-", "MARTIN va bien"), ["M. Jean-Pierre", "DURAND-MARTIN", "va bien"]),
        (("tél. 06-12-", "34-56-78"), ["tél. 06-12-34-56-78"]),
        (("Sortie -", "suivi"), ["Sortie -", "suivi"]),
        (("un suivi médico-social, le médico-", "social du social"), ["un suivi médico-social, le médico-social", "du social"]),
        (("une colo-", "scopie"), ["une coloscopie"]),
        (("douleur, dou-", "leur"), ["douleur, douleur"]),
        (("an-", "ti-", "coagulant"), ["anticoagulant"]),
        (("Jean-",), ["Jean-"]),
    ],
)  # fmt: skip
def test_a_word_cut_by_a_line_is_whole_again(texts, wanted):
    assert composed(*texts) == wanted


def test_a_word_cut_by_a_page_is_whole_again_and_keeps_its_places():
    made = compose([[line("consul-", 0.1, 0.9)], [line("tation ici", 0.1, 0.1)]])
    assert made.text == "consultation\n\nici"
    assert list(made.pages) == [0] * 12 + [-1, -1] + [1] * 3
    assert made.boxes[4 * 5 + 1] == pytest.approx(0.9)
    assert made.boxes[4 * 6 + 1] == pytest.approx(0.1)
    assert len(made.boxes) == 4 * len(made.text)


LEFT = ["Le patient se plaint depuis", "trois semaines de douleurs", "dans la jambe droite, sans", "fièvre ni frissons notés", "avant ce jour-là."]  # fmt: skip
RIGHT = ["Au total, un examen normal", "et un bilan rassurant, que", "nous contrôlerons dans six", "mois avec le médecin de la", "famille, qui a donné accord"]  # fmt: skip


def test_two_columns_are_read_one_after_the_other_even_written_row_by_row():
    title = line("COMPTE RENDU DE CONSULTATION DU SERVICE DE RHUMATOLOGIE, EN DEUX COLONNES, POUR LE DOSSIER", 0.1, 0.25)  # fmt: skip
    rows = []
    for i, (left, right) in enumerate(zip(LEFT, RIGHT, strict=True)):
        one, two = line(left, 0.1, 0.3 + 0.02 * i), line(right, 0.55, 0.3 + 0.02 * i)
        blank = array("f", [0.0] * 4)
        rows.append(line_of(f"{left} {right}", one.boxes + blank + two.boxes))
    end = line("Bien confraternellement, et avec mes remerciements pour la confiance que vous me faites.", 0.1, 0.6)  # fmt: skip
    found = [one.text for one in in_reading_order(Page([title, *rows, end]))]
    assert found == [title.text, *LEFT, *RIGHT, end.text]


def test_a_table_keeps_its_rows():
    rows = []
    for i, (name, value) in enumerate([("Sodium", "140"), ("Potassium", "4,1"), ("Créatinine", "88"), ("CRP", "3"), ("Fer", "12")]):  # fmt: skip
        one, two = line(name, 0.1, 0.3 + 0.02 * i), line(value, 0.55, 0.3 + 0.02 * i)
        rows.append(line_of(f"{name} {value}", one.boxes + array("f", [0.0] * 4) + two.boxes))
    assert in_reading_order(Page(rows)) == rows


def header_twice() -> bytes:
    return pdf([(80, "CHU de Dijon")], [(80, "CHU de Dijon")])


def test_a_pdf_that_is_all_repeated_is_no_scan():
    refused = []
    reading = Reading("f", refused.append)
    assert list(read(io.BytesIO(header_twice()), reading)) == []
    assert [one.reason for one in refused] == [ALL_MARGIN]


def test_all_lines_are_kept_where_somebody_says_so():
    reading = Reading("f", margins=Margins(KEEP))
    ((_line, note),) = read(io.BytesIO(header_twice()), reading)
    assert note.text == "CHU de Dijon\n\nCHU de Dijon"
    assert reading.losses[Loss.MARGINS] == 0


def test_lines_of_margin_are_told_and_come_back_one_by_one():
    data = pdf(*([(80, "CHU de Dijon"), (110, "Mme Petit, IPP 8003"), (400, f"Page {n} du texte"), (790, f"{n}/2")] for n in (1, 2)))  # fmt: skip
    reading = Reading("f")
    ((_line, note),) = read(io.BytesIO(data), reading)
    assert note.text == "Page 1 du texte\n\nPage 2 du texte"
    told = [(one.text, one.count) for one in reading.margins.lines.values()]
    assert told == [("CHU de Dijon", 2), ("Mme Petit, IPP 8003", 2), ("1/2", 2)]
    again = Reading("f", margins=Margins("1"))
    ((_line, note),) = read(io.BytesIO(data), again)
    assert note.text.startswith("Mme Petit, IPP 8003\nPage 1")
    assert again.losses[Loss.MARGINS] == 4


def test_what_can_not_be_shown_any_more_stays_in_the_text():
    margins = Margins()
    assert all(margins.drops(str(i), "x", 0.1) for i in range(MOST_LINES))
    assert not margins.drops("one more", "x", 0.1)


def test_letters_of_a_turned_page_lie_where_they_are_seen():
    from annotation.domain.formats.pdf_pages import pages_of

    (page,) = pages_of(pdf([(100, "Mme Petit va bien")], rotate=90))
    (found,) = page.lines
    assert page.width > page.height
    assert found.right - found.left < 0.05  # written from top to bottom
    assert found.left > 0.85  # what was near the top is at the right


def test_a_scan_without_tesseract_is_told_as_one(monkeypatch):
    monkeypatch.setattr(Budget, "is_installed", lambda self: False)
    refused = []
    assert list(read(io.BytesIO(scan("Mme Petit")), Reading("f", refused.append))) == []
    assert [one.reason for one in refused] == [NO_OCR]


@pytest.mark.slow
@pytest.mark.skipif(
    not shutil.which("tesseract") or not _language(), reason="needs tesseract with French"
)
def test_a_scan_is_read_by_tesseract_and_said_so():
    reading = Reading("f")
    ((_line, note),) = read(io.BytesIO(scan("Madame Petit est hospitalisee a Dijon")), reading)
    assert "hospitalisee" in note.text
    assert reading.losses[Loss.OCR] == 1


FAX = "Recu par fax 12/03"


def test_a_stamped_scan_without_tesseract_counts_as_unread(monkeypatch):
    monkeypatch.setattr(Budget, "is_installed", lambda _self: False)
    reading = Reading("f")
    ((_line, note),) = read(io.BytesIO(scan("Madame Petit", FAX)), reading)
    assert (note.text, reading.losses[Loss.UNREAD_PAGES]) == (FAX, 1)
    refused = []
    assert list(read(io.BytesIO(scan("Madame Petit", FAX, pages=2)), Reading("f", refused.append))) == []  # fmt: skip
    assert [one.reason for one in refused] == [NO_OCR]  # and no headers that were dropped


def test_a_stamped_scan_whose_picture_lies_in_a_form_of_other_units_counts_as_unread():
    """As who stamps pages wraps them: nothing of the picture was read, and nobody would be told."""
    drawn = b"BI /W 2 /H 2 /CS /G /BPC 8 ID \0\0\0\0 EI"
    form = b"<< /Type /XObject /Subtype /Form /BBox [0 0 1 1] /Length %d >>\nstream\n%s\nendstream"
    draw = f"q 595 0 0 842 0 0 cm /I1 Do Q BT /F1 9 Tf 60 722 Td ({FAX}) Tj ET".encode()
    (page,) = pages_of(assembled([draw], image=form % (len(drawn), drawn)))
    assert [line.text for line in page.lines] == [FAX]
    assert page.is_unread


@pytest.mark.skipif(
    not shutil.which("tesseract") or not _language(), reason="needs tesseract with French"
)
def test_a_stamped_scan_is_read_by_its_picture():
    reading = Reading("f")
    data = scan("Madame Petit est hospitalisee a Dijon", FAX)
    ((_line, note),) = read(io.BytesIO(data), reading)
    assert "hospitalisee a Dijon" in note.text
    assert "fax" in note.text
    assert reading.losses[Loss.OCR] == 1


def test_a_page_of_text_with_a_logo_is_read_by_its_text(monkeypatch):
    monkeypatch.setattr(Budget, "is_installed", lambda _self: pytest.fail("nothing to read"))
    text = b"q 90 0 0 60 60 760 cm /I1 Do Q BT /F1 11 Tf 60 500 Td (Madame Petit va bien) Tj ET"
    data = assembled([text], image=image_object(2, 2, b"\0\0\0\0"))
    assert [line.text for line in pages_of(data, Budget(60))[0].lines] == ["Madame Petit va bien"]


def test_no_time_is_no_text():
    from annotation.domain.formats.pdf_ocr import OcrError

    with pytest.raises(OcrError, match="temps"):
        lines_of(b"P5 1 1 255\n\0", Budget(0))
