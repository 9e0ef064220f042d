"""Public tables as drawing urns: names by frequency and by rarity, towns, streets, drugs."""

from bisect import bisect
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from pathlib import Path
from random import Random
from typing import Final, Generic, TypeVar

from annotation.domain.public_tables import rows, rows_of
from worker.engine.text.folding import fold

_ROOT: Final = Path(__file__).parents[3]
_ENGINE: Final = _ROOT / "worker" / "engine" / "data"
_WORDS: Final = Path(__file__).parent / "words"


T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Urn(Generic[T]):
    """Names or towns with cumulated weights."""

    items: tuple[T, ...]
    bounds: tuple[float, ...]

    def draw(self, rng: Random) -> T:
        """Half by weight, half uniformly: the rare ones are many, and each must be readable."""
        if rng.random() < 0.5:
            return self.items[int(rng.random() * len(self.items))]
        place = bisect(self.bounds, rng.random() * self.bounds[-1])
        return self.items[min(place, len(self.items) - 1)]


def _urn(weights: dict[str, float]) -> Urn[str]:
    return Urn(tuple(weights), tuple(accumulate(weights.values())))


@cache
def words(name: str) -> tuple[str, ...]:
    """Lines of ``words/<name>.txt``; ``#`` opens a comment line."""
    lines = (_WORDS / f"{name}.txt").read_text("utf-8").splitlines()
    return tuple(line.strip() for line in lines if line.strip() and not line.startswith("#"))


@cache
def first_names() -> tuple[Urn[str], Urn[str]]:
    """Men's and women's first names. Those of both go to the sex that bears them usually."""
    usual = {r["first_name"]: r["gender"] for r in rows("first_names_gender.csv")}
    men: dict[str, float] = {}
    women: dict[str, float] = {}
    for row in rows("first_names_fr.csv.gz"):
        name, gender = row["first_name"], row["gender"]
        gender = usual.get(name, gender)
        if "M" in gender:
            men[name] = float(row["count"])
        if "F" in gender:
            women[name] = float(row["count"])
    return _urn(men), _urn(women)


@cache
def last_names() -> Urn[str]:
    """Surnames in title case, their usual accents put back where a first name tells them."""
    accents = {fold(name): name for urn in first_names() for name in urn.items}
    return _urn(
        {
            _title(row["last_name"], accents): float(row["count"])
            for row in rows("last_names_fr.csv.gz")
        }
    )


_ENDINGS: Final = {"iere": "ière", "ere": "ère", "ege": "ège", "evre": "èvre", "gnee": "gnée"}
_SMALL: Final = {"de": "de", "du": "du", "des": "des", "d'": "d'"}


def _title(name: str, accents: dict[str, str]) -> str:
    folded = fold(name)
    if folded in accents:
        return accents[folded]
    for plain, accented in _ENDINGS.items():
        if folded.endswith(plain):
            folded = folded[: -len(plain)] + accented
            break
    return capitalised(folded)


def capitalised(name: str) -> str:
    """ "le goff" → "Le Goff", "de la tour" → "de La Tour", "d'hondt" → "d'Hondt"."""
    result: list[str] = []
    for word in name.split(" "):
        parts = "-".join(_capital(part) for part in word.split("-"))
        result.append(_SMALL.get(word, parts))
    return " ".join(result)


def _capital(part: str) -> str:
    head, quote, tail = part.partition("'")
    if quote and tail:
        return (head if head == "d" else head.capitalize()) + "'" + tail.capitalize()
    return part.capitalize()


@dataclass(frozen=True, slots=True)
class Town:
    name: str
    zip: str
    department: str
    region: str
    code: str  # of the department


@cache
def towns() -> Urn[Town]:
    """French communes with one of their postal codes; the weight grows with the population."""
    found: list[Town] = []
    weights: list[float] = []
    for row in rows("communes_fr.csv.gz"):
        codes = row["postal_codes"].replace("|", " ").replace(";", " ").split()
        if codes:
            found.append(
                Town(row["name"], codes[0], row["dep_name"], row["reg_name"], row["dep_code"])
            )
            weights.append(float(row["population"] or 1) ** 0.8 + 1)
    return Urn(tuple(found), tuple(accumulate(weights)))


@cache
def towns_of_department() -> dict[str, tuple[Town, ...]]:
    """Towns by the code of their department."""
    groups: dict[str, list[Town]] = {}
    for town in towns().items:
        groups.setdefault(town.code, []).append(town)
    return {code: tuple(group) for code, group in groups.items()}


_WAY_TYPES: Final = (
    "Rue Chemin Route Impasse Place Allée Avenue Lotissement Passage Montée Ruelle Hameau"
    " Boulevard Voie Cité Square Faubourg Sentier Promenade Quai Cours Esplanade Villa"
)
_WAYS: Final = tuple(f"{kind} " for kind in _WAY_TYPES.split())


@cache
def streets() -> tuple[str, ...]:
    """Names of ways, their type first ("Rue des Conduits"); odd types are left out."""
    ways = rows("streets_fr.csv.gz")
    return tuple(row["street"] for row in ways if row["street"].startswith(_WAYS))


@cache
def countries() -> dict[str, str]:
    """Country → the preposition it takes ("en", "au", "aux", "à")."""
    return {row["name"]: row["preposition"] for row in rows("countries_fr.csv")}


@cache
def ordinary_words() -> tuple[str, ...]:
    """French words that are also surnames, in lower case."""
    return tuple(row["word"] for row in rows("ordinary_words_fr.csv"))


@cache
def drugs() -> tuple[str, ...]:
    """Drug names of one or two words."""
    terms = (row["term"] for row in rows_of(_ENGINE / "drugs_fr.csv.gz"))
    return tuple(
        term
        for term in terms
        if term.count(" ") < 2 and len(term) < 30 and "autres" not in term.lower()
    )


@cache
def eponyms() -> tuple[tuple[str, str], ...]:
    """Term and kind (maladie, signe, score…)."""
    return tuple((row["term"], row["kind"]) for row in rows_of(_ENGINE / "eponyms_fr.csv"))


@cache
def lab_tests() -> tuple[str, ...]:
    return tuple(row["lab_test"] for row in rows_of(_ENGINE / "lab_tests_fr.csv"))


@cache
def abbreviations() -> tuple[str, ...]:
    """Medical abbreviations, as written."""
    return tuple(row["abbreviation"] for row in rows_of(_ENGINE / "medical_abbreviations_fr.csv"))
