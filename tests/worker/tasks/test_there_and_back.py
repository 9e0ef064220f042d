"""De-identify, label, train elsewhere: what leaves one hospital is read, validated and learnt from in another.

No server: the commands and the jobs as they run behind the pages. All people are invented.
"""

from __future__ import annotations

import json
from datetime import date

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command

from annotation.domain.formats.jsonl import bounded_lines, read_notes
from annotation.models import DatasetSnapshot, Document, Layer
from annotation.selectors.dataset_files import snapshot_path
from annotation.services.build_snapshot import Order, request_snapshot
from annotation.services.start_import import start_import
from worker.tasks import run_job
from worker.training.splitting import parts_of

TEXT = "Mme {name}, née à {town}, a été vue le 12/02/2020. Suivie par le Dr {name} à {town}."
PEOPLE = [("Martinaud", "Dijon"), ("Roussel", "Beaune"), ("Lefèvre", "Dole")]
SIZE = 24  # notes, of half as many patients: the data set wants three parts


def _record(number: int) -> dict:
    name, town = PEOPLE[number % len(PEOPLE)]
    text = TEXT.format(name=name, town=town)
    entities, at = [], 0
    for surface, label, subtype in [
        (name, "PER", "NOM"), (town, "LOC", "VILLE"), ("12/02/2020", "DATE", "DATE"),
        (name, "PER", "NOM"), (town, "LOC", "VILLE"),
    ]:  # fmt: skip
        start = text.index(surface, at)
        at = start + len(surface)
        entities.append({"start": start, "end": at, "label": label, "subtype": subtype})
    return {
        "id": f"n{number}",
        "text": text,
        "patient": {"id": f"p{number // 2}"},
        "meta": {"type": "CRH", "date": "2020-02-12", "stay": f"s{number // 2}"},
        "entities": entities,
    }


@pytest.fixture(autouse=True)
def folders(settings, tmp_path):
    settings.IMPORT_DIR = tmp_path / "imports"
    settings.DATASET_DIR = tmp_path / "datasets"


@pytest.fixture
def substituted(tmp_path):
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    lines = [json.dumps(_record(number), ensure_ascii=False) for number in range(SIZE)]
    source.write_text("\n".join(lines) + "\n", encoding="utf-8")
    call_command(
        "substitute", str(source), str(target), epsilon="1", reference_date="2022-10-24", note_dates=True
    )  # fmt: skip
    return target


@pytest.mark.django_db
def test_a_substituted_corpus_is_imported_validated_frozen_and_read_to_train(
    substituted, admin, project
):
    upload = SimpleUploadedFile("out.jsonl", substituted.read_bytes())
    batch = start_import(
        actor=admin, project=project, upload=upload, format_name="jsonl", entities_are_gold=True
    )
    run_job(str(batch.job_id))
    batch.refresh_from_db()
    assert batch.state == batch.State.DONE, batch.report
    assert batch.report == [
        {
            "line": 0,
            "field": "",
            "reason": "notes déjà substituées : leurs remplacements sont lus comme entités",
            "count": SIZE,
        }
    ]
    assert Document.objects.filter(project=project, state=Document.State.GOLD).count() == SIZE
    assert Layer.objects.filter(kind=Layer.Kind.GOLD).count() == SIZE

    job = request_snapshot(actor=admin, project=project, order=Order())
    run_job(str(job.pk))
    snapshot = DatasetSnapshot.objects.get()
    assert snapshot.patient_count == SIZE // 2
    with snapshot_path(snapshot).open("rb") as stream:
        notes = list(read_notes(bounded_lines(stream), file_name="snapshot.jsonl"))

    assert [len(note.entities) for note in notes] == [5] * SIZE
    written = {json.loads(line)["text"] for line in substituted.read_bytes().splitlines()}
    assert {note.text for note in notes} == written
    # the type, the noisy date and the stay went all the way with their notes
    assert {note.meta["type"] for note in notes} == {"CRH"}
    for note in notes:
        day = date.fromisoformat(note.meta["date"])
        assert f"{day:%d/%m/%Y}" in note.text
    assert len({note.meta["stay"] for note in notes}) == SIZE // 2
    whole = parts_of(notes)
    learnt, judged = ({note.patient.id for note in part} for part in (whole.train, whole.test))
    assert learnt
    assert judged
    assert learnt.isdisjoint(judged)


def test_the_file_itself_is_a_training_file(substituted):
    with substituted.open("rb") as stream:
        notes = list(read_notes(bounded_lines(stream), file_name="out.jsonl"))
    assert {len(note.entities) for note in notes} == {5}
    for number, note in enumerate(notes):
        # a date may fall on itself; a name of the file is never drawn
        shown = [note.text[s.start : s.end] for s in note.entities if s.label == "PER"]
        assert len(shown) == 2
        assert PEOPLE[number % len(PEOPLE)][0] not in shown
