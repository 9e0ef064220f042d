"""The steward's choice of an area, of features and of a prior."""

from __future__ import annotations

import gzip
from collections.abc import Sequence
from typing import Final
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from deidweb.accounts.lock_project import lock_project
from deidweb.accounts.models import Project, User
from deidweb.accounts.permissions import require
from deidweb.accounts.roles import Permission
from deidweb.audit.services import record
from privacy.domain.places.atlas import Atlas
from privacy.domain.places.features import fill, read_features
from privacy.domain.places.own_prior import read_prior
from privacy.domain.places.place_policy import Chosen, PlacePolicy, Wanted
from privacy.domain.policy import DEFAULT_PRIOR, PlacePrior
from privacy.domain.tables import default_tables
from privacy.models import FeatureFile, PrivacySettings
from privacy.selectors.place_policy import tables_with
from privacy.services.errors import FeatureFileError

MOST: Final = 20  # features of one policy


@transaction.atomic
def set_place_policy(
    *,
    actor: User,
    project: Project,
    area: str,
    wanted: Sequence[Wanted],
    prior: PlacePrior = DEFAULT_PRIOR,
    weights: Wanted | None = None,
) -> PlacePolicy:
    """The steward's choice, for exports asked for from now on. `weights`: the column of `PlacePrior.FILE`.

    Raises FeatureFileError, BadFeatureError (field: the column), BadPolicyError (unknown area): nothing changes.
    """
    require(actor, project, Permission.MANAGE_STUDIES)
    lock_project(project)
    atlas = default_tables().atlas
    atlas.area(area)
    compared = _choose(project, atlas, wanted)
    chosen = (*compared, *_weighing(project, atlas, prior, weights))
    geography = tables_with(chosen, prior).atlas.geography
    geography.weights(area)  # BadPolicyError: nobody could be drawn by them there
    metric = geography.named_metric
    row, _made = PrivacySettings.objects.get_or_create(project=project)
    row.area, row.place_metric, row.place_prior = area, metric, prior
    row.place_features = [item.as_json() for item in chosen]
    row.save()
    record(
        "places.policy_changed",
        actor=actor,
        project=project,
        target=project,
        area=area,
        features=len(compared),
        metric=metric,
        prior=prior.value,
    )
    return PlacePolicy(area, chosen, metric, prior)


def _choose(project: Project, atlas: Atlas, wanted: Sequence[Wanted]) -> tuple[Chosen, ...]:
    """The columns with their scales worked out."""
    if len(wanted) > MOST:
        raise FeatureFileError(
            _("%(most)d variables au plus peuvent entrer dans la distance.") % {"most": MOST}
        )
    names = [item.column for item in wanted]
    for name in names:
        if names.count(name) > 1:
            raise FeatureFileError(
                _("Deux variables portent le nom « %(name)s » : n'en gardez qu'une.")
                % {"name": name}
            )
    found: list[Chosen] = []
    for file_id in dict.fromkeys(item.file for item in wanted):
        scales = {item.column: item.scale for item in wanted if item.file == file_id}
        row = _file(project, file_id)
        table = read_features(
            gzip.decompress(bytes(row.content)), name=row.name, columns=set(scales)
        )
        for one in fill(table, atlas.communes, scales):
            found.append(Chosen(row.pk, row.sha256, one.feature.name, one.feature.scale))
    return tuple(found)


def _weighing(
    project: Project, atlas: Atlas, prior: PlacePrior, weights: Wanted | None
) -> tuple[Chosen, ...]:
    """The column of weights, where the prior is one."""
    if prior is not PlacePrior.FILE:
        return ()
    if weights is None:
        raise FeatureFileError(_("Choisissez la colonne des poids."))
    row = _file(project, weights.file)
    table = read_features(
        gzip.decompress(bytes(row.content)), name=row.name, columns={weights.column}
    )
    read_prior(table, atlas.communes, weights.column)
    return (Chosen(row.pk, row.sha256, weights.column, 1.0, weighs=True),)


def _file(project: Project, file_id: UUID) -> FeatureFile:
    row = FeatureFile.objects.in_use().filter(project=project, pk=file_id).first()
    if row is None:
        raise FeatureFileError(_("Cette table a été retirée : rechargez la page."))
    return row
