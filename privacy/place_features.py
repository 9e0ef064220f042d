"""The place policy of a project: a public area, and features of the communes in the distance, with their scales.

What an export was asked for with is written in its row, so that it can be built again as it was.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, Self
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from deidweb.accounts.models import Project, User
from deidweb.accounts.permissions import require
from deidweb.accounts.roles import Permission
from deidweb.audit.services import record
from privacy.domain.errors import BadPolicyError
from privacy.domain.places.atlas import Atlas
from privacy.domain.places.features import fill, read_features
from privacy.domain.places.metric import Feature
from privacy.domain.policy import COMPARES_FEATURES, PlacePrior
from privacy.domain.tables import Tables, default_tables
from privacy.errors import FeatureFileError
from privacy.ledger import lock_project
from privacy.models import ExportRequest, FeatureFile, PrivacySettings

MOST: Final = 20  # features of one policy
KEPT: Final = 3  # tables held in memory, some 10 MB each and their cached rows
FILE_GONE: Final = "une table de variables n'existe plus ou n'est plus la même"


@dataclass(frozen=True, slots=True)
class Chosen:
    """One feature of a policy: a column of a file, and the constant S_f that a difference is divided by."""

    file: UUID
    sha256: str
    column: str
    scale: float

    def as_json(self) -> dict[str, str]:
        """The scale as text, exactly."""
        return {
            "file": str(self.file),
            "sha256": self.sha256,
            "column": self.column,
            "scale": repr(self.scale),
        }

    @classmethod
    def of_json(cls, row: dict[str, str]) -> Self:
        return cls(UUID(row["file"]), row["sha256"], row["column"], float(row["scale"]))


@dataclass(frozen=True, slots=True)
class PlacePolicy:
    """`metric`: fingerprint of the distance with the features and of the prior, "" for those that ship."""

    area: str = "FR"
    features: tuple[Chosen, ...] = ()
    metric: str = ""
    prior: PlacePrior = PlacePrior.UNIFORM


@dataclass(frozen=True, slots=True)
class Wanted:
    """A column that the steward ticked; without a scale, the interquartile range."""

    file: UUID
    column: str
    scale: float | None = None


def place_policy_of(project: Project) -> PlacePolicy:
    """What holds for the project's next exports and previews."""
    row = PrivacySettings.objects.filter(project=project).first()
    if row is None:
        return PlacePolicy()
    features = chosen_of(row.place_features)
    return PlacePolicy(row.area, features, row.place_metric, PlacePrior(row.place_prior))


def chosen_of(rows: Iterable[dict[str, str]]) -> tuple[Chosen, ...]:
    """Features as a row keeps them."""
    return tuple(Chosen.of_json(row) for row in rows)


def tables_of(export: ExportRequest) -> Tables:
    """The tables that an export draws from. Raises BadPolicyError when a file of features is gone."""
    return tables_with(chosen_of(export.place_features), PlacePrior(export.place_prior))


def tables_for(project: Project, places: str) -> tuple[Tables, str]:
    """The tables of the project's place policy for a mechanism, and the `metric` of a policy over them.

    Raises BadPolicyError when a file of features is gone.
    """
    policy = place_policy_of(project)
    if places not in COMPARES_FEATURES:
        return default_tables(), ""
    return tables_with(policy.features, policy.prior), policy.metric


def tables_with(features: tuple[Chosen, ...], prior: PlacePrior = PlacePrior.UNIFORM) -> Tables:
    """The shipped tables, with these features in the distance between communes and that prior (kept in memory)."""
    if not features and prior is PlacePrior.UNIFORM:
        return default_tables()
    return replace(default_tables(), atlas=_atlas(features, prior))


@lru_cache(maxsize=KEPT)
def _atlas(features: tuple[Chosen, ...], prior: PlacePrior) -> Atlas:
    """Some seconds the first time. A file's content never changes, so that the choice says it all."""
    atlas = default_tables().atlas
    return atlas.with_features(_filled(atlas, features), prior)


def _filled(atlas: Atlas, features: Sequence[Chosen]) -> list[Feature]:
    found: dict[Chosen, Feature] = {}
    for file_id in dict.fromkeys(item.file for item in features):
        mine = [item for item in features if item.file == file_id]
        row = FeatureFile.objects.filter(pk=file_id).first()
        if row is None:
            raise BadPolicyError("features", FILE_GONE)
        names = {item.column for item in mine}
        table = read_features(gzip.decompress(bytes(row.content)), name=row.name, columns=names)
        if {table.sha256} != {item.sha256 for item in mine}:
            raise BadPolicyError("features", FILE_GONE)
        filled = fill(table, atlas.communes, {item.column: item.scale for item in mine})
        found.update(zip(mine, (one.feature for one in filled), strict=True))
    return [found[item] for item in features]


@transaction.atomic
def set_place_policy(
    *,
    actor: User,
    project: Project,
    area: str,
    wanted: Sequence[Wanted],
    prior: PlacePrior = PlacePrior.UNIFORM,
) -> PlacePolicy:
    """The steward's choice, for exports asked for from now on.

    Raises FeatureFileError, BadFeatureError (field: the column), BadPolicyError (unknown area): nothing changes.
    """
    require(actor, project, Permission.MANAGE_STUDIES)
    lock_project(project)
    atlas = default_tables().atlas
    atlas.area(area)
    chosen = _choose(project, atlas, wanted)
    metric = tables_with(chosen, prior).atlas.geography.named_metric
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
        features=len(chosen),
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
        row = FeatureFile.objects.in_use().filter(project=project, pk=file_id).first()
        if row is None:
            raise FeatureFileError(_("Cette table a été retirée : rechargez la page."))
        table = read_features(
            gzip.decompress(bytes(row.content)), name=row.name, columns=set(scales)
        )
        for one in fill(table, atlas.communes, scales):
            found.append(Chosen(row.pk, row.sha256, one.feature.name, one.feature.scale))
    return tuple(found)
