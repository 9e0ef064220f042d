"""Decisions and downloads: another person, the very bytes, in writing when it matters."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import IntegrityError, transaction
from django.http import Http404

from deidweb.accounts.models import Handover, Membership
from deidweb.audit.models import AuditEntry
from deidweb.jobs import services as jobs
from deidweb.jobs.models import Job
from privacy.domain.export_moves import MOVES, may_move
from privacy.domain.export_order import ExportOrder, NewStudy
from privacy.models import ExportRequest, Study
from privacy.selectors.export_files import export_path
from privacy.selectors.exports import deciders, exports_to_decide
from privacy.services.create_study import create_study
from privacy.services.decide_export import decide_export
from privacy.services.errors import (
    ExportError,
    FileChangedError,
    OverrideMissingError,
    ReasonMissingError,
    SelfDecisionError,
    StateConflictError,
    StudyExistsError,
)
from privacy.services.open_released import open_download, open_released
from privacy.services.rebuild_export import rebuild_export
from privacy.services.request_export import request_export as new_export
from tests.read_sample import read_sample
from worker.tasks import run_job


def order(**changes):
    values = {
        "epsilon": Decimal("1"),
        "reference_date": date(2024, 1, 31),
        "area": "FR-21",
    } | changes
    return ExportOrder(**values)


def actions(export):
    entries = AuditEntry.objects.filter(object_id=str(export.pk)).order_by("pk")
    return [entry.action for entry in entries]


def flip_one_byte(export):
    path = export_path(export)
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


def test_the_whole_life(built, steward, admin):
    assert built.state == "built"
    read_sample(steward, built)
    released = decide_export(actor=steward, export=built, approve=True, sha256=built.sha256)
    assert (released.state, released.decided_by) == ("released", steward)
    assert released.decided_sha256 == released.sha256
    with open_download(actor=admin, export=released) as file:
        assert file.read() == export_path(released).read_bytes()
    assert actions(released) == [
        "export.requested",
        "export.built",
        *["export.note_read", "export.note_ticked"] * 3,
        "export.approved",
        "export.downloaded",
    ]
    job = Job.objects.get(kind="predict_codes")
    assert job.payload == {"export": str(released.pk)}


def test_a_puppet_signs_nothing_for_who_holds_its_strings(built, admin, make_user, project):
    """The requester makes an account, or resets its password; or the account makes another."""
    puppet, thread = make_user("marionnette", project, "steward"), make_user("fil")
    thread_s_puppet = make_user("bout", project, "steward")
    Handover.objects.create(user=puppet, by=admin)
    Handover.objects.create(user=thread, by=admin)
    Handover.objects.create(user=thread_s_puppet, by=thread)
    for actor in (puppet, thread_s_puppet):
        with pytest.raises(SelfDecisionError):
            decide_export(actor=actor, export=built, approve=True, sha256=built.sha256)
        assert actor not in deciders(built)
    built.refresh_from_db()
    assert (built.state, actions(built)[-1]) == ("built", "export.self_decision_refused")


def test_who_has_made_the_requester_s_account_does_not_decide(built, admin, steward):
    Handover.objects.create(user=admin, by=steward)
    with pytest.raises(SelfDecisionError):
        decide_export(actor=steward, export=built, approve=True, sha256=built.sha256)
    assert deciders(built) == []


def both_roles(make_user, project, name="deuxcasquettes"):
    person = make_user(name, project, "admin")
    Membership.objects.create(user=person, project=project, role="steward")
    return person


def quarantined(export):
    ExportRequest.objects.filter(pk=export.pk).update(state="quarantined")
    export.refresh_from_db()
    return export


def test_who_has_an_export_built_again_does_not_decide_about_it(built, make_user, project, steward):
    both = both_roles(make_user, project)
    again = rebuild_export(actor=both, export=quarantined(built))
    run_job(str(again.job_id))
    again.refresh_from_db()
    read_sample(steward, again)
    for actor in (both, again.requested_by):
        assert actor not in deciders(again)
        assert not exports_to_decide(actor, project).exists()
    with pytest.raises(SelfDecisionError, match="relancé"):
        decide_export(actor=both, export=again, approve=True, sha256=again.sha256, reason="oui")
    assert actions(again)[-1] == "export.self_decision_refused"
    assert deciders(again) == [steward]
    assert list(exports_to_decide(steward, project)) == [again]


def test_a_build_again_by_somebody_else_still_counts(built, make_user, project, admin):
    """The requester builds it once more after him: his word stays in the file's history."""
    both = both_roles(make_user, project)
    for actor in (both, admin):
        again = rebuild_export(actor=actor, export=quarantined(built))
        run_job(str(again.job_id))
    again.refresh_from_db()
    with pytest.raises(SelfDecisionError):
        decide_export(actor=both, export=again, approve=True, sha256=again.sha256, reason="oui")


def test_a_puppet_of_who_built_it_again_does_not_decide(built, make_user, project):
    both, puppet = both_roles(make_user, project), make_user("pantin", project, "steward")
    Handover.objects.create(user=puppet, by=both)
    again = rebuild_export(actor=both, export=quarantined(built))
    run_job(str(again.job_id))
    again.refresh_from_db()
    with pytest.raises(SelfDecisionError, match="dépendent"):
        decide_export(actor=puppet, export=again, approve=True, sha256=again.sha256, reason="oui")


def test_who_starts_the_dead_build_again_does_not_decide(ward, request_export, make_user, project):
    both, export = both_roles(make_user, project), request_export()
    Job.objects.filter(pk=export.job_id).update(state="dead")
    jobs.retry(Job.objects.get(pk=export.job_id), actor=both)
    run_job(str(export.job_id))
    export.refresh_from_db()
    assert export.state == "built"
    with pytest.raises(SelfDecisionError):
        decide_export(actor=both, export=export, approve=True, sha256=export.sha256, reason="oui")


def test_who_starts_an_older_build_again_does_not_decide(
    ward, request_export, make_user, project, admin
):
    """The export has a newer job; the older one, started again, publishes first."""
    both, export = both_roles(make_user, project), request_export()
    older = export.job_id
    Job.objects.filter(pk=older).update(state="dead")
    ExportRequest.objects.filter(pk=export.pk).update(state="failed")
    rebuild_export(actor=admin, export=export)
    jobs.retry(Job.objects.get(pk=older), actor=both)
    run_job(str(older))
    export.refresh_from_db()
    assert export.state == "built"
    assert both not in deciders(export)


def test_every_state_has_its_row_in_the_table_of_moves():
    assert set(MOVES) == set(ExportRequest.State.values)
    assert not any(may_move("refused", state) for state in ExportRequest.State.values)
    assert [state for state in MOVES if may_move(state, "released")] == ["built", "quarantined"]


def test_nobody_decides_his_own_request(built, admin, make_user, project):
    Membership.objects.create(user=admin, project=project, role="steward")
    with pytest.raises(SelfDecisionError, match="une autre personne"):
        decide_export(actor=admin, export=built, approve=True, sha256=built.sha256)
    with pytest.raises(SelfDecisionError):
        decide_export(actor=admin, export=built, approve=False, reason="non", sha256=built.sha256)
    built.refresh_from_db()
    assert built.state == "built"
    assert "export.self_decision_refused" in actions(built)


def test_the_database_itself_refuses_a_self_decision(built, admin):
    built.decided_by = admin
    with pytest.raises(IntegrityError), transaction.atomic():
        built.save()


def test_the_database_refuses_a_release_without_the_approved_hash(built, steward):
    for fields in (
        {"state": "released", "decided_by": steward, "decided_sha256": "0" * 64},
        {"state": "released", "decided_by": None, "decided_sha256": built.sha256},
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            ExportRequest.objects.filter(pk=built.pk).update(**fields)


def test_who_may_do_what(built, annotator, admin, stranger, make_user, project, study):
    auditor = make_user("auditrice", project, "auditor")
    for person in (annotator, admin, auditor):
        with pytest.raises(PermissionDenied):
            decide_export(actor=person, export=built, approve=True, sha256=built.sha256)
    with pytest.raises(Http404):
        decide_export(actor=stranger, export=built, approve=True, sha256=built.sha256)
    with pytest.raises(Http404):
        new_export(actor=stranger, project=project, study=study, order=order())
    with pytest.raises(PermissionDenied):
        create_study(actor=auditor, project=project, name="X", recipient="Y", purpose="Z")
    for person in (annotator, auditor):
        with pytest.raises(PermissionDenied):
            open_download(actor=person, export=built)


def test_an_export_is_decided_once(built, steward, make_user, project):
    second = make_user("autre-responsable", project, "steward")
    read_sample(steward, built)
    decide_export(actor=steward, export=built, approve=True, sha256=built.sha256)
    stale = ExportRequest.objects.get(pk=built.pk)
    with pytest.raises(StateConflictError, match="approuvé"):
        decide_export(
            actor=second, export=stale, approve=False, reason="trop tard", sha256=stale.sha256
        )
    assert Job.objects.filter(kind="predict_codes").count() == 1


def test_the_hash_of_the_form_must_be_the_one_of_the_file(built, steward):
    with pytest.raises(StateConflictError, match="fabriqué de nouveau"):
        decide_export(actor=steward, export=built, approve=True, sha256="0" * 64)
    with pytest.raises(StateConflictError):
        decide_export(actor=steward, export=built, approve=True, sha256="")


def test_a_file_that_changed_before_the_decision_is_quarantined(built, steward):
    read_sample(steward, built)
    flip_one_byte(built)
    with pytest.raises(FileChangedError):
        decide_export(actor=steward, export=built, approve=True, sha256=built.sha256)
    built.refresh_from_db()
    assert (built.state, built.decided_by) == ("quarantined", None)


def test_one_flipped_byte_after_approval_stops_the_download(released, admin):
    flip_one_byte(released)
    with pytest.raises(FileChangedError):
        open_download(actor=admin, export=released)
    released.refresh_from_db()
    assert released.state == "quarantined"
    assert actions(released)[-1] == "export.file_changed"
    with pytest.raises(StateConflictError):
        open_download(actor=admin, export=released)


def test_a_missing_file_is_not_downloaded(released, admin):
    export_path(released).unlink()
    with pytest.raises(FileChangedError):
        open_download(actor=admin, export=released)


def test_only_a_released_export_can_be_downloaded(built, admin, steward):
    with pytest.raises(StateConflictError):
        open_download(actor=admin, export=built)
    refused = decide_export(
        actor=steward, export=built, approve=False, reason="Finalité floue", sha256=built.sha256
    )
    assert refused.state == "refused"
    with pytest.raises(StateConflictError):
        open_download(actor=admin, export=refused)


def test_a_refusal_must_be_explained(built, steward):
    with pytest.raises(ReasonMissingError):
        decide_export(actor=steward, export=built, approve=False, reason="  ", sha256=built.sha256)


@pytest.fixture
def leaking(project, make_note, durand, request_export):
    make_note(
        project,
        "M. DURAND va bien. Revoir Durand en juin.",
        (("DURAND", "PER", "NOM"),),
        patient=durand,
    )
    export = request_export()
    run_job(str(export.job_id))
    export.refresh_from_db()
    return export


def test_quarantine_is_lifted_in_writing_only(leaking, steward):
    with pytest.raises(ReasonMissingError):
        decide_export(actor=steward, export=leaking, approve=True, sha256=leaking.sha256)
    read_sample(steward, leaking)
    lifted = decide_export(
        actor=steward,
        export=leaking,
        approve=True,
        reason="Durand désigne ici une rue.",
        sha256=leaking.sha256,
    )
    assert (lifted.state, lifted.decision_reason) == ("released", "Durand désigne ici une rue.")


def test_a_quarantined_export_is_built_again_once_the_notes_are_corrected(
    leaking, admin, durand, project
):
    from annotation.models import Document, Layer, LayerSpan

    note = Document.objects.get(project=project)
    gold = Layer.objects.create(document=note, kind="gold", version=2, state="submitted")
    for start, end in ((3, 9), (26, 32)):
        LayerSpan.objects.create(
            layer=gold, start=start, end=end, label="PER", subtype="NOM",
            surface=note.text[start:end],
        )  # fmt: skip
    export = rebuild_export(actor=admin, export=leaking)
    assert export.state == "requested"
    run_job(str(export.job_id))
    export.refresh_from_db()
    assert (export.state, export.findings) == ("built", [])


@pytest.mark.fault("F22")
def test_a_decision_while_it_is_built_again_is_refused(leaking, admin, steward):
    seen = leaking.sha256
    rebuild_export(actor=admin, export=leaking)
    for approve in (True, False):
        with pytest.raises(StateConflictError):
            decide_export(actor=steward, export=leaking, approve=approve, reason="Vu.", sha256=seen)


@pytest.mark.parametrize("changes", [{"dates": "shift"}, {"dates": "tchouka2022"}, {"places": "tchouka2024"}])  # fmt: skip
def test_a_mechanism_without_bound_needs_a_reason_and_a_signed_override(
    ward, request_export, steward, changes
):
    export = request_export(**changes)
    assert not export.is_certified
    run_job(str(export.job_id))
    export.refresh_from_db()
    assert export.state == "built"
    assert not export.is_certified
    with pytest.raises(ReasonMissingError):
        decide_export(actor=steward, export=export, approve=True, sha256=export.sha256)
    asked = {"actor": steward, "export": export, "approve": True, "sha256": export.sha256}
    with pytest.raises(OverrideMissingError):
        decide_export(**asked, reason="Comparaison.")
    with pytest.raises(ReasonMissingError):
        decide_export(**asked, override=True)
    export.refresh_from_db()
    assert (export.state, export.is_override) == ("built", False)
    assert not AuditEntry.objects.filter(action="export.override_signed").exists()
    read_sample(steward, export)
    decide_export(**asked, reason="Comparaison.", override=True)
    entry = AuditEntry.objects.get(action="export.approved")
    assert (entry.details["without_proof"], entry.details["override"]) == (True, True)
    ((kind, name),) = changes.items()
    signed = AuditEntry.objects.get(action="export.override_signed")
    assert signed.details == {"without_bound": f"{kind}:{name}"}
    export.refresh_from_db()
    assert export.is_override
    assert export.manifest["override"]["reason"] == "Comparaison."
    assert export.manifest["override"]["without_bound"] == [f"{kind}:{name}"]
    told = {c["kind"]: c.get("override", {}).get("by") for c in export.manifest["certificates"]}
    other = "places" if kind == "dates" else "dates"
    assert told == {kind: steward.display_name, other: None}


def test_a_certified_export_is_no_override_even_if_the_box_is_ticked(built, steward):
    read_sample(steward, built)
    decide_export(actor=steward, export=built, approve=True, override=True, sha256=built.sha256)
    assert not built.is_override
    assert "override" not in built.manifest
    assert not AuditEntry.objects.filter(action="export.override_signed").exists()


def test_certificates_are_attached_and_a_failed_one_is_never_silent(ward, request_export, steward):
    export = request_export(places="geoind")
    run_job(str(export.job_id))
    export.refresh_from_db()
    assert [(c["kind"], c["mechanism"], c["verdict"]) for c in export.manifest["certificates"]] == [
        ("dates", "metric", "PASS"),
        ("places", "geoind", "PASS"),
    ]
    assert export.is_certified
    export.manifest["certificates"][1]["verdict"] = "FAIL"
    assert not export.is_certified
    export.manifest = {}
    assert not export.is_certified


def test_sending_the_form_twice_asks_once(ward, project, admin):
    new = NewStudy("Cohorte C", "Inserm", "Essai")
    wanted = order()
    first = new_export(actor=admin, project=project, study=new, order=wanted)
    again = new_export(actor=admin, project=project, study=new, order=wanted)
    assert first == again
    assert Study.objects.count() == ExportRequest.objects.count() == 1
    assert Job.objects.filter(kind="build_export").count() == 1


def test_somebody_elses_request_id_is_not_reused(built, project, make_user, study):
    second = make_user("seconde", project, "admin")
    with pytest.raises(StateConflictError):
        new_export(actor=second, project=project, study=study, order=order(request_id=built.pk))


def test_numbers_follow_one_another_in_each_project(request_export, make_user, other_project):
    assert [request_export().number, request_export().number] == [1, 2]
    boss = make_user("chef", other_project, "admin")
    other = new_export(
        actor=boss,
        project=other_project,
        study=NewStudy("Autre", "CHU", "Essai"),
        order=order(),
    )
    assert other.number == 1


@pytest.mark.parametrize(
    "changes",
    [
        {"epsilon": Decimal("0.09")},
        {"epsilon": Decimal("10.01")},
        {"epsilon": Decimal("1.005")},
        {"dates": "laplace"},
        {"places": "nowhere"},
        {"scope": "some"},
    ],
)
def test_a_value_out_of_range_is_refused(project, admin, study, changes):
    with pytest.raises(ValidationError):
        new_export(actor=admin, project=project, study=study, order=order(**changes))
    assert not ExportRequest.objects.exists()


def test_a_study_of_another_project_is_refused(study, make_user, other_project):
    boss = make_user("chef", other_project, "admin")
    with pytest.raises(ExportError):
        new_export(actor=boss, project=other_project, study=study, order=order())


def test_two_studies_of_one_project_have_two_names(study, project, admin):
    with pytest.raises(StudyExistsError):
        create_study(actor=admin, project=project, name=study.name, recipient="X", purpose="Y")


def test_an_opposition_after_the_build_bars_approval_and_after_the_approval_the_download(
    built, steward, durand
):
    from annotation.services.oppose import oppose

    oppose(["nobody here"])
    read_sample(steward, built)
    released = decide_export(
        actor=steward, export=built, approve=True, reason="Lu.", sha256=built.sha256
    )
    open_released(released).close()
    oppose(["8003456123"])
    with pytest.raises(StateConflictError, match="opposé"):
        open_released(released)


def test_an_opposition_between_build_and_approval(built, steward, durand):
    from annotation.services.oppose import oppose

    oppose(["8003456123"])
    with pytest.raises(StateConflictError, match="opposé"):
        decide_export(actor=steward, export=built, approve=True, reason="Lu.", sha256=built.sha256)
    refused = decide_export(
        actor=steward, export=built, approve=False, reason="Non.", sha256=built.sha256
    )
    assert refused.state == "refused"
