"""What every rule is and does, for whoever wonders why a word was found."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from worker.engine.rules.engine import find_spans
from worker.engine.rules.registry import RULES, examples_of

_MOST_FINDS: Final = 5


@dataclass(frozen=True, slots=True)
class ListedRule:
    """`examples` mark the finds: ``"né à [[Oran]]"``. `count` and `finds` tell what the rule found in some
    texts: how often, and its most frequent finds."""

    name: str
    label: str
    subtype: str
    is_sure: bool
    examples: tuple[str, ...]
    count: int
    finds: tuple[str, ...]


def list_rules(texts: Iterable[str]) -> list[ListedRule]:
    """Every rule, in the order of labels and names, with its finds in these texts."""
    found: dict[str, Counter[str]] = {source: Counter() for source in RULES}
    for text in texts:
        for span in find_spans(text):
            if span.source in found:
                found[span.source][" ".join(text[span.start : span.end].split())] += 1
    listed = [
        ListedRule(
            rule.name,
            str(rule.label),
            str(rule.subtype),
            rule.is_sure,
            tuple(examples_of(rule)),
            found[source].total(),
            tuple(words for words, _ in found[source].most_common(_MOST_FINDS)),
        )
        for source, rule in RULES.items()
    ]
    return sorted(listed, key=lambda rule: (rule.label, rule.name))
