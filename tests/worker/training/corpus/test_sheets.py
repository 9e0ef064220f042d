import hashlib
import os
import re
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from worker.training.corpus import __main__ as command
from worker.training.corpus import library, template
from worker.training.corpus.generator import default_library
from worker.training.corpus.library import SPLITS, Family
from worker.training.corpus.marked import Piece, join
from worker.training.corpus.sheets import damage, generate_sheets, layout, sheet_of
from worker.training.corpus.sheets.figures import Figures, shaped
from worker.training.corpus.sheets.grid import Grid, cell, text_of
from worker.training.corpus.sheets.kinds import all_kinds, by_split, cells_of, escaped, kind_of
from worker.training.corpus.sheets.sheet import holds_nir
from worker.training.corpus.slot_names import why_unknown


@pytest.fixture(scope="module")
def sheets():
    return list(generate_sheets(5, 240, "train"))


def _kind(body: str, *comments: str):
    return kind_of(Family("sheet-x", "fiche", body, "x.txt", 1, comments))


def test_the_same_seed_gives_the_same_sheets_and_another_others(sheets) -> None:
    again = list(generate_sheets(5, 40, "train"))
    assert again == sheets[:40]
    assert list(generate_sheets(6, 40, "train")) != again


@pytest.mark.slow
def test_sheets_do_not_depend_on_the_hash_seed(sheets) -> None:
    code = (
        "import hashlib; from worker.training.corpus.sheets import generate_sheets\n"
        "text = ''.join(g.note.text + repr(g.note.entities) for g in generate_sheets(5, 25, 'train'))\n"
        "print(hashlib.sha256(text.encode()).hexdigest())"
    )
    found = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True, text=True, check=True,
        env={**os.environ, "PYTHONHASHSEED": "77"}, cwd=Path(library.HERE).parents[2],
    ).stdout.strip()  # fmt: skip
    text = "".join(g.note.text + repr(g.note.entities) for g in sheets[:25])
    assert found == hashlib.sha256(text.encode()).hexdigest()


def test_marks_are_in_order_trimmed_and_never_empty(sheets) -> None:
    for made in sheets:
        last = 0
        for span, form in zip(made.note.entities, made.forms, strict=True):
            surface = made.note.text[span.start : span.end]
            assert last <= span.start < span.end
            assert surface == surface.strip() != ""
            assert form
            last = span.end


def test_half_of_the_sheets_identify_nobody_or_hardly(sheets) -> None:
    none = sum(not made.note.entities for made in sheets)
    few = sum(0 < len(made.note.entities) <= 2 for made in sheets)
    assert 0.2 < none / len(sheets) < 0.5
    assert few / len(sheets) > 0.08


def test_sheets_that_never_identify_bear_no_mark() -> None:
    never = [kind for kind in all_kinds() if kind.identified is False]
    assert len(never) >= 3
    for kind in never:
        for number in range(6):
            assert not sheet_of(kind, default_library(), "train", f"n{number}").note.entities


def test_what_sheets_identify_is_every_kind_of_number(sheets) -> None:
    found = Counter(span.subtype for made in sheets for span in made.note.entities)
    assert found.keys() >= {
        "NOM", "PRENOM", "INITIALES", "DATE", "DATE_NAISSANCE", "AGE", "TEL", "FAX", "SECU", "IPP", "NDA", "RPPS", "AUTRE", "HOPITAL", "SERVICE", "ADRESSE", "VILLE", "ZIP",
    }  # fmt: skip


def test_figures_outside_the_marks_make_up_no_valid_nir(sheets) -> None:
    assert not any(holds_nir(made) for made in sheets)


def test_each_kind_is_on_one_side_and_each_side_has_kinds() -> None:
    sides = by_split()
    names = [kind.family.id for split in SPLITS for kind in sides[split]]
    assert len(names) == len(set(names)) == len(all_kinds()) >= 85
    assert min(len(sides[split]) for split in SPLITS) >= 5


def test_a_side_uses_its_kinds_equally_often(sheets) -> None:
    used = Counter(made.family for made in sheets)
    assert used.keys() == {kind.family.id for kind in by_split()["train"]}
    assert max(used.values()) - min(used.values()) <= 1


def test_every_cell_of_every_kind_can_be_read() -> None:
    for kind in all_kinds():
        assert kind.family.id.startswith("sheet-")
        for block in kind.blocks:
            assert block.rows, kind.family.id
            for source in (*kind.titles, *block.heads, *block.rows):
                for part in [source] if block.verb == "lignes" else cells_of(source):
                    for node in template.walk(template.parse(part)):
                        assert not isinstance(node, template.Slot) or not why_unknown(node.name)
                    assert not re.search(r"\[[^\]]*~", Figures(Random(1)).filled(part)), part


def test_every_layout_keeps_every_cell() -> None:
    rows = [[cell(f"n{a}"), cell(f"{a}1"), (Piece("JD", "INITIALES"),)] for a in range(5)]
    for name in layout.LAYOUTS:
        for seed in range(6):
            grid = Grid([list(row) for row in rows], [cell("h0"), cell("h1"), cell("h2")])
            marked = join(layout.lay_out(name, grid, Random(seed)))
            assert [marked.surface(mark) for mark in marked.marks] == ["JD"] * 5, name
            assert all(text_of(row[0]) in marked.text for row in rows), name


def test_every_layout_is_drawn() -> None:
    rng = Random(3)
    assert {layout.draw(rng) for _ in range(900)} == layout.LAYOUTS.keys()


def test_numbers_are_drawn_within_their_range_and_form() -> None:
    figures = Figures(Random(2))
    for _ in range(50):
        value = figures.filled("[3,5~5,1]").replace(".", ",").replace("·", ",")
        assert re.fullmatch(r"[345],\d", value)
        assert len(figures.filled("[0~2;11;-]").split("-")) == 11
        assert re.fullmatch(r"[+-]\d", figures.filled("[+-1~4]"))
        assert figures.filled("[Mode] [ ]") == "[Mode] [ ]"
        assert re.fullmatch(r"[A-Z]{4}00\d", shaped("AAAA00#", Random(1)))
        assert re.fullmatch(r"\d\d", figures.filled("[05~99]"))


def test_a_sign_beside_a_blank_opens_no_alternative() -> None:
    assert escaped("K < 3 -> <a|b> (N > 2)") == r"K \< 3 -\> <a|b> (N \> 2)"
    assert cells_of("Hb | | 12~16") == ["Hb", "", "12~16"]


def test_a_kind_that_cannot_be_read_is_told_with_its_line() -> None:
    with pytest.raises(template.TemplateError, match="bloc inconnu"):
        _kind("@titre A\n@tableau x\nNa | 1")
    with pytest.raises(template.TemplateError, match="hors d'un bloc"):
        _kind("Na | 1")


def test_an_anonymous_sheet_empties_what_names_someone() -> None:
    kind = _kind("@cols 2 Dose | IDE\n[1~9] mg | {ide1.ini}\n[1~9] mg | %staff", "identité: jamais")
    made = sheet_of(kind, default_library(), "train", "a")
    assert not made.note.entities
    assert "mg" in made.note.text


def test_a_scan_keeps_the_marks() -> None:
    marked = join([Piece("Na | 138  140 | "), Piece("01 02 2020", "DATE"), Piece("  K 4,1\n")])
    for seed in range(20):
        scanned = damage.scanned(marked, Random(seed))
        assert len(scanned.marks) == 1
        assert len(scanned.surface(scanned.marks[0])) >= 8


def test_time_grows_with_the_number_of_sheets() -> None:
    def seconds(count: int) -> float:
        """The least of three: a busy machine takes longer, never less."""
        took = []
        for _ in range(3):
            began = time.process_time()
            assert len(list(generate_sheets(8, count, "train"))) == count
            took.append(time.process_time() - began)
        return min(took)

    assert seconds(120) < 9 * max(seconds(30), 0.02)


def test_the_command_shows_kinds(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["show", "sheet-score-nihss", "-n", "2"]) == 0
    assert capsys.readouterr().out.count("## sheet-score-nihss") == 2
    assert command.main(["show", "sheet-nobody"]) == 2
