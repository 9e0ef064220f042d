"""The place policy of a project, and the tables that it draws from.

What an export was asked for with is written in its row, so that it can be built again as it was.
"""

from __future__ import annotations

import gzip
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

from deidweb.accounts.models import Project
from privacy.domain.errors import BadPolicyError
from privacy.domain.places.atlas import Atlas
from privacy.domain.places.features import fill, read_features
from privacy.domain.places.metric import Feature
from privacy.domain.places.place_policy import Chosen, PlacePolicy, chosen_of
from privacy.domain.policy import COMPARES_FEATURES, PlacePrior
from privacy.domain.tables import Tables, default_tables, tables_of_prior
from privacy.models import ExportRequest, FeatureFile, PrivacySettings

KEPT: Final = 3  # tables held in memory, some 10 MB each and their cached rows
FILE_GONE: Final = "une table de variables n'existe plus ou n'est plus la même"


def place_policy_of(project: Project) -> PlacePolicy:
    """What holds for the project's next exports and previews."""
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
    atlas = tables.atlas.with_features(_filled(tables.atlas, features), prior)
    return replace(tables, atlas=atlas)


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
