"""Worst-case loss of the exponential mechanism by exact enumeration over every pair of communes (mechanisms §6).

With weights w_jy = ⌊2^47·(π_y·e^(-s·d_jy) + 2^-25)⌋ and Z_j = Σ_y w_jy, the loss between j and j' is at most
s·d_jj' + ln Z_j' - ln Z_j plus a rounding slack. The Z are sums of the very integers that are drawn from. N² figures are
computed by square blocks, upper half only, in threads (numpy frees the interpreter): memory does not grow with N².
"""

import math
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import islice
from typing import Final

import numpy as np
import numpy.typing as npt

from privacy.domain.mechanisms.choice import FLOOR, SCALE, FloatRow, integer_weights
from privacy.domain.places.metric import Matrix, distance_block

BLOCK: Final = 256  # 512 KiB of floats: stays in the cache of a core
THREADS: Final = 2
NEAR: Final = 0.02  # 1 km, or 5 % of the inhabitants: a few hundred pairs of the national table

OnProgress = Callable[[float], None]
IntMatrix = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class WorstPair:
    """`loss`: the largest proved bound of |ln ratio|/d over the pairs; `pair`: the two rows that attain it."""

    loss: float
    pair: tuple[int, int]


def slack(s: float) -> float:
    """How much a loss may exceed s·d + ln Z' - ln Z, from the two roundings of the weights.

    ⌊a⌋/⌊b⌋ ≤ (a/b)/(1 - 1/b) with b ≥ 2^47·2^-25 = 2^22 (1 % more covers exp's last bit); and a distance, rounded
    up to 1e-6 from a float, may exceed the sum of two others by one unit: s·1e-6.
    """
    return 1.01 / (SCALE * FLOOR) + s * 1e-6


def normalisers(
    axes: Matrix,
    scales: Sequence[float],
    *,
    prior: FloatRow | None = None,
    threads: int = THREADS,
    on_progress: OnProgress | None = None,
) -> IntMatrix:
    """Z, exact: one row a scale s, one column a commune. `prior`: π, 1 at most (None: uniform). Raises ValueError
    beyond 2^15.9 communes."""
    size = axes.shape[1]
    if size * (SCALE + SCALE * FLOOR) >= 2**63:
        msg = "too many communes for 64-bit sums"
        raise ValueError(msg)
    totals = np.zeros((len(scales), size), dtype=np.int64)
    lock = threading.Lock()

    def add(rows: slice, columns: slice) -> None:
        distances = distance_block(axes[:, rows], axes[:, columns])
        for k, s in enumerate(scales):
            right, left = _sums(distances, s, prior, rows, columns)
            with lock:
                totals[k, rows] += right
                if rows != columns:
                    totals[k, columns] += left

    each_block(size, add, threads, on_progress)
    return totals


def _sums(
    distances: Matrix, s: float, prior: FloatRow | None, rows: slice, columns: slice
) -> tuple[IntMatrix, IntMatrix]:
    """Sums of a block's weights along its rows, and along its columns: with a prior, two tables of weights."""
    if prior is None:
        weights = integer_weights(distances, s)
        return weights.sum(axis=1), weights.sum(axis=0)
    right = integer_weights(distances, s, prior[columns]).sum(axis=1)
    return right, integer_weights(distances, s, prior[rows, None]).sum(axis=0)


def worst_pairs(
    axes: Matrix,
    scales: Sequence[float],
    logs: Matrix,
    *,
    margin: float = 0.0,
    near: float = 0.0,
    threads: int = THREADS,
    on_progress: OnProgress | None = None,
) -> list[WorstPair]:
    """The worst pair for each s, given ln Z (one row an s) known to `margin`; (0, 0) for a single commune.

    Pairs at less than `near` are left out.
    """
    found = [WorstPair(s, (0, 0)) for s in scales]
    slacks = np.array([slack(s) for s in scales]) + margin
    best = np.zeros(len(scales))
    lock = threading.Lock()

    def compare(rows: slice, columns: slice) -> None:
        distances = distance_block(axes[:, rows], axes[:, columns])
        # a point compared with itself, or twice in the table: equal rows of weights, no loss
        inverse = np.divide(1.0, distances, out=np.zeros_like(distances), where=distances > near)
        possible = (_spread(logs, rows, columns) + slacks) * inverse.max()
        for k in np.flatnonzero(possible > best).tolist():
            excess = np.abs(logs[k, rows, None] - logs[k, None, columns])
            excess += slacks[k]
            excess *= inverse
            peak = int(excess.argmax())
            with lock:
                if excess.flat[peak] > best[k]:
                    best[k] = excess.flat[peak]
                    i, j = divmod(peak, excess.shape[1])
                    pair = _ordered(logs[k], rows.start + i, columns.start + j)
                    found[k] = WorstPair(scales[k] + float(best[k]), pair)

    each_block(axes.shape[1], compare, threads, on_progress)
    return found


def _spread(logs: Matrix, rows: slice, columns: slice) -> FloatRow:
    """The largest |ln Z - ln Z'| that two blocks can have, for each s: most blocks need no closer look."""
    left, right = logs[:, rows], logs[:, columns]
    above, below = left.max(axis=1) - right.min(axis=1), right.max(axis=1) - left.min(axis=1)
    largest: FloatRow = np.maximum(above, below)
    return largest


def _ordered(logs: FloatRow, i: int, j: int) -> tuple[int, int]:
    """The secret of the smaller normaliser first: the loss is attained from it."""
    return (i, j) if logs[i] <= logs[j] else (j, i)


def log_integers(totals: IntMatrix) -> Matrix:
    """ln Z in floats (below 2^-50 of relative error, far below the slack)."""
    return np.log(totals.astype(np.float64))


def exact_loss(
    axes: Matrix,
    s: float,
    pair: tuple[int, int],
    prior: FloatRow | None = None,
    targets: Matrix | None = None,
) -> tuple[float, int]:
    """The loss that an ordered pair attains on the integer weights, per unit of d, and the output that attains it.

    `targets`: what is drawn, where it is not the secrets themselves.
    """
    drawn = axes if targets is None else targets
    left, right = (
        integer_weights(distance_block(axes[:, [row]], drawn)[0], s, prior) for row in pair
    )
    # logarithms of exact integers: their rounding, 1e-14, is not seen after division by any d ≥ 1e-6
    losses = np.log(left.astype(np.float64)) - np.log(right.astype(np.float64))
    output = int(losses.argmax())
    total = float(losses[output]) + math.log(int(right.sum())) - math.log(int(left.sum()))
    distance = float(distance_block(axes[:, [pair[0]]], axes[:, [pair[1]]])[0, 0])
    return (total / distance if distance else 0.0), output


def near_pairs(axes: Matrix, below: float) -> list[tuple[int, int]]:
    """The pairs of distinct points at less than `below`: for them the slack would weigh too much."""
    order = np.argsort(axes[0], kind="stable")
    sorted_axes = np.ascontiguousarray(axes[:, order])
    found: list[tuple[int, int]] = []
    for shift in range(1, axes.shape[1]):
        gaps = sorted_axes[:, shift:] - sorted_axes[:, :-shift]
        if gaps[0].min() >= below:
            break
        squares = (gaps**2).sum(axis=0)
        for i in np.flatnonzero((squares > 0) & (squares < (below + 1e-6) ** 2)):
            found.append((int(order[i]), int(order[i + shift])))
    return found


def worst_pair(
    axes: Matrix,
    s: float,
    *,
    prior: FloatRow | None = None,
    threads: int = THREADS,
    on_progress: OnProgress | None = None,
) -> WorstPair:
    """The certificate of one s: exact Z, the slack for far pairs, every output of the near ones."""
    first, second = _halves(on_progress)
    sums = normalisers(axes, [s], prior=prior, threads=threads, on_progress=first)
    logs = log_integers(sums)
    worst = worst_pairs(axes, [s], logs, near=NEAR, threads=threads, on_progress=second)[0]
    for i, j in near_pairs(axes, NEAR):
        for pair in ((i, j), (j, i)):
            loss, _ = exact_loss(axes, s, pair, prior)
            worst = WorstPair(loss, pair) if loss > worst.loss else worst
    return worst


def _halves(on_progress: OnProgress | None) -> tuple[OnProgress | None, OnProgress | None]:
    """Two sweeps as one course from 0 to 1."""
    if on_progress is None:
        return None, None
    return (lambda share: on_progress(share / 2)), (lambda share: on_progress(0.5 + share / 2))


def each_block(
    size: int,
    work: Callable[[slice, slice], None],
    threads: int,
    on_progress: OnProgress | None,
) -> None:
    """Call `work(rows, columns)` on every block of the upper half, errors raised here; one stops all threads."""
    blocks = list(_blocks(size))
    done = [0] * threads
    failed = threading.Event()

    def run(rank: int) -> None:
        for rows, columns in islice(blocks, rank, None, threads):
            if failed.is_set():
                return
            try:
                work(rows, columns)
                done[rank] += 1
                if on_progress is not None and rank == 0:
                    on_progress(sum(done) / len(blocks))
            except BaseException:
                failed.set()
                raise

    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(run, range(threads)))


def _blocks(size: int) -> Iterator[tuple[slice, slice]]:
    """Diagonal by diagonal: neighbours in the table are neighbours on the map, where the worst pairs are."""
    slices = [slice(at, min(at + BLOCK, size)) for at in range(0, size, BLOCK)]
    for gap in range(len(slices)):
        yield from zip(slices, slices[gap:], strict=False)
