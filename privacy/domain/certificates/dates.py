"""Certificates of the date mechanisms: closed forms, all instantaneous.

The distance is the number of units (days, months, years, weeks) between two values written to the same granularity.
The guarantee compares files whose events come in the same order: order, granularity and number of elements are
disclosed by design, and so is which mentions are equal.
"""

import math
import time
from dataclasses import replace
from fractions import Fraction
from typing import Final

from privacy.domain.certificates.certificate import Certificate, Verdict, without_secret
from privacy.domain.mechanisms.dates_tchouka import CATEGORIES, normaliser_2023
from privacy.domain.policy import DateMechanism

KIND: Final = "dates"
UNIT: Final = "unité de la valeur (jour, mois, année, semaine)"
CLOSED: Final = (
    "Bruit de Laplace discret sur chaque valeur, tiré exactement : la perte est d'ε par unité ; la remise en ordre et"
    " la date de référence ne la changent pas."
)
CHAINED: Final = (
    "Une date entre deux autres change deux intervalles à la fois, et le nouveau tirage des intervalles négatifs"
    " dépend de la valeur d'origine : la perte dépasse le double d'ε."
)
CATEGORISED: Final = (
    "Un intervalle ne sort jamais de sa catégorie (moins de 2 mois, moins de 2 ans, plus) : deux intervalles voisins de"
    " catégories différentes se distinguent à coup sûr, le rapport est infini."
)
SHIFTED: Final = (
    "Les intervalles entre les dates restent exacts : deux dossiers dont un intervalle diffère se distinguent à coup"
    " sûr, le rapport est infini."
)
FIXED_GAP: Final = 14


def certify_dates(name: str, epsilon: Fraction) -> Certificate:
    """The certificate of a date mechanism for one element of budget ε. Raises ValueError for an unknown one."""
    begin = time.monotonic()
    mechanism = DateMechanism(name)
    if mechanism is DateMechanism.TAG:
        found = without_secret(KIND, name, epsilon, None)
    elif mechanism is DateMechanism.METRIC:
        found = _metric(epsilon)
    elif mechanism is DateMechanism.TCHOUKA2023:
        found = _chained(epsilon)
    elif mechanism is DateMechanism.TCHOUKA2022:
        edge = CATEGORIES[0].highest
        found = _infinite(name, epsilon, CATEGORISED, edge, edge + 1)
    else:
        found = _infinite(name, epsilon, SHIFTED, FIXED_GAP, FIXED_GAP + 1)
    return replace(found, seconds=time.monotonic() - begin)


def _metric(epsilon: Fraction) -> Certificate:
    return Certificate(
        kind=KIND,
        mechanism=DateMechanism.METRIC,
        epsilon=epsilon,
        verdict=Verdict.PASS,
        worst_loss_per_unit=float(epsilon),
        unit=UNIT,
        reason=CLOSED,
        pair=("0", "1"),
        output="0",
    )


def chain_loss(epsilon: float) -> float:
    """The largest loss when an inner date moves by one day, attained where the earlier interval is of 1 day.

    The later interval shrinks by a day: ε at most, approached as it grows. The earlier one grows from g to g+1:
    ln P(k|g) - ln P(k|g+1) = ε·[k < g] + ln N(g+1) - ln N(g), N(g) = 1 - e^(-ε·g)/2 the chance of no redraw. The
    first term needs g ≥ 1, the second falls with g, and ε at g = 1 outweighs what g = 0 adds to it.
    """
    return 2 * epsilon + math.log(normaliser_2023(2, epsilon) / normaliser_2023(1, epsilon))


def _chained(epsilon: Fraction) -> Certificate:
    return Certificate(
        kind=KIND,
        mechanism=DateMechanism.TCHOUKA2023,
        epsilon=epsilon,
        verdict=Verdict.FAIL,
        worst_loss_per_unit=chain_loss(float(epsilon)),
        unit=UNIT,
        reason=CHAINED,
        pair=("1", "2"),
        output="0",
    )


def _infinite(name: str, epsilon: Fraction, reason: str, left: int, right: int) -> Certificate:
    return Certificate(
        kind=KIND,
        mechanism=name,
        epsilon=epsilon,
        verdict=Verdict.FAIL,
        worst_loss_per_unit=None,
        unit=UNIT,
        reason=reason,
        pair=(str(left), str(right)),
        output=str(left),
    )
