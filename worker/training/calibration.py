"""The temperature and the threshold of a trained network: chosen only where enough notes judge."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from annotation.domain.ner_metrics import NerReport
from worker.engine.encoder.files import Settings
from worker.training.encoder import assess
from worker.training.encoder.assess import Scored

# With fewer notes a model that is trained further keeps its temperature and its threshold: on eight notes,
# chosen for recall, they doubled the words masked wrongly (12.5 to 26.5 per 1,000).
ENOUGH_NOTES: Final = 40
# Where no starting model says how much must be masked: nearly as much as the best threshold masks.
_TOLERATED_LOSS: Final = 0.002


def calibrated(scored: Sequence[Scored], settings: Settings, floor: float | None) -> Settings:
    """The likeliest temperature, then the threshold that costs the annotator least while at least the share
    `floor` of the identifying words is masked (None: nearly the most that any threshold masks)."""
    settings = replace(settings, temperature=assess.best_temperature(scored))
    table = assess.threshold_table(scored, settings)
    return replace(settings, threshold=best_threshold(table, floor))


def best_threshold(table: dict[float, NerReport], floor: float | None = None) -> float:
    """Fewest corrections a note among those that mask enough; then the most precise, then the lowest.

    When none masks enough, those that mask the most are left.
    """
    most = max(report.redaction.recall for report in table.values())
    least = most - _TOLERATED_LOSS if floor is None else min(floor, most)
    good = {t: report for t, report in table.items() if report.redaction.recall >= least}
    return min(good, key=lambda t: (good[t].corrections, -good[t].redaction.precision, t))
