"""The drift page and its alert on the home page."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from annotation.models import EntityDay
from worker.selectors.drift import drift_of, out_of_limits


@pytest.fixture
def weeks(project):
    """`spans` by axis and name: (accepted, rejected) of each week, on two days, of ten notes each."""

    def make(**spans: list[tuple[int, int]]) -> None:
        today = timezone.localdate()
        monday = today - timedelta(days=today.weekday())
        for key, told in spans.items():
            axis, _, name = key.partition("_")
            for number, (accepted, rejected) in enumerate(told):
                begins = monday - timedelta(weeks=len(told) - 1 - number)
                for day, halves in ((0, 2), (2, 2)):
                    EntityDay.objects.create(
                        project=project, day=begins + timedelta(days=day), monday=begins,
                        axis=axis, name=name, notes=10, accepted=accepted // halves, rejected=rejected // halves,
                    )  # fmt: skip

    return make


def page_of(client, project, **asked: str) -> str:
    return client.get(reverse("worker:drift", args=[project.pk]), asked).content.decode()


def test_days_are_summed_into_weeks(admin, project, weeks):
    weeks(all=[(90, 10)] * 2, label_PER=[(40, 2)] * 2, engine_hybrid=[(80, 20)] * 2)
    found = {series.key: series for series in drift_of(admin, project)}
    told = {key: [(p.week.count, p.week.total) for p in s.points] for key, s in found.items()}
    assert told == {
        "all:": [(10, 100)] * 2,  # corrected of all spans
        "label:PER": [(40, 20)] * 2,  # entities in so many notes
        "engine:hybrid": [(80, 100)] * 2,  # suggestions kept of those that were there
    }
    week = found["label:PER"].points[0].week
    assert (week.days, week.scatter) == (2, 2 * 20 * 20 / 10)


def test_what_leaves_its_limits_is_named_on_the_page_and_at_home(client, admin, project, weeks):
    weeks(
        all=[(90, 10)] * 6,
        label_PER=[(40, 0)] * 5 + [(100, 0)],
        type_CRH=[(60, 0)] * 6,
        service_Cardio=[(60, 0)] * 5 + [(10, 0)],
        engine_x=[(90, 10)] * 5 + [(40, 60)],
    )
    assert [series.key for series in out_of_limits(admin, project)] == [
        "label:PER", "service:Cardio", "engine:x",
    ]  # fmt: skip
    client.force_login(admin)
    text = page_of(client, project)
    assert "La dernière semaine sort des limites : Personnes 5,0 par note (limites :" in text
    assert "service Cardio 0,5 par note" in text
    assert "suggestions gardées, x 40,0 %" in text
    home = client.get(reverse("home")).content.decode()
    assert "mesures hors de leurs limites cette semaine : Personnes, service Cardio, sug" in home
    assert reverse("worker:drift", args=[project.pk]) in home


def test_one_figure_is_drawn_with_its_weeks_and_its_days(client, admin, project, weeks):
    weeks(all=[(90, 10)] * 6, label_PER=[(40, 0)] * 6)
    client.force_login(admin)
    assert "Part des entités corrigées, par semaine" in page_of(client, project)
    text = page_of(client, project, serie="label:PER")
    assert "Personnes : entités par note, par semaine" in text
    assert "Par jour, les huit dernières semaines" in text
    # twelve days have their line in the table of the days, six weeks theirs
    assert text.count("<tr data-x=") == 12 + 6
    assert "Part des entités corrigées, par semaine" in page_of(client, project, serie="label:no")


def test_what_came_no_more_alarms_no_more(admin, project, weeks):
    weeks(label_PER=[(40, 0)] * 5 + [(100, 0)] + [(0, 0)] * 3, all=[(90, 10)] * 9)
    EntityDay.objects.filter(axis="label", accepted=0).delete()
    assert out_of_limits(admin, project) == []
    assert [series.points[-1].is_out for series in drift_of(admin, project)] == [False, True]


def test_what_is_older_than_a_year_is_not_looked_at(admin, project, weeks):
    weeks(all=[(90, 10)] * 60)
    [series] = drift_of(admin, project)
    assert len(series.points) in (52, 53)


@pytest.mark.parametrize("many", [1, 40])
def test_the_page_costs_the_same_however_much_is_watched(client, admin, project, weeks, many):
    weeks(all=[(90, 10)] * 6, **{f"service_s{number}": [(60, 0)] * 6 for number in range(many)})
    client.force_login(admin)
    with CaptureQueriesContext(connection) as queries:
        page_of(client, project)
    assert len(queries) <= 9, [query["sql"] for query in queries]
    [asked] = [q["sql"] for q in queries if "scatter" in q["sql"]]
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {asked}")
        plan = " | ".join(str(row[-1]) for row in cursor.fetchall())
    assert "annotation_entityday USING COVERING INDEX entity_day_weeks" in plan


def test_without_readings_it_says_so(client, admin, project):
    client.force_login(admin)
    assert "Deux semaines de lectures" in page_of(client, project)
    assert out_of_limits(admin, project) == []


def test_who_may_see_it(client, project, other_project, admin, annotator, stranger):
    for person, target, status in (
        (annotator, project, 403), (stranger, project, 404), (admin, other_project, 404),
    ):  # fmt: skip
        client.force_login(person)
        assert client.get(reverse("worker:drift", args=[target.pk])).status_code == status
