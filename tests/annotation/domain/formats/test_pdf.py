"""PDF files written by hand, line by line: what is text and what is margin."""

from __future__ import annotations

import io

import pytest

from annotation.domain.formats.errors import FormatError
from annotation.domain.formats.losses import Loss
from annotation.domain.formats.pdf import Line, body, read, repeated
from annotation.domain.formats.reading import Reading

HEIGHT = 842  # A4, in points


def pdf(*pages: list[tuple[float, str]]) -> bytes:
    """One page for each list of (distance from the top, text), in Latin letters."""
    count = len(pages)
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Count {count} /Kids [{' '.join(f'{4 + 2 * i} 0 R' for i in range(count))}] >>".encode(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ]
    for i, lines in enumerate(pages):
        drawn = "".join(f"BT /F1 11 Tf 60 {HEIGHT - y} Td ({text}) Tj ET\n" for y, text in lines)
        content = drawn.encode("cp1252")
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 {HEIGHT}] /Contents {5 + 2 * i} 0 R "
            "/Resources << /Font << /F1 3 0 R >> >> >>".encode()
        )
        objects.append(b"<< /Length %d >>\nstream\n%sendstream" % (len(content), content))
    data, places = b"%PDF-1.4\n", []
    for number, item in enumerate(objects, start=1):
        places.append(len(data))
        data += b"%d 0 obj\n%s\nendobj\n" % (number, item)
    start = len(data)
    data += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    data += b"".join(b"%010d 00000 n \n" % place for place in places)
    trailer = b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n"
    return data + trailer % (len(objects) + 1, start)


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
