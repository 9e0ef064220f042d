"""A rule is a record: what it is called, what a find is labelled, how far it is believed; a pattern is a
record too: what it looks for and what may stand before it. No list of names elsewhere knows more."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from annotation.domain.labels import Label, Subtype
from annotation.domain.spans import Span
from worker.engine.text.document import Document
from worker.engine.text.openings import matches, openings

ALWAYS: Final = 1.01  # above any score of the model's


@dataclass(frozen=True, slots=True)
class Rule:
    """`name` stands in `Span.source` as ``rule:<name>``.

    `is_sure`: a format or a field that needs no second opinion; any other find is dropped where the
    model is sure of ordinary words. `tells_below`: where rule and model found the very same words, the
    rule's label counts if the model's score is below it. `examples` show what code finds beside the
    patterns.
    """

    name: str
    label: Label
    subtype: Subtype
    is_sure: bool = False
    tells_below: float = 0.0
    examples: tuple[str, ...] = ()

    @property
    def source(self) -> str:
        return f"rule:{self.name}"

    def span(self, start: int, end: int, score: float, subtype: Subtype | None = None) -> Span:
        """`subtype` where it is not the rule's usual one."""
        return Span(start, end, self.label, subtype or self.subtype, score, self.source)


@dataclass(frozen=True, slots=True)
class Context:
    """What must stand right before a find (`wants`) and what must not (`refuses`), on the same line, in
    the last `reach` characters: end both with ``$``."""

    wants: re.Pattern[str] | None = None
    refuses: re.Pattern[str] | None = None
    reach: int = 40

    def allows(self, text: str, start: int) -> bool:
        before = text[max(0, start - self.reach, text.rfind("\n", 0, start) + 1) : start]
        if self.refuses is not None and self.refuses.search(before):
            return False
        return self.wants is None or self.wants.search(before) is not None


def _accepts_all(_: str) -> bool:
    return True


class Searched:
    """A regular expression that is searched where its matches can begin; see `text.openings`."""

    regex: re.Pattern[str]
    is_written: bool = False

    @cached_property
    def opens(self) -> frozenset[str] | None:
        """What its matches begin with; None for anything."""
        return openings(self.regex)

    def matches(self, doc: Document) -> Iterator[re.Match[str]]:
        """What the expression finds in the folded text, or in the text as written."""
        text = doc.text if self.is_written else doc.folded
        return matches(self.regex, text, doc.places.of(self.opens))


@dataclass(frozen=True)
class Pattern(Searched):
    """`regex` is searched in the folded text, or in the text as written (`is_written`); its groups whose
    names begin with ``s`` are the finds, the whole match where it has none or none took part.

    `accepts` looks at what was found, folded: the key of a number, how many digits it has.
    `examples` mark the finds: ``"né le [[12/03/1950]]"``.
    """

    rule: Rule
    regex: re.Pattern[str]
    score: float
    examples: tuple[str, ...]
    context: Context | None = None
    accepts: Callable[[str], bool] = _accepts_all
    is_written: bool = False

    def find(self, doc: Document) -> Iterator[Span]:
        """In reading order; finds of one pattern do not overlap."""
        for match in self.matches(doc):
            for start, end in _finds(match):
                if self.accepts(doc.folded[start:end]) and (
                    self.context is None or self.context.allows(doc.folded, start)
                ):
                    yield self.rule.span(start, end, self.score)


_MARKED: Final = re.compile(r"\[\[(.*?)\]\]", re.DOTALL)


def unmarked(example: str) -> tuple[str, list[str]]:
    """The sentence and what is marked in it: ``"né à [[Oran]]"`` gives ``("né à Oran", ["Oran"])``."""
    return _MARKED.sub(r"\1", example), _MARKED.findall(example)


def find_all(patterns: Iterable[Pattern], doc: Document) -> Iterator[Span]:
    """What each pattern finds, in the order of the patterns."""
    for pattern in patterns:
        yield from pattern.find(doc)


def _finds(match: re.Match[str]) -> list[tuple[int, int]]:
    groups = [name for name in match.re.groupindex if name.startswith("s")]
    return [match.span(name) for name in groups if match.start(name) >= 0] or [match.span()]
