"""How a project shares out its notes, made and changed."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from annotation.models import TypeReader, WorkSettings
from annotation.selectors.readers import annotators
from deidweb.accounts.models import Project, User
from deidweb.accounts.permissions import require
from deidweb.accounts.roles import Permission
from deidweb.audit.services import record

_SETTINGS: Final = (
    "readers",
    "order",
    "random_percent",
    "hidden_percent",
    "lease_minutes",
    "unanimous_is_gold",
)


class BadReaderError(ValueError):
    """A type was given to somebody who does not annotate in the project."""


@dataclass(frozen=True, slots=True)
class TypeChoice:
    doc_type: str
    user_ids: frozenset[int]


def create_work_settings(project: Project) -> WorkSettings:
    """A new project's: one reader, 5 % of the notes without suggestions, a seed of its own."""
    made, _is_new = WorkSettings.objects.get_or_create(
        project=project, defaults={"seed": secrets.token_hex(16)}
    )
    return made


@transaction.atomic
def change_work(
    *, actor: User, project: Project, values: dict[str, object], types: Sequence[TypeChoice] = ()
) -> WorkSettings:
    """Writes how the project shares out its notes; readings that exist stay as they are.

    Raises BadReaderError, PermissionDenied.
    """
    require(actor, project, Permission.MANAGE_WORK)
    work = WorkSettings.objects.select_for_update().filter(project=project).first()
    work = work or WorkSettings(project=project, seed=secrets.token_hex(16))
    for name in _SETTINGS:
        setattr(work, name, values[name])
    work.full_clean(exclude=["project"], validate_unique=False)
    work.save()
    readers = annotators(project)
    if any(choice.user_ids - readers for choice in types):
        raise BadReaderError(_("Cette personne n'annote pas dans ce projet."))
    TypeReader.objects.filter(project=project).delete()
    TypeReader.objects.bulk_create(
        TypeReader(project=project, doc_type=choice.doc_type, user_id=user_id)
        for choice in types
        for user_id in sorted(choice.user_ids)
    )
    told = {name: str(getattr(work, name)) for name in _SETTINGS}
    record("work.changed", actor=actor, project=project.pk, target=project, **told)
    return work
