"""Words of a French note: folded, lightly stemmed, with the strength of the break before each."""

import csv
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from enum import IntEnum
from functools import cache, lru_cache
from importlib import resources
from itertools import accumulate, compress, repeat
from typing import Final, NamedTuple

from annotation.domain.words import fold_word
from icdcoder.domain.memo import Memo

# "#" before a word is a fracture, but for the mark of a heading.
_TOKEN = re.compile(
    r"(?=[\w#])"  # a quarter of the time: between words nothing else is tried
    r"(?:(?=[A-Z]\.[A-Z]\.)(?:[A-Z]\.){2,}[A-Z]?(?![A-Za-z])|[^\W_]+(?:\+(?![^\W_]))?|#(?=s? ?[^\W\d_]))"
)
_PARTS = re.compile(f"({_TOKEN.pattern})")
# A mark at a line's start, and a colon or the line's end before any other point: "# Poignet droit : RAS".
_HEADING = re.compile(r"^[ \t#–•*>-]*(#)(?=s? ?[^\W\d_])[^\n:.,;]*(?::|$)", re.MULTILINE)
_STRONG = re.compile(r"[.!?;]")
_ITEM = re.compile(r"\n\s*(?:[-–—•*·#]|\d+[.)])")
_ROMAN = {"ii": "2", "iii": "3", "iv": "4"}
# Feminine and plural endings, longest first, and what is left of them.
_GENDERS: Final = (
    *(("euses", "eu"), ("euse", "eu"), ("eux", "eu"), ("ives", "if"), ("ive", "if"), ("ifs", "if")),
    *(("elles", "el"), ("elle", "el"), ("ennes", "en"), ("enne", "en"), ("ettes", "et")),
    *(("ees", ""), ("ee", "")),
)


def words(*lines: str) -> frozenset[str]:
    """A word list written as lines."""
    return frozenset(word for line in lines for word in line.split())


STOP_WORDS: Final = words(
    "a au aux avec ce ces cette d dans de des du elle en est il ils j l la le les leur leurs lui",
    "mon n notre par pour qu que qui s sa se ses son sur t un une vers y chez ayant",
)
JOINERS: Final = words("et ou")
# After these a point ends no sentence.
_TITLES: Final = words("dr m mm pr mme env cf ex inf sup ant post fr")
_BROKEN: Final = "fr"  # with its point, "fr. du radius": a fracture; "FR 22" is of the breath
_FRACTURE: Final = ("fracture", "fractur")


_INNER: Final = frozenset({".", ",", "/"})  # what may stand inside a number or behind a shorthand
_PLAIN_GAPS: Final = frozenset({" ", "'", "’", "-", ""})
LONGEST_RUN: Final = 200
_SIDES: Final = ("D", "G")


class Break(IntEnum):
    """What separates a word from the one before."""

    NONE = 0
    SLASH = 1
    COMMA = 2  # also dash between blanks, parenthesis, plus sign
    COLON = 3
    SENTENCE = 4


_NONE: Final = Break.NONE
_SENTENCE: Final = Break.SENTENCE
_token: Final = tuple.__new__  # a third of the time of calling the class


class Token(NamedTuple):
    """`fold` is without accents and case; `stem` also without plural and final e."""

    start: int
    end: int
    raw: str
    fold: str
    stem: str
    before: Break


@lru_cache(maxsize=65_536)
def fold_term(word: str) -> str:
    """A folded word without points: "Œdème" → "oedeme"; "H.T.A." → "hta"."""
    return fold_word(word).replace(".", "")


@cache
def _points() -> frozenset[str]:
    """Shorthand that is written with a point, in small letters."""
    return frozenset(short for short in _shorthand() if len(short) > 2)


@cache
def _shorthand() -> dict[str, str]:
    """Folded shorthand → the folded word that it stands for ("insuf" → "insuffisance")."""
    table = resources.files("icdcoder.domain").joinpath("data", "shorthand_fr.csv")
    rows = csv.DictReader(table.read_text(encoding="utf-8").splitlines())
    return {fold_term(row["short"]): fold_term(row["word"]) for row in rows}


@lru_cache(maxsize=65_536)
def stem(word: str) -> str:
    """Light stem of a folded word: number and gender go; words up to 4 letters stay ("toux" is not
    "tous").

    "cérébraux" and "cérébral" → "cerebral"; "aiguës" and "aigu" → "aigu"; "osseuse" and "osseux" →
    "osseu"; "brûlée" and "brûlé" → "brul"; "artérielle" and "artériel" → "arteriel".
    """
    word = _ROMAN.get(word, word)
    word = _shorthand().get(word, word)
    if len(word) <= 4 or word[0].isdigit():
        return word
    if word.endswith("aux") and len(word) > 5:
        return word[:-3] + "al"
    for ending, shorter in _GENDERS:
        if word.endswith(ending):
            return word[: len(word) - len(ending)] + shorter
    if word[-1] in "sx":
        word = word[:-1]
    if word[-1] == "e":
        word = word[:-1]
    return word


def content_stems(phrase: str) -> tuple[str, ...]:
    """Stems of the words that count, in order, each once.

    >>> content_stems("Brûlure de la main et du poignet")
    ('brulur', 'main', 'poignet')
    """
    return tuple(dict.fromkeys(stem for fold, stem in content(phrase) if fold not in JOINERS))


def content(phrase: str) -> list[tuple[str, str]]:
    """The words that count, folded, and their stems, in order."""
    raws = _TOKEN.findall(phrase)
    if any(len(raw) == 1 and raw.isupper() for raw in raws):  # what stands before it decides
        return [(token.fold, token.stem) for token in tokenise(phrase) if is_content(token)]
    # a nomenclature has tens of thousands of phrases, and `tokenise` takes three times as long
    folds = map(fold_term, raws)
    return [(fold, stem(fold)) for fold in folds if fold not in STOP_WORDS]


def is_content(token: Token) -> bool:
    """False for small words; the capital of "hépatite A" or "vitamine D" is no small word."""
    if token.fold not in STOP_WORDS:
        return True
    return len(token.raw) == 1 and token.raw.isupper() and token.before is Break.NONE


def _is_wrapped(gap: str, *, is_lower: bool) -> bool:
    """A line end inside a sentence: one newline, next line starts in lower case, no bullet."""
    return gap.count("\n") == 1 and is_lower and not _ITEM.search(gap)


@lru_cache(maxsize=4_096)
def _break(gap: str, is_lower: bool) -> Break:  # noqa: FBT001 -- by name it costs twice
    """`is_lower`: the word behind the gap begins with a small letter."""
    if gap in _PLAIN_GAPS:
        return Break.NONE
    if _STRONG.search(gap) or ("\n" in gap and not _is_wrapped(gap, is_lower=is_lower)):
        return Break.SENTENCE
    if ":" in gap:
        return Break.COLON
    if any(mark in gap for mark in (",", "(", ")", " - ", " – ", " — ", "+", "=", "→")):
        return Break.COMMA
    return Break.SLASH if "/" in gap else Break.NONE


def _is_inner_point(previous: str, fold: str, gap: str, following: str) -> bool:
    """A point, comma or stroke inside a number ("7.5", "0,42"), a point after "Dr", "M.", the letter of a genus ("E. coli"), or after a shorthand that goes on in small
    letters ("insuf. rénale") ends nothing. `fold` is of the word before."""
    if gap in _INNER:  # "7,5", "178/100"
        return following[0].isdigit() and previous[-1].isdigit()
    if not gap.startswith(". ") or "\n" in gap:
        return False
    if len(previous) == 1 and previous.isupper() and following[0].islower():
        return previous not in _SIDES  # "E. coli", "S. aureus", but "plaie jambe G. ce matin"
    is_short = following[0].islower() and fold in _points()
    return is_short or fold in _TITLES


class Columns(NamedTuple):
    """The words of a text, each thing that is known of them in a column of its own."""

    starts: Sequence[int]
    ends: Sequence[int]
    raws: Sequence[str]
    folds: tuple[str, ...]
    stems: tuple[str, ...]
    breaks: Sequence[Break]

    def tokens(self) -> list[Token]:
        return list(map(_token, repeat(Token), zip(*self, strict=True)))


def columns(text: str) -> Columns:
    """All words and numbers in order. Offsets count code points of `text`.

    A run of `LONGEST_RUN` words without a sentence end is cut: what reads sentences stays linear.
    """
    parts = _parts(text)
    raws = parts[1::2]
    ends = list(accumulate(map(len, parts)))
    folds, stems = zip(*map(_FORMS.__getitem__, raws), strict=True) if raws else ((), ())
    breaks = _breaks(parts, raws, folds)
    if _BROKEN in folds:
        folds, stems = _with_fractures(parts, raws, folds, stems)
    return Columns(ends[:-1:2], ends[1::2], raws, folds, stems, breaks)


def _with_fractures(
    parts: Sequence[str], raws: Sequence[str], folds: Sequence[str], stems: Sequence[str]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Folds and stems in which "fr. L1" and "Fr. du radius" have their word."""
    read = [
        _FRACTURE
        if fold == _BROKEN and raws[at] != "FR" and parts[2 * at + 2].startswith(".")
        else (fold, stems[at])
        for at, fold in enumerate(folds)
    ]
    opened, stemmed = zip(*read, strict=True)
    return opened, stemmed


def tokenise(text: str) -> list[Token]:
    """The same, word by word."""
    return columns(text).tokens()


def _breaks(parts: Sequence[str], raws: Sequence[str], folds: Sequence[str]) -> list[Break]:
    """The break before each word, of the pieces of a text."""
    breaks = [_NONE] * len(raws)
    last = -1  # word that began a sentence
    gaps = parts[2:-1:2]
    for at, gap in compress(enumerate(gaps, start=1), map(" ".__ne__, gaps)):
        if gap[:1] in _INNER and _is_inner_point(raws[at - 1], folds[at - 1], gap, raws[at]):
            continue
        strength = breaks[at] = _break(gap, raws[at][0].islower())
        if strength is _SENTENCE:
            _cut(breaks, last, at)
            last = at
    _cut(breaks, last, len(breaks))
    return breaks


def _cut(breaks: list[Break], first: int, end: int) -> None:
    """Ends sentences in what is too long without one."""
    for at in range(first + LONGEST_RUN, end, LONGEST_RUN):
        breaks[at] = _SENTENCE


def _parts(text: str) -> list[str]:
    """The text in pieces: what stands before a word, the word, and so on; the mark of a heading is no word."""
    parts = _PARTS.split(text)
    headings = {mark.start(1) for mark in _HEADING.finditer(text)} if "#" in text else ()
    if not headings:
        return parts
    kept, at = [""], 0
    for number, part in enumerate(parts):
        if number % 2 and at not in headings:
            kept += (part, "")
        else:
            kept[-1] += part
        at += len(part)
    return kept


Places = Mapping[str, Sequence[int]]


def places_of(folds: Sequence[str]) -> Places:
    """Each folded word with the positions where it stands: what looks for few words need not walk over all."""
    found: dict[str, list[int]] = defaultdict(list)
    for position, fold in enumerate(folds):
        found[fold].append(position)
    return found


def standing(places: Places, wanted: AbstractSet[str]) -> list[int]:
    """The positions of the words `wanted`, ascending."""
    return sorted(position for word in places.keys() & wanted for position in places[word])


def _forms(raw: str) -> tuple[str, str]:
    """Fold and stem."""
    fold = fold_term(raw)
    return fold, stem(fold)


_FORMS: Final = Memo(_forms)


def _plain(letter: str) -> str:
    folded = fold_word(letter)
    return folded if len(folded) == 1 else folded[:1] or letter


_SAME_LENGTH: Final = {
    **{code: _plain(chr(code)) for code in (*range(65, 91), *range(0xC0, 0x180))},
    **{ord(blank): " " for blank in "\n\r\t\u00a0\u202f\u2009"},
    **{ord(mark): "'" for mark in "’‘"},
}


_CODE_PAGE: Final = "cp1252"  # of a byte a sign; it holds what French notes are written in
_FOLDED_BYTES: Final = (
    bytes(range(256))
    .decode(_CODE_PAGE, "replace")
    .translate(_SAME_LENGTH)
    .encode(_CODE_PAGE, "replace")
)


def fold_text(text: str) -> str:
    """Without case and accents, blanks all alike, exactly as long as `text`: "Né à\\n34 SA" → "ne a 34 sa"."""
    try:
        return text.encode(_CODE_PAGE).translate(_FOLDED_BYTES).decode(_CODE_PAGE)
    except UnicodeEncodeError:
        return text.translate(_SAME_LENGTH)
