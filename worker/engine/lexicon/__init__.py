"""Gazetteers and the words of vetoes, read once per process from worker/engine/data (see its README)."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from annotation.domain import public_tables
from annotation.domain.labels import Subtype
from annotation.domain.tokens import TOKEN
from worker.engine.text.folding import fold

DATA: Final = Path(__file__).parents[1] / "data"
Key = tuple[str, ...]

SHORT_FORMS: Final = {"st": "saint", "ste": "sainte", "s": "sur"}
COMMON_SURNAME: Final = 500
_COMMON_FIRST_NAME: Final = 20_000
_AREAS: Final = {
    "countries": Subtype.PAYS,
    "departments": Subtype.DEPARTEMENT,
    "regions": Subtype.REGION,
}


@dataclass(frozen=True, slots=True)
class Eponym:
    """A person's name inside a medical term. `needs_trigger`: also the name of living people."""

    term: Key
    needs_trigger: bool


def key_of(text: str) -> Key:
    """Folded words of a name: hyphens, apostrophes and blanks part words; St is Saint."""
    words = (word for word in TOKEN.findall(fold(text)) if word[0].isalnum())
    return tuple(SHORT_FORMS.get(word, word) for word in words)


@dataclass(frozen=True, slots=True)
class Phrases:
    """Phrases with a weight (population…). `beginnings` are the words that some longer phrase begins with; `firsts` the
    first words, as notes write them.
    """

    weights: dict[Key, int]
    beginnings: frozenset[Key]
    firsts: frozenset[str]

    @classmethod
    def build(cls, entries: Iterator[tuple[str, int]]) -> "Phrases":
        weights: dict[Key, int] = {}
        for text, weight in entries:
            if key := key_of(text):
                weights[key] = max(weight, weights.get(key, 0))
        beginnings = {key[:count] for key in weights for count in range(1, len(key))}
        firsts = {key[0] for key in weights}
        short = (word for word, whole in SHORT_FORMS.items() if whole in firsts)
        return cls(weights, frozenset(beginnings), frozenset(firsts.union(short)))


def _rows(name: str) -> Iterator[dict[str, str]]:
    if name in public_tables.TABLES:
        return public_tables.rows(name)
    return public_tables.rows_of(DATA / name)


def lines(name: str) -> Iterator[str]:
    """The entries of a vocabulary file, comments left out."""
    content = (DATA / "vocabulary" / f"{name}.txt").read_text(encoding="utf-8")
    for line in content.splitlines():
        if entry := line.partition("#")[0].strip():
            yield entry


@cache
def first_names() -> dict[str, int]:
    """Folded first name to how many bear it; the parts of compound names are left whole."""
    names: dict[str, int] = {}
    for row in _rows("first_names_fr.csv.gz"):
        name = fold(row["first_name"])
        names[name] = names.get(name, 0) + int(row["count"])
    return names


@cache
def last_names() -> dict[str, int]:
    """Folded surname to how many enterprises bear it."""
    return {fold(row["last_name"]): int(row["count"]) for row in _rows("last_names_fr.csv.gz")}


@cache
def communes() -> Phrases:
    """French communes with their population, and the big foreign towns (as if of 100,000)."""

    def entries() -> Iterator[tuple[str, int]]:
        for row in _rows("communes_fr.csv.gz"):
            yield row["name"], int(row["population"])
        for town in lines("foreign_towns"):
            yield town, 100_000

    return Phrases.build(entries())


@cache
def phrase_list(name: str) -> Phrases:
    """A vocabulary file of whole phrases: countries, hospitals known by their own name, firms, devices…"""
    return Phrases.build((line, 1) for line in lines(name))


@cache
def words(name: str) -> frozenset[str]:
    """A vocabulary file as a set of folded words."""
    return frozenset(fold(word) for line in lines(name) for word in line.split())


@cache
def drugs() -> frozenset[str]:
    """Folded drug names of one word that are no surname."""
    listed = (
        fold(row["term"])
        for row in _rows("drugs_fr.csv.gz")
        if row["is_surname"] == "0" and " " not in row["term"]
    )
    return frozenset(listed) | words("drug_brands")


@cache
def abbreviations() -> frozenset[str]:
    """Medical abbreviations and capital laboratory tests, as written."""
    names = {row["abbreviation"] for row in _rows("medical_abbreviations_fr.csv")}
    names |= {row["lab_test"] for row in _rows("lab_tests_fr.csv") if row["lab_test"].isupper()}
    return frozenset(fold(name) for name in names)


@cache
def eponyms() -> dict[str, tuple[Eponym, ...]]:
    """Eponyms by their first word, the longest first (data README: when a trigger is needed)."""
    found: dict[str, list[Eponym]] = {}
    for row in _rows("eponyms_fr.csv"):
        borne = (
            int(row["surname_count"]) > 0
            or int(row["first_name_count"]) > 0
            or row["is_commune"] == "1"
        )
        if key := key_of(row["term"]):
            # Two surnames in one, "Swan-Ganz", are hardly anybody's.
            is_pair = "-" in row["term"] and first_names().get(key[0], 0) < _COMMON_FIRST_NAME
            needs_trigger = borne or (is_listed(key) and not is_pair)
            found.setdefault(key[0], []).append(Eponym(key, needs_trigger))
    return {
        first: tuple(sorted(items, key=lambda item: len(item.term), reverse=True))
        for first, items in found.items()
    }


def is_listed(key: Key) -> bool:
    """The whole is a surname, a first name or a town ("Da Costa"), or every word is a name."""
    names = (first_names(), last_names())
    is_whole = any(sign.join(key) in known for known in names for sign in " -'")
    is_known = is_whole or key in communes().weights
    return is_known or all(any(word in known for known in names) for word in key)


def area_kind(key: Key) -> str:
    """Sub-type of a country, a department or a region of that name; "" of any other words."""
    for name, kind in _AREAS.items():
        if key in phrase_list(name).weights:
            return kind
    return ""
