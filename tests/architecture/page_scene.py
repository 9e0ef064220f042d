"""One project in which every page has something to show. All of it invented, and without an accent
or a French word: what is French on an English page was forgotten by the translators."""

from __future__ import annotations

import gzip
import uuid
from dataclasses import asdict
from datetime import date, timedelta
from decimal import Decimal

from django.utils import timezone

from annotation.domain.agreement.compare import Comparison
from annotation.domain.datasets.statistics import Statistics
from annotation.domain.text import text_sha256
from annotation.models import (
    Adjudication,
    AgreementReport,
    DatasetFile,
    DatasetSnapshot,
    DayTally,
    Document,
    EntityDay,
    ImportBatch,
    KnownLine,
    Layer,
    LayerSpan,
    NoteAside,
    Patient,
    Reread,
    Skip,
)
from annotation.services.create_project_labels import create_project_labels
from annotation.services.start_annotation import start_annotation
from deidweb.accounts.models import Project, RoleProposal, SecurityKey, User
from deidweb.jobs.models import Job
from icdcoder.models import BlindCode, BlindReading, BlindStudy, CodedNote, CodePrediction
from icdcoder.services.take_snapshot import take_snapshot
from privacy.domain.export_order import ExportOrder
from privacy.models import ExportRequest, FeatureFile
from privacy.services.create_study import create_study
from privacy.services.decide_export import decide_export
from privacy.services.request_export import request_export
from tests.read_sample import read_sample
from worker.models import CoderVersion, GateWaiver, ModelVersion, NoteResult, SiteMeasure
from worker.tasks import run_job
from worker.training.encoder.recipe import CORRECTIONS

TEXT = "Durand 12/02/2020 Dijon 06 12 34 56 78"
ERRORS = (
    "Rien n'a été importé : 3 erreurs trouvées. Ligne 2, champ « text » : le texte est vide.",
    "Erreur inattendue (KeyError).",
    "La clé de l'étude est illisible.",
    "Note n1, entité [3, 8[ : chevauche une autre entité.",
)
REPORT = (
    "plus de 200 caractères",
    "bornes (4, 90) hors du texte (longueur 40)",
    "une date AAAA-MM-JJ est attendue, 1850 au plus tôt",
    "JSON invalide (colonne 12)",
    "contient un demi-codet UTF-16 isolé",
)
NORMALISED = (
    "2 notes avaient des fins de ligne Windows ou une marque d'ordre : elles ont été "
    "normalisées, et les entités déplacées avec le texte"
)


def begun(project: Project, annotator: User) -> Document:
    """A note that somebody is at work on, and nothing else."""
    create_project_labels(project)
    note = _note(project, 1, "suggestion")
    start_annotation(actor=annotator, document=note)
    return note


def build(project: Project, admin: User, annotator: User, steward: User) -> dict[str, list[object]]:
    """Fills the project; returns the values that each argument of an address may take."""
    create_project_labels(project)
    notes = [_note(project, number, "gold") for number in (1, 2)]
    notes += [_note(project, number, "suggestion") for number in (3, 4)]
    start_annotation(actor=annotator, document=notes[2])
    NoteAside.objects.create(document=_note(project, 5, "suggestion"), why="slow")
    batches, jobs = _imports(project, admin), _jobs(project, admin)
    models = [_model(project, admin, *row) for row in _MODELS]
    _loop(project, admin, models[2], notes[0])
    made = _exports(project, admin, steward)
    coded, predictions = _codes(project, made[0], admin)
    return {
        "project_id": [project.pk],
        "document_id": [note.pk for note in notes],
        "batch_id": [batch.pk for batch in batches],
        "job_id": [job.pk for job in jobs],
        "coder_id": [own.pk for own in _coders(project, admin)],
        "model_id": [model.pk for model in reversed(models)],
        "export_id": [export.pk for export in made],
        "rank": [1],
        "user_id": [annotator.pk],
        "change": ["fermer"],
        "key_id": [
            SecurityKey.objects.create(
                user=admin, name="K", credential_id=project.pk.hex, public_key=""
            ).pk
        ],
        "study_id": [made[0].study_id],
        "note_id": [coded.pk],
        **_blind(coded, notes[0], admin, steward),
        "prediction_id": [item.pk for item in predictions],
        "proposal_id": [_proposal(project, admin, steward).pk],
        "membership_id": list(project.memberships.values_list("pk", flat=True)),
        **_measures(project, admin),
        **_comparison(project, annotator, steward),
        "file_id": [_features(project, steward).pk],
        "layer_id": list(Layer.objects.filter(kind="annotator").values_list("pk", flat=True)),
    }


def _proposal(project: Project, admin: User, steward: User) -> RoleProposal:
    return RoleProposal.objects.create(
        user=steward, project=project, role="annotator", proposed_by=admin
    )


def _note(project: Project, number: int, kind: str) -> Document:
    patient = Patient.objects.create(project=project, external_id=f"p{number}")
    document = Document.objects.create(
        project=project, patient=patient, external_id=f"n{number}", position=number, text=TEXT,
        sha256=text_sha256(TEXT), doc_type="CRH", doc_date=date(2020, 2, 13),
        state="gold" if kind == "gold" else "preannotated",
    )  # fmt: skip
    layer = Layer.objects.create(
        document=document, kind=kind, version=1, state="submitted", submitted_at=timezone.now(),
        engine_version="" if kind == "gold" else "rules-1",
    )  # fmt: skip
    for surface, label, subtype in (
        ("12/02/2020", "DATE", "DATE"),
        ("06 12 34 56 78", "TEL", "TEL"),
    ):
        start = TEXT.index(surface)
        LayerSpan.objects.create(
            layer=layer, start=start, end=start + len(surface), label=label, subtype=subtype,
            state="accepted" if kind == "gold" else "suggested", surface=surface,
        )  # fmt: skip
    return document


def _imports(project: Project, admin: User) -> list[ImportBatch]:
    reports = {
        "done": [
            {"line": 0, "field": "text", "reason": NORMALISED},
            {"line": 3, "field": "patient.x", "reason": "champ inconnu, ignoré", "count": 2},
            {"line": 4, "field": "", "reason": "autres champs inconnus, ignorés", "count": 1},
        ],
        "refused": [{"line": 7, "field": "id", "reason": reason} for reason in REPORT],
        "pending": [],
    }
    return [
        ImportBatch.objects.create(
            project=project,
            created_by=admin,
            file_name="a.jsonl",
            format="jsonl",
            size_bytes=2048,
            sha256="ab" * 32,
            state=state,
            document_count=2,
            report=report,
        )
        for state, report in reports.items()
    ]


def _jobs(project: Project, admin: User) -> list[Job]:
    now = timezone.now()
    row = {"project": project, "created_by": admin, "worker": "host:1"}
    running = Job.objects.create(
        **row, kind="train_ner", state="running", started_at=now, heartbeat_at=now,
        progress_done=3, progress_total=9, message="apprentissage : 98,4 % des mots bien étiquetés",
    )  # fmt: skip
    waiting = Job.objects.create(**row, kind="import", state="queued", error=ERRORS[1], attempt=1)
    kinds = ("import", "preannotate", "build_export", "predict_codes")
    states = ("failed", "dead", "failed", "dead")
    failed = [
        Job.objects.create(
            **row, kind=kind, state=state, error=error, started_at=now, finished_at=now
        )
        for kind, error, state in zip(kinds, ERRORS, states, strict=True)
    ]
    others = [
        Job.objects.create(**row, kind="import", state=state, started_at=now, finished_at=now)
        for state in ("done", "cancelled")
    ]
    return [running, waiting, *failed, *others]


_MODELS = ((1, "retired", 205, 6, 3), (2, "promoted", 200, 5, 5), (3, "candidate", 190, 7, 1))


def _figures(redacted: int, full: int, alarms: int) -> dict[str, object]:
    per = {"precision": 0.9, "recall": 0.8, "f1": redacted / 250, "gold": 20, "predicted": 18}
    return {
        "engine": "rules-1", "notes": 7, "tokens": 1000, "identifying": 210, "redacted": redacted,
        "notes_fully_redacted": full, "false_alarms": alarms, "entity_f1": 0.9,
        "labels": {"PER": per}, "corrections": 10 * alarms,
    }  # fmt: skip


_EVALUATED = {
    "notes": 7, "identifying": 210, "redacted": [0.95, 0.93, 0.97], "whole": [0.8, 0.6, 0.9],
    "precision": [0.9, 0.88, 0.93], "alarms": [12.5, 10, 15], "corrections": [3.2, 2.5, 4.1],
}  # fmt: skip
_EVALUATION = {
    "all": _EVALUATED,
    "labels": {
        "PER": {"gold": 20, **{name: [0.9, 0.8, 1] for name in ("precision", "recall", "f1")}}
    },
    "types": {"CRH": _EVALUATED, "": {**_EVALUATED, "redacted": [0.99, 0.97, 1]}},
    "subtypes": {
        "NOM": {"gold": 20, **{name: [0.9, 0.8, 1] for name in ("precision", "recall", "f1")}}
    },
    "label_words": {
        "PER": {"gold": 40, **{name: [0.9, 0.8, 1] for name in ("precision", "recall", "f1")}}
    },
    "subtype_words": {
        "NOM": {"gold": 40, **{name: [0.9, 0.8, 1] for name in ("precision", "recall", "f1")}}
    },
    "hipaa": {"gold": 20, **{name: [0.9, 0.8, 1] for name in ("precision", "recall", "f1")}},
    "confusion": {"PER>PER": 18, "PER>LOC": 1, "PER>": 1, ">LOC": 2},
}
_RELIABILITY = {
    "bins": [[0, None, None]] * 9 + [[40, 0.95, 0.9]], "ece": 0.05,
}  # fmt: skip
_EFFECT = {"masked": 200, "identifying": 210, "corrections": 20}
_SIDE = {"low": -0.02, "high": -0.01, "change": -0.015}
_GATE = {
    "against": "",
    "shipped": "",
    "checks": [
        {"name": "reference", "passed": True, "after": 0.97, "floor": 0.5},
        {"name": "redacted", "passed": False, **_SIDE},
        {"name": "labels", "passed": False, "margin": 0.03, "labels": ["PER"]},
        {"name": "precision", "passed": True, "before": 0.9, "after": 0.91, "floor": 0.85},
        {"name": "corrections", "passed": True, **_SIDE},
        {"name": "shipped", "passed": True, "before": 0.99, "after": 0.99, "notes": 25},
    ],
}
_COST = {
    "seconds": 420, "device": "cpu", "device_name": "Xeon", "cores": 2, "memory_mb": 900,
    "card_memory_mb": 0, "kwh": 0.005, "grams": 0.3,
}  # fmt: skip


def _loop(project: Project, admin: User, candidate: ModelVersion, note: Document) -> None:
    """What the pages of the learning loop show: a note read twice, a waiver, a measure, a search, drift."""
    judged = {
        "tokens": 8, "identifying": 3, "redacted": 2, "alarms": 1, "corrections": 2,
        "missed": [[0, 6, "PER"]], "wrong": [[18, 23, "LOC"]],
        "flaws": [["missed", 0, 6, "NOM", ""], ["label", 7, 17, "DATE", "AGE"]],
        "labels": {"PER": [0, 0, 0, 1]}, "words": {"PER": [1, 0]},
    }  # fmt: skip
    other = {**judged, "missed": [], "words": {"PER": [1, 1]}}
    NoteResult.objects.create(version=candidate, document=note, before=other, after=judged)
    GateWaiver.objects.create(
        version=candidate, reason="Reviewed", failed=["redacted"], shipped_hash="", asked_by=admin
    )
    SiteMeasure.objects.create(
        project=project, engine="rules-1", note_count=7, result=_EVALUATION, created_by=admin
    )
    fall = {"name": "redacted", "then": [0.98, 0.97, 0.99], "now": [0.95, 0.93, 0.97]}
    for told in ([], [fall]):
        result = {**_EVALUATION, "then": fall["then"], "then_notes": 7, "falls": told}
        SiteMeasure.objects.create(
            project=project, is_recent=True, engine="rules-1", content_hash=f"{2:064x}", note_count=7, result=result,
        )  # fmt: skip
    params = {"epochs": 10.0, "max_length": 128.0, "batch_size": 16.0, "learning_rate": 1e-4}
    states = ("complete", "pruned", "running", "fail")
    trials = [
        {"number": i, "state": s, "value": 0.9, "params": params, "seconds": 90}
        for i, s in enumerate(states)
    ]
    details = {"trials": trials, "importance": {"epochs": 1.0}, "recipe": asdict(CORRECTIONS)}
    Job.objects.create(project=project, kind="search_ner", state="done", details=details)
    chosen = [
        {"note": str(note.pk), "reason": reason, "unsure": 1.5, "disagreements": 2}
        for reason in ("unsure", "disagreement", "random")
    ]
    chosen.append({"note": str(note.pk), "reason": "lost", "lost": 2})
    Job.objects.create(
        project=project, kind="choose_notes", state="done", details={"chosen": chosen}
    )
    arm = {"redacted": [0.9, 0.8, 1], "corrections": [4, 3, 5], "seeds": [4.0, 4.2]}
    arms = [
        {**arm, "size": 10, "without": ""},
        {**arm, "size": 10, "without": "CRH", "change": [1, 0, 2], "p": 0.04},
    ]
    for kind in ("curve", "types"):
        Job.objects.create(
            project=project, kind="study_ner", state="done", payload={"study": kind},
            details={"arms": arms},
        )  # fmt: skip
    KnownLine.objects.create(
        project=project,
        digest="ab",
        marks=[[0, 3, "ORG", "HOPITAL"]],
        golds=1,
        notes=3,
        sample=note,
    )
    KnownLine.objects.create(project=project, digest="cd", marks=[], golds=2, notes=3)
    Reread.objects.create(project=project, document=note, model_number=candidate.number, by=admin)
    _drift(project)


def _drift(project: Project) -> None:
    """Six weeks of what is watched; the last one is unlike the others."""
    today = timezone.localdate()
    for week in range(6):
        monday = today - timedelta(weeks=5 - week, days=today.weekday())
        changed = 90 if week == 5 else 10
        for axis, name in (
            ("all", ""), ("label", "PER"), ("label", "LOC"), ("type", "CRH"), ("service", "Ward 3"),
            ("engine", "hybrid(rules-2+encoder-3f2a91c0b7de)"),
        ):  # fmt: skip
            for day in (0, 1):
                EntityDay.objects.create(
                    project=project, day=monday + timedelta(days=day), monday=monday, axis=axis, name=name, notes=10,
                    accepted=100 - changed, rejected=changed,
                )  # fmt: skip


def _model(project: Project, admin: User, number: int, state: str, *after: int) -> ModelVersion:
    before = _figures(200, 6, 3)
    return ModelVersion.objects.create(
        project=project, number=number, state=state, content_hash=f"{number:064x}",
        train_notes=60, test_notes=7, created_by=admin,
        metrics={
            "rules": before, "before": before, "before_number": number - 1 or None,
            "after": _figures(*after), "gate": _GATE, "cost": _COST,
            "evaluation": {"before": _EVALUATION, "after": _EVALUATION},
            "snapshot": {"id": "", "number": 1, "address": "ab" * 32},
            "exposure": {"names": 60, "before": 0.5, "after": 0.6, "gain": [0.1, -0.1, 0.2]},
            "left_out": [
                {"name": "rule:town", "finds": 7, "right": 1, "before": _EFFECT, "after": _EFFECT}
            ],
            "rule_choice": {"notes": 7, "merges": {"steps": _EFFECT, "union": _EFFECT}},
            "fixed_recall": {
                "threshold": 0.9, "redacted": [0.95, 0.9, 1], "corrections": [3.1, 2.5, 4]
            },
            "reliability": {"before": _RELIABILITY, "after": _RELIABILITY},
            "code": "abc1234", "licence": "MIT", "threshold": 0.95, "temperature": 1.7,
            "start": {"name": "ner-fr-3", "sha256": "ab" * 32}, "recipe": asdict(CORRECTIONS),
        },
    )  # fmt: skip


def _coders(project: Project, admin: User) -> list[CoderVersion]:
    """One in every state, of one snapshot."""
    snapshot = take_snapshot(actor=admin, project=project)
    figures = {"precision": 0.5, "recall": 0.4, "f1": 0.45}
    return [
        CoderVersion.objects.create(
            project=project, snapshot=snapshot, number=number, state=state, content_hash=f"{number:064x}",
            train_stays=40, test_stays=10, codes=12, created_by=admin,
            metrics={"before": figures, "after": {**figures, "f1": 0.4 + number / 20}},
        )
        for number, state in enumerate(("retired", "promoted", "candidate", "discarded"), start=1)
    ]  # fmt: skip


def _exports(project: Project, admin: User, steward: User) -> list[ExportRequest]:
    """One in every state; the first is released."""
    study = create_study(
        actor=admin, project=project, name="Cohort A", recipient="Inserm", purpose="Trial"
    )
    made = []
    for mechanism in ("metric", "shift", "tag", "metric", "metric", "metric"):
        order = ExportOrder(
            epsilon=Decimal("1.50"), reference_date=date(2024, 1, 31), dates=mechanism
        )
        export = request_export(actor=admin, project=project, study=study, order=order)
        run_job(str(export.job_id))
        export.refresh_from_db()
        made.append(export)
    reason = "Reviewed"
    read_sample(steward, made[0])
    decide_export(actor=steward, export=made[0], approve=True, sha256=made[0].sha256, reason=reason)
    decide_export(
        actor=steward, export=made[1], approve=False, sha256=made[1].sha256, reason=reason
    )
    finding = {"public_id": "x" * 20, "start": 1, "end": 5, "kind": "folded", "label": "PER"}
    for export, state in zip(made[3:], ("quarantined", "failed", "requested"), strict=True):
        manifest = export.manifest | {"warnings": [{"kind": _WARNING, "count": None}]}
        changes = {"state": state, "findings": [finding], "finding_count": 1, "manifest": manifest}
        ExportRequest.objects.filter(pk=export.pk).update(**changes)
    return made


_WARNING = "expression non comprise : remplacée par une valeur aléatoire de même nature"


def _blind(coded: CodedNote, note: Document, admin: User, steward: User) -> dict[str, list[object]]:
    """An open study, and a closed one in which a code was confused."""
    closed, opened = (
        BlindStudy.objects.create(
            project=note.project, export_id=coded.export_id, number=number, seed="s", note_count=1,
            asks_guess=True, created_by=admin, closed_at=at,
        )
        for number, at in ((1, timezone.now()), (2, None))
    )  # fmt: skip
    for person, is_original, code in ((admin, True, "E119"), (steward, False, "E114")):
        turn = {
            "coder": person,
            "note": coded,
            "is_original": is_original,
            "order": 1,
        }
        done = BlindReading.objects.create(
            study=closed, **turn, seconds=60, guess="original", finished_at=timezone.now()
        )
        BlindCode.objects.create(reading=done, code=code, label="L", is_principal=True)
        own = BlindReading.objects.create(study=opened, document=note, **turn)
        BlindCode.objects.create(reading=own, code=code, label="L", is_principal=True)
    return {
        "blind_id": [closed.pk, opened.pk],
        "reading_id": list(opened.readings.values_list("pk", flat=True)),
    }


def _codes(
    project: Project, export: ExportRequest, admin: User
) -> tuple[CodedNote, list[CodePrediction]]:
    note = CodedNote.objects.create(
        project=project, export_id=export.pk, public_id=str(uuid.uuid4()), text=TEXT, order=1,
        coder_version="dict-1",
    )  # fmt: skip
    row = {"note": note, "score": 0.5, "evidence": [{"start": 0, "end": 6, "weight": 1.0}]}
    states = ("proposed", "accepted", "rejected")
    decided = {"decided_by": admin, "decided_at": timezone.now()}
    return note, [
        CodePrediction.objects.create(
            **row,
            code=code,
            label="Invented",
            coder_version="dict-1",
            state=state,
            **({} if state == "proposed" else decided),
        )
        for code, state in zip(("I10", "J189", "W19"), states, strict=True)
    ]


def _measures(project: Project, admin: User) -> dict[str, list[object]]:
    """A snapshot with a file, a measure of agreement without notes, a day's work."""
    snapshot = DatasetSnapshot.objects.create(
        project=project,
        number=1,
        address="a" * 64,
        content_sha256="b" * 64,
        seed=0,
        test_share=0.1,
        validation_share=0.1,
        note_count=2,
        span_count=3,
        patient_count=1,
        size_bytes=100,
        statistics=Statistics().to_json(),
        created_by=admin,
    )
    file = DatasetFile.objects.create(
        snapshot=snapshot,
        format="conll",
        part="all",
        losses={"overlaps": 2},
        note_count=2,
        size_bytes=100,
        sha256="c" * 64,
        created_by=admin,
    )
    empty = {**Comparison().to_json(), "pairs": [], "weeks": []}
    result = dict.fromkeys(("people", "gold", "model"), empty)
    report = AgreementReport.objects.create(project=project, created_by=admin, result=result)
    DayTally.objects.create(
        project=project,
        day=timezone.localdate(),
        author=admin,
        engine_version="v1",
        notes=1,
        accepted=2,
        active_seconds=60,
    )
    return {"snapshot_id": [snapshot.pk], "dataset_file_id": [file.pk], "report_id": [report.pk]}


def _comparison(project: Project, one: User, other: User) -> dict[str, list[object]]:
    """A note that two people read differently, and one that they passed by."""
    text = "Mme Durand, de Dijon."
    note = Document.objects.create(
        project=project,
        external_id="twice",
        position=900,
        text=text,
        sha256=text_sha256(text),
        state="compare",
    )
    layers = [
        Layer.objects.create(
            document=note,
            kind="annotator",
            author=author,
            state="submitted",
            submitted_at=timezone.now(),
        )
        for author in (one, other)
    ]
    LayerSpan.objects.create(
        layer=layers[0], start=4, end=10, label="PER", subtype="NOM", surface="Durand"
    )
    found = Adjudication.objects.create(
        document=note, first=layers[0], second=layers[1], conflicts=1
    )
    Skip.objects.create(document=note, user=one, reason="other", words="illisible")
    return {"adjudication_id": [found.pk]}


def _features(project: Project, steward: User) -> FeatureFile:
    """A table with a column that counts and one that was left out."""
    column = {"name": "radon", "known": 2, "low": 1.0, "median": 2.0, "high": 3.0}
    return FeatureFile.objects.create(
        project=project,
        name="Radon",
        sha256="d" * 64,
        size_bytes=40,
        content=gzip.compress(b"insee_code,radon\n21231,1\n25056,3\n"),
        key="insee_code",
        by_department=False,
        columns=[column],
        left_out={"remarque": 2},
        created_by=steward,
    )
