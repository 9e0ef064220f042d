"""The riskiest notes are all taken, the others with the same chance."""

from __future__ import annotations

from collections import Counter

from annotation.domain.notes import Note
from annotation.domain.spans import Span
from privacy.domain.randomness import StudyKey
from privacy.domain.reading.risk import NoteRisk, Reason, risk_of
from privacy.domain.reading.sample import CENSUS, DRAWN, Sampler, Why
from privacy.domain.substitute import SubstitutedNote


def sampler_of(count: int, *, key: bytes = b"\x11" * 32, export: str = "e") -> Sampler:
    sampler = Sampler(StudyKey(key), export)
    for number in range(count):
        sampler.add(NoteRisk(f"n{number:04}", risk=number / 1000, reasons=()))
    return sampler


def ids(sampler: Sampler, why: Why) -> list[str]:
    return [note.public_id for one, note in sampler.chosen() if one == why]


def test_the_riskiest_come_first_and_are_drawn_no_second_time():
    sampler = sampler_of(100)
    assert ids(sampler, Why.RISK) == [f"n{number:04}" for number in range(99, 89, -1)]
    assert len(set(ids(sampler, Why.DRAW)) - set(ids(sampler, Why.RISK))) == DRAWN


def test_the_first_of_the_draw_are_chosen_however_risky_they_are():
    for key in range(20):
        sampler = sampler_of(60, key=bytes([key]) * 32)
        known = sampler.surely_chosen(f"n{number:04}" for number in range(60))
        assert len(known) == DRAWN
        assert known <= {note.public_id for _why, note in sampler.chosen()}
    assert len(sampler_of(4).surely_chosen(["n0000", "n0001"])) == 2


def test_few_notes_are_all_read():
    assert len(ids(sampler_of(4), Why.RISK)) == 4
    assert ids(sampler_of(4), Why.DRAW) == []
    assert len(sampler_of(CENSUS + 3).chosen()) == CENSUS + 3


def test_notes_of_equal_risk_are_no_error():
    sampler = Sampler(StudyKey(b"\x11" * 32), "e")
    for number in range(50):
        sampler.add(NoteRisk(f"n{number}", 0.0, ()))
    assert len(sampler.chosen()) == CENSUS + DRAWN


def test_the_same_build_draws_the_same_notes_and_another_key_others():
    assert sampler_of(200).chosen() == sampler_of(200).chosen()
    assert ids(sampler_of(200), Why.DRAW) != ids(sampler_of(200, key=b"\x12" * 32), Why.DRAW)
    assert ids(sampler_of(200), Why.DRAW) != ids(sampler_of(200, export="f"), Why.DRAW)


def test_each_of_the_others_has_the_same_chance():
    """40 others, 20 drawn, 400 keys: each is drawn 200 times, give or take 6 standard deviations (10)."""
    drawn = Counter(
        name
        for n in range(400)
        for name in ids(sampler_of(50, key=n.to_bytes(32, "big")), Why.DRAW)
    )
    assert len(drawn) == 40
    assert all(140 < count < 260 for count in drawn.values())


def risk(*scores: float, levels=(), is_checked=True) -> NoteRisk:
    text = "a" * 100
    spans = tuple(Span(n, n + 1, "PER", "NOM", score) for n, score in enumerate(scores))
    return risk_of(
        Note("x", text, entities=spans),
        SubstitutedNote("x", text, ()),
        levels,
        is_checked=is_checked,
    )


def test_a_leak_weighs_more_than_anything_else():
    assert risk(levels=["sure"]).risk > risk(0.5, 0.5, is_checked=False).risk > risk(1.0, 1.0).risk
    assert risk(levels=["sure"]).reasons[0] is Reason.LEAK


def test_what_a_person_has_validated_is_not_held_against_it():
    assert Reason.UNCHECKED not in risk(0.2, 0.2).reasons
    assert {Reason.UNCHECKED, Reason.UNSURE} <= set(risk(0.2, 0.2, is_checked=False).reasons)
