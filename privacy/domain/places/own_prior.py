"""A prior that the steward brings: how likely each commune is where nothing is told of the origin, from a public CSV file.

One row a commune (INSEE code) or a department, a column of weights: the stays of a hospital by commune as its yearly
report publishes them, say. It becomes part of the public law of the draws: weights counted on the very patients of a
cohort would tell of them, and no ε says how much.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from privacy.domain.errors import BadFeatureError
from privacy.domain.mechanisms.choice import FloatRow
from privacy.domain.places.features import FeatureTable
from privacy.domain.places.geography import Commune, OwnPrior


@dataclass(frozen=True, slots=True)
class ReadPrior:
    """`named`: communes with a weight above 0."""

    prior: OwnPrior
    named: int


def read_prior(table: FeatureTable, communes: Sequence[Commune], column: str = "") -> ReadPrior:
    """The weights of every commune: those of the file, 0 where it says nothing. Without `column`, its only one.

    Raises BadFeatureError: no such column or several, a negative weight, none above 0 for a commune of the table.
    """
    if not column and len(table.columns) != 1:
        raise BadFeatureError(
            table.name, 0, "", "plusieurs colonnes de nombres : nommez celle des poids"
        )
    chosen = column or table.columns[0]
    known = table.values.get(chosen)
    if known is None:
        raise BadFeatureError(table.name, 0, chosen, "cette colonne de nombres n'existe pas")
    if any(weight < 0 for weight in known.values()):
        raise BadFeatureError(table.name, 0, chosen, "un poids est négatif")
    codes = [c.department if table.by_department else c.insee for c in communes]
    values = np.array([known.get(code, 0.0) for code in codes], dtype=np.float64)
    named = int(np.count_nonzero(values))
    if not named:
        raise BadFeatureError(table.name, 0, chosen, "aucune commune connue n'a de poids")
    return ReadPrior(OwnPrior(chosen, values, fingerprint_of(values)), named)


def fingerprint_of(values: FloatRow) -> str:
    """SHA-256 of the weights: another file draws afresh, the same weights from another file do not."""
    return hashlib.sha256(np.ascontiguousarray(values, dtype="<f8").tobytes()).hexdigest()
