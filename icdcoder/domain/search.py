"""Finds codes by code, label or wording, as a coder types: accents folded, the last word may be a beginning.

First comes what the dictionary coder understands by the same words, then the entry whose words the query covers best; where
few know all words (those of a note seldom are a label's), what shares its rarest ones, apart: with labels and wordings, and
with what notes have said of a code, together with what a small network takes the words for.
A hundred thousand labels and wordings lie in memory under their words; an answer takes milliseconds.
"""

import math
import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from string import ascii_lowercase
from typing import Final, Protocol

from annotation.domain.uncollected import uncollected
from icdcoder.domain.codes import InvalidCodeError, parse_code
from icdcoder.domain.nomenclature import CodeEntry, Nomenclature
from icdcoder.domain.tokens import content_stems
from icdcoder.domain.vocabulary import core_label
from icdcoder.domain.wordings import read_table, wordings

_MOST_WORDS: Final = 400  # words that a beginning may stand for
_MOST_ALONE: Final = 50  # the same where no other word was typed: more than one screen shows
_LEAST_BEGUN: Final = 3  # letters: each shorter word begins hundreds
_LEAST_MISSPELT: Final = 4  # letters: of a shorter word each edit is another word
_MOST_QUERY_WORDS: Final = 20
_FEW: Final = 5  # found: what is merely alike follows them
_MOST_TOLD: Final = 400  # codes: a word of more tells none of them apart
_OF_A_GUESS: Final = 3  # codes shown of a guessed category
_LEAST_LIKELY: Final = 0.01  # of a guess
_LIKELY: Final = 0.2  # of a guess where the search knows none of the words: they may mean nothing
_RANKS: Final = 3.0  # how little the first places of two lists stand out where both are joined
# Newborn, pregnancy, circumstances: said of some patients only, so behind what may be said of everybody, but where most of
# what is found is of one such field.
_OF_SOME: Final = {letter: field for field in ("OP", "VWXY") for letter in field}
_BIRTHS: Final = ("Z37", "Z38")  # beside a birth's own code, never for it
# The words that a condition of the coder adds to what is said: "ictère" of a newborn is "ictère nouveau-né".
_SAID_OF: Final = {"newborn": content_stems("nouveau-né")}
_TIE: Final = 1e-9  # of two labels that are covered as well, the shorter one
_WORDED: Final = 0.25  # of a word: behind a label that says it, what only our wordings say
_INESSENTIAL: Final = re.compile(r" ?\([^()]*\)")  # the nomenclature's own sign for it

_Weights = dict[str, float]  # word of the index → how much of it was typed, in (0, 1]
_Phrase = tuple[tuple[str, ...], float]  # its words and its size


@dataclass(frozen=True, slots=True)
class Found:
    """What the search shows: `fitting` say what was typed, `alike` merely share its rarest words."""

    fitting: list[CodeEntry]
    alike: list[CodeEntry]


class Guesses(Protocol):
    """What takes words for a category that none of them names (`PhraseNetwork`)."""

    def guess(self, stems: Sequence[str], least: float) -> list[str]:
        """Categories of at least this probability, likeliest first."""
        ...


class CodeSearch:
    """Answers with entries that may be coded first, then forbidden categories; retired ones never.

    Without `guesses` what is alike shares words, and nothing else.
    """

    def __init__(self, nomenclature: Nomenclature, guesses: Guesses | None = None) -> None:
        self._nomenclature = nomenclature
        self._guesses = guesses
        self._phrases: dict[str, list[_Phrase]] = defaultdict(list)
        # word → code → size of its shortest phrase with it
        self._sizes: dict[str, dict[str, float]] = defaultdict(dict)
        self._heard: dict[str, set[str]] = defaultdict(set)  # word → codes that notes say with it
        self._meaning: dict[frozenset[str], str] = {}
        with uncollected():
            self._learn_all()
            kept = sorted((e for e in nomenclature if not e.is_retired), key=_length)
            self._behind = {e.code: 2 * (not e.is_codable) + at * _TIE for at, e in enumerate(kept)}
            self._words = sorted(self._sizes)
            self._rarity = {
                word: math.log(1 + len(self._phrases) / len(self._with(word))) ** 2
                for word in self._sizes.keys() | self._heard.keys()
            }
            self._codes = sorted(self._behind)

    def find(self, query: str, limit: int = 20) -> Found:
        """Entries whose code begins with the query, else those that know all its words, else what most of it means; behind
        fewer than five of them, and apart, those whose words are most like it.

        `find("e11.9").fitting` begins with E119; `find("pneumo lob").fitting` with J181, `find("a chuté de son escabeau").alike`
        with W11. A word that nothing begins with may be one letter wrong. Nothing for an empty query.
        """
        fitting, alike = self._by_code(query), list[str]()
        if not fitting:
            fitting, alike = self._by_words(content_stems(query)[:_MOST_QUERY_WORDS])
        first = self._entries(fitting, limit)
        return Found(first, self._entries(alike, limit - len(first)))

    def _entries(self, codes: list[str], limit: int) -> list[CodeEntry]:
        found = (self._nomenclature.get(code) for code in codes[:limit])
        return [entry for entry in found if entry is not None]

    def _learn_all(self) -> None:
        """In the coder's order of preference: of the same words the first one says the meaning."""
        nearest = self._nomenclature.nearest
        for row in read_table("abbreviations_fr.csv"):
            self._learn(nearest(row["code"]), row["term"])
        for wording in wordings(nearest):
            self._learn(wording.code, wording.phrase, wording.condition)
        for row in read_table("synonyms_fr.csv"):
            for phrase in row["terms"].split("|"):
                self._learn(nearest(row["code"]), phrase)
        for entry in self._nomenclature:
            if not entry.is_retired:
                label = core_label(entry.label)
                self._learn(entry.code, label, worded=0)
                if "(" in label:
                    self._learn(entry.code, _INESSENTIAL.sub("", label), worded=0)

        for row in read_table("evidence_fr.csv"):
            self._hear(nearest(row["code"]), row["words"])

    def _hear(self, code: str | None, words: str) -> None:
        """What a note said of the code: it is never found by these words, only by being like them."""
        stems = content_stems(words)[:_MOST_QUERY_WORDS]
        if code and stems:
            self._phrases[code].append((stems, math.inf))
            for word in stems:
                self._heard[word].add(code)

    def _with(self, word: str) -> set[str]:
        """Codes one of whose phrases, heard or written, has the word."""
        return {*self._sizes.get(word, ()), *self._heard.get(word, ())}

    def _learn(
        self, code: str | None, phrase: str, condition: str = "", worded: float = _WORDED
    ) -> None:
        """What is said of some patients only has the words of its condition too, or one that nobody types."""
        stems = content_stems(phrase)
        if not code or not stems:
            return
        if condition or (worded and code.startswith(_BIRTHS)):
            stems = (*stems, *_SAID_OF.get(condition, ("",)))
        else:
            self._meaning.setdefault(frozenset(stems), code)
        size = len(stems) + worded
        self._phrases[code].append((stems, size))
        for word in stems:
            sizes = self._sizes[word]
            sizes[code] = min(size, sizes.get(code, size))

    def _by_code(self, query: str) -> list[str]:
        typed = query.strip().upper().replace(".", "")
        if not typed or not typed[0].isalpha() or not typed[1:2].isdigit():
            return []
        try:
            typed = parse_code(typed)
        except InvalidCodeError:
            if len(typed) > 3:
                return []
        found = _beginning(self._codes, typed)
        return sorted(found, key=lambda code: not self._nomenclature.is_codable(code))

    def _by_words(self, stems: tuple[str, ...]) -> tuple[list[str], list[str]]:
        """What fits, and what is merely alike."""
        if not stems:
            return [], []
        told = self._told(stems)
        length, meant = (0, []) if told else self._meant_in(stems)
        fits = 2 * length >= len(stems)  # a word of a letterhead means nothing of it
        fitting = told or (meant if fits else [])
        if len(fitting) >= _FEW:
            return fitting, []
        alike = dict.fromkeys([*meant, *self._alike(stems)])
        return fitting, [code for code in self._guessed(stems, list(alike)) if code not in fitting]

    def _guessed(self, stems: tuple[str, ...], alike: list[str]) -> list[str]:
        """What is alike and what the network guesses in one order, by the places in both lists (reciprocal rank fusion, Cormack et al.
        2009). Of a guessed category those codes that are most alike, else its default."""
        if self._guesses is None:
            return alike
        of_category = defaultdict[str, list[str]](list)
        for code in alike:
            of_category[code[:3]].append(code)
        guessed = [
            code
            for category in self._guesses.guess(stems, _LEAST_LIKELY if alike else _LIKELY)
            for code in of_category[category][:_OF_A_GUESS] or self._default(category)
        ]
        places = dict.fromkeys([*alike, *guessed], 0.0)
        for ranked in (alike, guessed):
            for at, code in enumerate(ranked):
                places[code] += 1 / (_RANKS + at)
        return sorted(places, key=lambda code: -places[code])

    def _default(self, code: str) -> list[str]:
        default = self._nomenclature.default(code)
        return [default] if default else []

    def _told(self, stems: tuple[str, ...]) -> list[str]:
        """What the coder understands by these words, then what knows them all, as they stand, begun or misspelt."""
        meant = self._meant(stems)
        found = self._ranked([self._known(stems, at) for at in range(len(stems))])
        if not found and not meant and min(map(len, stems)) >= _LEAST_BEGUN:
            found = self._ranked([self._begun(stems, at) for at in range(len(stems))])
        if not found and not meant:
            found = self._ranked(
                [self._known(stems, at) or self._near(stems[at]) for at in range(len(stems))]
            )
        return list(dict.fromkeys([*meant, *found]))

    def _meant(self, stems: Iterable[str]) -> list[str]:
        """The code that the coder would propose for exactly these words."""
        code = self._meaning.get(frozenset(stems))
        return self._default(code) if code else []

    def _meant_in(self, stems: tuple[str, ...]) -> tuple[int, list[str]]:
        """How long the longest parts are that mean something, and what ("fracture poignet gauche" has "fracture poignet")."""
        for length in range(len(stems) - 1, 0, -1):
            parts = (stems[at : at + length] for at in range(len(stems) - length + 1))
            if found := [code for part in parts for code in self._meant(part)]:
                return length, list(dict.fromkeys(found))
        return 0, []

    def _known(self, stems: tuple[str, ...], at: int) -> _Weights:
        """The words that a typed one stands for: itself, else those that it begins; the last one both."""
        word = stems[at]
        if word in self._sizes and at < len(stems) - 1:
            return {word: 1.0}
        return self._begun(stems, at)

    def _begun(self, stems: tuple[str, ...], at: int) -> _Weights:
        """The words that a typed one begins, itself among them."""
        word = stems[at]
        others = {*stems[:at], *stems[at + 1 :]}
        begun = _beginning(self._words, word)
        begun = begun[:_MOST_WORDS] if others else sorted(begun, key=len)[:_MOST_ALONE]
        return {known: len(word) / len(known) for known in begun if known not in others}

    def _near(self, word: str) -> _Weights:
        """The words one letter away, else those that begin so."""
        if len(word) < _LEAST_MISSPELT or not word.isalpha():
            return {}
        edits = set(_edits(word))
        whole = edits & self._sizes.keys()
        begun = whole or {known for edit in edits for known in _beginning(self._words, edit)}
        return {known: min(1.0, len(word) / len(known)) for known in begun}

    def _ranked(self, typed: list[_Weights]) -> list[str]:
        """The codes that know all words, in one phrase or in several, best covered phrase first."""
        covered = self._covered(*typed) if len(typed) == 1 else self._covered_together(typed)
        field = _field_of(covered)
        return sorted(
            covered,
            key=lambda code: (
                self._behind[code] - covered[code] + (_OF_SOME.get(code[0], field) != field)
            ),
        )

    def _alike(self, stems: tuple[str, ...]) -> list[str]:
        """The codes one of whose phrases is most like the words: the cosine of both, each word weighing log(codes / codes with it)
        (TF-IDF, Salton and Buckley 1988)."""
        typed = [
            {word: 1.0} if word in self._rarity else self._begun(stems, at) or self._near(word)
            for at, word in enumerate(stems)
            if word in self._rarity or len(word) >= _LEAST_BEGUN
        ]
        weights = {word: weight for words in typed for word, weight in words.items()}
        size = sum(max((self._rarity[word] for word in words), default=0.0) for words in typed)
        told = (self._with(word) for word in weights)
        codes = set[str]().union(*(found for found in told if len(found) <= _MOST_TOLD))
        alike = {
            code: max(self._likeness(phrase, weights) for phrase, _size in self._phrases[code])
            / math.sqrt(size)
            for code in codes
        }
        return sorted(alike, key=lambda code: (self._behind[code] - alike[code], code))

    def _likeness(self, phrase: tuple[str, ...], weights: _Weights) -> float:
        """Of a phrase to typed words, times their own length."""
        common = sum(weights.get(word, 0.0) * self._rarity.get(word, 0.0) for word in phrase)
        return common and common / math.sqrt(sum(self._rarity.get(word, 0.0) for word in phrase))

    def _covered(self, words: _Weights) -> dict[str, float]:
        """Each code that knows one of these words → how much of its best phrase that is."""
        best: dict[str, float] = {}
        for word, weight in words.items():
            for code, size in self._sizes[word].items():
                if weight > best.get(code, 0.0) * size:
                    best[code] = weight / size
        return best

    def _covered_together(self, typed: list[_Weights]) -> dict[str, float]:
        known = [{code for word in words for code in self._sizes[word]} for words in typed]
        weights: _Weights = {}
        for words in typed:
            weights.update(words)
        return {
            code: max(
                sum(weights.get(word, 0.0) for word in phrase) / size
                for phrase, size in self._phrases[code]
            )
            for code in set.intersection(*known)
        }


def _field_of(codes: Iterable[str]) -> str:
    """The field of some patients that more than half of the codes belong to; "" where they are of everybody."""
    counts = Counter(_OF_SOME.get(code[0], "") for code in codes)
    return next((field for field in counts if field and 2 * counts[field] > counts.total()), "")


def _length(entry: CodeEntry) -> tuple[int, str]:
    return (len(_INESSENTIAL.sub("", entry.label)), entry.code)


def _beginning(ordered: list[str], prefix: str) -> list[str]:
    """The words of a sorted list that begin with `prefix`."""
    first = bisect_left(ordered, prefix)
    return ordered[first : bisect_left(ordered, prefix + "\uffff", lo=first)]


def _edits(word: str) -> Iterator[str]:
    """The word with one letter left out, exchanged with its neighbour, replaced or added."""
    for before, after in ((word[:at], word[at:]) for at in range(len(word) + 1)):
        if after:
            yield before + after[1:]
        if len(after) > 1:
            yield before + after[1] + after[0] + after[2:]
        for letter in ascii_lowercase:
            yield before + letter + after
            if after:
                yield before + letter + after[1:]
