from functools import partial

from annotation.domain.notes import Note, PatientIdentity
from worker.engine.build import build_detector
from worker.engine.streaming import BATCH, annotate, annotate_with_workers


def notes(count):
    for number in range(count):
        yield Note(f"n{number}", f"Mme Durand{'x' * (number % 3)}, vue le 12/03/2020")


def test_annotate_is_lazy_and_uses_the_patient():
    read = []

    def source():
        for number in range(3 * BATCH):
            read.append(number)
            yield Note(str(number), "zbrod est vu", PatientIdentity(last_name=("Zbrod",)))

    first = next(annotate(source(), build_detector("rules")))
    assert [s.source for s in first.entities] == ["patient:last_name"]
    assert len(read) == BATCH


def test_processes_with_a_model_find_what_one_finds(tiny_model, tmp_path):
    build = partial(build_detector, "hybrid", tiny_model, "cpu", 1, tmp_path)
    expected = list(annotate(notes(70), build()))
    assert any(note.entities for note in expected)
    assert list(annotate_with_workers(notes(70), build, 2)) == expected
    assert list(annotate_with_workers(notes(70), build, 3)) == expected


def test_workers_keep_the_order_and_the_result():
    expected = list(annotate(notes(70), build_detector("rules")))
    assert list(annotate_with_workers(notes(70), partial(build_detector, "rules"), 2)) == expected
    assert [note.id for note in expected] == [f"n{number}" for number in range(70)]
