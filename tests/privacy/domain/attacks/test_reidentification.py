"""The report of a real cohort: what is unique before and after, what is found, what would lower it."""

from __future__ import annotations

from privacy.domain.attacks.linkage import join
from privacy.domain.attacks.reidentification import Earlier, Profile, Shown, figures, profile_of

DATES = [("DATE", "DATE", f"{day:02d}/03/2020") for day in (1, 4, 9)]


def shown(*rows):
    return [Shown(*row) for row in rows]


def row(report, kind):
    return next(item for item in report["rows"] if item["kind"] == kind)


def test_a_profile_is_what_can_be_read():
    found = profile_of(
        shown(
            *DATES,
            ("DATE", "DATE_NAISSANCE", "12/05/1950"),
            ("DATE", "DUREE", "3 jours"),
            ("DATE", "DATE", "mars 2020"),
            ("AGE", "AGE", "69 ans"),
            ("LOC", "VILLE", "DÔLE"),
            ("LOC", "VILLE", "Dijon"),
            ("LOC", "VILLE", "Dole"),
            ("PER", "NOM", "Durand"),
        ),
        pivot=2024,
        codes=["I10"],
    )
    assert found == Profile((3, 5), 69, "dole", frozenset({"I10"}))


def test_an_age_follows_from_the_birth_date_and_a_capped_one_counts():
    born = ("DATE", "DATE_NAISSANCE", "12/05/1950")
    assert profile_of(shown(*DATES, born), pivot=2024).age == 69
    assert profile_of(shown(("AGE", "AGE", "90 ans ou plus")), pivot=2024).age == 90


def test_labels_tell_nothing():
    rows = shown(("AGE", "AGE", "[AGE]"), ("LOC", "VILLE", "[VILLE]"), ("DATE", "DATE", "[DATE]"))
    assert profile_of(rows, pivot=2024) == Profile()


def test_values_are_joined_where_they_are_unique_on_both_sides():
    assert join(["a", "b", "b", "c", ""], ["a", "b", "c", ""], [0, 1, 0, 4]) == (1, 1)


BEFORE = [
    Profile((3, 5), 71, "dole", frozenset({"I10", "Q87"})),
    Profile((3, 5), 72, "dole", frozenset({"I10"})),
    Profile((9,), 40, "dijon", frozenset({"I10"})),
    Profile((), None, "", frozenset()),
]


def test_what_leaves_unchanged_is_found_and_what_is_unique_is_counted():
    report = figures(BEFORE, BEFORE)
    assert report["patients"] == 4
    intervals = row(report, "intervals")
    assert (intervals["known"], intervals["unique_before"], intervals["small_before"]) == (3, 1, 3)
    assert (intervals["right"], intervals["wrong"]) == (1, 0)
    assert (row(report, "age_town")["unique_before"], row(report, "age_town")["right"]) == (1, 1)
    # the rare code tells apart the two of Dole
    assert (
        row(report, "age_town_code")["unique_before"],
        row(report, "age_town_code")["right"],
    ) == (3, 3)


def test_what_changes_is_not_found_or_wrongly():
    after = [
        Profile((9,), 71, "dole", BEFORE[0].codes),
        Profile((4, 5), 72, "beaune", BEFORE[1].codes),
        Profile((8,), 40, "dijon", BEFORE[2].codes),
        Profile(),
    ]
    report = figures(BEFORE, after)
    assert (row(report, "intervals")["right"], row(report, "intervals")["wrong"]) == (0, 1)
    levers = {one["lever"]: one for one in row(report, "age_town")["levers"]}
    assert row(report, "age_town")["right"] == 1
    assert levers["ages"]["right"] == 1  # Dijon alone is enough
    assert levers["places"]["right"] == 1  # and so is the age
    assert row(report, "intervals")["levers"] == [{"lever": "dates", "right": 0, "unique": 0}]


def test_an_earlier_export_is_linked_by_what_is_equal_in_both():
    earlier = Earlier(
        3, same_study=False, profiles=[BEFORE[2], Profile((1,), 20, "dole")], owners=[2, None]
    )
    report = figures(BEFORE, BEFORE, [earlier])
    assert report["earlier"] == [
        {
            "number": 3,
            "same_study": False,
            "common": 1,
            "joined": {"intervals": {"right": 1, "wrong": 0}, "age_town": {"right": 1, "wrong": 0}},
        }
    ]


def test_no_value_is_in_the_report_or_told_by_a_profile():
    told = repr(figures(BEFORE, BEFORE)) + repr(BEFORE) + repr(shown(("PER", "NOM", "Durand")))
    assert not any(word in told for word in ("dole", "dijon", "Q87", "Durand"))
