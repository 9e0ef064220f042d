"""Splits by patient: shares, growth, determinism."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annotation.domain.datasets.split import Member, Part, ShareError, Shares, split

MANY = [Member(f"n{i}", f"p{i // 2}") for i in range(4000)]


def counts(parts, members=MANY):
    return Counter(parts[m.note] for m in members)


def test_shares_hold_as_nearly_as_chance_allows():
    """2,000 patients at one tenth: a standard deviation of 13 of them, 27 notes."""
    found = counts(split(MANY, Shares(0.1, 0.1), seed=0))
    assert abs(found[Part.TEST] - 400) < 100
    assert abs(found[Part.VALIDATION] - 400) < 100


def test_both_notes_of_a_patient_are_together():
    parts = split(MANY, Shares(), seed=5)
    assert all(parts[f"n{i}"] == parts[f"n{i + 1}"] for i in range(0, 400, 2))


def test_the_seed_decides_and_the_order_does_not():
    assert split(MANY, Shares(), seed=0) == split(MANY[::-1], Shares(), seed=0)
    assert split(MANY, Shares(), seed=0) != split(MANY, Shares(), seed=1)


def test_notes_without_a_patient_are_patients_of_their_own():
    members = [Member(f"n{i}") for i in range(1000)]
    assert 60 < counts(split(members, Shares(), 0), members)[Part.TEST] < 140


def test_growth_moves_nobody():
    before = split(MANY[:2000], Shares(), seed=0)
    after = split(MANY, Shares(), seed=0)
    assert {note: after[note] for note in before} == before


@given(st.lists(st.integers(0, 200), min_size=1, max_size=30, unique=True), st.integers(0, 99))
def test_who_trained_never_judges_later(patients, seed):
    """However small the beginning: each patient added in turn."""
    members = [Member(f"n{p}", f"p{p}") for p in patients]
    trained: set[str] = set()
    for count in range(2, len(members) + 1):
        parts = split(members[:count], Shares(), seed)
        judging = {note for note, part in parts.items() if part is Part.TEST}
        assert not judging & trained
        trained |= set(parts) - judging


def test_three_patients_fill_three_parts():
    members = [Member(f"n{i}", f"p{i}") for i in range(3)]
    assert set(split(members, Shares(), 0).values()) == set(Part)


def test_a_share_of_zero_stays_empty():
    assert Part.VALIDATION not in split(MANY, Shares(0.2, 0), 0).values()


@pytest.mark.parametrize("shares", [(0.6, 0.4), (-0.1, 0.1), (1, 0)])
def test_shares_must_leave_something_to_learn_from(shares):
    with pytest.raises(ShareError):
        Shares(*shares)


@settings(max_examples=50)
@given(
    st.lists(st.integers(0, 9), max_size=40),
    st.integers(0, 2**31),
)
def test_no_patient_is_ever_in_two_parts(patients, seed):
    members = [Member(f"n{i}", f"p{p}") for i, p in enumerate(patients)]
    parts = split(members, Shares(), seed)
    assert set(parts) == {m.note for m in members}
    assert all(
        len({parts[m.note] for m in members if m.patient == patient}) == 1
        for patient in {m.patient for m in members}
    )
