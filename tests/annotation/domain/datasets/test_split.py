"""Splits by patient: shares, strata, determinism."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annotation.domain.datasets.split import Member, Part, ShareError, Shares, split

MANY = [Member(f"n{i}", f"p{i // 2}", ("CRH", "CRO")[i // 2 % 2]) for i in range(400)]


def counts(parts, members=MANY):
    return Counter(parts[m.note] for m in members)


def test_shares_hold_for_all_and_for_each_type():
    parts = split(MANY, Shares(0.1, 0.1), seed=0)
    assert counts(parts) == {Part.TRAIN: 320, Part.VALIDATION: 40, Part.TEST: 40}
    for kind in ("CRH", "CRO"):
        members = [m for m in MANY if m.doc_type == kind]
        assert counts(parts, members) == {Part.TRAIN: 160, Part.VALIDATION: 20, Part.TEST: 20}


def test_both_notes_of_a_patient_are_together():
    parts = split(MANY, Shares(), seed=5)
    assert all(parts[f"n{i}"] == parts[f"n{i + 1}"] for i in range(0, 400, 2))


def test_the_seed_decides_and_the_order_does_not():
    assert split(MANY, Shares(), seed=0) == split(MANY[::-1], Shares(), seed=0)
    assert split(MANY, Shares(), seed=0) != split(MANY, Shares(), seed=1)


def test_notes_without_a_patient_are_patients_of_their_own():
    members = [Member(f"n{i}") for i in range(100)]
    assert counts(split(members, Shares(), 0), members)[Part.TEST] == 10


def test_growth_moves_few_patients():
    """Twice the patients: at most a tenth of the first half changes its part."""
    before = split(MANY[:200], Shares(), seed=0)
    after = split(MANY, Shares(), seed=0)
    assert sum(before[m.note] != after[m.note] for m in MANY[:200]) <= 20


def test_three_patients_fill_three_parts():
    members = [Member(f"n{i}", f"p{i}", f"type {i}") for i in range(3)]
    assert set(split(members, Shares(), 0).values()) == set(Part)


def test_a_share_of_zero_stays_empty():
    assert Part.VALIDATION not in split(MANY, Shares(0.2, 0), 0).values()


@pytest.mark.parametrize("shares", [(0.6, 0.4), (-0.1, 0.1), (1, 0)])
def test_shares_must_leave_something_to_learn_from(shares):
    with pytest.raises(ShareError):
        Shares(*shares)


@settings(max_examples=50)
@given(
    st.lists(st.tuples(st.integers(0, 9), st.sampled_from(["", "CRH", "CRO"])), max_size=40),
    st.integers(0, 2**31),
)
def test_no_patient_is_ever_in_two_parts(pairs, seed):
    members = [Member(f"n{i}", f"p{p}", kind) for i, (p, kind) in enumerate(pairs)]
    parts = split(members, Shares(), seed)
    assert set(parts) == {m.note for m in members}
    assert all(
        len({parts[m.note] for m in members if m.patient == patient}) == 1
        for patient in {m.patient for m in members}
    )
