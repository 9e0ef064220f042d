"""The proofs of the privacy engine with a million draws, draws per second, and the times of the certificates.

Nothing is read outside the project.
"""

import os
import resource
import time
from fractions import Fraction

import numpy as np
import opendp.prelude as dp

from benches.results import Row
from privacy.domain.certificates import certify_dates, certify_places
from privacy.domain.certificates.certificate import Verdict
from privacy.domain.certificates.empirical import (
    DRAWS,
    EmpiricalCheck,
    check_dates,
    check_places,
)
from privacy.domain.certificates.statistics import chi_square_tail
from privacy.domain.mechanisms.laplace import discrete_laplace, probability
from privacy.domain.places.draws import PlaceChoice
from privacy.domain.places.geography import Geography
from privacy.domain.policy import FREE_PLACES, WITHOUT_PROOF, DateMechanism, PlaceMechanism
from privacy.domain.randomness import DrawContext, KeyedStream, StudyKey
from privacy.domain.tables import default_tables

SCALES = [Fraction(1, 16), Fraction(1, 4), Fraction(1, 2), Fraction(1), Fraction(3)]
PAIR = ("Dijon", "Besançon")
THREADS = os.cpu_count() or 1
# a p-value below is no chance: fifteen are printed
LEAST_P = 0.0005
KEY = StudyKey(bytes(range(32)))


def stream(*fields: str) -> KeyedStream:
    return KEY.stream(DrawContext("bench", "/".join(fields), "", "bench"))


def chi_squares(draws: int, rows: list[Row]) -> bool:
    """Discrete Laplace against its exact mass and OpenDP; places against their integer weights."""
    least = 1.0
    print(
        f"\nChi-square, {draws} draws: p against the exact mass, p against OpenDP, p of the places (FR-BFC)"
    )
    dp.enable_features("contrib")
    space = dp.vector_domain(dp.atom_domain(T=int)), dp.l1_distance(T=int)
    for epsilon in SCALES:
        source = stream("laplace", str(epsilon))
        ours = np.array([discrete_laplace(source, epsilon) for _ in range(draws)])
        theirs = np.array(dp.m.make_laplace(*space, scale=float(1 / epsilon))([0] * draws))
        edge = next(k for k in range(10_000) if draws * probability(epsilon, k + 1) < 10)
        mass = np.array([draws * probability(epsilon, k) for k in range(-edge, edge + 1)])
        tail = (draws - mass.sum()) / 2
        exact = against(cells(ours, edge), np.array([tail, *mass, tail]))
        oracle = two_samples(cells(ours, edge), cells(theirs, edge))
        towns = place_chi_square(epsilon, draws)
        print(f"  ε = {epsilon!s:>5}: {exact:.3f}  {oracle:.3f}  {towns:.3f}")
        least = min(least, exact, oracle, towns)
    held = least >= LEAST_P
    tests = f"{3 * len(SCALES)} tests of {draws:,} draws"
    rows.append(
        Row("least p of the chi-square tests", f"{least:.2g}", "", tests, "", f"≥ {LEAST_P}", held)
    )
    return held


def cells(values: "np.ndarray", edge: int) -> "np.ndarray":
    return np.bincount(np.clip(values, -edge - 1, edge + 1) + edge + 1, minlength=2 * edge + 3)


def against(seen: "np.ndarray", expected: "np.ndarray") -> float:
    kept = expected >= 5
    statistic = float(((seen - expected)[kept] ** 2 / expected[kept]).sum())
    rest = float(expected[~kept].sum())
    if rest >= 5:
        statistic += (float(seen[~kept].sum()) - rest) ** 2 / rest
    return chi_square_tail(statistic, int(kept.sum()) - 1 + (rest >= 5))


def two_samples(left: "np.ndarray", right: "np.ndarray") -> float:
    both = left + right
    kept = both > 0
    return chi_square_tail(
        float(((left - right)[kept] ** 2 / both[kept]).sum()), int(kept.sum()) - 1
    )


def place_chi_square(epsilon: Fraction, draws: int) -> float:
    geography, origin = default_tables().atlas.geography, commune(PAIR[0])
    s = geography.scale("FR-BFC", epsilon)
    source = stream("places", str(epsilon))
    rows = [geography.draw("FR-BFC", origin, s, source) for _ in range(draws)]
    expected = draws * geography.probabilities("FR-BFC", origin, s)
    return against(np.bincount(rows, minlength=len(expected)), expected)


def commune(name: str) -> int:
    found = default_tables().atlas.find(name)
    assert found is not None
    return found.index


def empirical(draws: int, rows: list[Row]) -> bool:
    """True when what is proved stays inside its bound and what is not proved is caught outside."""
    print(f"\nLikelihood ratios, {draws} draws a side (Clopper-Pearson), ε = 1: proved ≤ allowed")
    held = []
    for dates in DateMechanism:
        found = check_dates(dates, Fraction(1), stream("dates", dates), draws=draws)
        held.append(told(f"dates {dates}", found) != (dates in WITHOUT_PROOF))
        if dates is DateMechanism.METRIC:
            of = f"{draws:,} draws a side"
            bar, loss = "likelihood ratio of drawn dates, `metric`", f"{found.loss:.3f}"
            rows.append(Row(bar, loss, "", of, "", f"≤ {found.bound:.0f}", found.holds))
    for places in PlaceMechanism:
        choice = PlaceChoice(default_tables().atlas.geography, places, "FR-BFC", Fraction(1))
        pair = commune(PAIR[0]), commune(PAIR[1])
        found = check_places(choice, pair, stream("places", places), draws=draws)
        held.append(told(f"places {places}", found) != (places in WITHOUT_PROOF))
    return all(held)


def told(name: str, found: EmpiricalCheck) -> bool:
    verdict = "inside" if found.holds else "OUTSIDE"
    print(f"  {name:20} {found.loss:8.4f} ≤ {found.bound:8.4f}  {verdict}, {found.outputs} outputs")
    return found.holds


def speeds(geography: Geography) -> None:
    print("\nDraws per second and core (France, ε = 1/4): 30 cities in turn, all different")
    for mechanism in set(PlaceMechanism) - FREE_PLACES:
        choice = PlaceChoice(geography, mechanism, "FR", Fraction(1, 4))
        step = len(geography.communes) // 500
        few = [i % 30 * 997 for i in range(4000)]
        many = [i * step for i in range(500)]
        rates = [rate(choice, origins) for origins in (few, many)]
        print(f"  {mechanism:12} {rates[0]:10.0f} {rates[1]:10.0f}")


def rate(choice: PlaceChoice, origins: list[int]) -> float:
    begin = time.process_time()
    for rank, origin in enumerate(origins):
        choice.draw(origin, key=KEY, patient=str(rank))
    return len(origins) / (time.process_time() - begin)


def certificates(geography: Geography, threads: int, rows: list[Row]) -> bool:
    """True when each mechanism has the verdict that it claims: PASS but for the papers' variants and `shift`."""
    expected = []
    print(f"\nCertificates, ε = 1, {threads} threads: verdict, worst loss per unit, seconds")
    for area in ("FR-21", "FR-BFC", "FR"):
        for mechanism in PlaceMechanism:
            found = certify_places(
                mechanism, Fraction(1), geography=geography, area=area, threads=threads
            )
            expected.append((found.verdict == Verdict.PASS) != (mechanism in WITHOUT_PROOF))
            if (area, mechanism) == ("FR", PlaceMechanism.METRIC):
                bar, held = (
                    "worst loss of the towns' certificate, `metric`",
                    found.verdict == Verdict.PASS,
                )
                loss = found.worst_loss_per_unit
                rows.append(
                    Row(
                        bar,
                        f"{loss:.3f}" if loss is not None else "∞",
                        "",
                        "all pairs of communes",
                        "",
                        "≤ 1",
                        held,
                    )
                )
            print(
                f"  {area:7} {mechanism:12} {found.verdict} {found.worst_loss_per_unit} {found.seconds:.1f}"
            )
    for dates in DateMechanism:
        proof = certify_dates(dates, Fraction(1))
        expected.append((proof.verdict == Verdict.PASS) != (dates in WITHOUT_PROOF))
        print(f"  dates   {dates:12} {proof.verdict} {proof.worst_loss_per_unit}")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"  peak memory {peak:.0f} MiB")
    return all(expected)


def run(rows: list[Row], draws: int = DRAWS, threads: int = THREADS) -> bool:
    """Prints all of it and adds its bars to `rows`; True when every proof and every test holds."""
    geography = default_tables().atlas.geography
    held = [certificates(geography, threads, rows)]
    speeds(geography)
    held += [chi_squares(draws, rows), empirical(draws, rows)]
    return all(held)
