"""A small invented ward: two patients, three validated notes, one only pre-annotated."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from datetime import date
from decimal import Decimal

import pytest
from django.utils import timezone

from annotation.models import Document, Layer, LayerSpan, Patient, PatientRecord
from privacy.domain.export_order import ExportOrder
from privacy.services.create_study import create_study
from privacy.services.decide_export import decide_export
from privacy.services.keep_keys import key_path
from privacy.services.request_export import request_export as new_export
from privacy.services.wrap_key import wrap_key
from tests.read_sample import read_sample
from worker.tasks import run_job

DURAND = (
    "Monsieur DURAND Paul, né le 12/03/1950, vu le 12/02/2020.\n"
    "Il habite Dijon. Tél. 06 12 34 56 78.\n"
    "IPP : 8003456123. Revu le 26/02/2020 par le Dr Martel."
)
DURAND_2 = "M. Durand est revenu de Dijon le 3 mars 2020.\nIl va bien."
PETIT = "Mme LEGRANVILLE Jeanne, 67 ans, vue le 4 mai 2021 à Beaune."
LOOSE = "Patient vu le 5 juin 2021 à Auxerre."


def spans_of(text: str, *marks: tuple[str, str, str]) -> list[tuple[int, int, str, str]]:
    """(surface, label, sub-type) → (start, end, label, sub-type), first occurrence."""
    return [
        (text.index(surface), text.index(surface) + len(surface), label, subtype)
        for surface, label, subtype in marks
    ]


@pytest.fixture(autouse=True)
def folders(settings, tmp_path):
    settings.STUDY_KEY_DIR = tmp_path / "keys"
    settings.STUDY_KEK_FILE = tmp_path / "kek" / "study_kek"
    settings.STUDY_KEKS_DIR = tmp_path / "keks"
    settings.EXPORT_DIR = tmp_path / "exports"
    # a build asks the model for its doubts: those of tests say what it doubts, or do without
    settings.SHIPPED_MODEL = tmp_path / "no-model"
    # the heartbeat of a build on a busy machine would meet the test's own transaction
    settings.JOB_LEASE_SECONDS = 3600


@pytest.fixture
def make_note(db) -> Callable[..., Document]:
    counter = {"n": 0}

    def make(project, text, marks, *, patient=None, kind="gold", external_id=None) -> Document:
        counter["n"] += 1
        document = Document.objects.create(
            project=project,
            patient=patient,
            external_id=external_id or f"note-secrete-{counter['n']}",
            position=counter["n"],
            text=text,
            sha256=hashlib.sha256(text.encode()).hexdigest(),
            doc_type="CRH",
            state=Document.State.GOLD if kind == "gold" else Document.State.PREANNOTATED,
        )
        add_layer(document, marks, kind=kind)
        return document

    return make


def add_layer(document, marks, *, kind="gold", version=1, engine="rules-1") -> Layer:
    layer = Layer.objects.create(
        document=document,
        kind=kind,
        version=version,
        engine_version="" if kind == "gold" else engine,
        state=Layer.State.SUBMITTED,
        submitted_at=timezone.now(),
    )
    for start, end, label, subtype in spans_of(document.text, *marks):
        LayerSpan.objects.create(
            layer=layer,
            start=start,
            end=end,
            label=label,
            subtype=subtype,
            state=LayerSpan.State.ACCEPTED if kind == "gold" else LayerSpan.State.SUGGESTED,
            surface=document.text[start:end],
        )
    return layer


@pytest.fixture
def durand(project) -> Patient:
    patient = Patient.objects.create(project=project, external_id="patient-secret-1")
    PatientRecord.objects.create(
        patient=patient,
        identity={
            "last_name": ["Durand"],
            "first_name": ["Paul"],
            "birth_date": "1950-03-12",
            "ipp": "8003456123",
            "phone": ["0612345678"],
            "city": "Dijon",
        },
    )
    return patient


DURAND_MARKS = (
    ("DURAND", "PER", "NOM"),
    ("Paul", "PER", "PRENOM"),
    ("12/03/1950", "DATE", "DATE_NAISSANCE"),
    ("12/02/2020", "DATE", "DATE"),
    ("Dijon", "LOC", "VILLE"),
    ("06 12 34 56 78", "TEL", "TEL"),
    ("8003456123", "QID", "IPP"),
    ("26/02/2020", "DATE", "DATE"),
    ("Martel", "PER", "NOM"),
)


@pytest.fixture
def ward(project, durand, make_note) -> dict[str, Document]:
    jeanne = Patient.objects.create(project=project, external_id="patient-secret-2")
    return {
        "durand": make_note(project, DURAND, DURAND_MARKS, patient=durand),
        "petit": make_note(
            project,
            PETIT,
            (
                ("LEGRANVILLE", "PER", "NOM"),
                ("Jeanne", "PER", "PRENOM"),
                ("67 ans", "AGE", "AGE"),
                ("4 mai 2021", "DATE", "DATE"),
                ("Beaune", "LOC", "VILLE"),
            ),
            patient=jeanne,
        ),
        "durand_2": make_note(
            project,
            DURAND_2,
            (("Durand", "PER", "NOM"), ("Dijon", "LOC", "VILLE"), ("3 mars 2020", "DATE", "DATE")),
            patient=durand,
        ),
        "loose": make_note(
            project,
            LOOSE,
            (("5 juin 2021", "DATE", "DATE"), ("Auxerre", "LOC", "VILLE")),
            kind="suggestion",
        ),
    }


@pytest.fixture
def study(project, admin):
    study = create_study(
        actor=admin, project=project, name="Cohorte A", recipient="Inserm", purpose="Essai"
    )
    # a known key: a surrogate drawn at random might be another patient's name
    path = key_path(study.pk)
    path.write_text(wrap_key(path.name, b"\x5a" * 32))
    return study


def order(**changes) -> ExportOrder:
    values = {
        "epsilon": Decimal("1.50"),
        "reference_date": date(2024, 1, 31),
        "area": "FR-21",
    } | changes
    return ExportOrder(**values)


@pytest.fixture
def request_export(project, admin, study):
    """request_export(scope="all", …) → the export, not built yet."""

    def make(**changes):
        return new_export(actor=admin, project=project, study=study, order=order(**changes))

    return make


@pytest.fixture
def built(ward, request_export):
    """A built export of the three validated notes."""
    export = request_export()
    run_job(str(export.job_id))
    export.refresh_from_db()
    return export


@pytest.fixture
def released(built, steward):
    read_sample(steward, built)
    return decide_export(actor=steward, export=built, approve=True, sha256=built.sha256)
