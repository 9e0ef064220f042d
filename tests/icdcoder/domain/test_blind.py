"""Who reads what as what, and what is made of the codes; the figures are worked out by hand."""

import pytest

from icdcoder.domain.blind import (
    NONE,
    OTHERS,
    Reading,
    chosen,
    confusion,
    matrix,
    result_of,
    share_out,
)


def reading(note, coder, is_original, codes="", seconds=60.0, guess="", principal=""):
    return Reading(note, coder, is_original, frozenset(codes.split()), principal, seconds, guess)


@pytest.mark.parametrize("notes", [6, 7])
def test_each_sees_each_note_once_half_of_them_originals_the_next_the_other_half(notes):
    turns = list(share_out("seed", notes, 4))
    shapes = {(turn.coder, turn.note): turn.is_original for turn in turns}
    assert len(shapes) == len(turns) == 4 * notes
    for coder in range(4):
        own = [turn for turn in turns if turn.coder == coder]
        assert sorted(turn.order for turn in own) == list(range(1, notes + 1))
        assert sum(turn.is_original for turn in own) in {notes // 2, notes - notes // 2}
    for note in range(notes):
        assert sum(shapes[coder, note] for coder in range(4)) == 2


def test_the_seed_decides_and_no_order_of_arrival():
    assert list(share_out("a", 8, 2)) == list(share_out("a", 8, 2))
    assert list(share_out("a", 8, 2)) != list(share_out("b", 8, 2))
    names = [f"n{number}" for number in range(20)]
    assert chosen("a", names, 5) == chosen("a", names[::-1], 5) != chosen("b", names, 5)


def test_orders_do_not_tell_the_shape():
    """Whoever starts with an original does not get every second note as one."""
    shapes = [t.is_original for t in sorted(share_out("s", 40, 1), key=lambda t: t.order)]
    assert shapes[::2] != [True] * 20 != shapes[1::2]


def test_agreement_counts_every_code_given_by_anybody():
    # codes: I10, E119, J189, three of them; two notes
    result = result_of(
        [
            reading("n1", "a", True, "I10 E119"),
            reading("n1", "b", False, "I10 J189"),
            reading("n2", "b", True, "I10"),
            reading("n2", "a", False, "I10"),
        ]
    )
    told = result.across
    assert (told.notes, told.pairs) == (2, 2)
    assert (told.both, told.first, told.second, told.neither) == (2, 1, 1, 2)
    assert told.f1.value == pytest.approx(4 / 6)
    # observed 4/6, by chance (3·3 + 3·3) / 36 = 1/2
    assert told.kappa.value == pytest.approx((4 / 6 - 1 / 2) / (1 / 2))
    assert told.f1.low <= told.f1.value <= told.f1.high
    assert result.same is None


def test_two_of_one_shape_say_how_far_persons_differ_anyway():
    result = result_of(
        [
            reading("n1", "a", True, "I10"),
            reading("n1", "b", True, "E119"),
            reading("n1", "c", False, "I10"),
        ]
    )
    assert (result.across.pairs, result.across.f1.value) == (2, pytest.approx(0.5))
    assert (result.same.pairs, result.same.f1.value) == (1, 0)


def test_confusion_pairs_codes_of_one_family_and_else_nothing():
    pairs = [
        (
            reading("n1", "a", True, "I10 E119 R05"),
            reading("n1", "b", False, "I10 E114 J189"),
        )
    ]
    assert confusion(pairs) == {
        ("I10", "I10"): 1,
        ("E119", "E114"): 1,
        ("R05", NONE): 1,
        (NONE, "J189"): 1,
    }


def test_the_matrix_names_the_most_frequent_and_tells_the_rest_together():
    counts = {("I10", "I10"): 5, ("E119", "E114"): 2, (NONE, "R05"): 1}
    heads, cells = matrix(counts, most=1)
    assert heads == ["I10", OTHERS, NONE]
    assert cells == [[5, 0, 0], [0, 2, 0], [0, 1, 0]]
    assert sum(map(sum, cells)) == sum(counts.values())


def test_time_is_compared_on_one_note_between_two_persons():
    """A slow person who reads more copies makes copies no slower."""
    result = result_of(
        [
            reading("n1", "a", True, seconds=10),
            reading("n2", "a", False, seconds=20),
            reading("n1", "b", False, seconds=200),
            reading("n2", "b", True, seconds=100),
            reading("n3", "b", False, seconds=900),
        ]
    )
    assert result.slower.value == pytest.approx(2)
    originals, copies = result.seconds
    assert (originals.value, copies.value) == (55, 110)  # n3 was read in one shape


@pytest.mark.parametrize("coders", [2, 3, 5])
def test_neither_hard_notes_nor_slow_persons_make_a_shape_slower(coders):
    """The note's time times the person's; with three persons most originals are of one half, here the hard one."""
    turns = list(share_out("seed", 9, coders))
    hard = {turn.note for turn in turns if turn.coder == 0 and turn.is_original}
    result = result_of(
        reading(
            str(turn.note), str(turn.coder), turn.is_original,
            seconds=(1 + 9 * (turn.note in hard)) * (turn.coder + 1) * (1 if turn.is_original else 1.5),
        )
        for turn in turns
    )  # fmt: skip
    slower = result.slower
    assert (slower.low, slower.value, slower.high) == pytest.approx((1.5, 1.5, 1.5))


def test_medians_of_time_are_of_the_same_notes():
    result = result_of(
        [
            *(reading("hard", coder, True, seconds=100) for coder in "ac"),
            reading("hard", "b", False, seconds=100),
            *(reading("easy", coder, False, seconds=10) for coder in "ac"),
            reading("easy", "b", True, seconds=10),
        ]
    )
    assert (result.originals, result.copies) == (3, 3)
    for told in result.seconds:
        assert (told.low, told.value, told.high) == (
            10,
            55,
            100,
        )  # two notes are drawn, not three readings


def test_nobody_who_gives_a_code_agrees_on_none():
    told = result_of([reading("n1", "a", True), reading("n1", "b", False)]).across
    assert (told.pairs, told.f1, told.kappa) == (1, None, None)


def test_a_person_alone_is_compared_with_nobody():
    assert result_of([reading("n1", "a", True), reading("n2", "a", False)]).slower is None


def test_guesses_are_right_by_shape_and_who_does_not_know_has_not_guessed():
    result = result_of(
        [
            reading("n1", "a", True, guess="original"),
            reading("n2", "a", False, guess="original"),
            reading("n1", "b", False, guess="deidentified"),
            reading("n2", "b", True, guess="unknown"),
        ]
    )
    assert (result.guesses.guessed, result.guesses.right.value) == (3, pytest.approx(2 / 3))
    assert result.guesses.table == {
        (True, "original"): 1,
        (False, "original"): 1,
        (False, "deidentified"): 1,
        (True, "unknown"): 1,
    }


def test_nothing_finished_has_no_result():
    result = result_of([])
    assert (result.across, result.same, result.slower) == (None, None, None)
    assert result.seconds == (None, None)
    assert result.guesses.right is None
    assert matrix(result.confusion) == ([], [])
