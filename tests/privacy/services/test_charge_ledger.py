"""The ledger: charged at the build, settled at the approval, given back otherwise; the cap; the estimate."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from fractions import Fraction

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotation.models import Document, Patient
from deidweb.audit.models import AuditEntry
from deidweb.jobs import services as jobs
from deidweb.jobs.models import Job
from privacy.domain.cost import Cost
from privacy.domain.export_order import ExportOrder
from privacy.models import ChargeUse, LedgerCharge
from privacy.selectors.export_files import export_path
from privacy.selectors.ledger import cap_of
from privacy.selectors.ledger_accounts import accounts_of, charges_of, totals_of
from privacy.selectors.lost_charges import lost_charges
from privacy.services import charge_ledger
from privacy.services.build_export import write_export_draft
from privacy.services.charge_ledger import release_charges
from privacy.services.create_study import create_study
from privacy.services.decide_export import decide_export
from privacy.services.errors import OverCapError, StateConflictError
from privacy.services.estimate_export import start_estimate
from privacy.services.keep_keys import StudyKeyError, destroy_keys
from privacy.services.publish_build import put_in_place
from privacy.services.rebuild_export import rebuild_export
from privacy.services.request_export import request_export as new_export
from privacy.services.set_cap import set_cap
from privacy.services.withdraw_export import withdraw_export
from tests.read_sample import read_sample
from worker.tasks import run_job
from worker.tasks.context import JobCancelled, JobContext, LeaseLost
from worker.tasks.run import sweep


def run(export):
    run_job(str(export.job_id))
    export.refresh_from_db()
    return export


def decide(export, steward, *, approve):
    if approve:
        read_sample(steward, export)
    return decide_export(
        actor=steward, export=export, approve=approve, reason="Lu.", sha256=export.sha256
    )


def spent(project) -> list[Fraction]:
    return sorted(account.spent for account in accounts_of(project, cap_of(project)))


def test_a_build_charges_each_patient_his_epsilon_exactly(built, project):
    # Durand: 12/03/1950, 12/02/2020, 26/02/2020, 3 mars 2020, Dijon; Legranville: 67 ans, 4 mai, Beaune
    assert LedgerCharge.objects.count() == 8
    assert spent(project) == [Fraction(3, 2), Fraction(3, 2)]
    assert set(LedgerCharge.objects.values_list("epsilon", flat=True)) == {"3/10", "1/2"}
    assert not LedgerCharge.objects.exclude(settled_at=None).exists()
    assert charges_of(built).held == 8


def test_the_rows_hold_no_value_and_no_exported_pseudonym(built, ward):
    rows = list(LedgerCharge.objects.all())
    kept = " ".join(f"{row.account} {row.memo} {row.element_class} {row.epsilon}" for row in rows)
    for original in ("Dijon", "12/02", "secret", "Beaune", "67 ans", str(ward["durand"].pk)):
        assert original not in kept
    assert {(len(row.account), len(row.memo)) for row in rows} == {(32, 64)}
    exported = export_path(built).read_text()
    assert not any(row.account in exported for row in rows)


def test_the_same_export_again_costs_nothing(built, request_export, project):
    again = run(request_export())
    assert again.state == "built"
    assert LedgerCharge.objects.count() == 8
    assert ChargeUse.objects.count() == 16
    assert spent(project) == [Fraction(3, 2), Fraction(3, 2)]


def test_another_epsilon_is_an_independent_draw_and_is_charged(built, request_export, project):
    run(request_export(epsilon=Decimal("1")))
    assert LedgerCharge.objects.count() == 16
    assert spent(project) == [Fraction(5, 2), Fraction(5, 2)]


def test_another_reference_date_is_the_same_draw(built, request_export, project):
    run(request_export(reference_date=date(2023, 6, 1)))
    assert spent(project) == [Fraction(3, 2), Fraction(3, 2)]


def test_a_study_more_adds_to_the_same_accounts(built, project, admin):
    other = create_study(actor=admin, project=project, name="Autre", recipient="CHU", purpose="P")
    order = ExportOrder(epsilon=Decimal("2"), reference_date=date(2024, 1, 31), area="FR-21")
    run(new_export(actor=admin, project=project, study=other, order=order))
    accounts = accounts_of(project, Fraction(10))
    assert [account.spent for account in accounts] == [Fraction(7, 2)] * 2
    assert {name: share.spent for name, share in accounts[0].studies.items()} == {
        "Cohorte A": Fraction(3, 2),
        "Autre": 2,
    }
    assert accounts[0].remaining == Fraction(13, 2)
    assert totals_of(other).most == 2


def test_approval_settles_for_ever(built, steward, project):
    decide(built, steward, approve=True)
    assert not LedgerCharge.objects.filter(settled_at=None).exists()
    release_charges(built)
    assert LedgerCharge.objects.count() == 8


def test_a_refusal_gives_back_what_only_that_export_held(
    built, request_export, steward, project, django_capture_on_commit_callbacks
):
    again, dearer = run(request_export()), run(request_export(epsilon=Decimal("2")))
    assert spent(project) == [Fraction(7, 2)] * 2
    with django_capture_on_commit_callbacks(execute=True):
        decide(dearer, steward, approve=False)
    assert spent(project) == [Fraction(3, 2)] * 2
    assert not export_path(dearer).exists()
    decide(built, steward, approve=False)  # `again` shows the same draws
    assert spent(project) == [Fraction(3, 2)] * 2
    decide(again, steward, approve=False)
    assert not LedgerCharge.objects.exists()


def test_what_has_left_stays_charged_when_a_later_export_is_refused(
    built, request_export, steward, project
):
    decide(built, steward, approve=True)
    decide(run(request_export()), steward, approve=False)
    assert spent(project) == [Fraction(3, 2)] * 2


def test_the_same_draw_comes_back_after_a_refusal(built, request_export, steward):
    """A refused export teaches nothing that an accepted one does not: no averaging by way of refusals."""
    first = export_path(built).read_bytes()
    decide(built, steward, approve=False)
    assert export_path(run(request_export())).read_bytes() == first


def test_a_request_is_withdrawn_by_who_made_it_before_the_decision(
    built, admin, steward, project, make_user, request_export
):
    second = make_user("seconde", project, "admin")
    for person in (second, steward):
        with pytest.raises(PermissionDenied):
            withdraw_export(actor=person, export=built)
    assert withdraw_export(actor=admin, export=built).state == "withdrawn"
    assert not LedgerCharge.objects.exists()
    with pytest.raises(StateConflictError):
        decide(built, steward, approve=False)
    released = decide(run(request_export()), steward, approve=True)
    with pytest.raises(StateConflictError, match="décidé"):
        withdraw_export(actor=admin, export=released)


def test_withdrawing_stops_a_build_that_waits(ward, request_export, admin):
    export = request_export()
    withdraw_export(actor=admin, export=export)
    assert Job.objects.get(pk=export.job_id).state == Job.State.CANCELLED
    run_job(str(export.job_id))
    assert not LedgerCharge.objects.exists()


def test_a_new_build_of_a_quarantined_export_gives_back_the_old_draws(
    project, make_note, durand, request_export, admin
):
    text = "M. DURAND vu le 12/02/2020. Revoir Durand le 13/02/2020."
    note = make_note(
        project, text, (("DURAND", "PER", "NOM"), ("12/02/2020", "DATE", "DATE")), patient=durand
    )
    export = run(request_export())
    assert export.state == "quarantined"
    assert set(LedgerCharge.objects.values_list("epsilon", flat=True)) == {"3/2"}
    from tests.privacy.conftest import add_layer

    marks = (("DURAND", "PER", "NOM"), ("Durand", "PER", "NOM"),
             ("12/02/2020", "DATE", "DATE"), ("13/02/2020", "DATE", "DATE"))  # fmt: skip
    add_layer(note, marks, version=2)
    run(rebuild_export(actor=admin, export=export))
    assert sorted(LedgerCharge.objects.values_list("epsilon", flat=True)) == ["3/4", "3/4"]
    assert spent(project) == [Fraction(3, 2)]


@pytest.mark.parametrize(
    ("changes", "charged", "without"),
    [
        # one offset a patient beside the age and the two towns, whose ε is shared by fewer elements
        ({"dates": "shift"}, 5, 2),
        ({"dates": "tchouka2023"}, 8, 6),
        ({"places": "tchouka2024"}, 8, 2),
        ({"places": "geoind"}, 8, 0),
    ],
)
def test_what_has_no_bound_is_charged_as_such(
    ward, request_export, project, changes, charged, without
):
    run(request_export(**changes))
    assert LedgerCharge.objects.count() == charged
    assert LedgerCharge.objects.filter(has_bound=False).count() == without
    assert {account.has_bound for account in accounts_of(project, cap_of(project))} == {not without}
    run(request_export(**changes))
    assert LedgerCharge.objects.count() == charged  # the same draws


# --- the cap


def test_a_build_beyond_the_cap_is_refused_and_charges_nothing(
    ward, request_export, project, steward, admin
):
    set_cap(actor=steward, project=project, cap=Decimal("1.4"))
    export = run(request_export())
    assert export.state == "failed"
    job = Job.objects.get(pk=export.job_id)
    assert job.state == Job.State.FAILED
    assert "1,4" in job.error
    assert "2 patients" in job.error
    assert not LedgerCharge.objects.exists()
    assert not list(export_path(export).parent.glob("*.jsonl*"))
    set_cap(actor=steward, project=project, cap=Decimal("1.5"))
    jobs.retry(job, actor=admin)
    assert run(export).state == "built"


def test_a_lowered_cap_takes_nothing_back_and_forbids_nothing_that_is_free(
    built, request_export, project, steward
):
    set_cap(actor=steward, project=project, cap=Decimal("0.5"))
    assert run(request_export()).state == "built"
    assert run(request_export(epsilon=Decimal("0.1"))).state == "failed"
    account = accounts_of(project, cap_of(project))[0]
    assert (account.spent, account.remaining) == (Fraction(3, 2), 0)


def test_only_the_steward_sets_the_cap_and_within_bounds(project, admin, steward):
    with pytest.raises(PermissionDenied):
        set_cap(actor=admin, project=project, cap=Decimal(5))
    for value in ("0.05", "1001", "1.234"):
        with pytest.raises(ValidationError):
            set_cap(actor=steward, project=project, cap=Decimal(value))
    assert cap_of(project) == 10


def test_a_patient_who_is_deleted_and_comes_back_finds_his_account(
    built, project, request_export, durand, ward, make_note
):
    account = LedgerCharge.objects.values_list("account", flat=True)
    before = set(account)
    Document.objects.filter(patient=durand).delete()
    durand.delete()
    again = Patient.objects.create(project=project, external_id="patient-secret-1")
    make_note(project, "Vu le 01/01/2020.", (("01/01/2020", "DATE", "DATE"),), patient=again)
    run(request_export())
    assert set(LedgerCharge.objects.values_list("account", flat=True)) == before
    assert max(spent(project)) == 3


def test_without_its_key_the_ledger_opens_no_empty_accounts(built, request_export, settings):
    (settings.STUDY_KEY_DIR / "ledger.key").unlink()
    export = run(request_export(epsilon=Decimal(2)))
    assert export.state == "failed"
    assert "registre" in Job.objects.get(pk=export.job_id).error


def test_a_crash_while_publishing_charges_once(ward, request_export, monkeypatch):
    export = request_export()
    real, calls = put_in_place, []

    def crash_once(draft, final):
        calls.append(draft)
        real(draft, final)
        if len(calls) == 1:
            raise OSError("disk")

    monkeypatch.setattr("privacy.services.publish_build.put_in_place", crash_once)
    run(export)
    assert not LedgerCharge.objects.exists()
    Job.objects.filter(pk=export.job_id).update(run_after=None)
    run(export)
    assert LedgerCharge.objects.count() == ChargeUse.objects.count() == 8


def test_under_a_fixed_n_a_cohort_that_grows_pays_only_for_what_is_new(
    built, request_export, project, durand, make_note
):
    first = run(request_export(elements=10))
    before = spent(project)
    # 5 and 3 elements of 3/20 each, besides the former 3/2
    assert before == [Fraction(3, 2) + Fraction(9, 20), Fraction(3, 2) + Fraction(15, 20)]
    make_note(project, "Vu le 01/01/2019.", (("01/01/2019", "DATE", "DATE"),), patient=durand)
    second = run(request_export(elements=10))
    assert spent(project) == [before[0], before[1] + Fraction(3, 20)]
    old = set(export_path(first).read_text().splitlines())
    new = set(export_path(second).read_text().splitlines())
    # the order-preserving projection may move a date with the new one; the other patient's note can't
    assert len(new) == 4
    assert old & new


# --- the estimate


def estimate(admin, study, project, **changes):
    values = {
        "epsilon": Decimal("1.50"),
        "reference_date": date(2024, 1, 31),
        "area": "FR-21",
    } | changes
    order = ExportOrder(**values)
    return start_estimate(actor=admin, project=project, study=study, order=order, may_wait=True)


def test_the_estimate_is_what_the_build_charges_and_writes_nothing(
    ward, study, project, admin, request_export
):
    found = estimate(admin, study, project)
    assert (found.notes, found.patients, found.elements) == (3, 2, 8)
    assert (found.new_elements, found.charged_patients, found.over) == (8, 2, 0)
    assert (Fraction(found.most), Fraction(found.cap)) == (Fraction(3, 2), 10)
    assert not LedgerCharge.objects.exists()
    assert not Job.objects.exists()
    run(request_export())
    assert LedgerCharge.objects.count() == found.new_elements
    after = estimate(admin, study, project)
    assert (after.new_elements, after.charged_patients) == (0, 0)


def test_the_estimate_says_how_many_would_pass_the_cap(built, study, project, admin):
    assert estimate(admin, study, project, epsilon=Decimal("8.5")).over == 0
    over = estimate(admin, study, project, epsilon=Decimal("8.51"))
    assert (over.over, Fraction(over.most)) == (2, Fraction("10.01"))
    new = estimate(admin, None, project, epsilon=Decimal("8.51"))
    assert (new.over, new.new_elements) == (2, 8)


def test_for_many_notes_a_job_counts(ward, study, project, admin, monkeypatch):
    monkeypatch.setattr("privacy.services.estimate_export.AT_ONCE", 2)
    order = ExportOrder(epsilon=Decimal("1.50"), reference_date=date(2024, 1, 31), area="FR-21")
    asked = {"actor": admin, "project": project, "study": study, "order": order}
    assert start_estimate(**asked, may_wait=False) == 3
    assert not Job.objects.exists()
    job = start_estimate(**asked, may_wait=True)
    run_job(str(job.pk))
    job.refresh_from_db()
    assert job.state == Job.State.DONE
    assert Cost.of_json(job.result).new_elements == 8


def test_the_estimate_of_a_study_without_key_is_refused(ward, study, project, admin):
    destroy_keys(study.pk)
    with pytest.raises(StudyKeyError):
        estimate(admin, study, project)


# --- drafts


def test_two_jobs_of_one_export_never_share_a_draft(ward, request_export, admin):
    export = request_export()
    other = jobs.enqueue(kind="build_export", project=export.project, actor=admin)
    seen = []

    def interrupted(done, _total):
        if done == 1 and not seen:
            seen.append(
                write_export_draft(
                    export, job_id=other.pk, attempt=1, on_progress=lambda d, t: None
                )
            )

    first = write_export_draft(export, job_id=export.job_id, attempt=1, on_progress=interrupted)
    (second,) = seen
    assert first.draft != second.draft
    assert first.draft.read_bytes() == second.draft.read_bytes()
    assert first.sha256 == second.sha256


def test_drafts_of_jobs_that_will_not_go_on_are_removed(ward, request_export, admin):
    export = request_export()
    gone = jobs.enqueue(kind="build_export", project=export.project, actor=admin)
    running = jobs.enqueue(kind="build_export", project=export.project, actor=admin)
    Job.objects.filter(pk=gone.pk).update(state=Job.State.DEAD)
    final = export_path(export)
    final.parent.mkdir(parents=True, exist_ok=True)
    left = {
        name: final.with_name(f"{final.name}.{name}.tmp")
        for name in (f"{gone.pk}.3", f"{running.pk}.1", "4", f"{export.job_id}.0")
    }
    for path in left.values():
        path.touch()
    run(export)
    assert [name for name, path in left.items() if path.exists()] == [f"{running.pk}.1"]


# --- a database that went back in time


@pytest.fixture
def approved(built, steward, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        decide(built, steward, approve=True)
    return built


@pytest.mark.fault("F20")
def test_a_ledger_that_has_forgotten_charges_builds_nothing(approved, request_export, project):
    assert lost_charges(project) == 0
    LedgerCharge.objects.filter(settled_at__isnull=False).first().delete()
    assert lost_charges(project) == 1
    again = run(request_export())
    assert again.state == "failed"
    assert "oublié 1 tirage" in Job.objects.get(pk=again.job_id).error
    assert LedgerCharge.objects.count() == 7


def test_a_steward_says_that_he_knows_of_the_loss(
    approved, request_export, project, client, steward, django_capture_on_commit_callbacks
):
    LedgerCharge.objects.filter(settled_at__isnull=False).first().delete()
    client.force_login(steward)
    page = client.get(f"/projets/{project.pk}/budget/").content.decode()
    assert "Le registre a oublié 1 tirage" in page
    with django_capture_on_commit_callbacks(execute=True):
        client.post(f"/projets/{project.pk}/budget/constater/")
    assert lost_charges(project) == 0
    event = AuditEntry.objects.get(action="ledger.loss_accepted")
    assert event.details["lost"] == 1
    assert run(request_export()).state == "built"


def test_what_is_only_held_may_be_given_back(built, steward, project):
    decide(built, steward, approve=False)
    assert LedgerCharge.objects.count() == 0
    assert lost_charges(project) == 0


# --- block by block


def written_between(queries) -> list[str]:
    """Kinds of rows in the order in which transactions (here: savepoints) wrote them, one word a transaction."""
    told: list[list[str]] = [[]]
    for query in queries:
        sql = query["sql"]
        if sql.startswith(("SAVEPOINT", "RELEASE")):
            told.append([])
        for table, kind in (("ledgercharge", "charge"), ("exportrequest", "export")):
            if f'"privacy_{table}"' in sql and ("INSERT" in sql[:30] or sql.startswith("UPDATE")):
                told[-1].append(kind)
    return ["+".join(dict.fromkeys(kinds)) for kinds in told if kinds]


def test_a_transaction_charges_a_block_and_the_last_one_only_moves(
    ward, request_export, monkeypatch
):
    """Whoever else writes waits for one block at most, however large the export."""
    monkeypatch.setattr(charge_ledger, "BLOCK", 1)
    export = request_export()
    with CaptureQueriesContext(connection) as asked:
        run(export)
    assert export.state == "built"
    assert written_between(asked.captured_queries) == ["charge", "charge", "export"]
    assert LedgerCharge.objects.count() == ChargeUse.objects.count() == 8


def stopped_before_the_second_block(monkeypatch, error):
    """One block is charged; what comes before the next raises."""
    monkeypatch.setattr(charge_ledger, "BLOCK", 1)
    real, calls = charge_ledger._charge, []

    def charge(export, bills):
        calls.append(bills)
        if len(calls) == 2:
            assert LedgerCharge.objects.exists()
            raise error
        real(export, bills)

    monkeypatch.setattr(charge_ledger, "_charge", charge)


@pytest.mark.parametrize(
    ("error", "state"),
    [(JobCancelled(), "cancelled"), (OverCapError("passé", 1), "failed"), (OSError(), "queued")],
)
def test_what_stops_between_two_blocks_gives_back_the_first(
    ward, request_export, monkeypatch, error, state
):
    stopped_before_the_second_block(monkeypatch, error)
    export = run(request_export())
    assert Job.objects.get(pk=export.job_id).state == state
    assert not LedgerCharge.objects.exists()
    assert not ChargeUse.objects.exists()


def test_what_a_killed_build_held_is_given_back_by_the_next_one_before_it_reads(
    ward, request_export, monkeypatch, durand
):
    """Killed, it gives nothing back itself; meanwhile one of its patients has gone, and is not charged in the end."""
    with monkeypatch.context() as killed:
        stopped_before_the_second_block(killed, OSError())
        killed.setattr("worker.tasks.export.give_back", lambda *_given, **_named: None)
        export = run(request_export())
    held = set(LedgerCharge.objects.values_list("account", flat=True))
    assert len(held) == 1
    Document.objects.all().delete()
    gone = list(Patient.objects.values_list("pk", flat=True))
    assert len(gone) == 2
    Job.objects.filter(pk=export.job_id).update(run_after=None)
    run(export)  # nothing to export any more
    assert export.state == "failed"
    assert not LedgerCharge.objects.exists()


@pytest.mark.parametrize("state", [Job.State.DEAD, Job.State.CANCELLED])
def test_what_a_build_held_that_was_killed_for_the_last_time_is_given_back(
    ward, request_export, monkeypatch, state
):
    with monkeypatch.context() as killed:
        stopped_before_the_second_block(killed, OSError())
        killed.setattr("worker.tasks.export.give_back", lambda *_given, **_named: None)
        export = run(request_export())
    assert LedgerCharge.objects.count() > 0
    sweep()
    assert LedgerCharge.objects.count() > 0  # another attempt waits, and begins by giving it back
    Job.objects.filter(pk=export.job_id).update(state=state)
    sweep()
    assert LedgerCharge.objects.count() == ChargeUse.objects.count() == 0
    export.refresh_from_db()
    assert export.state == "requested"


def test_what_waits_for_a_decision_stays_held(built):
    assert Job.objects.get(pk=built.job_id).is_finished
    sweep()
    assert LedgerCharge.objects.count() == 8


def test_a_withdrawn_export_is_charged_no_further(ward, request_export, monkeypatch, admin):
    monkeypatch.setattr(charge_ledger, "BLOCK", 1)
    export, real, calls = request_export(), charge_ledger._charge, []

    def charge_then_withdraw(charged, bills):
        real(charged, bills)
        calls.append(bills)

    monkeypatch.setattr(charge_ledger, "_charge", charge_then_withdraw)
    check = JobContext.check_often

    def withdraw_in_between(context, done, total):
        if calls and export.state == "requested":
            withdraw_export(actor=admin, export=export)
            export.refresh_from_db()
            return  # as if it had not been told
        check(context, done, total)

    monkeypatch.setattr(JobContext, "check_often", withdraw_in_between)
    run(export)
    assert (export.state, len(calls)) == ("withdrawn", 1)
    assert not LedgerCharge.objects.exists()


def test_an_attempt_that_lost_its_job_charges_and_gives_back_nothing(
    built, request_export, monkeypatch
):
    def lost(_context):
        raise LeaseLost

    export = request_export(epsilon=Decimal("2"))
    monkeypatch.setattr(JobContext, "assert_owned", lost)
    run(export)
    assert export.state == "requested"
    assert LedgerCharge.objects.count() == 8
