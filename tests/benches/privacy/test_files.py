"""The bench's notes are what their names say."""

import pytest
from django.core.management import call_command

from benches.privacy.files import DAYS, ENTITIES, WORDS, known_files, long_notes, write_notes
from privacy.domain.policy import DateMechanism
from privacy.domain.randomness import StudyKey
from privacy.domain.tables import default_tables


def test_long_notes_have_their_words_and_entities():
    notes = list(long_notes(4, seed=1))
    assert all(len(note.text.split()) >= WORDS for note in notes)
    assert [len(note.entities) for note in notes] == [ENTITIES] * 4
    assert [note.patient.id for note in notes] == ["p0", "p0", "p0", "p1"]


def test_the_command_takes_them(tmp_path):
    write_notes(tmp_path / "in.jsonl", 5, different=2, seed=1)
    call_command("substitute", tmp_path / "in.jsonl", tmp_path / "out.jsonl", epsilon="1")
    assert len((tmp_path / "out.jsonl").read_text(encoding="utf-8").splitlines()) == 5


@pytest.mark.parametrize("mechanism", [DateMechanism.METRIC, DateMechanism.SHIFT])
def test_displacements_are_read_back(mechanism):
    from benches.privacy.utility import EPSILONS, dates

    found = dates(
        known_files(2, seed=1),
        mechanism,
        EPSILONS[1],
        key=StudyKey(bytes(range(32))),
        tables=default_tables(),
    )
    assert len(found.days) == 2 * DAYS
    assert found.inverted == 0
    assert any(found.days)
