"""A blind study is opened, its notes are shared out, it is closed."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Iterable, Mapping
from uuid import UUID

from django.db import transaction
from django.db.models import Max, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from annotation.models import Document
from deidweb.accounts.lock_project import lock_project
from deidweb.accounts.models import Project, User
from deidweb.accounts.permissions import require
from deidweb.accounts.roles import Permission
from deidweb.audit.services import record
from deidweb.jobs import services as jobs
from icdcoder.domain.blind import chosen, share_out
from icdcoder.models import BlindReading, BlindStudy, CodedNote
from icdcoder.selectors.blind import (
    FEWEST_CODERS,
    MOST_CODERS,
    MOST_NOTES,
    SHARING,
    possible_coders,
)
from icdcoder.services.errors import CodingError


@transaction.atomic
def open_blind_study(
    *,
    actor: User,
    project: Project,
    export_id: UUID,
    coders: Collection[User],
    notes: int,
    asks_guess: bool,
) -> BlindStudy:
    """Queues the sharing out. Whoever opens it reads nothing by that. Raises PermissionDenied, CodingError."""
    require(actor, project, Permission.PREVIEW)
    able = set(possible_coders(project, export_id))
    if not set(coders) <= able or len(set(coders)) < FEWEST_CODERS:
        raise CodingError(
            _(
                "Choisissez au moins deux personnes qui peuvent lire les notes et les coder, et qui n'ont décidé d'aucun code de cet export."
            )
        )
    if len(set(coders)) > MOST_CODERS:
        raise CodingError(_("Une étude prend %(most)d personnes au plus.") % {"most": MOST_CODERS})
    if not 1 <= notes <= MOST_NOTES:
        raise CodingError(_("Une étude prend de 1 à %(most)d notes.") % {"most": MOST_NOTES})
    here = CodedNote.objects.visible_to(actor).filter(project=project, export_id=export_id)
    if not here.exists():
        raise CodingError(_("Cet export n'a pas de note à coder."))
    lock_project(project)
    last = BlindStudy.objects.filter(project=project).aggregate(last=Max("number"))["last"]
    study = BlindStudy.objects.create(
        project=project,
        export_id=export_id,
        number=(last or 0) + 1,
        seed=secrets.token_hex(32),
        note_count=notes,
        asks_guess=asks_guess,
        created_by=actor,
    )
    study.coders.set(coders)
    study.job = jobs.enqueue(
        kind=SHARING, project=project, actor=actor, payload={"study": str(study.pk)}
    )
    study.save(update_fields=["job"])
    record("blind.opened", actor=actor, project=project, target=study, notes=notes,
           coders=len(set(coders)))  # fmt: skip
    return study


@transaction.atomic
def share_out_study(
    study: BlindStudy,
    originals: Mapping[str, UUID],
    *,
    assert_owned: Callable[[], None] = lambda: None,
) -> int:
    """Gives each coder his turns. `originals`: names in the export → the notes of the project. How many notes; none that has no
    original any more. A study that was shared out stays as it is. Raises CodingError once it is closed."""
    assert_owned()
    # as whoever opposes: what he took is seen below, or he takes what is written here
    lock_project(study.project)
    if BlindStudy.objects.select_for_update().get(pk=study.pk).closed_at is not None:
        raise CodingError(_("L'étude est close : ses notes ne se tirent plus."))
    if study.readings.exists():
        return study.readings.values("note").distinct().count()
    notes = CodedNote.objects.filter(project=study.project, export_id=study.export_id)
    rows = notes.unopposed().order_by().values_list("public_id", "pk")
    left = set(Document.objects.filter(project=study.project).values_list("pk", flat=True))
    coded = {name: pk for name, pk in rows if originals.get(name) in left}
    names = chosen(study.seed, list(coded), study.note_count)
    coders = list(study.coders.order_by("pk"))
    BlindReading.objects.bulk_create(
        BlindReading(
            study=study,
            coder=coders[turn.coder],
            note_id=coded[names[turn.note]],
            document_id=originals[names[turn.note]],
            is_original=turn.is_original,
            order=turn.order,
        )
        for turn in share_out(study.seed, len(names), len(coders))
    )
    return len(names)


@transaction.atomic
def close_blind_study(*, actor: User, study: BlindStudy) -> None:
    """Nobody codes in it any more, no row leads from a copy to its original, and its result is shown. Again without harm.
    Raises PermissionDenied."""
    require(actor, study.project, Permission.PREVIEW)
    _close(BlindStudy.objects.filter(pk=study.pk), actor)


@transaction.atomic
def close_studies_on(exports: Iterable[UUID], *, actor: User) -> None:
    """As the key of these exports ends: what leads from their copies to the originals ends with it."""
    _close(BlindStudy.objects.filter(export_id__in=list(exports)), actor)


def _close(studies: QuerySet[BlindStudy], actor: User) -> None:
    closing = list(studies.filter(closed_at=None).order_by("pk").select_for_update())
    for held in closing:
        held.closed_at = timezone.now()
        held.save(update_fields=["closed_at"])
        held.readings.update(document=None)
    for held in closing:  # the journal last: who holds a reading waits for it
        record("blind.closed", actor=actor, project=held.project, target=held,
               finished=held.readings.exclude(finished_at=None).count())  # fmt: skip
