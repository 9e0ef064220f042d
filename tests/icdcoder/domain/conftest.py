"""A coder for every code that our tables name; it takes a second to build, so the tests share it."""

import pytest

from icdcoder.domain.dictionary import DictionaryCoder
from icdcoder.domain.wordings import read_table, wordings
from tests.icdcoder.domain.small_coder import nomenclature_of


@pytest.fixture(scope="session")
def full_nomenclature():
    """Every code that our wordings, abbreviations, drugs, sayings and rules name."""
    codes = {own.code for own in wordings()}
    codes |= {row["code"] for row in read_table("abbreviations_fr.csv")}
    codes |= {row["adverse"] for row in read_table("wordings/drugs.csv")}
    codes |= {row["code"] for row in read_table("rules/sayings.csv") if row["code"]}
    codes |= {row["code"] for row in read_table("rules/history.csv") if row["code"]}
    codes |= {row["code"] for row in read_table("rules/family.csv")}
    codes |= {code for row in read_table("rules/rules.csv") for code in row["adds"].split()}
    states = {row["code"] for row in read_table("rules/states.csv")}
    return nomenclature_of(sorted(codes | states))


@pytest.fixture(scope="session")
def full_coder(full_nomenclature):
    return DictionaryCoder(full_nomenclature)
