"""Who looks, what layers there are, in what state → what is shown, what may be done, and why."""

from itertools import product

import pytest

from annotation.domain.note_access import Access, Own, Reason, Shown, Situation, access_of

START, REOPEN, EDIT, LOOK = "start", "reopen", "edit", "look"
CORRECT, ASK = "correct", "ask who compares"


def access(shown: Shown, reason: Reason, act: str) -> Access:
    return Access(
        shown,
        reason,
        can_edit=act == EDIT,
        can_start=act == START,
        can_reopen=act in (REOPEN, CORRECT),
        needs_reason=act == CORRECT,
        others_reopen=act == ASK,
    )


@pytest.mark.parametrize(
    ("situation", "expected"),
    [
        # nobody has begun
        (Situation(), (Shown.SUGGESTION, Reason.SUGGESTION, START)),
        (Situation(is_hidden=True), (Shown.NOTHING, Reason.HIDDEN, START)),
        (Situation(is_theirs=False), (Shown.SUGGESTION, Reason.FOR_OTHERS, LOOK)),
        # hidden and for others: the reason is whose it is, and the suggestions stay hidden
        (Situation(is_theirs=False, is_hidden=True), (Shown.NOTHING, Reason.FOR_OTHERS, LOOK)),
        # somebody else has begun: with one reader the note is still to be begun (the service refuses
        # nobody: gold follows gold); with two it is full once both places are held
        (Situation(others=1), (Shown.SUGGESTION, Reason.SUGGESTION, START)),
        (Situation(readers=2, others=1), (Shown.SUGGESTION, Reason.SUGGESTION, START)),
        (Situation(readers=2, others=2), (Shown.SUGGESTION, Reason.FULL, LOOK)),
        (Situation(readers=2, others=2, is_hidden=True), (Shown.NOTHING, Reason.FULL, LOOK)),
        (Situation(readers=2, others=2, is_theirs=False), (Shown.SUGGESTION, Reason.FULL, LOOK)),
        # one's own reading is open
        (Situation(own=Own.OPEN), (Shown.OWN, Reason.OWN, EDIT)),
        (Situation(own=Own.OPEN, has_gold=True), (Shown.OWN, Reason.OWN, EDIT)),
        (Situation(own=Own.OPEN, is_hidden=True), (Shown.OWN, Reason.OWN, EDIT)),
        (Situation(own=Own.OPEN, is_theirs=False), (Shown.OWN, Reason.OWN, EDIT)),
        # its lease ran out: it is lost only when others hold all places
        (Situation(own=Own.LAPSED), (Shown.OWN, Reason.OWN, EDIT)),
        (Situation(own=Own.LAPSED, others=1), (Shown.OWN, Reason.TAKEN_OVER, EDIT)),
        (Situation(own=Own.LAPSED, readers=2, others=1), (Shown.OWN, Reason.OWN, EDIT)),
        (Situation(own=Own.LAPSED, readers=2, others=2), (Shown.OWN, Reason.TAKEN_OVER, EDIT)),
        # one's own reading is handed in, and gold awaits the second one
        (Situation(own=Own.HANDED_IN), (Shown.OWN, Reason.HANDED_IN, REOPEN)),
        (Situation(own=Own.HANDED_IN, readers=2, others=1), (Shown.OWN, Reason.HANDED_IN, REOPEN)),
        # gold, one's own or somebody else's
        (Situation(own=Own.HANDED_IN, has_gold=True), (Shown.GOLD, Reason.GOLD, REOPEN)),
        (Situation(has_gold=True), (Shown.GOLD, Reason.GOLD, REOPEN)),
        (Situation(has_gold=True, is_hidden=True), (Shown.GOLD, Reason.GOLD, REOPEN)),
        (Situation(has_gold=True, is_theirs=False), (Shown.GOLD, Reason.GOLD, REOPEN)),
        # gold that two others made is for who compares readings to reopen, with a reason
        (Situation(has_gold=True, readers=2, others=2), (Shown.GOLD, Reason.GOLD, ASK)),
        (Situation(has_gold=True, readers=2, others=2, may_correct=True), (Shown.GOLD, Reason.GOLD, CORRECT)),
        (Situation(has_gold=True, readers=2, others=1, may_correct=True), (Shown.GOLD, Reason.GOLD, REOPEN)),
        (Situation(has_gold=True, readers=2, others=2, may_correct=True, can_annotate=False), (Shown.GOLD, Reason.GOLD, ASK)),
        (Situation(readers=2, others=2, may_correct=True), (Shown.SUGGESTION, Reason.FULL, LOOK)),
        # who does not annotate sees the gold, else the suggestions, hidden ones too
        (Situation(can_annotate=False), (Shown.SUGGESTION, Reason.SUGGESTION, LOOK)),
        (Situation(can_annotate=False, is_hidden=True), (Shown.SUGGESTION, Reason.SUGGESTION, LOOK)),
        (Situation(can_annotate=False, is_theirs=False), (Shown.SUGGESTION, Reason.SUGGESTION, LOOK)),
        (Situation(can_annotate=False, readers=2, others=2), (Shown.SUGGESTION, Reason.FULL, LOOK)),
        (Situation(can_annotate=False, has_gold=True), (Shown.GOLD, Reason.GOLD, LOOK)),
    ],
    ids=str,
)  # fmt: skip
def test_each_row_of_the_decision(situation, expected):
    assert access_of(situation) == access(*expected)


EVERY = [
    Situation(*facts)
    for facts in product((True, False), Own, (True, False), (True, False), (1, 2), (0, 1, 2), (True, False), (True, False))
]  # fmt: skip


def test_at_most_one_thing_may_be_done_and_only_by_who_annotates():
    for situation in EVERY:
        found = access_of(situation)
        acts = found.can_edit + found.can_start + found.can_reopen
        assert acts <= 1, situation
        if not situation.can_annotate and situation.own is Own.NONE:
            assert acts == 0, situation


def test_suggestions_that_are_kept_from_an_annotator_are_never_shown_before_he_begins():
    for situation in EVERY:
        if situation.is_hidden and situation.can_annotate and situation.own is Own.NONE:
            assert access_of(situation).shown in (Shown.NOTHING, Shown.GOLD), situation


def test_one_s_own_open_layer_is_always_what_one_sees():
    for situation in EVERY:
        found = access_of(situation)
        assert found.can_edit is situation.is_open
        assert found.shown is Shown.OWN or not situation.is_open
