"""Finds terms in a note: all stems of a term close together, in about its order.

An inverted index keeps each term under its rarest stem, so a note looks only at terms whose
rarest word it holds.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from icdcoder.domain.tokens import JOINERS, Break, Token, is_content, words
from icdcoder.domain.vocabulary import Abbreviation, Term, TermKind

_SLACK: Final = 3  # foreign words allowed inside a match ("fracture *non déplacée* du col…")
_LINKS: Final = words("avec sur par pour chez apres")
_BREAKERS: Final = words("sans pas ni mais aucun aucune absence")


@dataclass(frozen=True, slots=True)
class Match:
    """A term found at the tokens `positions` (ascending). `coverage` is in (0, 1]."""

    code: str
    positions: tuple[int, ...]
    kind: TermKind
    size: int
    coverage: float

    @property
    def first(self) -> int:
        return self.positions[0]

    @property
    def last(self) -> int:
        return self.positions[-1]


class TermIndex:
    """Terms by their rarest stem, abbreviations by their folded writing."""

    def __init__(self, terms: Iterable[Term], abbreviations: Mapping[str, Abbreviation]) -> None:
        terms = list(terms)
        frequency = Counter(stem for term in terms for stem in term.stems)
        self._by_anchor: dict[str, list[tuple[frozenset[str], Term]]] = defaultdict(list)
        for term in terms:
            anchor = min(term.stems, key=lambda stem: (frequency[stem], -len(stem)))
            self._by_anchor[anchor].append((frozenset(term.stems), term))
        self._abbreviations = dict(abbreviations)

    def find(self, tokens: Sequence[Token]) -> list[Match]:
        """Matches of all segments, shorter ones inside longer ones left out."""
        found: list[Match] = []
        for start, end in _segments(tokens):
            found += self._in_segment(tokens, start, end)
        found += self._abbreviated(tokens)
        return drop_contained(found)

    def _in_segment(self, tokens: Sequence[Token], start: int, end: int) -> Iterator[Match]:
        places: dict[str, list[int]] = defaultdict(list)
        for position in range(start, end):
            if is_content(tokens[position]):
                places[tokens[position].stem].append(position)
        present = places.keys()
        for stem in places:
            for needed, term in self._by_anchor.get(stem, ()):
                if needed <= present:
                    for anchor in places[stem]:
                        match = _match_at(term, anchor, stem, places, tokens)
                        if match is not None:
                            yield match

    def _abbreviated(self, tokens: Sequence[Token]) -> Iterator[Match]:
        shouted: dict[int, bool] = {}
        for position, token in enumerate(tokens):
            entry = self._abbreviations.get(token.fold)
            if entry is None or (entry.is_strict and not token.raw.isupper()):
                continue
            if entry.kind is TermKind.AMBIGUOUS and _is_shouted(tokens, position, shouted):
                continue
            yield Match(entry.code, (position,), entry.kind, 1, 1.0)


def _is_shouted(tokens: Sequence[Token], position: int, known: dict[int, bool]) -> bool:
    """True in a sentence written in capitals, where capitals say nothing."""
    start = position
    while start and tokens[start].before is not Break.SENTENCE:
        start -= 1
    if start not in known:
        end = start + 1
        while end < len(tokens) and tokens[end].before is not Break.SENTENCE:
            end += 1
        letters = [token.raw for token in tokens[start:end] if token.raw[0].isalpha()]
        known[start] = len(letters) > 2 and all(raw.isupper() for raw in letters)
    return known[start]


def _segments(tokens: Sequence[Token]) -> Iterator[tuple[int, int]]:
    """Stretches that no colon and no sentence end cuts."""
    cuts = [i for i, token in enumerate(tokens) if i and token.before >= Break.COLON]
    yield from pairwise([0, *cuts, len(tokens)])


def _match_at(
    term: Term,
    anchor: int,
    anchor_stem: str,
    places: Mapping[str, list[int]],
    tokens: Sequence[Token],
) -> Match | None:
    ordered = [
        anchor
        if stem == anchor_stem
        else min(places[stem], key=lambda place: (abs(place - anchor), place))
        for stem in term.stems
    ]
    positions = tuple(sorted(ordered))
    if not _holds_together(ordered, positions, tokens):
        return None
    optional = 0
    if term.optional:
        near = range(max(0, positions[0] - 3), min(len(tokens), positions[-1] + 4))
        optional = len({tokens[i].stem for i in near} & term.optional)
    covered = (len(term.stems) + optional) / (len(term.stems) + len(term.optional))
    return Match(term.code, positions, term.kind, len(term.stems), max(covered, 0.6))


def _holds_together(
    ordered: Sequence[int], positions: Sequence[int], tokens: Sequence[Token]
) -> bool:
    """Close enough; nothing negative in between; a coordination only in the term's own order.

    In another order than the term's own, almost no foreign word may stand between.
    "insuffisance rénale et cardiaque" holds "insuffisance cardiaque"; "embolie pulmonaire et
    hypertension" holds no "hypertension pulmonaire".
    """
    inside = set(positions)
    is_reversed = list(ordered) != list(positions)
    gap = 0
    for i in range(positions[0], positions[-1] + 1):
        token = tokens[i]
        if i > positions[0] and (token.before is Break.COMMA or token.fold in JOINERS):
            following = i + 1 if token.fold in JOINERS and i not in inside else i
            if following not in inside or is_reversed:
                return False
        if i in inside:
            continue
        if token.fold in _BREAKERS or (token.fold == "non" and i + 1 in inside):
            return False
        if is_reversed and token.fold in _LINKS:
            return False  # "cancer pulmonaire avec métastases" has no pulmonary metastasis
        gap += is_content(token)
    if not is_reversed:
        return gap <= _SLACK
    return gap <= (0 if len(positions) == 2 else 1)


def drop_contained(matches: Iterable[Match]) -> list[Match]:
    """The most specific wins: a match whose words all lie in a longer one goes.

    On the same words: more coverage, then synonym before label, then abbreviation.
    """
    order = {kind: rank for rank, kind in enumerate(TermKind)}
    kept: list[Match] = []
    taken: dict[int, list[frozenset[int]]] = defaultdict(list)
    for match in sorted(
        matches, key=lambda m: (-len(m.positions), -m.coverage, order[m.kind], m.first, m.code)
    ):
        words_of = frozenset(match.positions)
        if any(words_of <= other for other in taken[match.first]):
            continue
        kept.append(match)
        for position in words_of:
            taken[position].append(words_of)
    return sorted(kept, key=lambda match: (match.first, match.last, match.code))
