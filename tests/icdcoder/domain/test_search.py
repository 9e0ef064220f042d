"""What a coder types in the search, and the code that must stand first: Enter adds it."""

import pytest

from icdcoder.domain.nomenclature import CodeEntry, Nomenclature
from icdcoder.domain.search import CodeSearch


@pytest.fixture(scope="module")
def search(full_nomenclature):
    return CodeSearch(full_nomenclature)


def of(*rows: tuple[str, str]) -> CodeSearch:
    return CodeSearch(Nomenclature(CodeEntry(code, label, "", True, False) for code, label in rows))


def codes(search: CodeSearch, query: str) -> list[str]:
    return [entry.code for entry in search.find(query)]


@pytest.mark.parametrize(
    ("query", "code"),
    [
        *(("hta", "I10"), ("avc", "I64"), ("sep", "G35"), ("fa", "I48"), ("ep", "I26")),
        *(("idm", "I21"), ("infarctus", "I21"), ("infarctus du myocarde", "I21")),
        *(("pneumopathie", "J18"), ("dépression", "F32"), ("infection urinaire", "N390")),
        *(("tuberculose", "A16"), ("sepsis", "A41"), ("arthrose", "M19"), ("lymphome", "C85")),
        *(("œdème aigu du poumon", "I501"), ("fracture poignet", "S52"), ("césarienne", "O82")),
    ],
)
def test_what_the_coder_reads_in_the_words_comes_first(search, query, code):
    assert codes(search, query)[0].startswith(code)


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("pneumonnie", "J18"),
        ("cirrose", "K74"),
        ("appendisite", "K37"),
        ("fracutre poignet", "S52"),
    ],
)
def test_one_letter_may_be_wrong(search, query, code):
    assert codes(search, query)[0].startswith(code)


def test_what_is_found_as_it_stands_is_not_corrected():
    search = of(("A01", "Toxe"), ("A02", "Toxi"))
    assert codes(search, "toxe") == ["A01"]
    assert codes(search, "toxu") == ["A01", "A02"]
    assert codes(search, "tox") == ["A01", "A02"]
    assert codes(search, "txo") == []  # of three letters each change is another word


def test_a_word_more_than_any_wording_has_leaves_the_rest(search):
    assert codes(search, "fracture poignet gauche")[0].startswith("S52")


def test_the_label_that_the_query_covers_best_is_first_not_the_shortest():
    search = of(
        ("A01", "Machinose vive du nez"),
        ("A02", "Machinose inhabituellement vive, sans précision"),
        ("A03", "Machinose inhabituellement vive du nez"),
    )
    assert codes(search, "machinose vive inh") == ["A02", "A03"]
    assert codes(of(("A01", "Truc, os, nez"), ("A02", "Truc inhabituellement")), "truc") == [
        "A02",
        "A01",
    ]


def test_what_needs_a_context_stands_behind():
    rows = [
        ("P29", "Machinose"),
        ("O10", "Machinose X"),
        ("W01", "Machinose Y"),
        ("I15", "Machinose de longue durée"),
    ]
    assert codes(of(*rows[1:]), "machinose")[0] == "I15"
    assert codes(of(*rows), "machinose")[:2] == ["P29", "I15"]  # the query is its whole label
