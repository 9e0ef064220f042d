"""Which codes may take the place of another, and in which order."""

from __future__ import annotations

from icdcoder.domain.nomenclature import CodeEntry, Nomenclature
from icdcoder.presentation.family import family_of

CODES = ("S52", "S520", "S521", "S525", "S5250", "S5251", "S5252", "S529", "S53", "S530")


def test_the_nearest_come_first():
    known = Nomenclature(
        CodeEntry(code, "(test)", "", code not in ("S52", "S525", "S53"), False) for code in CODES
    )
    choices = [entry.code for entry in family_of("S5251", known).choices]
    assert choices[:2] == ["S5250", "S5252"]
    assert choices[-3:] == ["S520", "S521", "S529"]
    assert not any(code.startswith("S53") for code in choices)
