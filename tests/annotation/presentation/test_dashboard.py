"""The curve of a project and the day on which it would be done. Figures worked out by hand."""

from __future__ import annotations

from datetime import date

from annotation.domain.tally import Assistance
from annotation.presentation.dashboard import forecast_of
from annotation.selectors.dashboard import Dashboard, Pace, Week, Work
from annotation.selectors.progress import Progress

NOTHING = Assistance(0, 0, 0, 0)
MONDAYS = date(2026, 1, 5), date(2026, 1, 12)
TODAY = date(2026, 1, 18)  # fourteen days into the work


def board(
    gold: int,
    waiting: int,
    *notes: int,
    recent: int | None = None,
    growth: tuple[int, ...] = (),
    readers: int = 1,
) -> Dashboard:
    """`notes`: readings of each week; `growth`: notes validated by its end."""
    weeks = tuple(
        Week(monday, Pace(count, 60 * count), NOTHING)
        for monday, count in zip(MONDAYS, notes, strict=False)
    )
    pace = Pace(sum(notes) if recent is None else recent, 0)
    work = Work(pace, pace, NOTHING, (), weeks, NOTHING)
    curve = dict(zip(MONDAYS, growth, strict=False))
    progress = Progress(gold=gold, preannotated=waiting)
    return Dashboard(progress, work, curve, waiting, readers * waiting, None, None)


def test_the_last_day_follows_from_the_pace_of_the_last_weeks():
    # 14 notes in 14 days: one a day, 21 are left
    told = forecast_of(board(34, 21, 4, 10, growth=(24, 34)), TODAY)
    assert told.day == date(2026, 2, 8)
    assert told.curve is not None
    # 20 came validated with the import; two weeks of work, then three of forecast
    rows = [(day, values) for day, values in told.curve.rows]
    assert rows[0] == (date(2026, 1, 11), (24, None))
    assert rows[1] == (TODAY, (34, 34))
    assert rows[-1] == (date(2026, 2, 8), (None, 55))
    assert told.curve.top == 55


def test_without_a_pace_without_notes_left_or_too_far_away_no_day_is_said():
    assert forecast_of(board(0, 12), TODAY).day is None
    assert forecast_of(board(14, 0, 4, 10, growth=(4, 14)), TODAY).day is None
    assert forecast_of(board(20, 5, 4, 10, recent=0, growth=(10, 20)), TODAY).day is None
    assert forecast_of(board(14, 5000, 4, 10, growth=(4, 14)), TODAY).day is None


def test_a_note_that_two_people_read_is_one_note_of_the_curve_and_takes_twice_the_time():
    # 14 readings in 14 days made 2 + 5 notes; 6 notes of two readings are left: 12 days
    told = forecast_of(board(7, 6, 4, 10, growth=(2, 7), readers=2), TODAY)
    assert told.day == date(2026, 1, 30)
    assert told.curve is not None
    assert [values for _day, values in told.curve.rows] == [
        (2, None),
        (7, 7),
        (None, 10),
        (None, 13),
    ]


def test_the_curve_ends_at_what_is_validated_now():
    """A note that was taken up again is validated no more, whatever was counted on its day."""
    told = forecast_of(board(13, 0, 4, 10, growth=(4, 14)), TODAY)
    assert told.curve is not None
    assert [values[0] for _day, values in told.curve.rows] == [4, 13]


def test_a_project_that_nobody_has_begun_has_no_curve():
    assert forecast_of(board(0, 12), TODAY).curve is None
