"""A session ends after half an hour without an act and after twelve hours in all; what a page fetches by itself is no act."""

from __future__ import annotations

from uuid import UUID

import pytest
from django.urls import reverse

from deidweb.audit.models import AuditEntry

PAGE = {"Accept": "text/html,*/*"}
POLL = {"Accept": "text/html", "HX-Request": "true"}


@pytest.fixture
def after(monkeypatch, annotator, client):
    """after(minutes) → the clock, counted from the sign-in."""
    client.force_login(annotator)
    start = client.session["began"]

    def move(minutes: float) -> None:
        monkeypatch.setattr("deidweb.accounts.sessions._now", lambda: start + 60 * minutes)

    return move


def is_in(client, headers=PAGE) -> bool:
    return client.get("/", headers=headers).status_code == 200


def test_half_an_hour_without_an_act_ends_it(client, after, annotator):
    after(29)
    assert is_in(client)
    after(58)
    assert is_in(client), "the page opened at 29 minutes was an act"
    after(89)
    answer = client.get("/", headers=PAGE)
    assert answer.status_code == 302
    assert answer.headers["Location"].startswith(reverse("accounts:login"))
    assert AuditEntry.objects.filter(action="account.session_expired", actor=annotator).count() == 1
    after(30)
    assert not is_in(client), "it does not come back with the clock"


@pytest.mark.parametrize(
    ("referer", "back"),
    [
        ("http://testserver/projets/?page=2", "/projets/%3Fpage%3D2"),
        ("http://elsewhere/projets/", "/"),
        ("", "/"),
    ],
)
def test_a_form_sent_too_late_leads_back_to_its_page_and_is_told(client, after, referer, back):
    after(31)
    headers = {**PAGE, "Referer": referer}
    answer = client.post(reverse("jobs:list", args=[UUID(int=1)]), {}, headers=headers)
    assert answer.headers["Location"] == f"{reverse('accounts:login')}?next={back}"
    told = client.get(answer.headers["Location"]).content.decode()
    assert "n&#x27;est pas enregistré" in told


@pytest.mark.parametrize("method", ["get", "post"])
def test_no_sign_in_page_stands_inside_another_page(client, after, method):
    """What a page fetches into a part of itself after the end."""
    after(31)
    answer = getattr(client, method)(reverse("jobs:list", args=[UUID(int=1)]), headers=POLL)
    assert (answer.status_code, answer.content) == (401, b"")


def test_a_page_that_polls_keeps_nothing_alive(client, after, project):
    for minute in range(0, 31, 2):
        after(minute)
        assert is_in(client, POLL)
        assert client.get(f"/api/projets/{project.pk}/moi/").status_code == 200
    after(31)
    assert client.get(f"/api/projets/{project.pk}/moi/").status_code == 401


def test_a_gesture_is_an_act(client, after):
    after(25)
    client.post("/langue/", {"language": "fr"})
    after(50)
    assert is_in(client)


def test_twelve_hours_are_the_most(client, after):
    for minute in range(0, 720, 20):
        after(minute)
        assert is_in(client)
    after(721)
    assert not is_in(client)


@pytest.mark.fault("F17")
@pytest.mark.parametrize(("minutes", "stays"), [(120, False), (-120, False), (-0.5, True)])
def test_a_clock_that_jumps_lengthens_no_session(client, after, minutes, stays):
    """On or back by two hours: whoever is in signs in again. Half a minute is two servers' difference."""
    after(10)
    assert is_in(client)
    after(10 + minutes)
    assert is_in(client) is stays


def test_reading_writes_nothing(client, after, django_assert_num_queries):
    from django.db import connection

    after(5)
    is_in(client)
    before = connection.connection.total_changes
    after(20)
    is_in(client)
    assert connection.connection.total_changes == before


def test_the_moment_of_another_session_or_a_forged_one_counts_for_nothing(
    client, after, make_user, project
):
    from django.core import signing
    from django.test import Client

    other = Client()
    other.force_login(make_user("autre", project, "annotator"))
    after(29)
    other.get("/", headers=PAGE)
    client.cookies["seen"] = other.cookies["seen"].value
    after(31)
    assert not is_in(client)
    forged = Client()
    forged.cookies["seen"] = signing.dumps(["x", 10**12], salt="another", key="k" * 50)
    assert not is_in(forged)


def test_a_session_from_before_this_rule_is_over(client, annotator):
    client.force_login(annotator)
    session = client.session
    del session["began"]
    session.save()
    assert not is_in(client)


def test_all_of_ones_sessions_end_at_once(client, annotator):
    from django.test import Client

    elsewhere = Client()
    for browser in (client, elsewhere):
        browser.force_login(annotator)
    assert client.post(reverse("accounts:sessions-end")).status_code == 302
    assert not is_in(client)
    assert not is_in(elsewhere)
    assert AuditEntry.objects.filter(action="account.sessions_ended", actor=annotator).exists()


def test_a_page_knows_for_how_long_its_session_lasts(client, after):
    """A form on it is sent only after a look at whether the session is still there."""
    assert 'data-session-left="1800"' in client.get("/", headers=PAGE).content.decode()
    for minute in range(20, 701, 20):
        after(minute)
        client.get("/", headers=PAGE)
    after(717)
    assert 'data-session-left="180"' in client.get("/", headers=PAGE).content.decode()


def test_who_comes_back_to_a_page_after_the_end_is_told_so_once(client, after):
    over = "Votre session est terminée"
    client.get("/", headers=PAGE)
    after(31)
    answer = client.get("/projets/", headers={"Accept": "*/*"})
    assert over not in client.get(reverse("accounts:login")).content.decode()
    answer = client.get("/", headers=PAGE)
    assert over in client.get(answer.headers["Location"]).content.decode()
    answer = client.get("/", headers=PAGE)
    assert over not in client.get(answer.headers["Location"]).content.decode()


@pytest.mark.parametrize("way", ["accounts:logout", "accounts:sessions-end"])
def test_who_has_signed_out_is_not_told_of_an_end(client, after, way):
    client.get("/", headers=PAGE)
    client.post(reverse(way))
    answer = client.get("/", headers=PAGE)
    assert "est terminée" not in client.get(answer.headers["Location"]).content.decode()
