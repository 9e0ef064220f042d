"""Every table longer: its rows written again, beside one another."""

from __future__ import annotations

import hashlib
import itertools
import uuid
from collections.abc import Iterable, Iterator
from datetime import timedelta

from django.apps import apps
from django.db import DatabaseError, models, transaction

from deidweb.accounts.models import Membership, Project, User

_KINDS = 12  # rows of each table that are written again
_AS_IT_IS = {
    "AuditEntry",
    "AuditHead",
    "ContentType",
    "Permission",
    "Project",
    "SecurityKey",
    "Session",
}
_fresh = itertools.count(1000)


def grow(project: Project, times: int) -> None:
    """Every row of every table (the first dozen) `times` more, whatever constraints let in; as many people of each role."""
    for model in apps.get_models():
        if model.__name__ not in _AS_IT_IS:
            for row in list(model._base_manager.order_by("pk")[:_KINDS]):
                for turn in range(times):
                    _write(model, row.pk, turn)
    for person in User.objects.exclude(memberships__project=project):
        for role in ("annotator", "steward"):
            Membership.objects.create(user=person, project=project, role=role)


def _write(model: type[models.Model], key: object, turn: int) -> None:
    """As it is but for what has to be unique; else with other rows in its place, too."""
    row = model._base_manager.get(pk=key)
    row._state.adding = True
    row.pk = uuid.uuid4() if isinstance(model._meta.pk, models.UUIDField) else None
    unique = set(_unique(model))
    for field in model._meta.local_fields:
        if field.name in unique and not field.is_relation and not field.primary_key:
            setattr(row, field.attname, _other(field, getattr(row, field.attname)))
    if not _saved(model, row):
        for field in model._meta.local_fields:
            if field.is_relation and field.related_model is not Project:
                there = field.related_model._base_manager.order_by("-pk")[turn : turn + 1]
                setattr(row, field.attname, next(iter(there.values_list("pk", flat=True)), None))
        _saved(model, row)


def _saved(model: type[models.Model], row: models.Model) -> bool:
    try:
        with transaction.atomic():
            model.save_base(row, raw=True, force_insert=True)
    except DatabaseError:
        return False
    return True


def _unique(model: type[models.Model]) -> Iterator[str]:
    yield from (field.name for field in model._meta.local_fields if field.unique)
    together: Iterable[object] = model._meta.constraints
    for constraint in together:
        if isinstance(constraint, models.UniqueConstraint):
            yield from constraint.fields


def _other(field: models.Field, value: object) -> object:
    """A value that no row has: of days earlier ones, of choices none."""
    number = next(_fresh)
    if isinstance(field, models.UUIDField):
        return uuid.uuid4()
    if isinstance(field, models.DateField) and value is not None:
        return value - timedelta(days=number)
    if isinstance(field, models.IntegerField):
        return number
    if isinstance(field, models.CharField) and not field.choices:
        return hashlib.sha256(str(number).encode()).hexdigest()[: field.max_length]
    return value
