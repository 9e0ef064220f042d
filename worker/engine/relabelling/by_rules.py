"""Where a rule read which number, which place or which body a span is, its label counts."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from annotation.domain.labels import Label, Subtype
from annotation.domain.spans import Span
from worker.engine.note import Note
from worker.engine.reading import Reading
from worker.engine.rules.registry import RULES, rule_of

# What a number's field or its key, or a public list, tells for sure.
_PRECISE: Final = frozenset(
    {Subtype.SECU, Subtype.IPP, Subtype.NDA, Subtype.RPPS, Subtype.ADELI, Subtype.FINESS}
    | {Subtype.DEPARTEMENT, Subtype.REGION, Subtype.PAYS}
)
_HOSPITAL_NAME: Final = RULES["rule:hospital-name"]


def relabel_by_rules(note: Note, spans: Sequence[Span], _reading: Reading) -> list[Span]:
    """ "RPPS [AUTRE:10003456789]" → "[RPPS:…]": the model sees few numbers of a kind in its training and calls
    most alike. A rule of the same label tells the sub-type of a span of which it holds half; a rule with
    `tells_below` tells the label too, where it found the very same words."""
    telling = [rule for rule in note.rules if rule.subtype in _PRECISE or _tells_below(rule)]
    if not telling:
        return list(spans)
    starts = [rule.start for rule in telling]
    return [_relabelled(span, telling, bisect_left(starts, span.end)) for span in spans]


def _relabelled(span: Span, telling: Sequence[Span], count: int) -> Span:
    """The first `count` of the telling rules, in order, begin before the span's end."""
    for place in range(count - 1, -1, -1):
        rule = telling[place]
        if rule.end <= span.start:
            break
        same = rule.label == span.label and rule.subtype in _PRECISE
        if (same and 2 * rule.length >= span.length) or _tells(rule, span):
            return replace(span, label=rule.label, subtype=rule.subtype)
    return span


def _tells(rule: Span, span: Span) -> bool:
    """Both found the same words; a place known as a hospital may be one, whatever the score."""
    if (rule.start, rule.end) != (span.start, span.end) or not span.source.startswith("model"):
        return False
    if rule.source == _HOSPITAL_NAME.source and span.label == Label.LOC:
        return True
    return (span.score or 0.0) < _tells_below(rule)


def _tells_below(span: Span) -> float:
    rule = rule_of(span.source)
    return rule.tells_below if rule is not None else 0.0
