"""The place policy of a project, and the tables that it draws from.

What an export was asked for with is written in its row, so that it can be built again as it was.
"""

from __future__ import annotations

import gzip
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final
from uuid import UUID

from deidweb.accounts.models import Project
from privacy.domain.errors import BadPolicyError
from privacy.domain.places.atlas import Atlas
from privacy.domain.places.features import FeatureTable, fill, read_features
from privacy.domain.places.geography import OwnPrior
from privacy.domain.places.metric import Feature
from privacy.domain.places.own_prior import read_prior
from privacy.domain.places.place_policy import Chosen, PlacePolicy, chosen_of
from privacy.domain.policy import COMPARES_FEATURES, PlacePrior
from privacy.domain.tables import Tables, default_tables, tables_of_prior
from privacy.models import ExportRequest, FeatureFile, PrivacySettings

KEPT: Final = 3  # tables held in memory, some 10 MB each and their cached rows
FILE_GONE: Final = "une table de variables n'existe plus ou n'est plus la même"


def place_policy_of(project: Project | None) -> PlacePolicy:
    """What holds for the project's next exports and previews; outside projects, what a new one begins with."""
    row = PrivacySettings.objects.filter(project=project).first()
    if row is None:
        row = PrivacySettings(project=project)
    features, prior = chosen_of(row.place_features), PlacePrior(row.place_prior)
    # a row that was made for another setting has not worked it out
    metric = row.place_metric or tables_with(features, prior).atlas.geography.named_metric
    return PlacePolicy(row.area, features, metric, prior)


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
    return _featured(features, prior) if features else tables_of_prior(prior)


@lru_cache(maxsize=KEPT)
def _featured(features: tuple[Chosen, ...], prior: PlacePrior) -> Tables:
    """Some seconds the first time. A file's content never changes, so that the choice says it all."""
    tables = default_tables()
    compared = [item for item in features if not item.weighs]
    own = next((_weights(tables.atlas, item) for item in features if item.weighs), None)
    atlas = tables.atlas.with_features(_filled(tables.atlas, compared), prior, own)
    return replace(tables, atlas=atlas)


def _weights(atlas: Atlas, item: Chosen) -> OwnPrior:
    table = _table(item.file, {item.column}, item.sha256)
    return read_prior(table, atlas.communes, item.column).prior


def _table(file: UUID, columns: set[str], sha256: str) -> FeatureTable:
    """These columns of a file, which must be the very file that was chosen."""
    row = FeatureFile.objects.filter(pk=file).first()
    if row is None:
        raise BadPolicyError("features", FILE_GONE)
    table = read_features(gzip.decompress(bytes(row.content)), name=row.name, columns=columns)
    if table.sha256 != sha256:
        raise BadPolicyError("features", FILE_GONE)
    return table


def _filled(atlas: Atlas, features: Sequence[Chosen]) -> list[Feature]:
    found: dict[Chosen, Feature] = {}
    for file_id in dict.fromkeys(item.file for item in features):
        mine = [item for item in features if item.file == file_id]
        if len({item.sha256 for item in mine}) > 1:
            raise BadPolicyError("features", FILE_GONE)
        table = _table(file_id, {item.column for item in mine}, mine[0].sha256)
        filled = fill(table, atlas.communes, {item.column: item.scale for item in mine})
        found.update(zip(mine, (one.feature for one in filled), strict=True))
    return [found[item] for item in features]
