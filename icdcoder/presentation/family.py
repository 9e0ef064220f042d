"""What stands around a code in the nomenclature: the codes that may take its place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from icdcoder.domain.nomenclature import CodeEntry, Nomenclature

_MOST: Final = 60


@dataclass(frozen=True, slots=True)
class Family:
    """`above` are its ancestors, the category first; `choices` may be coded, its category's others, the nearest first."""

    above: list[CodeEntry]
    choices: list[CodeEntry]


def family_of(code: str, known: Nomenclature) -> Family:
    """Codable descendants of the code's category, without the code itself: those that share most of it first.

    Example: E11.98 → above E11, E11.9; choices E11.90, then E11.00, E11.08…
    """
    category = code[:3]
    found = [entry for entry in _below(category, known) if entry.code != code]
    near = sorted(found, key=lambda entry: (-_shared(entry.code, code), entry.code))[:_MOST]
    above = [known.get(name) for name in reversed(known.ancestors(code))]
    return Family([entry for entry in above if entry is not None], near)


def _below(code: str, known: Nomenclature) -> list[CodeEntry]:
    own = known.get(code)
    here = [own] if own is not None and known.is_codable(own.code) else []
    return here + [entry for child in known.children(code) for entry in _below(child, known)]


def _shared(one: str, other: str) -> int:
    """How many characters both begin with."""
    return next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), 99)
