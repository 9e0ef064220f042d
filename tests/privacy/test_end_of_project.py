"""What an ended project leaves of its exports, measures and trainings; the whole: tests/integration/test_end_project.py."""

from __future__ import annotations

from pathlib import Path

from annotation.models import KnownLine
from deidweb.accounts.models import RoleProposal
from deidweb.jobs import services as jobs
from deidweb.jobs.models import Job
from deidweb.operations import end_project as ending
from privacy.models import ExportReading
from privacy.selectors.export_files import export_path
from worker.models import SiteMeasure


def test_neither_samples_nor_measures_nor_half_trained_models_stay(
    released, project, admin, steward, settings, tmp_path, monkeypatch
):
    settings.MODEL_DIR = tmp_path / "models"
    # a database in memory, within a transaction, is not written anew
    monkeypatch.setattr(ending, "_forget_pages", lambda: None)
    assert released.sample
    SiteMeasure.objects.create(project=project, engine="e", note_count=3, result={})
    RoleProposal.objects.create(user=admin, project=project, role="steward", proposed_by=admin)
    dead = jobs.enqueue(kind="train_ner", project=project, actor=admin)
    Job.objects.filter(project=project).update(state="dead")
    KnownLine.objects.create(project=project, digest="0" * 64, golds=1, notes=2)
    final = export_path(released)
    drafts = [
        final.with_name(f"{released.pk}.{dead.pk}.draft"),
        final.with_name(f"{final.name}.{dead.pk}.1.tmp"),
    ]
    for draft in drafts:  # a job that died has left them
        draft.write_text("texte")
    other = final.with_name(f"{dead.pk}.jsonl")
    other.write_text("d'un autre projet")
    work = Path(settings.MODEL_DIR) / f".training-{dead.pk}"
    work.mkdir(parents=True)
    (work / "epoch.safetensors").write_bytes(b"0")

    certificate = ending.end_project(project, tell=lambda _line: None)

    assert certificate["left"] == 0
    released.refresh_from_db()
    assert (released.sample, released.findings, released.cohort) == ([], [], {})
    assert ExportReading.objects.filter(export=released, reader=steward).exists(), "who read it"
    assert not SiteMeasure.objects.exists()
    assert not RoleProposal.objects.exists()
    assert not work.exists()
    assert not KnownLine.objects.exists()
    assert list(final.parent.glob("*.*")) == [other]
