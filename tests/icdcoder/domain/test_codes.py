from itertools import pairwise

import pytest

from icdcoder.domain.chapters import BLOCKS, CHAPTERS, block_of, chapter_of
from icdcoder.domain.codes import InvalidCodeError, format_code, parse_code


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("E11.9", "E119"),
        ("E119", "E119"),
        (" e11.9 ", "E119"),
        ("I10", "I10"),
        ("F32.01", "F3201"),
        ("X59.012", "X59012"),
        ("R53.+0", "R53+0"),
        ("C16.9+8", "C169+8"),
        ("F03+01", "F03+01"),
    ],
)
def test_all_writings_of_a_code_are_one(given, expected):
    assert parse_code(given) == expected


@pytest.mark.parametrize("given", ["", "11E", "E1", "E1199999", "E11-9", "hta", "É11", "E11.9.1x"])
def test_what_is_no_code_is_refused(given):
    with pytest.raises(InvalidCodeError) as caught:
        parse_code(given)
    assert caught.value.value == given


@pytest.mark.parametrize(
    ("code", "shown"),
    [
        ("E119", "E11.9"),
        ("I10", "I10"),
        ("S7200", "S72.00"),
        ("R53+0", "R53+0"),
        ("C169+8", "C16.9+8"),
    ],
)
def test_a_code_is_shown_with_its_dot(code, shown):
    assert format_code(code) == shown


def test_there_are_22_chapters_that_do_not_overlap():
    ordered = sorted(CHAPTERS, key=lambda chapter: chapter.first)
    assert len(ordered) == 22
    assert all(a.last < b.first for a, b in pairwise(ordered))


@pytest.mark.parametrize(
    ("code", "number"),
    [
        ("A000", "I"),
        ("D48", "II"),
        ("D50", "III"),  # chapters II and III share the letter D
        ("H59", "VII"),
        ("H60", "VIII"),  # VII and VIII share H
        ("T98", "XIX"),
        ("V01", "XX"),
        ("Y98", "XX"),
        ("U0710", "XXII"),
        ("Z966", "XXI"),
    ],
)
def test_a_code_lies_in_its_chapter(code, number):
    chapter = chapter_of(code)
    assert chapter is not None
    assert chapter.number == number


def test_between_the_ranges_there_is_no_chapter_and_no_block():
    assert chapter_of("D49") is None
    assert chapter_of("Y99") is None
    assert block_of("E08") is None


@pytest.mark.parametrize(
    ("code", "block"),
    [("E119", "E10-E14"), ("I10", "I10-I15"), ("C509", "C50-C50"), ("S720", "S70-S79")],
)
def test_a_code_lies_in_its_block(code, block):
    assert block_of(code) == block


def test_every_block_lies_in_one_chapter():
    assert all(
        (first := chapter_of(block[:3])) is not None and first == chapter_of(block[4:])
        for block in BLOCKS
    )
