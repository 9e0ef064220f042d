"""What can be said of a whole text made of other words or sentences: that nothing bounds it for its patient."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from typing import Final

import numpy as np

from privacy.domain.certificates.certificate import Certificate, Verdict
from privacy.domain.obfuscation.method import TextMethod
from privacy.domain.obfuscation.space import DIAMETER, WordSpace
from privacy.domain.obfuscation.words import weights

KIND = "texts"
REASON = (
    "Les voisins parmi lesquels on tire dépendent du mot ou de la phrase d'origine, et eux seuls peuvent sortir : "
    "aucune borne ne tient."
)
NOISE_REASON = (
    "Deux mots à distance d ne se distinguent pas au-delà de ε·d, mais un texte additionne tous ses mots différents : "
    "pour un patient, aucune borne ne tient."
)
NOISE_UNIT = "par unité de distance entre deux mots"
_COMPARED: Final = 32  # words, evenly over the vocabulary: 496 pairs, each over every output


def certify_neighbours(method: TextMethod) -> Certificate:
    """Two words without a common neighbour never give the same output: the loss is infinite, whatever ε."""
    return _failed(method, Fraction(0), REASON, None, "")


def certify_noise(space: WordSpace, epsilon: Fraction) -> Certificate:
    """One word's bound, and FAIL: it is ε·d for each distinct word, and a patient's text has hundreds.

    Example: at ε = 20 a note of 300 words may lose 300 · 20 · 2, which protects nobody. `attained`: what some words lose.
    """
    found = _failed(TextMethod.NOISE, epsilon, NOISE_REASON, float(epsilon), NOISE_UNIT)
    found.parameters.update(
        attained=attained_loss(space, epsilon),
        words=len(space.words),
        space=space.version,
        diameter=DIAMETER,
    )
    return found


def attained_loss(space: WordSpace, epsilon: Fraction) -> float:
    """The largest |ln ratio| over the distance, of all outputs and the pairs of some words, from the weights that are drawn."""
    count = len(space.words)
    chosen = sorted({round(i) for i in np.linspace(0, count - 1, min(_COMPARED, count))})
    logs, apart = {}, {}
    for place in chosen:
        row = weights(space, place, float(epsilon / 2)).astype(np.float64)
        logs[place] = np.log(row / row.sum())
        apart[place] = np.asarray(space.distances(place))
    return max(
        float(np.abs(logs[a] - logs[b]).max() / float(apart[a][b]))
        for a, b in combinations(chosen, 2)
        if apart[a][b]
    )


def _failed(
    method: TextMethod, epsilon: Fraction, reason: str, loss: float | None, unit: str
) -> Certificate:
    return Certificate(
        kind=KIND,
        mechanism=method,
        epsilon=epsilon,
        verdict=Verdict.FAIL,
        worst_loss_per_unit=loss,
        unit=unit,
        reason=reason,
    )
