"""Words of age and of time as nouns: where they stand in a surrogate, whether they elide, their gender."""

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from privacy.domain.linking.words import Noun, elides, gender_told, tail_of
from privacy.domain.text import strip_accents
from privacy.domain.time.bands import NAMES
from privacy.domain.time.lexicon import MONTHS, SEASONS, WEEKDAYS

_TWO_FORMS: Final = {name: feminine for name, feminine in NAMES if name != feminine}
_MASCULINE: Final = frozenset(("nourrisson",))
_AGE: Final = re.compile(
    r"(?<![^\W\d_])(?:"
    + "|".join(sorted({word for pair in NAMES for word in pair}, key=len, reverse=True))
    + r")s?(?![^\W\d_])",
    re.IGNORECASE,
)  # fmt: skip
# months, weekdays and seasons are masculine
MONTH_NAMES: Final = frozenset(map(strip_accents, MONTHS))
_TIMES: Final = frozenset(strip_accents(w) for w in (*MONTHS, *WEEKDAYS, *SEASONS.values()))
_NAMED_DAY: Final = re.compile(
    r"(?:(?:depuis|dps|d[èe]s|avant|apr[èe]s|vers|pour|entre|pendant|durant)\s|jusqu['’]\s?(?:[àa]|aux?)\s|(?:[àa]|aux?|de|du|des)\s|cet(?:te)?\s)?(?:le\s)?(?P<day>\d\d?(?:er)?\s+(?:"
    + "|".join(dict.fromkeys((*MONTHS, *map(strip_accents, MONTHS))))
    + r")(?![^\W\d_]))",
    re.IGNORECASE,
)
_FIRST: Final = re.compile(r"[^\W\d_]+")
_FEMALE: Final = re.compile(r"\b(?:une|la|cette|sa)\s(?:jeune|petite)\s\Z", re.IGNORECASE)
# words around the entities that tell whom a word of age is said of
_SEX: Final = re.compile(
    r"\b(?:(?P<her>patientes?|mme|madame|melle|mlle|mademoiselle|elle|femmes?|filles?|fillettes?|dame|née|âgée|mère|sœur|soeur)"
    r"|patients?|mr?\.|mr|monsieur|il|hommes?|garçons?|né|âgé|père|frère|fils)(?![^\W\d_])",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Placed:
    """A noun at `at` in a surrogate; `text` is the surrogate, its noun put into the gender that the text asks for."""

    at: int
    text: str
    noun: Noun


class Genders:
    """The words of one note, outside its entities, that tell whom a word of age is said of. `taken`: the spans of the
    entities, in order."""

    def __init__(self, text: str, taken: Sequence[tuple[int, int]]) -> None:
        self._starts: list[int] = []
        self._shown: list[str] = []
        read = 0
        for start, end in (*taken, (len(text), len(text))):
            for found in _SEX.finditer(text[read:start]):
                self._starts.append(read + found.start())
                self._shown.append("F" if found["her"] else "M")
            read = end

    def around(self, place: int) -> str:
        """M or F as the nearest word before tells it, else the first one behind (« adolescente, née »); "" where none does."""
        if not self._shown:
            return ""
        return self._shown[max(bisect_left(self._starts, place) - 1, 0)]


def age_in(text: str, *, before: str, around: str = "") -> Placed | None:
    """The word of age of a surrogate (« un octogénaire »); None when it is written in figures.

    The gender is that of the word before where one tells it, else `around`, what the text around tells, else masculine:
    never that of the original, whose word may have two forms (« adolescente ») where another has one (« adulte »).
    """
    found = _AGE.search(text)
    if found is None:
        return None
    before += text[: found.start()]
    told = "F" if _FEMALE.search(before) else gender_told(tail_of(before)) or around
    word = found.group()
    plural = word.lower().endswith("s")
    name = word[: -1 if plural else None]
    feminine = _TWO_FORMS.get(name.lower())
    if feminine is not None and told == "F":
        added = feminine[len(name) :]
        word = name + (added.upper() if name.isupper() else added) + word[len(name) :]
        text = text[: found.start()] + word + text[found.end() :]
    noun = Noun(elides(word), _gender(word, told))
    return Placed(found.start(), text, noun)


def _gender(word: str, told: str) -> str:
    singular = word.lower().removesuffix("s")
    if singular in _MASCULINE or singular in _TWO_FORMS:
        return "M"
    if singular in _TWO_FORMS.values():
        return "F"
    return told or "M"


def day_at(text: str) -> int | None:
    """Where a surrogate's day with its month in words begins, 7 in « depuis 3 mars 2019 »; None of another surrogate."""
    found = _NAMED_DAY.match(text)
    return None if found is None else found.start("day")


def first_word(text: str) -> str:
    """The word that a text begins with, in small letters without accents; "" without any."""
    first = _FIRST.match(text)
    return "" if first is None else strip_accents(first.group()).lower()


def time_in(text: str) -> Placed | None:
    """The first word of a date or a duration; None for figures."""
    word = first_word(text)
    if not word:
        return None
    known = word in _TIMES
    return Placed(0, text, Noun(elides(word), "M" if known else ""))
