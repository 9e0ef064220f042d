"""The public tables that surrogates come from, read once per process."""

import bisect
import csv
import gzip
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate, islice
from pathlib import Path
from typing import Final

from privacy.domain.atlas import Atlas
from privacy.domain.linking.words import VOWELS
from privacy.domain.place_levels import Levels
from privacy.domain.randomness import BitSource, below
from privacy.domain.text import fold, strip_accents

DATA: Final = Path(__file__).resolve().parent.parent / "data"
DRAWN_FIRST_NAMES: Final = 600
DRAWN_LAST_NAMES: Final = 20_000


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


@dataclass(frozen=True, slots=True)
class Tables:
    """Everything public that substitution reads. `genders`: folded first name → "M", "F" or "MF"."""

    atlas: Atlas
    first_names: dict[str, WeightedNames]
    last_names: WeightedNames
    vowel_last_names: WeightedNames
    genders: dict[str, str]
    streets: dict[str, tuple[str, ...]]
    organisations: dict[str, tuple[str, ...]]
    countries: dict[str, tuple[str, ...]]
    ordinary_words: frozenset[str]
    levels: Levels

    @classmethod
    def load(cls, folder: Path = DATA) -> "Tables":
        """Read every table of the folder (about a second). Prefer `default_tables()`."""
        firsts = [
            (r["first_name"], r["gender"], int(r["count"]))
            for r in _rows(folder / "first_names_fr.csv.gz")
        ]
        curated = {
            fold(r["first_name"]): r["gender"] for r in _rows(folder / "first_names_gender.csv")
        }
        genders = {fold(name): curated.get(fold(name), gender) for name, gender, _ in firsts}
        lasts = list(islice(_lasts(folder / "last_names_fr.csv.gz"), DRAWN_LAST_NAMES))
        atlas = Atlas.read(folder / "communes_fr.csv.gz")
        countries = _grouped(folder / "countries_fr.csv", "preposition", "name")
        return cls(
            atlas=atlas,
            first_names={
                g: WeightedNames.of(_firsts(firsts, genders, g)) for g in ("M", "F", "MF")
            },
            last_names=WeightedNames.of(lasts),
            vowel_last_names=WeightedNames.of((n, c) for n, c in lasts if starts_with_vowel(n)),
            genders=genders,
            streets=_streets(folder / "streets_fr.csv.gz"),
            organisations=_grouped(folder / "organisations_fr.csv", "kind", "name"),
            countries=countries,
            levels=Levels(atlas.communes, [name for group in countries.values() for name in group]),
            ordinary_words=frozenset(r["word"] for r in _rows(folder / "ordinary_words_fr.csv")),
        )


@cache
def default_tables() -> Tables:
    """The tables shipped with the project, read at the first call."""
    return Tables.load()


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
            genders[fold(name)] == wanted
            and name.isalpha()
            and len(name) > 2
            and found < DRAWN_FIRST_NAMES
        ):
            if wanted == "MF" and found >= 12:
                return
            found += 1
            yield name, count


def _lasts(path: Path) -> Iterator[tuple[str, int]]:
    """Simple last names, the most frequent first."""
    for row in _rows(path):
        name = row["last_name"]
        if name.isalpha() and len(name) > 3:
            yield name.title(), int(row["count"])


def _streets(path: Path) -> dict[str, tuple[str, ...]]:
    """What follows the type of way, by folded type: « rue » → (« des Agneaux », …)."""
    found: dict[str, list[str]] = {}
    for row in _rows(path):
        kind, street = row["type"], row["street"]
        rest = street[len(kind) :].strip()
        if (
            street.lower().startswith(kind.lower())
            and rest
            and '"' not in street
            and not rest[0].isdigit()
        ):
            found.setdefault(fold(kind), []).append(rest)
    return {kind: tuple(names) for kind, names in found.items()}


def _grouped(path: Path, group: str, column: str) -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for row in _rows(path):
        found.setdefault(row[group], []).append(row[column])
    return {name: tuple(values) for name, values in found.items()}


def _rows(path: Path) -> Iterator[dict[str, str]]:
    if path.suffix == ".gz":
        with gzip.open(path, "rt", encoding="utf-8", newline="") as lines:
            yield from csv.DictReader(lines)
    else:
        with path.open(encoding="utf-8", newline="") as lines:
            yield from csv.DictReader(lines)
