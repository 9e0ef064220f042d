"""The seven measures, worked by hand. All people are invented."""

from __future__ import annotations

import math
from itertools import combinations
from random import Random

import pytest
from rapidfuzz.distance import Levenshtein

from annotation.domain.notes import Note
from annotation.domain.spans import Span
from privacy.domain.obfuscation.metrics import (
    Fate,
    fates,
    jsc,
    measures,
    nsdcg,
    overlap,
    softmax,
    squeezed,
)

TEXT = "Mme Durand, 06 39 98 12 34, vue à Dijon."
NOTE = Note(
    "n1",
    TEXT,
    entities=(
        Span(4, 10, "PER", "NOM"),
        Span(12, 26, "TEL", "TEL"),
        Span(34, 39, "LOC", "VILLE"),
    ),
)


def test_strings_that_stayed_that_changed_a_little_and_that_are_gone():
    found = fates(NOTE, "Mme DURANT , 01 99 00 55 66 , vue à  dijon .")
    per, tel, loc = found
    assert (per.label, per.is_there, per.distance) == ("PER", False, pytest.approx(1 / 6))
    assert not per.is_there
    assert per.is_lost  # similarity 5/6 is below 0.85
    # 06 39 98 12 34 against 01 99 00 55 66: nine of the ten digits but one differ
    assert tel.distance == pytest.approx(8 / 14)
    assert tel.is_lost
    assert (loc.is_there, loc.distance, loc.is_lost) == (True, 0.0, False)


def test_the_five_that_say_what_can_be_read():
    notes = [
        [Fate("PER", True, 0.0), Fate("LOC", False, 0.1), Fate("DATE", False, 0.5)],
        [Fate("PER", False, 0.6)],
        [Fate("ORG", False, 1.0)],
    ]
    found = measures(notes)
    assert found.smr == pytest.approx(4 / 5)
    assert found.alid == pytest.approx((0.1 + 0.5 + 0.6 + 1.0) / 5)
    assert found.lr == pytest.approx(3 / 5)
    assert found.lrdi == pytest.approx(1 / 2)  # two notes have a direct identifier, one loses it
    assert found.lrqi == pytest.approx(2 / 3)
    assert (found.jsc, found.nsdcg) == (None, None)


def test_a_string_named_twice_counts_once_and_nothing_measured_is_none():
    twice = Note("n", "Durand durand", entities=(Span(0, 6, "PER"), Span(7, 13, "PER")))
    assert len(fates(twice, "rien")) == 1
    assert measures([[]]).smr is None


def test_what_the_pool_may_bring_back_is_counted_once_whatever_its_case_and_blanks():
    twice = Note("n", "Dijon DIJON", entities=(Span(0, 5, "LOC"), Span(6, 11, "LOC")))
    assert overlap([NOTE, twice], ["Vu à", "DIJON, tél. 06 39\n98 12 34"]) == pytest.approx(2 / 3)
    assert overlap([NOTE], ["Dur", "and"]) == 0.0, "no string reaches from a note into the next"
    assert overlap([Note("n", "rien")], ["rien"]) == 0.0


def test_the_two_that_say_what_codes_make_of_it():
    assert jsc({"I10", "E119", "J18"}, {"I10", "N17"}) == pytest.approx(1 / 4)
    assert jsc(set(), set()) == 1.0
    gains = {"I10": 0.6, "E119": 0.3, "J18": 0.1}
    ideal = 0.6 + 0.3 / math.log2(3) + 0.1 / 2
    assert nsdcg(gains, ["E119", "N17", "I10"]) == pytest.approx((0.3 + 0.6 / 2) / ideal)
    assert nsdcg(gains, []) == 0.0
    assert (nsdcg({}, []), nsdcg({}, ["I10"])) == (1.0, 0.0)
    assert measures([[]], [(0.5, 0.8), (1.0, 0.6)]).jsc == pytest.approx(0.75)


def test_softmax_is_a_share_and_does_not_overflow():
    found = softmax({"a": 1000.0, "b": 1000.0 + math.log(3)})
    assert found == pytest.approx({"a": 0.25, "b": 0.75})


@pytest.mark.parametrize(
    ("one", "other", "wanted"),
    [("a", "", 1), ("kitten", "sitting", 2 / 6), ("été", "ete", 2 / 3), ("ab", "ba", 1 / 2), ("chien", "niche", 2 / 5)],
)  # fmt: skip
def test_distances_are_levenshtein_s_over_the_longer_of_string_and_window(one, other, wanted):
    (fate,) = fates(Note("n", one, entities=(Span(0, len(one), "PER"),)), other)
    assert fate.distance == pytest.approx(wanted)


@pytest.mark.parametrize(
    ("string", "output", "wanted"),
    [
        ("Jean Petit", "vu par Jeanne Petit ce jour", 2 / 12),
        ("Petit", "vu (Pettit), ce jour", 1 / 6),  # no bracket and no comma
        ("06 12 34 56 78", "tél. 0612345678", 4 / 14),  # words of another number
        ("Dijon", "les Dijonnais", 0),
        ("8003456", "va bien", 1),  # not a sign of it
        ("Dijon", "", 1),
    ],
)
def test_a_window_is_any_run_of_signs_of_the_output(string, output, wanted):
    (fate,) = fates(Note("n", string, entities=(Span(0, len(string), "PER"),)), output)
    assert fate.distance == pytest.approx(wanted)


def test_the_nearest_window_is_the_nearest_of_all():
    draw = Random(19)
    for _turn in range(400):
        string = squeezed("".join(draw.choices("abcé ", k=draw.randint(1, 7)))) or "a"
        output = squeezed("".join(draw.choices("abcdé ", k=draw.randint(0, 14))))
        windows = [output[i:j] for i, j in combinations(range(len(output) + 1), 2)]
        wanted = min((Levenshtein.normalized_distance(string, one) for one in windows), default=1)
        (fate,) = fates(Note("n", string, entities=(Span(0, len(string), "PER"),)), output)
        assert fate.distance == pytest.approx(wanted), (string, output)
