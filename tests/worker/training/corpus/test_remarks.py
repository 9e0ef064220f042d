from random import Random

import pytest

from worker.training.corpus import remarks
from worker.training.corpus.generator import default_library, generate
from worker.training.corpus.library import PhraseRule
from worker.training.corpus.marked import Piece, join
from worker.training.corpus.render import Renderer
from worker.training.corpus.slots import Slots
from worker.training.corpus.world import World

RULES = {
    "rare": PhraseRule("rare", "p.txt", 1, (("coffre {autre.coffre}", 2),)),
    "rare_piege": PhraseRule("rare_piege", "p.txt", 3, (("coffre thoracique", 4),)),
}
NOTE = join([Piece("Vu\n"), Piece("rue du\nPuits", "ADRESSE"), Piece("\nDr "), Piece("Roy", "NOM"), Piece("\nfin")])  # fmt: skip
KINDS = ("org", "hop", "lieu", "nom", "jour", "num")


def _slots(seed: int) -> Slots:
    rng = Random(seed)
    return Slots(rng, World(rng), names_birth=False)


def test_a_remark_stands_on_lines_of_its_own_and_cuts_no_mark() -> None:
    for seed in range(60):
        put = remarks.insert_remark(NOTE, Random(seed), RULES, _slots(seed))
        surfaces = [put.surface(mark) for mark in put.marks]
        assert {"rue du\nPuits", "Roy"} <= set(surfaces)
        assert "coffre" in put.text
        assert put.text.endswith("\nfin")


def test_a_short_note_or_a_library_without_the_rules_gets_no_remark() -> None:
    short = join([Piece("Vu ce jour")])
    assert remarks.insert_remark(short, Random(1), RULES, _slots(1)) == short
    assert remarks.insert_remark(NOTE, Random(1), {}, _slots(1)) == NOTE


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_has_its_hard_negatives_that_mark_nothing(kind: str) -> None:
    rules = default_library().rules
    assert len(rules[f"{kind}_ligne"].options) >= 15
    traps = rules[f"{kind}_piege"].options
    assert len(traps) >= 14
    for place, option in enumerate(traps):
        pieces = Renderer(Random(place), rules, _slots(place)).render(option)
        marked = join(pieces)
        assert not [m for m in marked.marks if m.subtype != "DATE"], marked.text


@pytest.mark.parametrize("kind", KINDS)
def test_each_sentence_of_a_kind_marks_something(kind: str) -> None:
    rules = default_library().rules
    for place, option in enumerate(rules[f"{kind}_ligne"].options):
        drawn = [join(Renderer(Random(n), rules, _slots(n)).render(option)) for n in range(3)]
        assert any(marked.marks for marked in drawn), (kind, place)


def test_the_new_document_types_are_mostly_on_the_training_side() -> None:
    kinds = {"annuaire", "genealogie", "liaison", "memo", "admission", "suivi"}
    sides = default_library().by_split
    held = [f for side in ("dev", "test") for f in sides[side] if f.document_type in kinds]
    train = [f for f in sides["train"] if f.document_type in kinds]
    assert {f.document_type for f in held} == {f.document_type for f in train} == kinds
    assert len(train) > 3 * len(held)


def test_a_fifth_of_the_notes_meets_the_odd_forms() -> None:
    odd = {
        "nuit du 3 au 4 mai",
        "coffre 0412",
        "plaque AB-123-CD",
        "roy (minuscules)",
        "villa « X »",
    }
    made = list(generate(7, 160, "train"))
    assert any(odd.intersection(note.forms) for note in made)
