"""Certificates of the place mechanisms: enumeration, closed forms, and what is wrong with the papers' variants."""

import time
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Final

import numpy as np

from privacy.domain.certificates.certificate import Certificate, Verdict, without_secret
from privacy.domain.certificates.declared import declared_loss
from privacy.domain.certificates.enumeration import THREADS, OnProgress, exact_loss, worst_pair
from privacy.domain.mechanisms.places_geoind import STEPS_PER_KM, radius
from privacy.domain.mechanisms.places_tchouka import FeatureTable, tchouka2023, tchouka2024
from privacy.domain.places.geography import Commune, Geography
from privacy.domain.places.metric import UNIT_KM
from privacy.domain.places.scales import Proof
from privacy.domain.policy import PlaceMechanism

KIND: Final = "places"
UNIT: Final = "unité de lieu (50 km, ou dix fois plus d'habitants)"
PLANE_UNIT: Final = "unité de lieu (50 km)"
ENUMERATED: Final = (
    "Toutes les paires de communes de la zone ont été comparées sur les poids entiers du tirage : la perte la plus"
    " forte ne dépasse pas ε."
)
EXCEEDED: Final = (
    "Toutes les paires de communes de la zone ont été comparées sur les poids entiers du tirage : la perte la plus"
    " forte dépasse ε."
)
INFINITE: Final = (
    "Les candidats dépendent de la commune d'origine : certaines communes tirées ne peuvent venir que d'une seule des"
    " deux, le rapport est infini."
)
NORMALISED: Final = "La normalisation dépend de la commune d'origine : la perte la plus forte dépasse ce qu'ε permet."
DECLARED: Final = (
    "Une commune hors de la zone est tirée selon ses propres distances aux communes de la zone : où que soient deux"
    " communes, la perte ne dépasse pas deux fois l'échelle s, arrondis compris."
)
DECLARED_EXCEEDED: Final = (
    "Une commune hors de la zone est tirée selon ses propres distances aux communes de la zone : la perte, deux fois"
    " l'échelle s, dépasse ε."
)
BY_PRIOR: Final = (
    "Quel que soit le poids des communes au départ du tirage, la perte ne dépasse pas deux fois l'échelle s, arrondis"
    " compris, où que soient deux communes."
)
BY_PRIOR_EXCEEDED: Final = "Quel que soit le poids des communes au départ du tirage, la perte, deux fois l'échelle s, dépasse ε."
PLANAR: Final = (
    "Loi de Laplace plane sur un réseau de 10 m, tirée exactement : la perte est d'ε pour 50 km, quelle que soit la"
    " paire."
)
_PAPERS: Final = {"tchouka2023": tchouka2023, "tchouka2024": tchouka2024}


def certify_places(
    name: str,
    epsilon: Fraction,
    *,
    geography: Geography,
    area: str = "FR",
    scale: Fraction | None = None,
    threads: int = THREADS,
    on_progress: OnProgress | None = None,
) -> Certificate:
    """The certificate of a place mechanism for one element of budget ε, secrets anywhere, surrogates in the area.

    `scale` is the s of `metric`, by default the one that draws use. About a minute of two cores for `metric` over
    France; `on_progress` is called from other threads and may raise to stop. Raises `BadPolicyError` for an unknown area, ValueError
    for an unknown mechanism.
    """
    begin = time.monotonic()
    geography.area(area)
    mechanism = PlaceMechanism(name)
    if mechanism is PlaceMechanism.METRIC:
        s = geography.scale(area, epsilon) if scale is None else scale
        if geography.is_enumerated(area):
            worst = worst_pair(
                geography.axes(area),
                float(s),
                threads=threads,
                on_progress=on_progress,
            )
            found = _enumerated(geography, epsilon, area, s, Proof(worst.loss, worst.pair))
        else:
            found = _declared(geography, epsilon, area, s)
    elif mechanism is PlaceMechanism.GEOIND:
        found = _geoind(epsilon, area)
    elif mechanism in (PlaceMechanism.RANDOM, PlaceMechanism.TAG):
        found = without_secret(KIND, name, epsilon, area)
    else:
        found = _paper(geography, name, epsilon, area)
    return replace(found, seconds=time.monotonic() - begin)


def shipped_places(geography: Geography, epsilon: Fraction, area: str) -> Certificate | None:
    """The certificate of `metric` over the whole country from the proofs that ship, at once; None where they say
    nothing."""
    found = None if geography.scales is None else geography.scales.find(area, epsilon)
    if found is None:
        return None
    s, proof = found
    return _enumerated(geography, epsilon, area, s, proof)


def _enumerated(
    geography: Geography, epsilon: Fraction, area: str, s: Fraction, proof: Proof
) -> Certificate:
    axes = geography.axes(area)
    attained, output = exact_loss(axes, float(s), proof.pair, geography.weights(area))
    # a proof that its own pair refutes proves nothing
    worst = max(proof.epsilon, attained)
    passes = worst <= epsilon
    return Certificate(
        kind=KIND,
        mechanism=PlaceMechanism.METRIC,
        epsilon=epsilon,
        area=area,
        verdict=Verdict.PASS if passes else Verdict.FAIL,
        worst_loss_per_unit=worst,
        unit=UNIT,
        reason=ENUMERATED if passes else EXCEEDED,
        pair=_names(geography, area, proof.pair),
        output=_names(geography, area, (output,))[0],
        scale=s,
        count=axes.shape[1],
        parameters={"attained": attained} | metric_parameters(geography),
    )


def _declared(geography: Geography, epsilon: Fraction, area: str, s: Fraction) -> Certificate:
    found = declared_loss(geography, area, float(s))
    passes = found.bound <= epsilon
    is_part = not geography.is_whole(area)
    reasons = (DECLARED, DECLARED_EXCEEDED) if is_part else (BY_PRIOR, BY_PRIOR_EXCEEDED)
    names = [_name(geography.communes[i]) for i in (*found.pair, found.output)]
    return Certificate(
        kind=KIND,
        mechanism=PlaceMechanism.METRIC,
        epsilon=epsilon,
        area=area,
        verdict=Verdict.PASS if passes else Verdict.FAIL,
        worst_loss_per_unit=found.bound,
        unit=UNIT,
        reason=reasons[not passes],
        pair=(names[0], names[1]) if found.attained else (),
        output=names[2] if found.attained else "",
        scale=s,
        parameters={"attained": found.attained} | metric_parameters(geography),
    )


def metric_parameters(geography: Geography) -> dict[str, Any]:
    """What the distance is made of; the fingerprint covers every figure of it."""
    return {
        "km": UNIT_KM,
        "log10_population": 1,
        "prior": geography.prior.value,
        **({"prior_column": geography.own.column} if geography.own is not None else {}),
        "features": {feature.name: feature.scale for feature in geography.features},
        "metric": geography.metric.fingerprint,
    }


def _geoind(epsilon: Fraction, area: str) -> Certificate:
    return Certificate(
        kind=KIND,
        mechanism=PlaceMechanism.GEOIND,
        epsilon=epsilon,
        area=area,
        verdict=Verdict.PASS,
        worst_loss_per_unit=float(epsilon),
        unit=PLANE_UNIT,
        reason=PLANAR,
        parameters={
            "lattice_m": 1000 // STEPS_PER_KM,
            "km": UNIT_KM,
            "epsilon_per_km": str(epsilon / UNIT_KM),
            "radius_95_km": radius(float(epsilon / UNIT_KM), 0.95),
        },
    )


@dataclass(frozen=True, slots=True)
class Difference:
    """Two rows of a paper's table whose candidates differ: `output` is a candidate of the first alone."""

    pair: tuple[int, int]
    output: int
    shared: int
    kept: int


def difference(table: FeatureTable, name: str, i: int, j: int) -> Difference | None:
    """What tells two rows apart with certainty, or None when they have the same candidates."""
    left, right = (set(_PAPERS[name](table, row, 1.0).indices.tolist()) for row in (i, j))
    if left <= right and right <= left:
        return None
    pair, alone = ((i, j), left - right) if left - right else ((j, i), right - left)
    return Difference(pair, min(alone), len(left & right), len(left))


def _paper(geography: Geography, name: str, epsilon: Fraction, area: str) -> Certificate:
    """The most populous commune against its nearest ones, until two differ; else every pair, exactly."""
    table = geography.feature_table(area)
    size = len(table.features)
    first = int(np.argmax(table.features[:, 0]))
    distances = geography.distances(area, int(geography.area(area)[first]))
    for other in np.argsort(distances, kind="stable")[1:]:
        found = difference(table, name, first, int(other))
        if found is not None:
            return Certificate(
                kind=KIND,
                mechanism=name,
                epsilon=epsilon,
                area=area,
                verdict=Verdict.FAIL,
                worst_loss_per_unit=None,
                unit=UNIT,
                reason=INFINITE,
                pair=_names(geography, area, found.pair),
                output=_names(geography, area, (found.output,))[0],
                count=size,
                parameters={"shared_candidates": found.shared, "candidates": found.kept},
            )
    return _small_paper(geography, name, epsilon, area)


def _small_paper(geography: Geography, name: str, epsilon: Fraction, area: str) -> Certificate:
    """An area so small that all communes have the same candidates: the largest finite loss over d."""
    axes, table = geography.axes(area), geography.feature_table(area)
    spreads = np.ones((axes.shape[1], axes.shape[1]))
    for row in range(len(spreads)):
        found = _PAPERS[name](table, row, float(epsilon))
        spreads[row, found.indices] = found.probabilities
    worst, pair, output = 0.0, (0, 0), 0
    for i in range(len(spreads)):
        distances = geography.distances(area, int(geography.area(area)[i]))
        for j in np.flatnonzero(distances):
            losses = np.log(spreads[i]) - np.log(spreads[j])
            loss = float(losses.max() / distances[j])
            if loss > worst:
                worst, pair, output = loss, (i, int(j)), int(losses.argmax())
    passes = worst <= epsilon
    return Certificate(
        kind=KIND,
        mechanism=name,
        epsilon=epsilon,
        area=area,
        verdict=Verdict.PASS if passes else Verdict.FAIL,
        worst_loss_per_unit=worst,
        unit=UNIT,
        reason=ENUMERATED if passes else NORMALISED,
        pair=_names(geography, area, pair) if worst else (),
        output=_names(geography, area, (output,))[0] if worst else "",
        count=len(spreads),
    )


def _names(geography: Geography, area: str, rows: tuple[int, ...]) -> tuple[str, ...]:
    """Public names of rows of an area."""
    return tuple(_name(geography.communes[int(geography.area(area)[row])]) for row in rows)


def _name(commune: Commune) -> str:
    """« Dijon (21231) »."""
    return f"{commune.name} ({commune.insee})"
