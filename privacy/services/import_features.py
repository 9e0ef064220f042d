"""Brings a table of features in."""

from __future__ import annotations

from dataclasses import fields

from django.db import transaction
from django.utils.translation import gettext as _

from deidweb.accounts.lock_project import lock_project
from deidweb.accounts.models import Project, User
from deidweb.accounts.permissions import require
from deidweb.accounts.roles import Permission
from deidweb.audit.services import record
from privacy.models import FeatureFile
from privacy.services.errors import FeatureFileError
from privacy.services.read_table_apart import read_table_apart


def import_features(
    *, actor: User, project: Project, name: str, file_name: str, raw: bytes
) -> FeatureFile:
    """Reads the whole file first, apart (some seconds for a large one), then adds it; a wrong one adds nothing.

    Raises BadFeatureError (line and field), FeatureFileError (name or content there already).
    """
    require(actor, project, Permission.MANAGE_STUDIES)
    table = read_table_apart(raw, name=file_name)
    with transaction.atomic():
        lock_project(project)
        _refuse_known(project, name, table.sha256)
        row = FeatureFile.objects.create(
            project=project,
            name=name,
            created_by=actor,
            **{own.name: getattr(table, own.name) for own in fields(table)},
        )
        record(
            "features.imported",
            actor=actor,
            project=project,
            target=row,
            columns=len(table.columns),
            sha256=row.sha256,
        )
    return row


def _refuse_known(project: Project, name: str, sha256: str) -> None:
    mine = FeatureFile.objects.filter(project=project)
    if mine.filter(name=name).exists():
        raise FeatureFileError(_("Une table porte déjà ce nom dans le projet."))
    known = mine.in_use().filter(sha256=sha256).values_list("name", flat=True).first()
    if known is not None:
        raise FeatureFileError(
            _("Ce fichier est déjà là, sous le nom « %(name)s ».") % {"name": known}
        )
