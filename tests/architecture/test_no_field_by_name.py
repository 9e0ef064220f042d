"""Mass assignment: a form that brings fields which nobody asked for changes nothing by them.

Every address that takes a form, of one's own project with objects that exist, is sent the names of all columns of all models.
Whatever the page does with the form, a row that is there keeps its project, its people and its powers, and a new one belongs to
this project.
"""

from __future__ import annotations

import datetime
import uuid
from itertools import islice

import pytest
from django.apps import apps
from django.db import models, transaction
from django.template import loader
from django.test import Client
from django.utils import timezone

from deidweb.accounts.models import Membership, Project, User
from tests.architecture.permission_matrix import ROLES, all_routes, with_objects

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
# who may do what, and to whom a row belongs
POWERS = {"is_superuser", "is_staff", "is_active", "password", "password_is_temporary", "username"}
# addresses that are there to change just that: fields that they take, besides what is their purpose
OWN_PURPOSE = (
    "/deconnexion/",
    "/sessions/fermer/",
    "/comptes/<int:user_id>/",
    "/comptes/mot-de-passe/",
)
ADDRESSES = 2  # of one route


class TakenBackError(Exception):
    """What a page did is undone."""


def our_models() -> list[type[models.Model]]:
    ours = ("accounts", "annotation", "privacy", "icdcoder", "worker", "jobs", "audit")
    return [model for model in apps.get_models() if model._meta.app_label in ours]


def owned_by(model: type[models.Model]) -> list[str]:
    """Columns that say whose a row is."""
    found = []
    for field in model._meta.concrete_fields:
        leads_to = field.related_model if field.is_relation else None
        if leads_to in (Project, User) or (model is User and field.name in POWERS):
            found.append(field.attname)
        if model is Membership and field.name == "role":
            found.append(field.attname)
    return found


def owners() -> dict[tuple[str, object], tuple]:
    return {
        (model._meta.label, row[0]): row[1:]
        for model in our_models()
        if (columns := owned_by(model)) and model._meta.label != "audit.AuditEntry"
        for row in model.objects.values_list("pk", *columns)
    }


def hostile_fields(other: Project, somebody: User) -> dict[str, str]:
    """Every column of every model, with a value of its kind that would do harm."""
    fields = {}
    for model in our_models():
        for field in model._meta.concrete_fields:
            leads_to = field.related_model if field.is_relation else None
            value = {Project: str(other.pk), User: str(somebody.pk)}.get(leads_to) or by_kind(field)
            fields |= {field.name: value, field.attname: value}
    return fields


def by_kind(field: models.Field) -> str:
    if isinstance(field, models.BooleanField):
        return "true"
    if isinstance(field, models.UUIDField):
        return str(uuid.UUID(int=9))
    if isinstance(field, models.DateTimeField):
        return (timezone.now() + datetime.timedelta(days=9000)).isoformat()
    if isinstance(field, (models.IntegerField, models.FloatField, models.DecimalField)):
        return "1"
    choices = [str(value) for value, _label in field.flatchoices]
    return choices[-1] if choices else "x"


def test_no_form_takes_a_field_that_nobody_asked_for(
    scene, project, other_project, make_user, monkeypatch
):
    monkeypatch.setattr(loader, "render_to_string", lambda *_given, **_named: "")
    everything = Client(raise_request_exception=False)
    actor = make_user("x-everything", project, *ROLES)
    everything.force_login(actor)
    somebody = make_user("x-elsewhere", other_project, "annotator")
    before = owners()  # all that follows is rolled back, address by address
    fields, sent, changed = hostile_fields(other_project, somebody), 0, []
    for route in all_routes():
        if any(purpose in route for purpose in OWN_PURPOSE) or "<uuid:project_id>" not in route:
            continue
        for address in islice(with_objects(route, project.pk, scene), ADDRESSES):
            for kind in ("multipart", "application/json"):
                try:
                    with transaction.atomic():
                        status = send(everything, address, fields, kind)
                        sent += 1
                        found = (
                            []
                            if status in (404, 405)
                            else moved(before, owners(), other_project, somebody)
                        )
                        raise TakenBackError
                except TakenBackError:
                    changed += [(address, *one) for one in found]
                if status >= 500:
                    changed.append((address, status))
    assert sent > 200
    assert changed == []


def send(client: Client, address: str, fields: dict[str, str], kind: str) -> int:
    if kind == "multipart":
        return client.post(address, fields).status_code
    return client.post(address, fields, content_type=kind).status_code


def moved(before, after, other: Project, somebody: User) -> list[tuple]:
    """Rows that went to somebody who did not ask, and powers that changed."""
    found = []
    for key, row in after.items():
        old = before.get(key, (None,) * len(row))
        news = [new for was, new in zip(old, row, strict=True) if new != was]
        is_power = key in before and key[0] in ("accounts.User", "accounts.Membership")
        if {other.pk, somebody.pk} & set(news) or (is_power and news):
            found.append((key, old, row))
    return found
