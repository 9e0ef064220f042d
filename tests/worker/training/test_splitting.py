"""Nine patients of ten train, the others judge, and nobody does both."""

import pytest

from annotation.domain.notes import Note, PatientIdentity
from worker.training.splitting import TooFewNotesError, split_by_patient


def notes(patients: int, each: int = 2) -> list[Note]:
    return [
        Note(f"n{p}-{i}", "Bonjour.", PatientIdentity(id=f"p{p}"))
        for p in range(patients)
        for i in range(each)
    ]


def test_a_patient_is_on_one_side_only_and_no_note_is_lost():
    split = split_by_patient(notes(200))
    train = {note.patient.id for note in split.train}
    test = {note.patient.id for note in split.test}
    assert train.isdisjoint(test)
    assert len(split.train) + len(split.test) == 400
    assert 10 <= len(test) <= 30  # about 20 of 200; binomial, three deviations each side


def test_who_judged_once_never_trains_when_patients_are_added():
    """The figures before and after stay fair while the project grows."""
    small, large = split_by_patient(notes(100)), split_by_patient(notes(300))
    judged = {note.patient.id for note in small.test}
    assert judged <= {note.patient.id for note in large.test}
    trained = {note.patient.id for note in small.train}
    assert trained.isdisjoint({note.patient.id for note in large.test})


def test_the_same_seed_splits_the_same_and_another_seed_otherwise():
    assert split_by_patient(notes(50)) == split_by_patient(notes(50))
    assert split_by_patient(notes(50), seed=1) != split_by_patient(notes(50), seed=2)


def test_a_small_project_judges_on_a_fifth():
    sizes = [
        len({note.patient.id for note in split_by_patient(notes(40), seed=seed).test})
        for seed in range(50)
    ]
    assert 7 <= sum(sizes) / 50 <= 9  # 8 expected


def test_who_trained_never_judges_while_a_small_project_grows():
    before = split_by_patient(notes(12))
    for patients in range(13, 80):
        after = split_by_patient(notes(patients))
        trained = {note.patient.id for note in before.train}
        assert trained.isdisjoint({note.patient.id for note in after.test})
        before = after


def test_two_patients_are_one_on_each_side():
    for seed in range(40):  # with some both lie below the limit, with most neither does
        split = split_by_patient(notes(2), seed=seed)
        assert (len(split.train), len(split.test)) == (2, 2)


def test_notes_without_a_patient_are_patients_of_their_own():
    split = split_by_patient([Note(f"n{i}", "Bonjour.") for i in range(4)])
    assert len(split.train) + len(split.test) == 4
    assert split.train
    assert split.test


@pytest.mark.parametrize(
    ("given", "counts"), [(notes(1, each=9), (9, 1)), (notes(3, each=1), (3, 3)), ([], (0, 0))]
)
def test_too_few_is_said_in_clear(given, counts):
    with pytest.raises(TooFewNotesError) as raised:
        split_by_patient(given)
    assert (raised.value.notes, raised.value.patients) == counts
    assert "Il faut au moins 4 notes validées de 2 patients" in str(raised.value)
