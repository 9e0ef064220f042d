"""Releases or refuses an export."""

from __future__ import annotations

import hmac

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from deidweb.accounts.apartness import may_sign_for_all
from deidweb.accounts.models import User
from deidweb.accounts.permissions import require
from deidweb.accounts.roles import Permission
from deidweb.audit.services import record
from deidweb.jobs import services as jobs
from privacy.domain.reading.sample import Why
from privacy.models import ExportRequest
from privacy.selectors.export_files import file_sha256
from privacy.selectors.export_readings import flagged_notes, reading_of
from privacy.services.charge_ledger import release_charges, settle_charges
from privacy.services.errors import (
    FileChangedError,
    OverrideMissingError,
    ReasonMissingError,
    SelfDecisionError,
    StateConflictError,
    UnreadNotesError,
)
from privacy.services.move_export import (
    State,
    lock_export,
    move_export,
    remove_export_file,
    require_move,
)
from privacy.services.open_released import (
    quarantine_changed_file,
    refuse_if_opposed_since,
    refuse_without_pool,
)


def decide_export(
    *,
    actor: User,
    export: ExportRequest,
    approve: bool,
    reason: str = "",
    sha256: str,
    override: bool = False,
) -> ExportRequest:
    """Releases or refuses an export. `sha256` is the one that the person saw; `override`: he signs that it leaves
    though a certificate fails.

    Raises PermissionDenied, SelfDecisionError, StateConflictError, ReasonMissingError, OverrideMissingError,
    UnreadNotesError, FileChangedError (the file on disk is then quarantined).
    """
    require(actor, export.project, Permission.DECIDE_EXPORT)
    if why := _not_apart(actor, export):
        record("export.self_decision_refused", actor=actor, project=export.project, target=export)
        raise SelfDecisionError(why)
    reason = reason.strip()
    # hashed before the lock: the file may be large, and the row is checked again below
    present = file_sha256(export) if approve else export.sha256
    with transaction.atomic():
        export = lock_export(export)
        if why := _not_apart(actor, export):  # he had it built again just now
            raise SelfDecisionError(why)
        target = State.RELEASED if approve else State.REFUSED
        require_move(export, target)
        if approve:
            refuse_if_opposed_since(export)
            refuse_without_pool(export)
        _require_said(export, approve=approve, reason=reason, override=override)
        if not hmac.compare_digest(sha256.encode(), export.sha256.encode()):
            raise StateConflictError(
                _("L'export a été fabriqué de nouveau depuis : relisez la page avant de décider.")
            )
        if approve:
            _require_read(export, actor)
        intact = hmac.compare_digest(present.encode(), export.sha256.encode())
        if intact:
            _write_decision(export, actor, target, reason)
    if not intact:
        quarantine_changed_file(export, actor)
        raise FileChangedError(
            _("Le fichier n'est plus celui qui a été fabriqué : il est mis en quarantaine.")
        )
    return export


def _not_apart(actor: User, export: ExportRequest) -> str:
    """Why this person can't decide; "" when nothing stands against it."""
    askers = export.askers()
    if actor.pk == export.requested_by_id:
        return _("Vous avez demandé cet export : une autre personne doit décider.")
    if actor in askers:
        return _(
            "Vous avez relancé la fabrication de cet export : une autre personne doit décider."
        )
    if not may_sign_for_all(actor, askers):
        return _(
            "Votre compte et celui qui a demandé cet export dépendent l'un de l'autre : l'un a créé l'autre ou en "
            "a connu le mot de passe. Une autre personne doit décider."
        )
    return ""


def needs_reason(export: ExportRequest, *, approve: bool) -> bool:
    """A refusal, a quarantined file, one in which somebody is recognised, or a mechanism without proof must be
    explained: built again from the same notes it is the same file, and no longer quarantined."""
    if not approve or export.state == State.QUARANTINED or not export.is_certified:
        return True
    return flagged_notes(export) > 0


def needs_override(export: ExportRequest) -> bool:
    """A certificate fails, or there is none: what leaves has no bound."""
    return not export.is_certified


def _require_said(export: ExportRequest, *, approve: bool, reason: str, override: bool) -> None:
    """What the decision must come with. Raises ReasonMissingError, OverrideMissingError."""
    if not reason and needs_reason(export, approve=approve):
        raise ReasonMissingError(_("Expliquez votre décision par écrit."))
    if approve and needs_override(export) and not override:
        raise OverrideMissingError(
            _("Un mécanisme n'a pas de borne : l'export ne sort que si vous signez la dérogation.")
        )


def _require_read(export: ExportRequest, actor: User) -> None:
    """The riskiest notes of this very build, by who approves. Raises UnreadNotesError."""
    if not export.sample:
        raise UnreadNotesError(
            _(
                "Cet export a été fabriqué avant que des notes ne soient choisies pour la lecture : refusez-le, et "
                "faites-le demander de nouveau."
            )
        )
    left = len(reading_of(export, actor).unread(Why.RISK))
    if left:
        raise UnreadNotesError(
            ngettext(
                "Lisez d'abord la note la plus risquée qui reste : il en manque %(n)d.",
                "Lisez d'abord les notes les plus risquées : il en manque %(n)d.",
                left,
            )
            % {"n": left}
        )


def _write_decision(export: ExportRequest, actor: User, target: str, reason: str) -> None:
    before = export.state
    move_export(export, target)
    export.decided_by = actor
    export.decided_at = timezone.now()
    export.decided_sha256 = export.sha256
    export.decision_reason = reason
    export.reading = reading_of(export, actor).figures()
    if target == State.RELEASED and needs_override(export):
        _sign_override(export, actor)
    export.save()
    if target == State.RELEASED:
        settle_charges(export)
    else:
        release_charges(export)
        remove_export_file(export)
    record(
        "export.approved" if target == State.RELEASED else "export.refused",
        actor=actor,
        project=export.project,
        target=export,
        sha256=export.sha256,
        from_quarantine=before == State.QUARANTINED,
        without_proof=not export.is_certified,
        override=export.is_override,
        notes_read=export.reading["read"],
        leak_bound=export.reading["bound"],
    )
    if target == State.RELEASED:
        jobs.enqueue(
            kind="predict_codes",
            project=export.project,
            actor=actor,
            payload={"export": str(export.pk)},
            follows=True,
        )


def _sign_override(export: ExportRequest, actor: User) -> None:
    """The override stands in the manifest and in each certificate that fails, and has its line in the journal."""
    export.is_override = True
    signed = {
        "by": actor.display_name,
        "at": export.decided_at.isoformat() if export.decided_at else "",
        "reason": export.decision_reason,
    }
    failing = [c for c in export.manifest.get("certificates", []) if c.get("verdict") != "PASS"]
    for certificate in failing:
        certificate["override"] = signed
    mechanisms = sorted(f"{c['kind']}:{c['mechanism']}" for c in failing)
    export.manifest["override"] = {**signed, "without_bound": mechanisms}
    record(
        "export.override_signed",
        actor=actor,
        project=export.project,
        target=export,
        without_bound=" ".join(mechanisms),
    )
