"""The public tables that surrogates come from, read once per process."""

import bisect
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import accumulate, islice
from typing import Final

from annotation.domain.public_tables import rows, rows_of
from annotation.domain.uncollected import uncollected
from privacy.domain.data import DATA
from privacy.domain.linking.words import VOWELS
from privacy.domain.places.atlas import Atlas
from privacy.domain.places.levels import Levels
from privacy.domain.policy import PlacePrior
from privacy.domain.randomness import BitSource, below
from privacy.domain.text import fold_phrase, strip_accents, words

DRAWN_FIRST_NAMES: Final = 600
DRAWN_LAST_NAMES: Final = 20_000
# names of streets with a number, a comma, a second place behind a hyphen are left out
_READABLE: Final = re.compile(r"(?:(?! - | ['’])[^\d,()\"/])+")
_SMALL: Final = frozenset(
    words("de du des la le les l d et au aux en sur sous à derrière chez lès dit")
)
_ROMAN: Final = 3  # letters: « Jean XXIII » is rare, « Urbain V », « ZAC » are not


@dataclass(frozen=True, slots=True)
class WeightedNames:
    """Names and the running sums of their counts, for frequency-weighted draws."""

    names: tuple[str, ...]
    sums: tuple[int, ...]

    @classmethod
    def of(cls, rows: Iterable[tuple[str, int]]) -> "WeightedNames":
        kept = list(rows)
        return cls(tuple(n for n, _ in kept), tuple(accumulate(c for _, c in kept)))

    def draw(self, source: BitSource) -> str:
        """One name with probability proportional to its count."""
        return self.names[bisect.bisect_right(self.sums, below(source, self.sums[-1]))]


@dataclass(frozen=True, slots=True, eq=False)
class Tables:
    """Everything public that substitution reads. `genders`: folded first name → "M", "F" or "MF"."""

    atlas: Atlas
    first_names: dict[str, WeightedNames]
    last_names: WeightedNames
    genders: dict[str, str]
    streets: dict[str, tuple[str, ...]]
    organisations: dict[str, tuple[str, ...]]
    country_names: tuple[str, ...]
    cities: dict[str, tuple[str, ...]]
    ordinary_words: frozenset[str]
    levels: Levels

    @classmethod
    def load(cls) -> "Tables":
        """Read every table that ships (about a second). Prefer `default_tables()`."""
        firsts = [
            (r["first_name"], r["gender"], int(r["count"])) for r in rows("first_names_fr.csv.gz")
        ]
        curated = {
            fold_phrase(r["first_name"]): r["gender"] for r in rows("first_names_gender.csv")
        }
        genders = {
            fold_phrase(name): curated.get(fold_phrase(name), gender) for name, gender, _ in firsts
        }
        lasts = list(islice(_lasts(), DRAWN_LAST_NAMES))
        atlas = Atlas.read()
        countries = tuple(row["name"] for row in rows("countries_fr.csv"))
        return cls(
            atlas=atlas,
            first_names={
                g: WeightedNames.of(_firsts(firsts, genders, g)) for g in ("M", "F", "MF")
            },
            last_names=WeightedNames.of(lasts),
            genders=genders,
            streets=_streets(),
            organisations=_grouped(rows_of(DATA / "organisations_fr.csv"), "kind", "name"),
            country_names=countries,
            cities=_grouped(rows_of(DATA / "world_cities.csv"), "country", "city"),
            levels=Levels(atlas.communes, countries),
            ordinary_words=frozenset(r["word"] for r in rows("ordinary_words_fr.csv")),
        )


@cache
def default_tables() -> Tables:
    """The tables shipped with the project, read at the first call."""
    with uncollected():
        return Tables.load()


@cache
def tables_of_prior(prior: PlacePrior) -> Tables:
    """The tables shipped with the project, with communes drawn from a prior (a twentieth of a second more)."""
    tables = default_tables()
    if prior is PlacePrior.UNIFORM:
        return tables
    return replace(tables, atlas=tables.atlas.with_features([], prior))


def starts_with_vowel(name: str) -> bool:
    """True when « d' » may stand before the name (every h is taken as mute)."""
    return strip_accents(name[:1]).lower() in VOWELS


def _firsts(
    rows: Sequence[tuple[str, str, int]], genders: dict[str, str], wanted: str
) -> Iterator[tuple[str, int]]:
    """Simple first names of one gender, the most frequent; "MF" gives those borne by both."""
    found = 0
    for name, _, count in rows:
        if (
            genders[fold_phrase(name)] == wanted
            and name.isalpha()
            and len(name) > 2
            and found < DRAWN_FIRST_NAMES
        ):
            if wanted == "MF" and found >= 12:
                return
            found += 1
            yield name, count


def _lasts() -> Iterator[tuple[str, int]]:
    """Simple last names, the most frequent first."""
    for row in rows("last_names_fr.csv.gz"):
        name = row["last_name"]
        if name.isalpha() and len(name) > 3:
            yield name.title(), int(row["count"])


def _streets() -> dict[str, tuple[str, ...]]:
    """What follows the type of way, by folded type: « rue » → (« des Agneaux », …)."""
    found: dict[str, list[str]] = {}
    for row in rows("streets_fr.csv.gz"):
        kind, street = row["type"], row["street"]
        rest = _street_name(street[len(kind) :])
        if street.lower().startswith(kind.lower()) and rest and _READABLE.fullmatch(rest):
            found.setdefault(fold_phrase(kind), []).append(rest)
    return {kind: tuple(names) for kind, names in found.items()}


def _street_name(text: str) -> str:
    """« émilie cussac » → « Émilie Cussac », « de la PARRO » → « de la Parro », « des Roses. » → « des Roses »."""
    return " ".join(map(_capitals, text.strip(" .").split()))


@lru_cache(maxsize=65536)  # a few words make most streets
def _capitals(word: str) -> str:
    return "-".join([_capital(part) for part in word.split("-")])


def _capital(word: str) -> str:
    if word.lower() in _SMALL:
        return word
    start = 2 if word[1:2] in ("'", "’") and len(word) > 2 else 0
    rest = word[start + 1 :].lower() if word.isupper() and len(word) > _ROMAN else word[start + 1 :]
    return word[:start] + word[start : start + 1].upper() + rest


def _grouped(
    lines: Iterable[dict[str, str]], group: str, column: str
) -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for row in lines:
        found.setdefault(row[group], []).append(row[column])
    return {name: tuple(values) for name, values in found.items()}
