"""What leaving out headers and footers does to redaction: ``python -m benches.bench_pdf`` (``make bench-pdf``).

As the seventh table of AP-HP's article, on PDFs made here: generated notes of the test families, laid out on pages whose head
names the hospital, its doctors and the patient, and whose foot has an address and a page number, in one column or in two.
Each PDF is read with its margins and without, the hybrid reads the text, and what of the note's identifying strings, or of
the margins', can still be read is counted.
"""

import argparse
import sys
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from annotation.domain.formats.margins import DROP, KEEP, Margins
from annotation.domain.formats.pdf import text_of
from annotation.domain.formats.pdf_pages import pages_of
from annotation.domain.notes import Note
from benches import results
from benches.ner import machine, sources
from benches.ner.text import percent, table
from benches.results import Row
from benches.say import say
from worker.engine.build import SHIPPED, build_detector
from worker.engine.detector import Detector

_HEIGHT = 842
_FIRST, _LAST, _STEP = 150, 720, 13  # of the body, from the page's top
_COLUMNS = {1: ((60, 95),), 2: ((50, 46), (305, 46))}  # left edge, signs of a line
HEAD = ("CENTRE HOSPITALIER DE SAULIEU - Cardiologie", "Dr Paule MARCHENOIR, Dr Yvon TRAVERSIER")
FOOT = "9 rue des Glycines 21210 SAULIEU - 03 80 99 01 02"
_SHORTEST = 4  # signs of a string that is looked for: shorter ones stand everywhere


@dataclass(slots=True)
class Count:
    """Of one layout and one way to read."""

    notes: int = 0
    whole: int = 0
    strings: int = 0
    left: int = 0

    def add(self, left: int, strings: int) -> None:
        self.notes += 1
        self.whole += not left
        self.strings += strings
        self.left += left


def main(arguments: Sequence[str] | None = None) -> int:
    options = _options(arguments)
    say(machine.describe())
    detector = build_detector("hybrid", options.model)
    notes = sources.families("test", options.notes, options.seed).notes
    rows, bars = [], []
    for columns in _COLUMNS:
        for wanted, name in ((KEEP, "gardées"), (DROP, "retirées")):
            count = Count()
            for note in notes:
                judge(note, pdf_of(note, columns), wanted, detector, count)
            rows.append([f"{columns} colonne(s), marges {name}", str(count.notes), percent(count.whole / count.notes), percent(1 - count.left / count.strings)])  # fmt: skip
            told = "kept" if wanted == KEEP else "left out"
            bars.append(Row(f"PDF of {columns} column(s), margins {told}: fully redacted", f"{count.whole} of {count.notes}", n=f"strings redacted {percent(1 - count.left / count.strings).replace(',', '.')} %"))  # fmt: skip
    say("\n" + table(["lecture", "notes", "entières, %", "chaînes masquées, %"], rows))
    results.record("pdf", bars)
    return 0


def judge(note: Note, data: bytes, wanted: str, detector: Detector, count: Count) -> None:
    """Counts the strings of the note, its patient's and the margins', that the masked text still shows."""
    text = text_of(pages_of(data), Margins(wanted)).text
    (spans,) = detector.detect([text])
    shown = list(text)
    for span in spans:
        shown[span.start : span.end] = "█" * (span.end - span.start)
    readable = squeezed("".join(shown))
    strings = {squeezed(note.text[s.start : s.end]) for s in note.entities}
    strings |= {squeezed(one) for one in ("MARCHENOIR", "TRAVERSIER", "SAULIEU", "03 80 99 01 02")}
    strings = {one for one in strings if len(one) >= _SHORTEST and one in squeezed(text)}
    count.add(sum(one in readable for one in strings), len(strings))


def pdf_of(note: Note, columns: int) -> bytes:
    """The note on as many pages as it takes."""
    places = _COLUMNS[columns]
    lines = [
        part for line in note.text.split("\n") for part in textwrap.wrap(line, places[0][1]) or [""]
    ]
    tall = (_LAST - _FIRST) // _STEP
    size = tall * columns
    pages = [lines[i : i + size] for i in range(0, len(lines), size)] or [[]]
    pages += [["Fin du compte rendu."]] if len(pages) == 1 else []  # what stands once is no margin
    return assembled([_page(own, i + 1, len(pages), places, tall) for i, own in enumerate(pages)])


def _page(lines: Sequence[str], number: int, count: int, places: Sequence[tuple[int, int]], tall: int) -> bytes:  # fmt: skip
    drawn = [(60, 50 + 16 * i, line) for i, line in enumerate(HEAD)]
    drawn += [(60, 795, FOOT), (500, 810, f"Page {number}/{count}")]
    # row by row, as a table would be written: the reader must find the columns
    for row in range(tall):
        for column, (left, _width) in enumerate(places):
            at = column * tall + row
            if at < len(lines) and lines[at].strip():
                drawn.append((left, _FIRST + row * _STEP, lines[at]))
    return b"".join(_text(*one) for one in drawn)


def _text(left: int, top: int, line: str) -> bytes:
    signs = line.encode("cp1252", "replace")
    for sign in (b"\\", b"(", b")"):
        signs = signs.replace(sign, b"\\" + sign)
    return b"BT /F1 10 Tf %d %d Td (%s) Tj ET\n" % (left, _HEIGHT - top, signs)


def assembled(streams: Sequence[bytes]) -> bytes:
    """A PDF of pages with these contents and one font."""
    kids = " ".join(f"{4 + 2 * i} 0 R" for i in range(len(streams)))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Count {len(streams)} /Kids [{kids}] >>".encode(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ]
    for i, content in enumerate(streams):
        objects.append(f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 {_HEIGHT}] /Contents {5 + 2 * i} 0 R /Resources << /Font << /F1 3 0 R >> >> >>".encode())  # fmt: skip
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content))
    data, offsets = bytearray(b"%PDF-1.4\n"), []
    for number, item in enumerate(objects, start=1):
        offsets.append(len(data))
        data += b"%d 0 obj\n%s\nendobj\n" % (number, item)
    start = len(data)
    data += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    data += b"".join(b"%010d 00000 n \n" % place for place in offsets)
    data += b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, start)  # fmt: skip
    return bytes(data)


def squeezed(text: str) -> str:
    return " ".join(text.casefold().split())


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    add = parser.add_argument
    add("--notes", type=int, default=100)
    add("--seed", type=int, default=2026)
    add("--model", type=Path, default=SHIPPED, help="dossier du modèle (défaut : celui livré)")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
