"""PDFs that are made here are read as their notes were written; what is left is counted."""

from __future__ import annotations

from annotation.domain.formats.margins import DROP, KEEP, Margins
from annotation.domain.formats.pdf import text_of
from annotation.domain.formats.pdf_pages import pages_of
from annotation.domain.notes import Note
from annotation.domain.spans import Span
from benches import bench_pdf, results
from benches.bench_pdf import FOOT, HEAD, Count, judge, pdf_of
from tests import kept

# letters: of lines that differ in their numbers alone, two at the head of a page are a header
NAMES = ["abcdefghij"[i // 10] + "abcdefghij"[i % 10] for i in range(60)]
LINES = [f"Ligne {name} : le patient se plaint (encore) de douleurs à la marche." for name in NAMES]
NOTE = Note(
    "n", "Mme Durandeau va bien.\n" + "\n".join(LINES), entities=(Span(4, 13, "PER", "NOM"),)
)


class Nothing:
    version = "nothing"

    def detect(self, texts, patients=None):
        return [[] for _text in texts]


class Everything(Nothing):
    def detect(self, texts, patients=None):
        return [[Span(0, len(text), "PER", "NOM")] for text in texts]


def body(columns: int, margins: str) -> str:
    return text_of(pages_of(pdf_of(NOTE, columns)), Margins(margins)).text


def test_margins_go_and_the_note_stays_in_order_in_one_and_two_columns():
    for columns in (1, 2):
        text = body(columns, DROP)
        for line in (*HEAD, FOOT):
            assert line not in text
        words = " ".join(text.split())
        places = [words.index(f"Ligne {name} ") for name in NAMES]
        assert places == sorted(places)
        assert "(encore)" in words
    assert FOOT in body(1, KEEP)


def test_what_can_still_be_read_is_counted():
    left, none = Count(), Count()
    judge(NOTE, pdf_of(NOTE, 1), KEEP, Nothing(), left)
    assert (left.notes, left.whole, left.strings, left.left) == (1, 0, 5, 5)
    judge(NOTE, pdf_of(NOTE, 1), DROP, Nothing(), left)
    assert (left.strings, left.left) == (6, 6)  # without the margins one string is left to find
    judge(NOTE, pdf_of(NOTE, 1), KEEP, Everything(), none)
    assert (none.whole, none.left) == (1, 0)


def test_the_bench_reads_each_layout_with_and_without_margins(tmp_path, monkeypatch, capsys):
    recorded = {}
    monkeypatch.setattr(results, "record", lambda bench, rows: recorded.update({bench: rows}))
    model = kept.copy_mini_model(tmp_path / "model")
    assert bench_pdf.main(["--notes", "1", "--model", str(model)]) == 0
    assert [row.bar for row in recorded["pdf"]] == [
        f"PDF of {columns} column(s), margins {told}: fully redacted"
        for columns in (1, 2)
        for told in ("kept", "left out")
    ]
    assert all(row.figure.endswith(" of 1") for row in recorded["pdf"])
    assert "marges retirées" in capsys.readouterr().out
