"""A coder for every code that our tables name; it takes a second to build, so the tests share it."""

import pytest

from icdcoder.domain.dictionary import DictionaryCoder
from icdcoder.domain.nomenclature import CodeEntry, Nomenclature
from icdcoder.domain.wordings import read_table, wordings


@pytest.fixture(scope="session")
def full_coder():
    """Of every code that our wordings, abbreviations, drugs and sayings name."""
    codes = {own.code for own in wordings()}
    codes |= {row["code"] for row in read_table("abbreviations_fr.csv")}
    codes |= {row["adverse"] for row in read_table("wordings/drugs.csv")}
    codes |= {row["code"] for row in read_table("rules/sayings.csv") if row["code"]}
    states = {row["code"] for row in read_table("rules/states.csv")}
    known = sorted(codes | states)
    return DictionaryCoder(Nomenclature(CodeEntry(c, f"Essai {c}", "", True, False) for c in known))
