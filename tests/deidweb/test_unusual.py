"""Which readings the review page tells; figures by hand."""

from __future__ import annotations

from datetime import date, datetime

import pytest

from deidweb.audit.unusual import Alert, Hour, Kind, unusual

DAY = date(2026, 10, 6)


def hour(at: int, notes: int, *, actor: int = 1, day: int = 6) -> Hour:
    return Hour(actor, datetime(2026, 10, day, at), notes)  # noqa: DTZ001 - local time, as the page shows it


@pytest.mark.parametrize(
    ("hours", "usual", "alerts"),
    [
        ([hour(10, 99)], {}, []),
        ([hour(10, 100)], {}, [Alert(1, Kind.BURST, DAY, 100)]),
        # three times the habit, and more
        ([hour(9, 30), hour(10, 30)], {1: [20] * 5}, []),
        ([hour(9, 30), hour(10, 31)], {1: [20] * 5}, [Alert(1, Kind.DAY, DAY, 61, 20)]),
        # few notes are never told; nor is a newcomer's day, who has no habit yet
        ([hour(9, 49)], {1: [1] * 9}, []),
        ([hour(9, 90)], {1: [1] * 4}, []),
        ([hour(9, 90)], {2: [1] * 9}, []),
        # a night belongs to the evening on which it began
        ([hour(21, 9), hour(6, 9)], {}, []),
        ([hour(23, 2), hour(5, 2, day=7)], {}, []),
        ([hour(23, 2), hour(5, 3, day=7)], {}, [Alert(1, Kind.NIGHT, DAY, 5)]),
    ],
)
def test_what_is_told(hours, usual, alerts):
    assert unusual(hours, usual) == alerts
