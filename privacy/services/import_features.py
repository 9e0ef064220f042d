"""Brings a table of features in."""

from __future__ import annotations

import gzip
from dataclasses import asdict

from django.db import transaction
from django.utils.translation import gettext as _

from deidweb.accounts.models import Project, User
from deidweb.accounts.permissions import require
from deidweb.accounts.roles import Permission
from deidweb.audit.services import record
from privacy.domain.errors import BadFeatureError
from privacy.domain.places.features import describe, read_features, uncompressed
from privacy.domain.tables import default_tables
from privacy.models import FeatureFile
from privacy.services.errors import FeatureFileError
from privacy.services.lock_project import lock_project


def import_features(
    *, actor: User, project: Project, name: str, file_name: str, raw: bytes
) -> FeatureFile:
    """Reads the whole file first (some seconds for a large one), then adds it; a wrong one adds nothing.

    Raises BadFeatureError (line and field), FeatureFileError (name or content there already).
    """
    require(actor, project, Permission.MANAGE_STUDIES)
    raw = uncompressed(raw, name=file_name)
    table = read_features(raw, name=file_name)
    columns = describe(table, default_tables().atlas.communes)
    if not columns:
        raise BadFeatureError(file_name, 0, table.key, "aucun code de la table des communes")
    content = gzip.compress(raw, mtime=0)
    with transaction.atomic():
        lock_project(project)
        _refuse_known(project, name, table.sha256)
        row = FeatureFile.objects.create(
            project=project,
            name=name,
            sha256=table.sha256,
            size_bytes=len(raw),
            content=content,
            key=table.key,
            by_department=table.by_department,
            columns=[asdict(column) for column in columns],
            left_out=dict(table.left_out),
            created_by=actor,
        )
        record(
            "features.imported",
            actor=actor,
            project=project,
            target=row,
            columns=len(columns),
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
