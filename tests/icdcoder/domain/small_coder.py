"""A dictionary that knows a handful of codes, for a module's own sentences."""

from __future__ import annotations

from collections.abc import Iterable

from icdcoder.domain.dictionary import DictionaryCoder
from icdcoder.domain.nomenclature import CodeEntry, Nomenclature


def coder_of(names: Iterable[str]) -> DictionaryCoder:
    """Labels are in our own words. A category that may not be coded ends with "!": "E119! E1190"."""
    return DictionaryCoder(
        Nomenclature(
            CodeEntry(name.rstrip("!"), f"Essai {name}", "", not name.endswith("!"), False)
            for name in names
        )
    )
