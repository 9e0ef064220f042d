"""Rules and model together: the union of their spans, the longest where they overlap. What a rule found and the model is
sure to be ordinary words is dropped."""

from collections.abc import Sequence
from typing import Final

from annotation.domain.spans import Span, merge_hybrid
from worker.engine.note import Note
from worker.engine.reading import Reading
from worker.engine.rules.registry import rule_of

# Above this probability of being outside, for each of its words, a rule's span is dropped.
# Chosen on the development families and the demo's development notes.
SURELY_OUTSIDE: Final = 0.995


def as_read(_note: Note, spans: Sequence[Span], _reading: Reading) -> list[Span]:
    """The model's own spans, whatever the rules found."""
    return list(spans)


def plain_union(note: Note, spans: Sequence[Span], _reading: Reading) -> list[Span]:
    """All that either found, as the article's system: no veto, no doubt, no other label. "Anne" of the model and
    "Anne Roy" of a rule give "Anne Roy"."""
    return merge_hybrid(note.rules, spans, text=note.text)


def unite(note: Note, spans: Sequence[Span], reading: Reading) -> list[Span]:
    """The spans and those of the rules that the model does not deny (Tannier et al. 2024): the model's
    "[Anne] [Roy]" and the rule's "[12/03/2020]" are all in "Anne Roy, vue le 12/03/2020"."""
    return merge_hybrid(believed(note.rules, reading), spans, text=note.text)


def believed(spans: Sequence[Span], reading: Reading) -> list[Span]:
    """The spans of rules without those of which the model is sure that they are ordinary words.

    "tél. 03 80 00 00 00" and "le 12/03/2020" stay, however ordinary the model finds them: the rules are sure, and
    so is what the patient's record says. "le 12 mars" may be doubted. "Petit déjeuner" goes.
    """
    return [
        span
        for span in spans
        if not _may_doubt(span) or reading.least_outside(span.start, span.end) <= SURELY_OUTSIDE
    ]


def _may_doubt(span: Span) -> bool:
    rule = rule_of(span.source)
    return span.source.startswith("rule:") and not (rule is not None and rule.is_sure)
