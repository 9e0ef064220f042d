"""Finds codes by code, label or wording, as a coder types: accents folded, the last word may be a beginning.

A few tens of thousands of labels and wordings lie in memory, words in order; an answer takes milliseconds.
"""

from bisect import bisect_left
from collections import defaultdict
from typing import Final

from icdcoder.domain.codes import InvalidCodeError, parse_code
from icdcoder.domain.nomenclature import CodeEntry, Nomenclature
from icdcoder.domain.tokens import content
from icdcoder.domain.wordings import wordings

_MOST_WORDS: Final = 400  # words that a beginning may stand for


class CodeSearch:
    """Answers with entries that may be coded first, then forbidden categories; retired ones never."""

    def __init__(self, nomenclature: Nomenclature) -> None:
        self._nomenclature = nomenclature
        self._codes_of: dict[str, set[str]] = defaultdict(set)
        for entry in nomenclature:
            if not entry.is_retired:
                self._learn(entry.code, entry.label)
        for wording in wordings(nomenclature.nearest):
            self._learn(wording.code, wording.phrase)
        self._words = sorted(self._codes_of)
        self._codes = sorted(entry.code for entry in nomenclature if not entry.is_retired)

    def find(self, query: str, limit: int = 20) -> list[CodeEntry]:
        """Entries whose code begins with the query, else those that know all its words.

        `find("e11.9")` begins with E119; `find("infarctus inf")` with I211. [] for an empty query.
        """
        codes = self._by_code(query) or self._by_words(query)
        entries = [entry for code in codes if (entry := self._nomenclature.get(code)) is not None]
        return sorted(entries, key=self._rank)[:limit]

    def _learn(self, code: str, phrase: str) -> None:
        for stem in _stems(phrase):
            self._codes_of[stem].add(code)

    def _by_code(self, query: str) -> list[str]:
        typed = query.strip().upper().replace(".", "")
        if not typed or not typed[0].isalpha() or not typed[1:2].isdigit():
            return []
        try:
            typed = parse_code(typed)
        except InvalidCodeError:
            if len(typed) > 3:
                return []
        return _beginning(self._codes, typed)

    def _by_words(self, query: str) -> set[str]:
        stems = _stems(query)
        if not stems:
            return set()
        *whole, last = stems
        meant = [word for word in self._known(last) if word not in whole]
        found = set[str]().union(*(self._codes_of[word] for word in meant))
        for stem in whole:
            found &= self._codes_of.get(stem, set())
        return found

    def _known(self, beginning: str) -> list[str]:
        return _beginning(self._words, beginning)[:_MOST_WORDS]

    def _rank(self, entry: CodeEntry) -> tuple[bool, int, str]:
        is_forbidden = not self._nomenclature.is_codable(entry.code)
        return (is_forbidden, len(entry.label), entry.code)


def _stems(phrase: str) -> list[str]:
    return [stem for _fold, stem in content(phrase)]


def _beginning(ordered: list[str], prefix: str) -> list[str]:
    """The words of a sorted list that begin with `prefix`."""
    first = bisect_left(ordered, prefix)
    return ordered[first : bisect_left(ordered, prefix + "\uffff", lo=first)]
