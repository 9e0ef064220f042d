"""The drift page and its alert on the home page."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from django.urls import reverse

from annotation.models import DayTally
from worker.selectors.drift import drift_of, drifts


@pytest.fixture
def weeks(project, annotator):
    """Of 100 spans each, so many corrected; on two days and from two engines."""

    def make(*corrected: int) -> None:
        for number, count in enumerate(corrected):
            monday = date(2026, 1, 5) + timedelta(weeks=number)
            for offset, engine, share in ((0, "hybrid-1", count), (2, "hybrid-2", 0)):
                DayTally.objects.create(
                    project=project, author=annotator, day=monday + timedelta(days=offset),
                    engine_version=engine, notes=2, accepted=50 - share, rejected=share,
                )  # fmt: skip

    return make


def test_weeks_are_summed_over_days_and_engines(admin, project, weeks):
    weeks(10, 10)
    points = drift_of(admin, project)
    assert [(point.week.count, point.week.total) for point in points] == [(10, 100), (10, 100)]


def test_a_week_outside_the_limits_alarms(client, admin, project, weeks):
    weeks(10, 10, 10, 10, 11)
    assert not drifts(admin, project)
    client.force_login(admin)
    address = reverse("worker:drift", args=[project.pk])
    assert "hors des limites" not in client.get(address).content.decode()
    DayTally.objects.filter(day__gt=date(2026, 2, 1), engine_version="hybrid-1").update(
        accepted=20, rejected=30
    )
    assert drifts(admin, project)
    text = client.get(address).content.decode()
    assert "30,0 % des entités ont été corrigées" in text
    assert "1,0 % à 19,0 %" in text
    assert "hybrid-2" in text
    home = client.get(reverse("home")).content.decode()
    assert address in home


def test_without_readings_it_says_so(client, admin, project):
    client.force_login(admin)
    page = client.get(reverse("worker:drift", args=[project.pk])).content.decode()
    assert "Deux semaines de lectures" in page
    assert not drifts(admin, project)


def test_who_may_see_it(client, project, other_project, admin, annotator, stranger):
    for person, target, status in (
        (annotator, project, 403), (stranger, project, 404), (admin, other_project, 404),
    ):  # fmt: skip
        client.force_login(person)
        assert client.get(reverse("worker:drift", args=[target.pk])).status_code == status
