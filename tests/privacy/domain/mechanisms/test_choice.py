from collections import Counter
from decimal import Decimal, getcontext

import numpy as np

from privacy.domain.mechanisms.choice import (
    CEILING,
    draw,
    draw_from_prior,
    draw_thinned,
    integer_weight,
    integer_weights,
    round_up,
)
from privacy.domain.randomness import DrawContext, KeyedStream, StudyKey

getcontext().prec = 50


def exact_weight(distance: str, s: str) -> int:
    return int(Decimal(2) ** 47 * ((-Decimal(s) * Decimal(distance)).exp() + Decimal(2) ** -25))


def test_weight_at_distance_zero_is_two_to_47_plus_two_to_22():
    assert integer_weights(np.array([0.0]), 0.3)[0] == 2**47 + 2**22


def test_weights_are_the_floor_of_the_exact_formula():
    weights = integer_weights(np.array([0.5, 1.25, 40.0, 400.0]), 0.5)
    exact = [exact_weight(d, "0.5") for d in ("0.5", "1.25", "40", "400")]
    # float exp is off by less than one unit in the last place of 2^47
    assert [abs(int(w) - e) for w, e in zip(weights, exact, strict=True)] == [0, 0, 0, 0] or all(
        abs(int(w) - e) <= 1 for w, e in zip(weights, exact, strict=True)
    )


def test_farthest_candidates_keep_the_floor_weight():
    assert integer_weights(np.array([1e6]), 1.0)[0] == 2**22


def test_distances_are_rounded_up_to_a_millionth():
    assert list(round_up(np.array([0.0, 0.1234561, 2.0]))) == [0.0, 0.123457, 2.0]


def test_a_weight_alone_is_the_one_among_many_to_the_last_bit():
    distances = round_up(np.random.default_rng(5).uniform(0, 40, 20_000))
    for s in (0.01, 0.5, 7.875):
        together = integer_weights(distances, s).tolist()
        assert [integer_weight(d, s) for d in distances.tolist()] == together
        prior = 10.0 ** -(distances / 8)
        together = integer_weights(distances, s, prior).tolist()
        pairs = zip(distances.tolist(), prior.tolist(), strict=True)
        assert [integer_weight(d, s, share) for d, share in pairs] == together
    assert integer_weight(0.0, 3.0) == CEILING


def test_draw_takes_the_index_whose_slice_holds_the_integer():
    class Fixed:
        def __init__(self, value: int) -> None:
            self.value = value

        def bits(self, count: int) -> int:
            return self.value

    sums = np.array([3, 4, 9])  # weights 3, 1, 5: integers 0-2, 3, 4-8
    assert [draw(Fixed(v), sums) for v in range(9)] == [0, 0, 0, 1, 2, 2, 2, 2, 2]


def test_draws_follow_the_weights():
    weights = integer_weights(np.array([0.0, 1.0, 2.0, 3.0]), 1.0)
    stream = StudyKey(b"c" * 32).stream(DrawContext("test", "choice", "", "test"))
    counts = Counter(draw(stream, np.cumsum(weights)) for _ in range(20_000))
    expected = 20_000 * weights / weights.sum()
    chi = sum((counts[i] - expected[i]) ** 2 / expected[i] for i in range(4))
    assert chi < 16.27  # 3 degrees of freedom, 0.001


def test_rejection_keeps_a_candidate_in_proportion_to_its_weight():
    weights = [CEILING, CEILING // 2, CEILING // 8]
    source = KeyedStream(StudyKey(bytes(32)), b"thinned")
    seen = Counter(draw_thinned(source, 3, lambda row: weights[row]) for _ in range(8000))
    assert seen[None] < 10  # 0.46 ** 24 of the draws
    expected = [8000 * weight / sum(weights) for weight in weights]
    assert sum((seen[i] - e) ** 2 / e for i, e in enumerate(expected)) < 16  # 2 degrees, p = 3e-4


def test_candidates_of_a_prior_stay_in_proportion_to_their_weight():
    tops = [1000, 10, 200]
    weights = [100, 10, 150]
    source = KeyedStream(StudyKey(bytes(32)), b"prior")
    sums = np.cumsum(tops).tolist()
    seen = Counter(draw_from_prior(source, sums, lambda row: weights[row]) for _ in range(8000))
    assert seen[None] < 40  # (950 / 1210) ** 24 = 0.3 % of the draws
    expected = [(8000 - seen[None]) * weight / sum(weights) for weight in weights]
    assert sum((seen[i] - e) ** 2 / e for i, e in enumerate(expected)) < 16  # 2 degrees, p = 3e-4


def test_rejection_gives_up_when_nothing_is_likely():
    assert draw_thinned(KeyedStream(StudyKey(bytes(32)), b"thinned"), 3, lambda _row: 0) is None
    assert draw_from_prior(KeyedStream(StudyKey(bytes(32)), b"x"), [3, 5], lambda _row: 0) is None
