"""The three weeks behind the demonstration: what the services make of the story."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from datetime import date
from fractions import Fraction
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.core.management import call_command
from django.utils import timezone

from annotation.demo.corpus import load_corpus
from annotation.domain.spans import Span
from annotation.models import Adjudication, AgreementReport, DatasetSnapshot, Document, SpanOp
from deidweb.accounts.apartness import may_sign_for
from deidweb.accounts.models import Project, User
from deidweb.accounts.permissions import held_in
from deidweb.accounts.roles import Permission
from deidweb.audit.models import AuditEntry
from deidweb.audit.services import verify_chain
from deidweb.demo import load_demo
from deidweb.demo_history.clock import Clock
from deidweb.demo_history.doubts import as_recorded, in_pieces, known_by
from deidweb.demo_history.recorded import Recorded, Training
from deidweb.demo_history.story import replay_training
from deidweb.jobs.models import Job
from icdcoder.models import CodedNote, CodePrediction
from privacy.domain.certificates import certificates_for
from privacy.domain.policy import PlacePrior, SubstitutionPolicy
from privacy.domain.tables import default_tables, tables_of_prior
from privacy.models import ExportRequest, LedgerCharge, Study
from worker.management.commands.make_demo_history import training_of
from worker.models import ModelVersion, NoteResult
from worker.selectors.gate import QUESTIONS
from worker.services.read_notes import ApartNoteReader
from worker.services.start_training import start_training

TODAY = date(2026, 3, 12)
WEIGHTS = Path(django_settings.BASE_DIR) / "worker" / "weights" / "ner-fr-4"


def test_the_clock_knows_no_week_end_and_never_goes_back():
    clock = Clock.before(TODAY)
    assert len(clock.days) == 15
    assert all(day.weekday() < 5 and day < TODAY for day in clock.days)
    clock.at(2, "10:00")
    late = clock.now
    clock.at(2, "09:00")
    assert clock.now == late
    with clock.held():
        assert timezone.now() == late
    assert timezone.now() != late


def test_what_was_recorded_comes_back(tmp_path):
    recorded = Recorded.read()
    recorded.write(tmp_path / "again.json.gz")
    assert Recorded.read(tmp_path / "again.json.gz") == recorded
    assert set(recorded.readings) == {note.id for note in load_corpus()}


@pytest.mark.slow
def test_the_recorded_model_was_asked_what_the_gate_asks_today():
    training = Recorded.read().training
    assert training is not None
    assert tuple(check["name"] for check in training.metrics["gate"]["checks"]) == QUESTIONS


def test_the_engine_still_reads_what_was_recorded(tmp_path):
    """Else `make demo-history HISTORY_ARGS=--readings` writes it anew."""
    recorded = Recorded.read()
    notes = sorted(load_corpus("dev"), key=lambda note: len(note.text))[:3]
    reader = ApartNoteReader(WEIGHTS, tmp_path)
    try:
        found = reader.read([note.text for note in notes], [note.patient for note in notes])
        assert reader.version == recorded.engine
    finally:
        reader.close()
    for note, one in zip(notes, found, strict=True):
        known = recorded.readings[note.id]
        assert _places(one.spans) == _places(known.spans), note.id


def _places(spans: tuple[Span, ...]) -> list[tuple[int, int, str, str]]:
    return [(s.start, s.end, s.label, s.subtype) for s in spans]


def test_what_the_model_doubted_is_found_again_beside_other_surrogates():
    """« Berger » stays in clear, whatever the key writes around it."""
    one, other = (
        "Mme NOIR suit Berger, vue près de Dole.",
        "Mme GRANVILLIERS suit Berger, vue près d'Is.",
    )
    hidden, elsewhere = [(4, 8), (34, 38)], [(4, 16), (41, 43)]
    rows = in_pieces(len(one), hidden, [(14, 20), (26, 30)])
    assert rows == [(1, 6, 12), (1, 18, 22)]
    doubts_of = as_recorded({known_by(one, hidden): rows})
    assert [other[a:b] for a, b in doubts_of(other, elsewhere).result()] == ["Berger", "près"]
    assert doubts_of("Autre note.", []).result() is None


@pytest.mark.slow
def test_certificates_are_what_was_recorded():
    """Else `make demo-history` writes them anew."""
    known = Recorded.read().certificates
    assert set(known) == {"1", "2"}
    tables = tables_of_prior(PlacePrior.POPULATION)  # what a new project has
    policy = SubstitutionPolicy(Fraction(2), TODAY, metric=tables.atlas.geography.named_metric)
    found = certificates_for(policy, tables)
    assert _untimed(json.loads(json.dumps(found))) == _untimed(known["2"])


def _untimed(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{key: told for key, told in row.items() if key != "seconds"} for row in rows]


@pytest.mark.slow
def test_what_is_read_beforehand_needs_no_database_and_loads_nothing_untold(monkeypatch):
    """`serve` has it read while the schema is made. No fixture gives a database here: to touch it is an error."""
    default_tables.cache_clear()
    tables_of_prior.cache_clear()
    monkeypatch.setattr("sys.stdin", StringIO(""))  # `serve` has ended, or its migrations failed
    call_command("load_demo", "--if-empty", "--when-told")
    known = tables_of_prior.cache_info().misses
    tables_of_prior(PlacePrior.POPULATION)
    assert tables_of_prior.cache_info().misses == known == 1


@pytest.mark.django_db
def test_the_demo_is_loaded_once_it_is_told(monkeypatch):
    loaded = []
    monkeypatch.setattr("deidweb.management.commands.load_demo.prepare", lambda: None)
    monkeypatch.setattr(
        "deidweb.management.commands.load_demo.load_demo", lambda: loaded.append(1) or []
    )
    for told in ("\n", ""):
        monkeypatch.setattr("sys.stdin", StringIO(told))
        call_command("load_demo", "--when-told", stdout=StringIO())
    assert loaded == [1]


@pytest.mark.slow
@pytest.mark.cim10
def test_three_weeks_have_gone_by(db, settings, tmp_path):
    settings.EXPORT_DIR, settings.STUDY_KEY_DIR = tmp_path / "exports", tmp_path / "keys"
    settings.MODEL_DIR, settings.JOB_LEASE_SECONDS = tmp_path / "models", 3600
    settings.DATA_DIR = tmp_path / "var"
    settings.DATA_DIR.mkdir()
    (settings.DATA_DIR / "cim10").symlink_to(django_settings.BASE_DIR / "var" / "cim10")
    load_demo(today=TODAY, trains=True)  # the small model of the tests learns in seconds
    project = Project.objects.get()

    states = Counter(Document.objects.values_list("state", flat=True))
    assert states["gold"] >= 40, states
    assert min(states["compare"], states["in_progress"], states["preannotated"]) >= 3, states
    decided = Adjudication.objects.exclude(finished_at=None)
    assert decided.filter(conflicts__gt=0, gold__isnull=False).count() >= 5
    people = AgreementReport.objects.first().result["people"]
    assert people["notes"] >= 10
    assert DatasetSnapshot.objects.count() >= 1

    released, held = ExportRequest.objects.order_by("number")
    assert (released.state, held.state) == ("released", "quarantined")
    assert (released.finding_count, held.finding_count) == (0, 0)  # held for what a reader saw
    for export in (released, held):  # as recorded: the model is not asked at each start
        told = [one["doubts"] for one in export.sample if one["doubts"] is not None]
        assert len(told) >= 0.7 * len(export.sample)
        assert sum(map(len, told)) >= 10
    assert Study.objects.filter(project=project).count() == 2
    assert set(LedgerCharge.objects.values_list("study__name", flat=True)) == {
        released.study.name,
        held.study.name,
    }

    waiting = Job.objects.exclude(state=Job.State.DONE)
    assert set(waiting.values_list("kind", flat=True)) == set()
    moments = list(AuditEntry.objects.order_by("pk").values_list("at", flat=True))
    assert moments == sorted(moments)
    assert moments[-1].date() < TODAY
    assert not [at for at in SpanOp.objects.values_list("at", flat=True) if at.weekday() > 4]
    assert verify_chain().is_intact
    admin, second = (User.objects.get(username=name) for name in ("administratrice", "adjoint"))
    assert may_sign_for(second, admin)  # a waiver takes two who manage the models
    assert Permission.MANAGE_MODELS in held_in(second, project.pk)
    _reviewer_has_decided_codes(released)
    _is_played_back(project, _recorded_anew(tmp_path / "history.json.gz"))


def _reviewer_has_decided_codes(released: ExportRequest) -> None:
    assert Job.objects.get(kind="predict_codes").state == Job.State.DONE
    assert CodedNote.objects.filter(export_id=released.pk).count() == released.document_count
    decided = CodePrediction.objects.filter(decided_by__username="relecteur")
    states = Counter(decided.values_list("state", flat=True))
    assert min(states["accepted"], states["rejected"]) >= 3, states
    assert CodePrediction.objects.filter(state="proposed").exists()  # some wait for the visitor


def _recorded_anew(path: Path) -> Training:
    """What the story's own training left, written down and read again."""
    version = ModelVersion.objects.get()
    replace(Recorded.read(), training=training_of(version)).write(path)
    training = Recorded.read(path).training
    assert training is not None
    assert len(training.notes) == version.test_notes
    assert training.metrics["evaluation"] == json.loads(json.dumps(version.metrics["evaluation"]))
    return training


def _is_played_back(project: Project, known: Training) -> None:
    """It makes the same version without a training."""
    clock = Clock.before(TODAY)
    clock.at(15, "23:00")
    with clock.held():
        job = start_training(actor=User.objects.get(username="administratrice"), project=project)
        version = replay_training(job, known, clock)
    assert version.metrics.keys() == {*known.metrics, "snapshot"}
    assert version.metrics["evaluation"] == known.metrics["evaluation"]
    assert NoteResult.objects.filter(version=version).count() == len(known.notes)
    assert Job.objects.get(pk=version.job_id).state == Job.State.DONE
