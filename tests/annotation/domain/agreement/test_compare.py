"""Measures worked by hand on small notes."""

from __future__ import annotations

import pytest

from annotation.domain.agreement.compare import Comparison
from annotation.domain.agreement.kappa import kappa
from annotation.domain.agreement.values import UNDEFINED_TEXTS, Undefined
from annotation.domain.spans import Span

TEXT = "Mme Durand vit à Dijon depuis mars"
NAME, CITY, DAY = Span(4, 10, "PER", "NOM"), Span(17, 22, "LOC", "VILLE"), Span(30, 34, "DATE")


def compared(one, other, text=TEXT) -> Comparison:
    found = Comparison()
    found.add("n1", text, one, other)
    return found


def test_kappa_of_cohen_1960_style_table():
    """20 + 15 of 50 agree: p_o = 0.7; margins 25/25 and 30/20: p_e = 0.5; κ = 0.4."""
    table = {("y", "y"): 20, ("y", "n"): 5, ("n", "y"): 10, ("n", "n"): 15}
    assert kappa(table).value == pytest.approx(0.4)


def test_kappa_of_krippendorff_1995_case_a():
    """Bertha and Bill: 24 places, 6 of both, 8 of her alone, 10 of neither: 0.385."""
    table = {("1", "1"): 6, ("1", "0"): 8, ("0", "0"): 10}
    assert kappa(table).value == pytest.approx(0.385, abs=1e-3)


def test_kappa_without_variety_says_why():
    assert kappa({("O", "O"): 12}).why is Undefined.ONE_CATEGORY
    assert kappa({}).why is Undefined.NO_NOTES


def test_span_f1_exact_and_overlap():
    """Two of three and two of two: exact finds one pair, overlap two: 2·1/5 and P = R = 2/3, 2/2."""
    found = compared([NAME, CITY, DAY], [NAME, Span(15, 22, "LOC", "VILLE")])
    assert found.span_f1(found.exact).value == pytest.approx(2 * 1 / 5)
    assert found.span_f1(found.overlap).value == pytest.approx(0.8)
    assert found.span_f1(found.exact, "DATE").value == 0
    assert found.span_f1(found.exact, "PER").value == 1


def test_labels_swapped_agree_on_what_identifies():
    """Seven words, two marked by both under different labels."""
    found = compared([NAME, CITY], [Span(4, 10, "ORG"), Span(17, 22, "PER")])
    marked, _kappa = found.identifying()
    assert marked.value == 1
    assert found.span_f1(found.exact).value == 0
    assert found.cells == {("PER", "ORG"): 1, ("LOC", "PER"): 1}


def test_identifying_by_hand():
    """One marks Durand and Dijon, the other Durand and mars: 1 common, 2 alone: F1 = 2/4."""
    found = compared([NAME, CITY], [NAME, DAY])
    marked, marked_kappa = found.identifying()
    assert marked.value == pytest.approx(0.5)
    # 7 words: agree on Durand, Mme, vit, à, depuis = 5/7; margins 2/7 each: p_e = (4 + 25)/49
    assert marked_kappa.value == pytest.approx((5 / 7 - 29 / 49) / (1 - 29 / 49))


def test_the_matrix_names_the_places_behind_its_cells():
    found = compared([NAME, CITY], [NAME, DAY])
    assert found.cells == {("PER", "PER"): 1, ("LOC", ""): 1, ("", "DATE"): 1}
    assert found.places["LOC", ""] == [("n1", 17, 22)]
    assert found.places["", "DATE"] == [("n1", 30, 34)]


def test_nothing_marked_by_anyone_is_said_in_words():
    found = compared([], [])
    assert found.span_f1(found.exact).why is Undefined.NO_SPANS
    assert found.identifying()[0].why is Undefined.NO_SPANS
    assert found.alpha().why is Undefined.NO_SPANS
    assert found.token_kappa().why is Undefined.ONE_CATEGORY
    assert set(UNDEFINED_TEXTS) == set(Undefined)


def test_notes_are_laid_end_to_end():
    found = Comparison()
    for name in ("a", "b"):
        found.add(name, TEXT, [NAME], [NAME])
    assert found.notes == 2
    assert found.alpha().value == 1
    assert found.to_json()["total"]["alpha"] == {"value": 1}


def test_a_place_tells_both_bounds_where_they_differ():
    found = compared([NAME, CITY, DAY], [NAME, Span(15, 22, "LOC", "VILLE")])
    assert found.places == {
        ("PER", "PER"): [("n1", 4, 10)],
        ("LOC", "LOC"): [("n1", 17, 22, 15, 22)],
        ("DATE", ""): [("n1", 30, 34)],
    }


def test_exact_scores_alone_are_those_of_the_whole():
    whole = compared([NAME, CITY], [NAME, DAY])
    alone = Comparison()
    alone.add_spans([NAME, CITY], [NAME, DAY])
    assert alone.exact_by_label() == whole.exact_by_label() == {
        "DATE": {"value": 0.0}, "LOC": {"value": 0.0}, "PER": {"value": 1.0},
    }  # fmt: skip
    assert alone.notes == 1
