"""A dictionary that knows a handful of codes, for a module's own sentences."""

from __future__ import annotations

from collections.abc import Iterable

from icdcoder.domain.dictionary import DictionaryCoder
from icdcoder.domain.nomenclature import CodeEntry, Nomenclature


def misread(coder: DictionaryCoder, text: str, wanted: str) -> tuple[list[str], list[str]]:
    """Beginnings of codes that are missing, and codes that must not be there: those that begin as a name behind a minus."""
    got = [found.code for found in coder.predict([text])[0]]
    names = wanted.split()
    unwanted = tuple(name[1:] for name in names if name[0] == "-")
    missing = [n for n in names if n[0] != "-" and not any(code.startswith(n) for code in got)]
    return missing, [code for code in got if unwanted and code.startswith(unwanted)]


def nomenclature_of(names: Iterable[str]) -> Nomenclature:
    """Labels are in our own words. A category that may not be coded ends with "!": "E119! E1190"."""
    return Nomenclature(
        CodeEntry(name.rstrip("!"), f"Essai {name}", "", not name.endswith("!"), False)
        for name in names
    )


def coder_of(names: Iterable[str]) -> DictionaryCoder:
    return DictionaryCoder(nomenclature_of(names))
