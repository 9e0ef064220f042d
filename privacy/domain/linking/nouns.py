"""Words of age and of time as nouns: where they stand in a surrogate, whether they elide, their gender."""

import re
from dataclasses import dataclass
from typing import Final

from privacy.domain.linking.words import Noun, elides, gender_told, tail_of
from privacy.domain.text import strip_accents
from privacy.domain.time.bands import NAMES
from privacy.domain.time.lexicon import MONTHS, SEASONS, WEEKDAYS
from privacy.domain.time.numerals import DECADES

_TWO_FORMS: Final = {name: feminine for name, feminine in NAMES if name != feminine}
_MASCULINE: Final = frozenset(("nourrisson",))
_AGE: Final = re.compile(
    r"(?<![^\W\d_])(?:"
    + "|".join(sorted({word for pair in NAMES for word in pair} | set(DECADES), key=len, reverse=True))
    + r")s?(?![^\W\d_])",
    re.IGNORECASE,
)  # fmt: skip
# months, weekdays and seasons are masculine
_TIMES: Final = frozenset(strip_accents(w) for w in (*MONTHS, *WEEKDAYS, *SEASONS.values()))
_FIRST: Final = re.compile(r"[^\W\d_]+")
_FEMALE: Final = re.compile(r"\b(?:une|la|cette|sa)\s(?:jeune|petite)\s\Z", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Placed:
    """A noun at `at` in a surrogate; `text` is the surrogate, its noun put into the gender that the text asks for."""

    at: int
    text: str
    noun: Noun


def age_in(text: str, *, original: str, before: str) -> Placed | None:
    """The word of age of a surrogate (« un octogénaire »); None when it is written in figures.

    The gender is that of the word before where one tells it, else the original's, else masculine.
    """
    found = _AGE.search(text)
    if found is None:
        return None
    before += text[: found.start()]
    told = "F" if _FEMALE.search(before) else gender_told(tail_of(before))
    word = found.group()
    plural = word.lower().endswith("s")
    name = word[: -1 if plural else None]
    feminine = _TWO_FORMS.get(name.lower())
    if feminine is not None and told == "F":
        added = feminine[len(name) :]
        word = name + (added.upper() if name.isupper() else added) + word[len(name) :]
        text = text[: found.start()] + word + text[found.end() :]
    noun = Noun(elides(word), _gender(word, told, original))
    return Placed(found.start(), text, noun)


def _gender(word: str, told: str, original: str) -> str:
    singular = word.lower().removesuffix("s")
    if singular in _MASCULINE or singular in _TWO_FORMS:
        return "M"
    if singular in _TWO_FORMS.values():
        return "F"
    if told:
        return told
    old = _AGE.search(original)
    was = "" if old is None else old.group().lower().removesuffix("s")
    return "F" if was in _TWO_FORMS.values() else "M"


def time_in(text: str, *, original: str) -> Placed | None:
    """The first word of a date or a duration; None for figures, and where that word has stayed."""
    first, old = _FIRST.match(text), _FIRST.match(original)
    if first is None or (old is not None and first.group().lower() == old.group().lower()):
        return None
    word = first.group()
    known = strip_accents(word).lower() in _TIMES
    return Placed(0, text, Noun(elides(word), "M" if known else ""))
