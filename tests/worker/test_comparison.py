"""Two engines on the same notes: what each of them names wrongly, summed and note by note."""

from __future__ import annotations

from uuid import uuid4

from annotation.domain.notes import Note
from annotation.domain.spans import Span
from worker.presentation.comparison import comparison
from worker.selectors.note_results import Read
from worker.training.judged import judged_note

NAME, TOWN, AGE = Span(0, 8, "PER", "NOM"), Span(10, 15, "LOC", "VILLE"), Span(17, 23, "AGE", "AGE")  # fmt: skip
NOTE = Note("n", "Jean Roy, Dijon, 72 ans", entities=(NAME, TOWN, AGE))
NAME_AS_TOWN, TOWN_AS_NAME = Span(0, 8, "LOC", "VILLE"), Span(10, 15, "PER", "NOM")


def compared(before, after):
    old, new = judged_note(NOTE, before), judged_note(NOTE, after)
    return comparison([(Read(uuid4(), "n", old, new), old, new)])


def test_words_under_another_label_are_summed_on_both_sides():
    found = compared([NAME_AS_TOWN, TOWN_AS_NAME, AGE], [NAME, TOWN_AS_NAME, AGE])
    assert found.swapped == (3, 1)
    [note] = found.notes
    assert note.mended == "Nom → Ville"
    assert note.swapped == ""  # the town is as wrong as it was


def test_a_new_swap_is_told_apart_from_one_that_was_mended():
    [note] = compared([NAME, TOWN_AS_NAME, AGE], [NAME_AS_TOWN, TOWN, AGE]).notes
    assert (note.swapped, note.mended) == ("Nom → Ville", "Ville → Nom")


def test_what_is_missed_instead_is_not_mended():
    [note] = compared([NAME_AS_TOWN, TOWN, AGE], [TOWN, AGE]).notes
    assert (note.missed, note.mended) == ("Personnes × 2", "")
    [note] = compared([NAME_AS_TOWN, TOWN, AGE], [Span(0, 4, "PER", "NOM"), TOWN, AGE]).notes
    assert note.mended == ""  # the right label with wrong bounds is still to be corrected
