"""Options of the distance between communes and of the prior, shared by the commands that draw and that prove."""

from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from annotation.management.given_file import given_file
from privacy.domain.places.atlas import Atlas
from privacy.domain.places.features import FeatureTable, fill, read_features
from privacy.domain.places.geography import OwnPrior
from privacy.domain.places.metric import Feature
from privacy.domain.places.own_prior import read_prior
from privacy.domain.policy import DEFAULT_PRIOR, PlaceMechanism, PlacePrior
from privacy.domain.tables import default_tables

NO_PRIOR: Final = "none"  # another word for « uniform »: nothing is preferred


def add_distance(parser: ArgumentParser) -> None:
    """`--features`, `--columns`, `--prior`, `--prior-file`, `--prior-column`."""
    parser.add_argument(
        "--features",
        type=given_file,
        nargs="+",
        metavar="FICHIER.csv",
        default=[],
        help="CSV publics par code INSEE ou par département, comme ceux de la page « Distance entre communes »",
    )
    parser.add_argument(
        "--columns",
        nargs="+",
        metavar="NOM[=ÉCHELLE]",
        help="colonnes de --features à mettre dans la distance (toutes, à l'écart interquartile)",
    )
    parser.add_argument(
        "--prior",
        choices=[*(prior.value for prior in PlacePrior), NO_PRIOR],
        help="au départ du tirage des communes sous « metric » : selon leurs habitants (population, par défaut), à"
        " égalité (uniform ou none) ou selon une table (file, avec --prior-file) ; une étude commencée à égalité garde ses"
        " tirages avec uniform",
    )
    parser.add_argument(
        "--prior-file",
        type=given_file,
        metavar="FICHIER.csv",
        help="CSV public de poids par code INSEE ou par département (jamais comptés sur les patients de l'étude)",
    )
    parser.add_argument(
        "--prior-column", metavar="NOM", default="", help="colonne des poids, s'il y en a plusieurs"
    )


def atlas_of(options: dict[str, Any]) -> Atlas:
    """The communes, with the distance and the prior that were asked for.

    Raises BadFeatureError (file, line, column), OSError, and CommandError for columns that no file has, or two.
    """
    atlas, prior = default_tables().atlas, _prior(options)
    paths = [Path(path) for path in options["features"]]
    tables = [read_features(path.read_bytes(), name=path.name) for path in paths]
    features = _features(tables, options["columns"], atlas)
    if not features and prior is PlacePrior.UNIFORM:
        return atlas
    found = atlas.with_features(features, prior, _own_prior(options, atlas))
    found.geography.weights(
        options["area"]
    )  # an area without a weight is told now, not at a patient's town
    return found


def _own_prior(options: dict[str, Any], atlas: Atlas) -> OwnPrior | None:
    if options["prior_file"] is None:
        return None
    path = Path(options["prior_file"])
    table = read_features(path.read_bytes(), name=path.name)
    return read_prior(table, atlas.communes, options["prior_column"]).prior


def _prior(options: dict[str, Any]) -> PlacePrior:
    """Only `metric` knows a prior: the others draw as they always did."""
    named, path = options["prior"], options["prior_file"]
    if path is not None and named not in (None, PlacePrior.FILE):
        raise CommandError(_("--prior-file ne va qu'avec --prior file."))
    if path is None and (named == PlacePrior.FILE or options["prior_column"]):
        raise CommandError(_("Donnez la table des poids par --prior-file."))
    if path is not None:
        return PlacePrior.FILE
    if named is not None:
        return PlacePrior.UNIFORM if named == NO_PRIOR else PlacePrior(named)
    is_metric = (options["places"] or PlaceMechanism.METRIC) == PlaceMechanism.METRIC
    return DEFAULT_PRIOR if is_metric else PlacePrior.UNIFORM


def _features(
    tables: Sequence[FeatureTable], columns: Sequence[str] | None, atlas: Atlas
) -> list[Feature]:
    if columns and not tables:
        raise CommandError(_("--columns : donnez aussi --features."))
    named = [column for table in tables for column in table.columns]
    wanted = dict(map(_scaled, columns)) if columns else dict.fromkeys(named)
    for column in wanted:
        if named.count(column) != 1:
            _refuse(tables, column)
    found: list[Feature] = []
    for table in tables:
        scales = {name: scale for name, scale in wanted.items() if name in table.columns}
        found += [filled.feature for filled in fill(table, atlas.communes, scales)]
    return found


def _refuse(tables: Sequence[FeatureTable], column: str) -> None:
    files = ", ".join(table.name for table in tables if column in table.columns)
    if files:
        raise CommandError(
            _("--columns : « %(column)s » est dans plusieurs fichiers (%(files)s).")
            % {"column": column, "files": files}
        )
    for table in tables:
        if column in table.left_out:
            raise CommandError(
                _("%(file)s, ligne %(line)d, %(column)s : ce n'est pas un nombre.")
                % {"file": table.name, "line": table.left_out[column], "column": column}
            )
    raise CommandError(
        _("--columns : aucun fichier n'a de colonne de nombres « %(column)s ».")
        % {"column": column}
    )


def _scaled(text: str) -> tuple[str, float | None]:
    """« radon » or « radon=2 »."""
    name, equals, scale = text.partition("=")
    try:
        return name, float(scale.replace(",", ".")) if equals else None
    except ValueError:
        raise CommandError(_("--columns : une échelle en nombre est attendue.")) from None
