"""Writes around an export. Each checks the actor and leaves one audit line in its transaction."""

from __future__ import annotations

import hashlib
import hmac
import uuid
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from io import BufferedReader
from typing import Any, Self

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from deidweb.accounts.models import Project, User
from deidweb.accounts.permissions import require
from deidweb.accounts.roles import Permission
from deidweb.audit.services import record
from deidweb.jobs import services as jobs
from deidweb.jobs.models import Job
from privacy import building, ledger
from privacy.domain.export_moves import may_move
from privacy.domain.policy import COMPARES_FEATURES
from privacy.errors import (
    ExportError,
    FileChangedError,
    LedgerBehindError,
    OverCapError,
    ReasonMissingError,
    SelfDecisionError,
    StateConflictError,
    StudyDestroyedError,
    StudyExistsError,
)
from privacy.ledger import lock_project
from privacy.models import ExportRequest, Study
from privacy.place_features import place_policy_of
from privacy.studies import create_study, refuse_destroyed

State = ExportRequest.State
__all__ = [
    "ExportError",
    "ExportOrder",
    "FileChangedError",
    "LedgerBehindError",
    "NewStudy",
    "OverCapError",
    "ReasonMissingError",
    "SelfDecisionError",
    "StateConflictError",
    "StudyDestroyedError",
    "StudyExistsError",
    "create_study",
    "decide_export",
    "draft_of",
    "mark_build_failed",
    "needs_reason",
    "open_download",
    "open_released",
    "publish_build",
    "rebuild_export",
    "request_export",
    "withdraw_export",
]


@dataclass(frozen=True, slots=True)
class ExportOrder:
    """What is asked for. `request_id` is drawn with the form: sending it twice asks once."""

    epsilon: Decimal
    reference_date: date
    dates: str = "metric"
    places: str = "metric"
    area: str = "FR"
    scope: str = "gold"
    elements: int | None = None
    request_id: uuid.UUID = field(default_factory=uuid.uuid4)

    def as_json(self) -> dict[str, str | int | None]:
        """As a job's payload keeps it; ε exactly as it was written."""
        return {
            "epsilon": str(self.epsilon),
            "reference_date": self.reference_date.isoformat(),
            "dates": self.dates,
            "places": self.places,
            "area": self.area,
            "scope": self.scope,
            "elements": self.elements,
        }

    @classmethod
    def of_json(cls, values: dict[str, Any]) -> Self:
        """Reads what `as_json` wrote."""
        names = ("dates", "places", "area", "scope", "elements")
        return cls(
            epsilon=Decimal(values["epsilon"]),
            reference_date=date.fromisoformat(values["reference_date"]),
            **{name: values[name] for name in names},
        )


@dataclass(frozen=True, slots=True)
class NewStudy:
    """A study to be made with its first export."""

    name: str
    recipient: str
    purpose: str


@transaction.atomic
def request_export(
    *, actor: User, project: Project, study: Study | NewStudy, order: ExportOrder
) -> ExportRequest:
    """Registers the request and starts the build. The same `request_id` again changes nothing.

    Raises PermissionDenied, StudyExistsError, ExportError, ValidationError.
    """
    require(actor, project, Permission.REQUEST_EXPORT)
    lock_project(project)
    known = ExportRequest.objects.filter(pk=order.request_id).first()
    if known is not None:
        if known.project_id != project.pk or known.requested_by_id != actor.pk:
            raise StateConflictError(_("Cette demande existe déjà : rouvrez le formulaire."))
        return known
    if isinstance(study, NewStudy):
        study = create_study(
            actor=actor,
            project=project,
            name=study.name,
            recipient=study.recipient,
            purpose=study.purpose,
        )
    elif study.project_id != project.pk:
        raise ExportError(_("Cette étude appartient à un autre projet."))
    else:
        study.refresh_from_db()
        refuse_destroyed(study)
    last = ExportRequest.objects.filter(project=project).aggregate(last=Max("number"))["last"]
    export = draft_of(actor=actor, study=study, order=order)
    export.number = (last or 0) + 1
    export.save(force_insert=True)
    _start_build(export, actor)
    record(
        "export.requested",
        actor=actor,
        project=project,
        target=export,
        epsilon=str(order.epsilon),
        dates=order.dates,
        places=order.places,
        scope=order.scope,
    )
    return export


def draft_of(*, actor: User, study: Study, order: ExportOrder) -> ExportRequest:
    """The export that `order` asks for, checked and not saved. Raises ValidationError, BadPolicyError."""
    export = ExportRequest(
        pk=order.request_id,
        project=study.project,
        study=study,
        key_version=study.key_version,
        requested_by=actor,
        epsilon=order.epsilon,
        elements=order.elements,
        dates=order.dates,
        places=order.places,
        area=order.area,
        reference_date=order.reference_date,
        scope=order.scope,
    )
    chosen = {"epsilon", "elements", "dates", "places", "area", "reference_date", "scope"}
    if export.places in COMPARES_FEATURES:
        policy = place_policy_of(study.project)
        export.place_features = [item.as_json() for item in policy.features]
        export.place_metric = policy.metric
        export.place_prior = policy.prior
    export.clean_fields(exclude={item.name for item in ExportRequest._meta.fields} - chosen)
    building.policy_of(export)  # BadPolicyError for an area or a date without meaning
    return export


def _start_build(export: ExportRequest, actor: User) -> None:
    export.job = jobs.enqueue(
        kind="build_export",
        project=export.project,
        actor=actor,
        payload={"export": str(export.pk)},
    )
    export.save(update_fields=["job"])


@transaction.atomic
def rebuild_export(*, actor: User, export: ExportRequest) -> ExportRequest:
    """Builds again a quarantined or failed export; any earlier decision on it is void.

    What only the former build held is given back. Raises StateConflictError, StudyDestroyedError.
    """
    require(actor, export.project, Permission.REQUEST_EXPORT)
    export = _locked(export)
    refuse_destroyed(export.study)
    _move(export, State.REQUESTED)
    ledger.release(export)
    export.decided_by = None
    export.decided_at = None
    export.decided_sha256 = ""
    export.decision_reason = ""
    export.save()
    building.path_of(export).unlink(missing_ok=True)
    _start_build(export, actor)
    record("export.rebuilt", actor=actor, project=export.project, target=export)
    return export


@transaction.atomic
def withdraw_export(*, actor: User, export: ExportRequest) -> ExportRequest:
    """The person who asked takes the request back before it is decided; its file is removed.

    Raises PermissionDenied, StateConflictError.
    """
    require(actor, export.project, Permission.REQUEST_EXPORT)
    if actor.pk != export.requested_by_id:
        raise PermissionDenied(_("Seule la personne qui a demandé l'export peut le retirer."))
    # before the export, as a worker that publishes does
    jobs_of_export = Job.objects.select_for_update().filter(pk__in=[export.job_id])
    job = jobs_of_export.first()
    export = _locked(export)
    if export.decided_by_id is not None:
        raise StateConflictError(_("Cet export a déjà été décidé : il ne peut plus être retiré."))
    _move(export, State.WITHDRAWN)
    export.save(update_fields=["state"])
    ledger.release(export)
    if job is not None and not job.is_finished:
        jobs.request_cancel(job, actor=actor)
    record("export.withdrawn", actor=actor, project=export.project, target=export)
    _remove_file(export)
    return export


def _remove_file(export: ExportRequest) -> None:
    """What will never leave need not lie about."""
    path = building.path_of(export)
    transaction.on_commit(lambda: path.unlink(missing_ok=True))


def publish_build(export: ExportRequest, built: building.BuiltFile) -> ExportRequest:
    """Charges the ledger, puts the finished file in place, opens it for decision or quarantines it.

    Call it in the transaction that holds the job (`assert_owned`). If the process dies between the
    rename and the commit, the next attempt writes the same bytes again. Raises OverCapError,
    StudyDestroyedError: nothing is charged, nothing published.
    """
    export = _locked(export)
    lock_project(export.project)
    export.study.refresh_from_db()
    refuse_destroyed(export.study)
    ledger.charge(export, built.bills)
    _move(export, State.QUARANTINED if built.finding_count else State.BUILT)
    export.sha256 = built.sha256
    export.size_bytes = built.size_bytes
    export.document_count = built.document_count
    export.patient_count = built.patient_count
    export.manifest = built.manifest
    export.findings = built.findings
    export.finding_count = built.finding_count
    export.built_at = timezone.now()
    export.save()
    record(
        "export.quarantined" if built.finding_count else "export.built",
        actor=None,
        project=export.project,
        target=export,
        sha256=built.sha256,
        notes=built.document_count,
        findings=built.finding_count,
    )
    building.put_in_place(built.draft, building.path_of(export))
    return export


@transaction.atomic
def mark_build_failed(export: ExportRequest) -> None:
    """The input is at fault; the job says why."""
    export = _locked(export)
    _move(export, State.FAILED)
    export.save(update_fields=["state"])
    record("export.failed", actor=None, project=export.project, target=export)


def decide_export(
    *, actor: User, export: ExportRequest, approve: bool, reason: str = "", sha256: str
) -> ExportRequest:
    """Releases or refuses an export. `sha256` is the one that the person saw.

    Raises PermissionDenied, SelfDecisionError, StateConflictError, ReasonMissingError,
    FileChangedError (the file on disk is then quarantined).
    """
    require(actor, export.project, Permission.DECIDE_EXPORT)
    if actor.pk == export.requested_by_id:
        record("export.self_decision_refused", actor=actor, project=export.project, target=export)
        raise SelfDecisionError(
            _("Vous avez demandé cet export : une autre personne doit décider.")
        )
    reason = reason.strip()
    # hashed before the lock: the file may be large, and the row is checked again below
    present = building.file_sha256(export) if approve else export.sha256
    with transaction.atomic():
        export = _locked(export)
        target = State.RELEASED if approve else State.REFUSED
        _require_move(export, target)
        if not reason and needs_reason(export, approve=approve):
            raise ReasonMissingError(_("Expliquez votre décision par écrit."))
        if not hmac.compare_digest(sha256.encode(), export.sha256.encode()):
            raise StateConflictError(
                _("L'export a été fabriqué de nouveau depuis : relisez la page avant de décider.")
            )
        intact = hmac.compare_digest(present.encode(), export.sha256.encode())
        if intact:
            _write_decision(export, actor, target, reason)
    if not intact:
        _quarantine_changed_file(export, actor)
        raise FileChangedError(
            _("Le fichier n'est plus celui qui a été fabriqué : il est mis en quarantaine.")
        )
    return export


def needs_reason(export: ExportRequest, *, approve: bool) -> bool:
    """A refusal, a quarantined file, or a mechanism without proof must be explained."""
    return not approve or export.state == State.QUARANTINED or not export.is_certified


def _write_decision(export: ExportRequest, actor: User, target: str, reason: str) -> None:
    before = export.state
    _move(export, target)
    export.decided_by = actor
    export.decided_at = timezone.now()
    export.decided_sha256 = export.sha256
    export.decision_reason = reason
    export.save()
    if target == State.RELEASED:
        ledger.settle(export)
    else:
        ledger.release(export)
        _remove_file(export)
    record(
        "export.approved" if target == State.RELEASED else "export.refused",
        actor=actor,
        project=export.project,
        target=export,
        sha256=export.sha256,
        from_quarantine=before == State.QUARANTINED,
        without_proof=not export.is_certified,
    )
    if target == State.RELEASED:
        jobs.enqueue(
            kind="predict_codes",
            project=export.project,
            actor=actor,
            payload={"export": str(export.pk)},
        )


def open_download(*, actor: User, export: ExportRequest) -> BufferedReader:
    """The released file for a person; the caller closes it. Leaves an audit line.

    Raises PermissionDenied, StateConflictError, FileChangedError (the export is quarantined).
    """
    require(actor, export.project, Permission.DOWNLOAD_EXPORT)
    file = open_released(export, actor=actor)
    record(
        "export.downloaded",
        actor=actor,
        project=export.project,
        target=export,
        sha256=export.decided_sha256,
    )
    return file


def open_released(export: ExportRequest, *, actor: User | None = None) -> BufferedReader:
    """The approved bytes, hashed just now from the handle that is returned.

    Raises StateConflictError, FileChangedError (the export is quarantined).
    """
    export.refresh_from_db()
    if export.state != State.RELEASED:
        raise StateConflictError(_("Cet export n'est pas approuvé : rien à télécharger."))
    file = building.open_file(export)
    digest = "" if file is None else hashlib.file_digest(file, "sha256").hexdigest()
    if file is None or not hmac.compare_digest(digest, export.decided_sha256):
        if file is not None:
            file.close()
        _quarantine_changed_file(export, actor)
        raise FileChangedError(
            _("Le fichier n'est plus celui qui a été approuvé : il est mis en quarantaine.")
        )
    file.seek(0)
    return file


@transaction.atomic
def _quarantine_changed_file(export: ExportRequest, actor: User | None) -> None:
    locked = _locked(export)
    if may_move(locked.state, State.QUARANTINED):
        locked.state = State.QUARANTINED
        locked.save(update_fields=["state"])
    record("export.file_changed", actor=actor, project=export.project, target=export)
    export.state = locked.state


def _locked(export: ExportRequest) -> ExportRequest:
    return (
        ExportRequest.objects.select_for_update(of=("self",))
        .select_related("project", "study", "requested_by")
        .get(pk=export.pk)
    )


def _require_move(export: ExportRequest, target: str) -> None:
    if not may_move(export.state, target):
        raise StateConflictError(
            _("L'export n° %(number)s est « %(state)s » : cette décision n'est plus possible.")
            % {"number": export.number, "state": export.get_state_display()}
        )


def _move(export: ExportRequest, target: str) -> None:
    _require_move(export, target)
    export.state = target
