"""The notes that warm the caches are never counted, however many a patient has."""

import itertools

import pytest

from benches.privacy import throughput
from benches.privacy.files import NOTES_A_PATIENT, write_notes

PATIENTS = 3


@pytest.fixture
def source(tmp_path, monkeypatch):
    notes = PATIENTS * NOTES_A_PATIENT
    write_notes(tmp_path / "in.jsonl", notes, different=notes, seed=1)
    seconds = itertools.count()
    monkeypatch.setattr(throughput.time, "process_time", lambda: next(seconds))
    return tmp_path / "in.jsonl"


def test_a_patient_whose_notes_end_behind_the_last_warm_one_ends_the_warming(source, monkeypatch):
    monkeypatch.setattr(throughput, "WARM", NOTES_A_PATIENT - 1)
    assert throughput._rate(source) == (PATIENTS - 1) * NOTES_A_PATIENT


@pytest.mark.parametrize("more", [0, 1])
def test_a_file_of_warming_notes_alone_has_no_rate(source, monkeypatch, more):
    monkeypatch.setattr(throughput, "WARM", PATIENTS * NOTES_A_PATIENT + more)
    with pytest.raises(ValueError, match=r"^in\.jsonl: 9 notes"):
        throughput._rate(source)
