"""One account a person in the whole installation, and what was spent when each project had its own."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from fractions import Fraction
from importlib import import_module
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.db.models import ProtectedError

from annotation.models import Document, Patient
from deidweb.accounts.models import Membership
from deidweb.jobs.models import Job
from privacy.domain.export_order import ExportOrder
from privacy.domain.ledger import account_of, lone_note
from privacy.domain.manifest import LONE
from privacy.models import LedgerCharge
from privacy.selectors.former_accounts import former_key_path, unknown_spending
from privacy.selectors.ledger_accounts import accounts_of
from privacy.services.create_study import create_study
from privacy.services.estimate_export import start_estimate
from privacy.services.keep_keys import _create, former_ledger_key
from privacy.services.request_export import request_export
from privacy.services.set_cap import set_cap
from worker.tasks import run_job

MIGRATION = import_module("privacy.migrations.0008_one_account")
ORDER = {"epsilon": Decimal("1.50"), "reference_date": date(2024, 1, 31), "area": "FR-21"}
NOTE = "Vu le 12/02/2020 à Dijon."
MARKS = (("12/02/2020", "DATE", "DATE"), ("Dijon", "LOC", "VILLE"))


def run(export):
    run_job(str(export.job_id))
    export.refresh_from_db()
    return export


@pytest.fixture
def elsewhere(other_project, admin, steward):
    """elsewhere() → an export of the other project, built; its people are members of both."""
    for person, role in ((admin, "admin"), (steward, "steward")):
        Membership.objects.create(user=person, project=other_project, role=role)
    study = create_study(
        actor=admin, project=other_project, name="Ailleurs", recipient="CHU", purpose="P"
    )

    def make(**changes):
        order = ExportOrder(**ORDER | changes)
        return run(request_export(actor=admin, project=other_project, study=study, order=order))

    return make


@pytest.fixture
def same_person(other_project, make_note) -> Patient:
    """The patient of the ward under the same identifier, in another project."""
    patient = Patient.objects.create(project=other_project, external_id="patient-secret-1")
    make_note(other_project, NOTE, MARKS, patient=patient)
    return patient


def spent(project) -> list[Fraction]:
    return sorted(account.spent for account in accounts_of(project, Fraction(10)))


def test_what_two_projects_spend_for_one_person_adds_up(
    built, elsewhere, same_person, project, other_project
):
    assert elsewhere().state == "built"
    assert spent(other_project) == [3]
    assert spent(project) == [Fraction(3, 2), 3]
    fullest = accounts_of(project, Fraction(10))[0]
    assert fullest.elsewhere == Fraction(3, 2)
    assert set(fullest.studies) == {"Cohorte A"}  # the other project's are its own business


def test_the_cap_weighs_what_other_projects_have_spent(
    built, elsewhere, same_person, other_project, steward
):
    set_cap(actor=steward, project=other_project, cap=Decimal("2.9"))
    export = elsewhere()
    assert export.state == "failed"
    assert "1 patient" in Job.objects.get(pk=export.job_id).error
    set_cap(actor=steward, project=other_project, cap=Decimal(3))
    assert elsewhere().state == "built"


def test_a_note_without_a_patient_pays_from_the_account_of_its_text(
    elsewhere, project, other_project, make_note, request_export, admin, study
):
    make_note(project, NOTE, MARKS)
    make_note(other_project, NOTE + "\n", MARKS)
    order = ExportOrder(**ORDER)
    asked = {"actor": admin, "project": project, "study": study, "order": order}
    assert start_estimate(**asked, may_wait=True).lone == 1
    export = run(request_export())
    assert export.manifest["warnings"] == [{"kind": LONE, "count": None}]  # less than 11
    elsewhere()
    assert len(set(LedgerCharge.objects.values_list("account", flat=True))) == 1
    assert spent(project) == [3]


def test_the_same_text_twice_in_one_export_pays_twice_from_one_account(
    project, make_note, request_export
):
    make_note(project, NOTE, MARKS)
    make_note(project, NOTE, MARKS)
    run(request_export())
    assert LedgerCharge.objects.count() == 4
    assert spent(project) == [3]


def test_a_project_that_has_let_something_out_is_not_deleted(built, project):
    with pytest.raises(ProtectedError):
        project.delete()


# --- accounts of before


def as_before(project) -> None:
    """The project's charges under a key and names of its own, as an older version kept them."""
    _create(former_key_path(project.pk))
    key = former_ledger_key(project.pk)
    named = {}
    for patient in Patient.objects.all():
        named[_today("patient", patient.external_id)] = account_of(
            key, "patient", patient.external_id
        )
    for note in Document.objects.filter(patient=None, project=project):
        named[_today(*lone_note(note.text))] = account_of(key, "alone", note.external_id)
    for today, former in named.items():
        rows = LedgerCharge.objects.filter(project=project, account=today)
        rows.update(account=former, is_joined=False)


def _today(kind: str, value: str) -> str:
    from privacy.services.keep_keys import ledger_key

    return account_of(ledger_key(may_create=False), kind, value)


@pytest.fixture
def two_before(built, elsewhere, same_person, make_note, project, other_project):
    """Two projects that have spent for the same person, each in its own accounts."""
    make_note(other_project, "Vue à Beaune.", (("Beaune", "LOC", "VILLE"),))
    elsewhere()
    before = set(LedgerCharge.objects.values_list("account", flat=True))
    for owner in (project, other_project):
        as_before(owner)
    return before


class _NumbersInRows:
    """Patients as the migration knew them: the number stood in the row, in clear."""

    def values_list(self, *_names):
        return self

    def iterator(self):
        return iter(
            [(patient.project_id, patient.external_id) for patient in Patient.objects.all()]
        )


class _Then:
    """The app registry of that time."""

    def get_model(self, app, name):
        if name != "Patient":
            return apps.get_model(app, name)
        return SimpleNamespace(objects=_NumbersInRows())


def test_the_migration_sums_what_projects_spent_for_the_same_person(
    two_before, project, other_project
):
    assert spent(project) == [Fraction(3, 2)] * 2
    MIGRATION.join_what_is_known(_Then(), None)
    assert not LedgerCharge.objects.filter(is_joined=False).exists()
    assert set(LedgerCharge.objects.values_list("account", flat=True)) == two_before
    assert spent(project) == [Fraction(3, 2), 3]
    assert spent(other_project) == [Fraction(3, 2), 3]


def test_who_was_deleted_finds_what_he_spent_when_he_comes_back(
    two_before, project, other_project, make_note, request_export, same_person, durand
):
    for patient in (same_person, durand):
        Document.objects.filter(patient=patient).delete()
        patient.delete()
    MIGRATION.join_what_is_known(_Then(), None)
    assert LedgerCharge.objects.filter(is_joined=False).exists()
    again = Patient.objects.create(project=project, external_id="patient-secret-1")
    make_note(project, "Vu le 01/01/2020.", (("01/01/2020", "DATE", "DATE"),), patient=again)
    assert run(request_export()).state == "built"
    assert not LedgerCharge.objects.filter(is_joined=False).exists()
    assert max(spent(project)) == Fraction(9, 2)  # 3/2 here, 3/2 elsewhere, 3/2 now


def test_where_no_key_tells_whose_accounts_they_are_everybody_may_be_the_fullest(
    two_before, project, other_project, request_export, steward
):
    former_key_path(other_project.pk).unlink()
    MIGRATION.join_what_is_known(_Then(), None)
    assert unknown_spending() == Fraction(3, 2)
    assert spent(project) == [3, 3]
    set_cap(actor=steward, project=project, cap=Decimal("3.9"))
    assert run(request_export(epsilon=Decimal(1))).state == "failed"
    set_cap(actor=steward, project=project, cap=Decimal(4))
    assert run(request_export(epsilon=Decimal(1))).state == "built"
    kept = LedgerCharge.objects.filter(project=other_project, is_joined=False)
    assert sum(row.exact for row in kept) == 3  # the rows stay, for the day the key is found


def test_without_charges_the_migration_makes_no_key(settings, db):
    MIGRATION.join_what_is_known(_Then(), None)
    assert not settings.STUDY_KEY_DIR.exists()
