"""Registers the request of an export and starts its build."""

from __future__ import annotations

from decimal import Decimal

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from deidweb.accounts.lock_project import lock_project
from deidweb.accounts.models import Project, User
from deidweb.accounts.permissions import require
from deidweb.accounts.roles import Permission
from deidweb.audit.services import record
from deidweb.jobs import services as jobs
from privacy.domain.export_order import ExportOrder, NewStudy
from privacy.domain.obfuscation.method import TextMethod
from privacy.domain.policy import COMPARES_FEATURES
from privacy.models import ExportRequest, Study
from privacy.selectors.export_files import policy_of
from privacy.selectors.place_policy import place_policy_of
from privacy.selectors.word_spaces import missing_neighbours
from privacy.services.create_study import create_study
from privacy.services.errors import ExportError, StateConflictError
from privacy.services.lock_study import refuse_destroyed
from privacy.services.open_released import require_teaching


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
    start_build(export, actor)
    record(
        "export.requested",
        actor=actor,
        project=project,
        target=export,
        epsilon=str(order.epsilon),
        dates=order.dates,
        places=order.places,
        scope=order.scope,
        tags=export.tags,
        cap_ages=order.cap_ages,
        note_dates=order.note_dates,
        shares="{}:{}:{}".format(*order.shares),
        texts=order.texts,
        word_epsilon=str(order.word_epsilon or ""),
    )
    return export


def draft_of(*, actor: User, study: Study, order: ExportOrder) -> ExportRequest:
    """The export that `order` asks for, checked and not saved. Raises ValidationError, BadPolicyError, StateConflictError."""
    export = ExportRequest(
        pk=order.request_id,
        project=study.project,
        study=study,
        key_version=study.key_version,
        requested_by=actor,
        epsilon=order.epsilon,
        elements=order.elements,
        share_dates=order.shares.dates,
        share_places=order.shares.places,
        share_ages=order.shares.ages,
        dates=order.dates,
        places=order.places,
        area=order.area,
        reference_date=order.reference_date,
        scope=order.scope,
        tags=sorted(order.tags),
        cap_ages=order.cap_ages,
        note_dates=order.note_dates,
        texts=order.texts,
        word_epsilon=_word_epsilon(order),
    )
    chosen = {
        "share_dates",
        "share_places",
        "share_ages",
        "epsilon",
        "elements",
        "dates",
        "places",
        "area",
        "reference_date",
        "scope",
        "texts",
        "word_epsilon",
    }
    export.clean_fields(exclude={item.name for item in ExportRequest._meta.fields} - chosen)
    settled = policy_of(export)  # BadPolicyError for an area or a date without meaning
    export.dates, export.places, export.tags = settled.dates, settled.places, sorted(settled.tags)
    if order.texts:
        export.pool = _pool(study.project, order)
    if export.places in COMPARES_FEATURES:
        policy = place_policy_of(study.project)
        export.place_features = [item.as_json() for item in policy.features]
        export.place_metric = policy.metric
        export.place_prior = policy.prior
    return export


def _word_epsilon(order: ExportOrder) -> Decimal | None:
    """Kept for the one method that has it. Raises ValidationError."""
    if order.texts != TextMethod.NOISE:
        return None
    if order.word_epsilon is None:
        raise ValidationError({"word_epsilon": _("Choisissez l'ε d'un mot.")})
    return order.word_epsilon


def _pool(project: Project, order: ExportOrder) -> ExportRequest | None:
    """Where whole texts get their neighbours. Raises StateConflictError."""
    pool = ExportRequest.objects.filter(project=project, texts="", pk__in=[order.pool]).first()
    if pool is not None:
        require_teaching(pool)
    if reason := missing_neighbours(order.texts, pool):
        raise StateConflictError(reason)
    return pool


def start_build(export: ExportRequest, actor: User) -> None:
    export.job = jobs.enqueue(
        kind="build_export",
        project=export.project,
        actor=actor,
        payload={"export": str(export.pk)},
    )
    export.save(update_fields=["job"])
