from functools import cache
from itertools import product

import pytest

from privacy.domain.places.spelling import Speller, edit_distance

NAMES = [
    "villeurbanne",
    "strasbourg",
    "clermont ferrand",
    "dijon",
    "belfort",
    "montbeliard",
    "montbellet",
]


@pytest.mark.parametrize(
    ("left", "right", "distance"),
    [
        ("dijon", "dijon", 0),
        ("dijno", "dijon", 1),
        ("dijo", "dijon", 1),
        ("dijonn", "dijon", 1),
        ("dojin", "dijon", 2),
        ("", "abc", 3),
        ("abcdef", "uvwxyz", 4),  # the limit
    ],
)
def test_errors_are_counted_up_to_the_limit(left, right, distance):
    assert edit_distance(left, right, 4) == distance
    assert edit_distance(right, left, 4) == distance


@cache
def _plain_distance(left: str, right: str) -> int:
    """The definition, without a limit (Damerau-Levenshtein, optimal string alignment)."""
    if not left or not right:
        return len(left) + len(right)
    found = min(
        _plain_distance(left[:-1], right) + 1,
        _plain_distance(left, right[:-1]) + 1,
        _plain_distance(left[:-1], right[:-1]) + (left[-1] != right[-1]),
    )
    if len(left) > 1 and len(right) > 1 and left[-2:] == right[-2:][::-1]:
        found = min(found, _plain_distance(left[:-2], right[:-2]) + 1)
    return found


def test_every_limit_cuts_the_same_distance():
    words = ["".join(letters) for size in range(6) for letters in product("ab", repeat=size)]
    words += ["abcab", "cabba", "bcaab", "acbd", "dbca"]
    for left, right in product(words, words):
        whole = _plain_distance(left, right)
        assert [edit_distance(left, right, limit) for limit in (1, 2, 3, 9)] == [
            min(whole, limit) for limit in (1, 2, 3, 9)
        ]


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("villeurbane", ["villeurbanne"]),
        ("illeurbanne", ["villeurbanne"]),
        ("starsbourg", ["strasbourg"]),
        ("clermond ferand", ["clermont ferrand"]),
        ("montbelliard", ["montbeliard"]),
        ("dijno", []),  # one error in five letters is too many
        ("marseille", []),
    ],
)
def test_the_nearest_names_within_the_rate_are_found(name, found):
    assert Speller(NAMES).nearest(name) == found


def test_a_laxer_rate_finds_short_names():
    assert Speller(NAMES).nearest("dijno", lax=True) == ["dijon"]


def test_ties_are_all_told():
    assert sorted(Speller(["lamarche", "lamarque"]).nearest("lamarxhe")) == ["lamarche"]
    assert sorted(Speller(["lamarche", "lamarthe"]).nearest("lamarxhe")) == ["lamarche", "lamarthe"]


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("djion", ["dijon"]),  # neighbours swapped
        ("dijn", ["dijon"]),
        ("dixon", ["dijon"]),
        ("dijonn", ["dijon"]),
        ("belfrt", ["belfort"]),
        ("dijon", []),  # no error
        ("djin", []),  # two errors
        ("dij", []),
        ("strasbou", []),  # longer names have their rates
    ],
)
def test_a_short_name_may_have_one_error(name, found):
    assert Speller(NAMES).one_away(name) == found
