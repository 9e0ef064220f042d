"""Finds terms in a note: all stems of a term close together, in about its order.

An inverted index keeps each term under its two rarest stems, so a note looks only at terms whose
two rarest words it holds.
"""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import compress, pairwise
from typing import Final, NamedTuple

from icdcoder.domain.cut_note import CutNote
from icdcoder.domain.tokens import (
    JOINERS,
    STOP_WORDS,
    Break,
    Places,
    Token,
    is_content,
    standing,
    words,
)
from icdcoder.domain.vocabulary import DOSE, FIGURE, Abbreviation, Term, TermKind

_CUT: Final = Break.COLON  # this and what is stronger cuts a stretch
_NEAR: Final = 6  # words on either side that decide the sense of an abbreviation
_SLACK: Final = 3  # foreign words allowed inside a match ("fracture *non déplacée* du col…")
_LINKS: Final = words("avec sur par pour chez apres")
_CIRCUMSTANCES: Final = tuple("VWXYZ")  # they need no coordination across a comma
_TO_FIGURE: Final = words("a ratio")
# "Antécédents familiaux de cancer" are no own past.
_BREAKERS: Final = words("sans pas ni mais malgre aucun aucune absence familial familiaux fam")


_Stretch = Mapping[str, list[int]]  # stems and where they stand


class Match(NamedTuple):
    """A term found at the tokens `positions` (ascending). `coverage` is in (0, 1]."""

    code: str
    positions: tuple[int, ...]
    kind: TermKind
    size: int
    coverage: float
    is_conditional: bool = False  # said of some patients only: it prevails on the same words

    @property
    def first(self) -> int:
        return self.positions[0]

    @property
    def last(self) -> int:
        return self.positions[-1]


class TermIndex:
    """Terms by their two rarest stems, abbreviations by their folded writing."""

    def __init__(
        self, terms: Iterable[Term], abbreviations: Mapping[str, Sequence[Abbreviation]]
    ) -> None:
        terms = list(terms)
        frequency = Counter(stem for term in terms for stem in term.stems)
        self._known = frozenset(frequency)
        self._alone: dict[str, list[Term]] = defaultdict(list)
        # the rarest stem of a term → its second rarest → the terms
        self._by_anchor: dict[str, dict[str, list[Term]]] = defaultdict(lambda: defaultdict(list))
        for term in terms:
            anchor, *others = sorted(term.stems, key=lambda stem: (frequency[stem], -len(stem)))
            same = self._by_anchor[anchor][others[0]] if others else self._alone[anchor]
            same.append(term)
        self._seconds = {anchor: frozenset(named) for anchor, named in self._by_anchor.items()}
        self._abbreviations = dict(abbreviations)

    def find(
        self,
        note: CutNote,
        conditions: Container[str] = frozenset(),
        hidden: AbstractSet[int] = frozenset(),
    ) -> list[Match]:
        """Matches of all segments, shorter ones inside longer ones among them (`drop_contained`).

        Terms with a condition count only where `conditions` holds it; the words `hidden` (written
        by the substitution, not by the clinician) match nothing.
        """
        found = [
            match
            for places in self._stretches(note, hidden)
            for term, anchor in self._terms(places)
            if not term.condition or term.condition in conditions
            for match in _matches(term, anchor, places, note.tokens)
        ]
        found += self._abbreviated(note.tokens, note.places, conditions, hidden)
        return found

    def _stretches(self, note: CutNote, hidden: AbstractSet[int]) -> Iterator[_Stretch]:
        """What no colon and no sentence end cuts: the stems that terms have, with their places."""
        everywhere = range(len(note.tokens))
        cuts = compress(everywhere, map(_CUT.__le__, note.breaks))
        end = next(cuts, len(everywhere))
        places: dict[str, list[int]] = {}
        for position in compress(everywhere, map(self._known.__contains__, note.stems)):
            if position >= end:
                if places:
                    yield places
                    places = {}
                end = next((cut for cut in cuts if cut > position), len(everywhere))
            if position in hidden or (
                note.folds[position] in STOP_WORDS and not is_content(note.tokens[position])
            ):
                continue
            stem = note.stems[position]
            if stem in places:
                places[stem].append(position)
            else:
                places[stem] = [position]
        if places:
            yield places

    def _terms(self, places: _Stretch) -> Iterator[tuple[Term, str]]:
        """The terms whose stems all stand in the stretch, each with its rarest one."""
        here = frozenset(
            places
        )  # of two sets the smaller is walked over, of a set and another thing that
        for stem in places:
            if stem in self._alone:
                yield from ((term, stem) for term in self._alone[stem])
            if stem not in self._seconds or self._seconds[stem].isdisjoint(here):
                continue  # as of nine anchors of ten
            seconds = self._by_anchor[stem]
            for second in self._seconds[stem] & here:
                for term in seconds[second]:
                    if len(term.stems) == 2 or all(other in places for other in term.stems):
                        yield term, stem

    def _abbreviated(
        self,
        tokens: Sequence[Token],
        at: Places,
        conditions: Container[str],
        hidden: AbstractSet[int],
    ) -> Iterator[Match]:
        shouted: dict[int, bool] = {}
        for position in standing(at, self._abbreviations.keys()):
            if position in hidden:
                continue
            token = tokens[position]
            for entry in self._abbreviations[token.fold]:
                if entry.condition and entry.condition not in conditions:
                    continue
                if entry.is_strict and not token.raw.replace(".", "").isupper():
                    continue
                if entry.kind is TermKind.AMBIGUOUS and _is_shouted(tokens, position, shouted):
                    continue
                if _is_meant(entry, tokens, position):
                    yield Match(entry.code, (position,), entry.kind, 1, 1.0)
                    break


def _is_meant(entry: Abbreviation, tokens: Sequence[Token], position: int) -> bool:
    """The words around an abbreviation agree with its sense: one of `near`, none of `veto`."""
    if not entry.near and not entry.veto:
        return True
    if FIGURE in entry.veto and _has_figure(tokens, position):
        return False
    if DOSE in entry.veto and position and _counts(tokens[position - 1].fold):
        return False
    around = {token.stem for token in tokens[max(0, position - _NEAR) : position + _NEAR + 1]}
    if entry.veto and not entry.veto.isdisjoint(around):
        return False
    return not entry.near or not entry.near.isdisjoint(around)


def _counts(fold: str) -> bool:
    return fold.isdecimal() or fold in ("un", "une")


def _has_figure(tokens: Sequence[Token], position: int) -> bool:
    """A number that is no year follows: "PTH 780" and "PTH à 65" are a hormone, "PTH 2016" a hip."""
    following = position + 1
    if following < len(tokens) and tokens[following].fold in _TO_FIGURE:
        following += 1
    if following >= len(tokens) or not tokens[following].fold.isdecimal():
        return False
    return not 1950 <= int(tokens[following].fold) <= 2100


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


def _matches(
    term: Term, anchor_stem: str, places: _Stretch, tokens: Sequence[Token]
) -> Iterator[Match]:
    """One at most for each place of the anchor, with the nearest places of the other stems."""
    for anchor in places[anchor_stem]:
        if len(term.stems) == 1:
            yield _match(term, (anchor,), tokens)
            continue
        ordered = [
            anchor if stem == anchor_stem else _nearest(places[stem], anchor) for stem in term.stems
        ]
        if len(ordered) > 2 and ordered != sorted(ordered):
            # "dépression post-AVC, dépression traitée": the nearer one belongs to the next thought
            before = [
                anchor if stem == anchor_stem else _last_before(places[stem], anchor)
                for stem in term.stems[: term.stems.index(anchor_stem) + 1]
            ]
            ordered[: len(before)] = before
        positions = tuple(sorted(ordered))
        if _holds_together(ordered, positions, tokens) and not (
            term.code[:1] in _CIRCUMSTANCES and _is_torn(positions, tokens)
        ):
            yield _match(term, positions, tokens)


def _match(term: Term, positions: tuple[int, ...], tokens: Sequence[Token]) -> Match:
    is_conditional = bool(term.condition)
    if not term.optional:
        return Match(term.code, positions, term.kind, len(term.stems), 1.0, is_conditional)
    near = range(max(0, positions[0] - 3), min(len(tokens), positions[-1] + 4))
    optional = len({tokens[i].stem for i in near} & term.optional)
    covered = (len(term.stems) + optional) / (len(term.stems) + len(term.optional))
    return Match(term.code, positions, term.kind, len(term.stems), max(covered, 0.6))


def _is_torn(positions: Sequence[int], tokens: Sequence[Token]) -> bool:
    """A comma and a foreign word between two words of a term: "coupée au doigt, mari prévenu" is no violence."""
    for before, after in pairwise(positions):
        between = [tokens[i] for i in range(before + 1, after)]
        if any(is_content(t) for t in between) and any(
            t.before is Break.COMMA for t in (*between, tokens[after])
        ):
            return True
    return False


def _nearest(places: Sequence[int], anchor: int) -> int:
    """The place (of an ascending list) closest to `anchor`; the earlier one of two."""
    at = bisect_left(places, anchor)
    if at == 0:
        return places[0]
    if at == len(places) or anchor - places[at - 1] <= places[at] - anchor:
        return places[at - 1]
    return places[at]


def _last_before(places: Sequence[int], anchor: int) -> int:
    """The last place (of an ascending list) before `anchor`; the first one of all where none is."""
    return places[max(0, bisect_left(places, anchor) - 1)]


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
        if i > positions[0] and (
            token.before in (Break.SLASH, Break.COMMA) or token.fold in JOINERS
        ):
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

    On the same words: more coverage, then synonym before label, then abbreviation; then what is said of such a patient only.
    """
    order = {kind: rank for rank, kind in enumerate(TermKind)}
    kept: list[Match] = []
    taken: dict[int, list[frozenset[int]]] = defaultdict(list)
    for match in sorted(
        matches,
        key=lambda m: (
            *(-len(m.positions), -m.coverage, order[m.kind]),
            *(m.first, not m.is_conditional, m.code),
        ),
    ):
        words_of = frozenset(match.positions)
        if any(words_of <= other for other in taken[match.first]):
            continue
        kept.append(match)
        for position in words_of:
            taken[position].append(words_of)
    return sorted(kept, key=lambda match: (match.first, match.last, match.code))
