"""What a rule found and the model is sure to be ordinary words is dropped."""

from collections.abc import Sequence
from typing import Final

from annotation.domain.spans import Span
from worker.engine.reading import Reading
from worker.engine.rules.registry import rule_of

# Above this probability of being outside, for each of its words, a rule's span is dropped.
# Chosen on the development families and the demo's development notes.
SURELY_OUTSIDE: Final = 0.995


def believed(spans: Sequence[Span], reading: Reading) -> list[Span]:
    """The spans of rules without those of which the model is sure that they are ordinary words.

    "le 12/03/2020" stays, however ordinary the model finds it: a format needs no second opinion, and
    neither does what the patient's record says. "Petit déjeuner" goes.
    """
    return [
        span
        for span in spans
        if not _may_doubt(span) or reading.least_outside(span.start, span.end) <= SURELY_OUTSIDE
    ]


def _may_doubt(span: Span) -> bool:
    rule = rule_of(span.source)
    return span.source.startswith("rule:") and not (rule is not None and rule.is_sure)
