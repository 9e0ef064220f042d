"""The notes that a coder's network would be taught from: the same every time, with codes that their words have."""

import pytest

from benches.icd.generated import Generator, families
from benches.icd.joint import fit, probability
from icdcoder.domain.nomenclature import CodeEntry, Nomenclature

KNOWN = Nomenclature(
    CodeEntry(code, label, "", True, False)
    for code, label in (
        ("I10", "Hypertension d'essai"), ("E119", "Diabète d'essai"), ("S420", "Fracture d'essai"), ("O149", "Pré-éclampsie d'essai"),
        ("W19", "Chute d'essai"), ("P073", "Prématuré d'essai"), ("F329", "Dépression d'essai"), ("J459", "Asthme d'essai"),
        ("C509", "Cancer d'essai"),
    )
)  # fmt: skip


def test_the_same_seed_draws_the_same_notes_and_another_others():
    one, again, other = ([*Generator(KNOWN, seed).notes(12)] for seed in (1, 1, 2))
    assert one == again
    assert one != other


def test_no_category_is_never_drawn_and_every_code_is_known():
    generator = Generator(KNOWN, 3)
    notes = list(generator.notes(len(generator.categories)))
    drawn = {category for note in notes for category in families(note.codes)}
    assert set(generator.categories) <= drawn
    assert all(note.text and note.codes for note in notes)


def test_two_opinions_are_weighed_by_what_they_were_worth():
    rows = [[1.0, 1.0], [1.0, 0.9], [1.0, 0.1], [1.0, 0.0]] * 10
    weights = fit(rows, [True, True, False, False] * 10)
    assert probability([1.0, 1.0], weights) > 0.8
    assert probability([1.0, 0.0], weights) == pytest.approx(
        1 - probability([1.0, 1.0], weights), abs=0.05
    )
