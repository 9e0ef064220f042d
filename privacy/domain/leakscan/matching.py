"""Matches of one patient's patterns in one text, before they are weighed."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from annotation.domain.labels import Label
from privacy.domain.leakscan.context import after_civility
from privacy.domain.leakscan.days import days_in
from privacy.domain.leakscan.forms import Kind
from privacy.domain.leakscan.patterns import MIN_TYPO, Misspelling, Patterns, Target
from privacy.domain.leakscan.reading import Reading, normal
from privacy.domain.text import edit_distance_at_most_one, fold, strip_accents, words

_DOTTED: Final = re.compile(r"(?<![\w.])([^\W\d_])\.[ \-]?([^\W\d_])\.?(?![\w])")
_BARE: Final = re.compile(r"\b([^\W\d_]) ?([^\W\d_])\b")
_NO_INITIALS: Final = frozenset(
    words("ta cc cr tp fc fr iv im sc po vo ph pc")
)  # « T.A. », « I.V. »


@dataclass(frozen=True, slots=True)
class Match:
    """`text[start:end]` in the form `kind`; `pieces` are the words it is made of."""

    start: int
    end: int
    kind: Kind
    target: Target
    pieces: tuple[str, ...] = ()


def matches(reading: Reading, patterns: Patterns) -> Iterator[Match]:
    """Every match of every form."""
    yield from _walk(reading, patterns)
    if patterns.heads:
        yield from _misspelt(reading, patterns)
    if patterns.days:
        for day, start, end in days_in(reading.text, reading.tokens):
            if day in patterns.days:
                yield Match(start, end, Kind.DATE, _DAY)
    if patterns.digits:
        yield from _padded(reading, patterns)
    if patterns.initials:
        yield from _initials(reading, patterns)


_DAY: Final = Target(Label.DATE, "DATE", ())
_INITIALS: Final = Target(Label.PER, "INITIALES", ())


def _walk(reading: Reading, patterns: Patterns) -> Iterator[Match]:
    """Join the words from each one on, as long as they begin a core."""
    tokens, prefixes, ends = reading.tokens, patterns.prefixes, patterns.ends
    for rank, (word, start, end) in enumerate(tokens):
        if word not in prefixes:
            continue
        joined, last, ahead = word, end, rank
        while True:
            for target in ends.get(joined, ()):
                if ahead > rank and target.is_one_word:
                    continue
                pieces = tuple(token[0] for token in tokens[rank : ahead + 1])
                yield Match(
                    start, last, _form(reading.text, start, last, pieces, target), target, pieces
                )
            ahead += 1
            if ahead == len(tokens):
                break
            word, after, last_end = tokens[ahead]
            joined += word
            if joined not in prefixes or not reading.near(last, after):
                break
            last = last_end


def _form(text: str, start: int, end: int, pieces: tuple[str, ...], target: Target) -> Kind:
    shown = text[start:end]
    if shown in target.surface and target.form is not Kind.MAIL:
        return Kind.EXACT
    if target.form is not None:
        return target.form
    if pieces == target.row:
        same = _plain(shown) in _plain(target.surface)
        return Kind.FOLDED if same else _respaced(target)
    if len(pieces) > 3 and all(len(piece) == 1 for piece in pieces):
        return Kind.LETTERS
    if "\n" in shown:
        return Kind.SPLIT
    if target.label == Label.DATE:
        return Kind.DATE
    return Kind.GLUED if len(pieces) == 1 else _respaced(target)


def _respaced(target: Target) -> Kind:
    return Kind.DIGITS if target.core.isdigit() and target.label != Label.DATE else Kind.SPACING


def _plain(text: str) -> str:
    return strip_accents(text).casefold()


# misspellings


def _misspelt(reading: Reading, patterns: Patterns) -> Iterator[Match]:
    heads, tails, tokens = patterns.heads, patterns.tails, reading.tokens
    seen: dict[str, list[Misspelling]] = {}
    for rank, (word, _, _) in enumerate(tokens):
        if len(word) < MIN_TYPO - 1:
            continue
        close = seen.get(word)
        if close is None:
            close = seen[word] = _close(word, heads, tails)
        for entry in close:
            found = _around(reading, rank, entry)
            if found is not None:
                yield Match(*found, Kind.FUZZY, entry.target, (word,))
    for word, start, end in _mixed(reading):
        for entry in _close(word, heads, tails):
            if len(entry.target.row) == 1:
                yield Match(start, end, Kind.FUZZY, entry.target, (word,))


def _close(
    word: str, heads: dict[str, list[Misspelling]], tails: dict[str, list[Misspelling]]
) -> list[Misspelling]:
    """The words of the patient at edit distance exactly 1."""
    candidates = heads.get(word[:2], []) + tails.get(word[-2:], [])
    return [
        entry
        for entry in {id(c): c for c in candidates}.values()
        if entry.word != word and edit_distance_at_most_one(word, entry.word)
    ]


def _around(reading: Reading, rank: int, entry: Misspelling) -> tuple[int, int] | None:
    """Bounds of the whole row when the other words stand where they should."""
    row, first = entry.target.row, rank - entry.place
    if len(row) == 1:
        return reading.tokens[rank][1], reading.tokens[rank][2]
    stretch = reading.tokens[first : first + len(row)] if first >= 0 else []
    if len(stretch) < len(row):
        return None
    if any(
        t[0] != w for i, (t, w) in enumerate(zip(stretch, row, strict=True)) if i != entry.place
    ):
        return None
    return stretch[0][1], stretch[-1][2]


def _mixed(reading: Reading) -> Iterator[tuple[str, int, int]]:
    """Letters with a digit among them, « Dur4nd »."""
    tokens = reading.tokens
    rank = 0
    while rank < len(tokens):
        ahead = rank + 1
        while ahead < len(tokens) and tokens[ahead][1] == tokens[ahead - 1][2]:
            ahead += 1
        if ahead - rank > 2 and not tokens[rank][0].isdigit():
            start, end = tokens[rank][1], tokens[ahead - 1][2]
            yield normal(reading.text[start:end]), start, end
        rank = ahead


# numbers and initials


def _padded(reading: Reading, patterns: Patterns) -> Iterator[Match]:
    """A number of 8 digits or more inside a longer one (« 0008003456123 »)."""
    for word, start, end in reading.tokens:
        if len(word) > 8 and word.isdigit():
            for number, label in patterns.digits.items():
                if len(number) < len(word) and number in word:
                    yield Match(start, end, Kind.DIGITS, Target(label, "", (number,)))


def _initials(reading: Reading, patterns: Patterns) -> Iterator[Match]:
    text = reading.text
    for match in _DOTTED.finditer(text):
        letters = fold(match[1] + match[2])
        known = letters in patterns.initials and letters not in _NO_INITIALS
        if known and (match[1] + match[2]).isupper():
            yield Match(match.start(), match.end(), Kind.INITIALS, _INITIALS)
    for match in _BARE.finditer(text):
        letters = fold(match[1] + match[2])
        if (
            letters in patterns.initials
            and match.group().isupper()
            and after_civility(text, match.start())
        ):
            yield Match(match.start(), match.end(), Kind.INITIALS, _INITIALS)
