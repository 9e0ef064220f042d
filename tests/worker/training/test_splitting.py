"""Which notes train, validate and judge."""

from __future__ import annotations

import pytest

from annotation.domain.datasets.split import Member, Part, Shares, split
from annotation.domain.notes import Note, PatientIdentity
from worker.training.splitting import Parts, SharedPatientsError, TooFewNotesError, parts_of


def notes(count: int, per_patient: int = 1) -> list[Note]:
    owners = [PatientIdentity(id=f"p{i // per_patient}") for i in range(count)]
    return [Note(f"n{i}", "Ras.", owner) for i, owner in enumerate(owners)]


def test_the_parts_are_those_of_a_data_set_of_the_same_notes():
    many = notes(300, 2)
    told = split([Member(n.id, n.patient.id) for n in many], Shares(), seed=7)
    parts = parts_of(many, seed=7)
    for part, found in (
        (Part.TRAIN, parts.train),
        (Part.VALIDATION, parts.validation),
        (Part.TEST, parts.test),
    ):
        assert [n.id for n in found] == [n.id for n in many if told[n.id] is part]


def test_no_patient_is_on_two_sides():
    parts = parts_of(notes(200, 4))
    sides = [{n.patient.id for n in side} for side in (parts.train, parts.validation, parts.test)]
    assert sum(map(len, sides)) == len(set.union(*sides)) == 50


def test_a_file_of_a_data_set_keeps_the_parts_that_it_names():
    marks = ["train", "test", "train", "validation", "train"]
    given = [
        Note(f"n{i}", "Ras.", PatientIdentity(id=f"p{i}"), {"split": mark})
        for i, mark in enumerate(marks)
    ]
    parts = parts_of(given)
    assert [n.id for n in parts.test] == ["n1"]
    assert [n.id for n in parts.validation] == ["n3"]
    # one note says nothing, or something else: nobody's word counts
    odd = [*given, Note("n9", "Ras.", PatientIdentity(id="p9"), {"split": "exam"})]
    assert parts_of(odd) != parts_of(given)


def test_a_file_that_would_judge_by_patients_who_taught_is_refused():
    """Whoever edits a data set's parts by hand, or joins two files, would be told figures that flatter."""
    given = [
        Note(f"n{i}", "Ras.", PatientIdentity(id=f"p{i // 2}"), {"split": mark})
        for i, mark in enumerate(["train", "train", "validation", "test", "test", "train"])
    ]
    with pytest.raises(SharedPatientsError, match="2 patients ont") as refused:
        parts_of(given)
    assert "p1" not in str(refused.value)


def test_two_patients_train_and_judge_and_the_training_validates():
    parts = parts_of(notes(4, 2))
    assert len(parts.test) == len(parts.train) == 2
    assert parts.validation == parts.train


@pytest.mark.parametrize(("count", "per_patient"), [(0, 1), (3, 1), (8, 8)])
def test_too_few_notes_or_patients_are_refused(count, per_patient):
    with pytest.raises(TooFewNotesError, match="Il faut au moins 4 notes"):
        parts_of(notes(count, per_patient))


def test_notes_without_a_patient_are_patients_of_their_own():
    parts = Parts.of((Part.TRAIN if i else Part.TEST, Note(f"n{i}", "Ras.")) for i in range(4))
    assert (len(parts.train), len(parts.test)) == (3, 1)
