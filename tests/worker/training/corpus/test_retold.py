from dataclasses import replace
from random import Random

import pytest

from annotation.demo.corpus import parse_marked
from annotation.domain.notes import Note
from worker.training.corpus import style
from worker.training.corpus.learned_notes import learned_notes
from worker.training.corpus.retold import retold


@pytest.fixture
def plainly(monkeypatch) -> None:
    """No other way of writing: names, towns and numbers alone change."""
    monkeypatch.setattr(style, "draw", lambda *_given: [])


def told(marked: str, seed: int) -> list[str]:
    """The surfaces of the retold note's marks."""
    text, spans = parse_marked(marked)
    note = retold(Note("n", text, entities=tuple(spans)), Random(seed))
    return [note.text[span.start : span.end] for span in note.entities]


@pytest.mark.usefixtures("plainly")
@pytest.mark.parametrize("seed", range(20))
def test_one_person_stays_one_person_as_it_was_written(seed):
    names = told("[[PRENOM:Paul]] [[NOM:DURAND]]. M. [[NOM:Durand]], dit [[NOM:durand]].", seed)
    assert names[1] == names[2].upper() == names[3].upper()
    assert names[1].isupper()
    assert names[3].islower()
    assert any(told("[[NOM:Durand]]", seed) != ["Durand"] for seed in range(3))


@pytest.mark.usefixtures("plainly")
@pytest.mark.parametrize("seed", range(20))
def test_what_hangs_on_its_letters_stays(seed):
    marked = "[[INITIALES:J.D.]] d'[[NOM:Aubert]], [[NOM:D-U-P-O-N-T]], le [[DATE:3 mai]] à l'[[HOPITAL:hôpital d'Ussel]]"
    assert told(marked, seed) == ["J.D.", "Aubert", "D-U-P-O-N-T", "3 mai", "hôpital d'Ussel"]


@pytest.mark.usefixtures("plainly")
def test_numbers_keep_their_form_and_lose_their_digits():
    found = {told("[[TEL:03 84 11 22 33]]", seed)[0] for seed in range(5)}
    assert len(found) == 5
    assert all(len(one.split()) == 5 for one in found)


def test_learned_notes_keep_their_marks_whatever_the_style():
    kept = expected = 0
    for rank, note in enumerate(learned_notes()[::10]):
        again = retold(note, Random(rank))
        assert {span.subtype for span in again.entities} <= {span.subtype for span in note.entities}
        assert all(again.text[s.start : s.end].strip() for s in again.entities)
        kept += len(again.entities)
        expected += len(note.entities)
    assert 0.9 * expected < kept <= expected  # the style "extrait" keeps a part of a note


def test_one_seed_tells_one_note():
    note = learned_notes()[0]
    assert retold(note, Random(4)) == retold(note, Random(4))
    assert retold(note, Random(4)) != replace(note, id="other")
