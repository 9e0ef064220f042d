"""The guided tour: eight steps, each with its page, left at any time."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from deidweb.tour import STOPS

ALL = ("annotator", "reviewer", "steward", "admin", "auditor")


def step(page: str) -> str:
    found = re.search(r'<aside class="tour".*?</aside>', page, re.S)
    return found.group(0) if found else ""


def test_there_are_eight_steps():
    assert len(STOPS) == 8


def test_a_person_with_every_role_walks_through_all_pages(client, project, make_user):
    client.force_login(make_user("tout", project, *ALL))
    home = client.get("/").content.decode()
    address = re.search(r'href="([^"]*visite=1)"', home).group(1)
    seen = []
    for number in range(1, 9):
        answer = client.get(address)
        assert answer.status_code == 200, address
        bar = step(answer.content.decode())
        assert f"{number}/8" in bar
        assert "autofocus" in bar
        seen.append(address)
        links = re.findall(r'href="([^"]+)"', bar)
        address = links[0]
    assert len(set(seen)) == 8
    assert "visite" not in address  # the last one leads out


@pytest.mark.parametrize("role", ALL)
def test_every_role_can_go_on_at_each_step(client, project, make_user, role):
    """A page that the role does not open is told on the first page, with a way on."""
    client.force_login(make_user("x", project, role))
    address = re.search(r'href="([^"]*visite=1[^"]*)"', client.get("/").content.decode()).group(1)
    for number in range(1, 9):
        answer = client.get(address.replace("&amp;", "&"))
        assert answer.status_code == 200, address
        bar = step(answer.content.decode())
        assert f"{number}/8" in bar
        assert "Continuer comme" not in bar  # this is no demonstration
        address = re.search(r'class="btn btn-primary" href="([^"]+)"', bar).group(1)


def test_the_first_step_is_open_to_who_reads_no_note(client, project, make_user):
    client.force_login(make_user("x", project, "auditor"))
    address = re.search(r'href="([^"]*visite=1[^"]*)"', client.get("/").content.decode()).group(1)
    assert address == f"/essayer/?visite=1&amp;projet={project.pk}"
    bar = step(client.get(address.replace("&amp;", "&")).content.decode())
    assert "Votre rôle n'ouvre pas" not in bar
    assert 'data-leave="/essayer/"' in bar


@pytest.mark.parametrize("given", ["0", "9", "x", "", "1&projet=x", "1"])
def test_no_step_shows_nothing(client, annotator, given):
    client.force_login(annotator)
    assert step(client.get(f"/?visite={given}").content.decode()) == ""


def test_a_stranger_is_told_nothing(client, stranger, project):
    client.force_login(stranger)
    assert step(client.get(f"/?visite=1&projet={project.pk}").content.decode()) == ""


def test_a_page_without_the_step_has_no_bar(client, annotator, project):
    client.force_login(annotator)
    assert (
        step(client.get(reverse("annotation:document-list", args=[project.pk])).content.decode())
        == ""
    )
