"""JSC and NSDCG of two texts, by any coder."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from icdcoder.domain.coder import CodePrediction, Coder
from privacy.domain.obfuscation.metrics import jsc, nsdcg, softmax

TOP: Final = 25
_SURE: Final = 0.999  # a score of 1 has no log odds


def compared(
    coder: Coder, originals: Sequence[str], outputs: Sequence[str]
) -> list[tuple[float, float]]:
    """JSC and NSDCG of each pair; gains are the softmax of the original's log odds."""
    before, after = (coder.predict(list(texts), TOP) for texts in (originals, outputs))
    return [_pair(one, other) for one, other in zip(before, after, strict=True)]


def _pair(before: Sequence[CodePrediction], after: Sequence[CodePrediction]) -> tuple[float, float]:
    gains = softmax({one.code: _log_odds(one.score) for one in before})
    ranking = [one.code for one in after]
    return jsc(set(gains), set(ranking)), nsdcg(gains, ranking)


def _log_odds(score: float) -> float:
    kept = min(max(score, 1 - _SURE), _SURE)
    return math.log(kept / (1 - kept))
