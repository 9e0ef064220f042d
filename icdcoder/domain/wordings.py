"""How clinicians word a code: the compact tables of `data/wordings`, written out phrase by phrase.

A row is `code,condition,terms`. Terms are separated by a vertical bar; inside a term `(a/b/)` stands
for one of its alternatives (an empty one may be left out, a `{name}` stands for its list) and `{name}` for a list of `macros.csv`.

>>> list(expand("(fracture/fx) (col/) fémur", {}))[:2]
['fracture col fémur', 'fracture fémur']
"""

import csv
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from itertools import product
from typing import Final

_PIECE = re.compile(r"\(([^()]*)\)|\{(\w+)\}|([^(){}]+)")
_MACRO = re.compile(r"\{(\w+)\}")
_MOST: Final = 2_000  # phrases of one term; more is a slip of the pen
TABLES: Final = (
    *("01_infections", "02_tumours", "03_blood", "04_endocrine", "05_mental", "06_nervous"),
    *("07_eye_ear", "08_circulatory", "09_respiratory", "10_digestive", "11_skin", "13_bones"),
    *("14_urogenital", "15_pregnancy", "16_newborn", "18_symptoms", "19_injuries", "20_external"),
    "21_factors",
)


@dataclass(frozen=True, slots=True)
class Wording:
    """`condition` names what must hold of the patient ("newborn"); "" holds for everybody."""

    code: str
    phrase: str
    condition: str = ""


def read_table(name: str) -> Iterator[dict[str, str]]:
    """Rows of a table of `data/`, by its path there ("rules/history.csv")."""
    path = resources.files("icdcoder.domain").joinpath("data", *name.split("/"))
    return iter(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))


def expand(term: str, macros: Mapping[str, tuple[str, ...]]) -> Iterator[str]:
    """Every phrase of a term. Raises KeyError for a macro that nobody wrote, ValueError for too many."""
    pieces: list[tuple[str, ...]] = []
    for group, macro, plain in _PIECE.findall(term):
        if macro:
            pieces.append(macros[macro])
        else:
            named = _MACRO.sub(lambda match: "/".join(macros[match[1]]), group)
            pieces.append((plain,) if plain else tuple(named.split("/")))
    count = 1
    for piece in pieces:
        count *= len(piece)
    if count > _MOST:
        raise ValueError(term)
    for chosen in product(*pieces):
        yield " ".join("".join(chosen).split())


@cache
def macros() -> dict[str, tuple[str, ...]]:
    """The named lists of `macros.csv`."""
    rows = read_table("wordings/macros.csv")
    return {row["name"]: tuple(row["alternatives"].split("/")) for row in rows}


def wordings(known: Callable[[str], str | None] = str) -> Iterator[Wording]:
    """All wordings, the tables by chapter first, then the composed ones (site × lesion).

    `known`: the code under which a nomenclature has a code, None where it has none; what it has not is not
    written out.
    """
    for table in TABLES:
        for row in read_table(f"wordings/{table}.csv"):
            if (code := known(row["code"])) is None:
                continue
            for term in row["terms"].split("|"):
                for phrase in expand(term.strip(), macros()):
                    yield Wording(code, phrase, row["condition"])
    yield from composed(known)


def composed(known: Callable[[str], str | None] = str) -> Iterator[Wording]:
    """Injuries: each lesion at each site that has a code for it ("fracture" × "clavicule" → S420)."""
    lesions = {row["column"]: row["words"].split("|") for row in read_table("wordings/lesions.csv")}
    for row in read_table("wordings/sites.csv"):
        for column, names in lesions.items():
            if not row[column] or (code := known(row[column])) is None:
                continue
            for name, site in product(names, row["site"].split("|")):
                yield Wording(code, f"{name} {site}")
