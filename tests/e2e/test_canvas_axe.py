"""axe-core on every page that each role can reach by its links, in both schemes; and on every state of a note."""

from __future__ import annotations

import re

import pytest

from tests.browsers import findings
from tests.e2e.canvas_scene import click_on

pytestmark = pytest.mark.e2e

ROLES = ("annotatrice", "relecteur", "responsable", "administratrice", "auditeur")
MOST_PAGES = 60
KEY = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d+")


def kind_of(address: str) -> str:
    """Pages that differ by their object or their filters only are one kind."""
    return KEY.sub("#", address.split("?")[0].split("#")[0])


@pytest.fixture(scope="module")
def furnished(canvas_site):
    """A project where every list has a row."""
    note = canvas_site.note("axe", "M. [[NOM:DURAND]] à [[VILLE:Dijon|0.5]].", patient="axe")
    canvas_site.note("axe-free", "Rien.", patient="axe", begun_by="")
    return note


@pytest.mark.parametrize("role", ROLES)
def test_every_page_that_links_lead_to(canvas_person, canvas_site, furnished, role):
    page = canvas_person(role).page
    waiting, seen, wrong = [canvas_site.url], set(), {}
    while waiting and len(seen) < MOST_PAGES:
        address = waiting.pop(0)
        if kind_of(address) in seen:
            continue
        seen.add(kind_of(address))
        answer = page.goto(address)
        assert answer is not None
        assert answer.status == 200, (address, answer.status)
        if found := findings(page):
            wrong[kind_of(address)] = found
        # what is dark differs in its colours alone
        page.emulate_media(color_scheme="dark")
        if found := findings(page, only="color-contrast"):
            wrong[f"{kind_of(address)} (dark)"] = found
        page.emulate_media(color_scheme="light")
        links = page.eval_on_selector_all(
            "a[href]:not([download])", "all => all.map((a) => a.href)"
        )
        waiting += [link for link in links if link.startswith(canvas_site.url)]
    assert wrong == {}
    assert len(seen) >= 4, seen


def test_every_state_of_a_note(canvas_person, canvas_site):
    note = canvas_site.note(
        "axe-note", "M. [[NOM:DURAND]] à [[VILLE:Dijon|0.5]]. DURAND sort.", patient="axe-2"
    )
    for size in ("1280", "390"):
        page = canvas_person(size=size).note(note)
        states = {"opened": findings(page)}
        click_on(page, "Dijon")
        states["panel"] = findings(page)
        page.keyboard.press("!")
        states["remark"] = findings(page)
        page.keyboard.press("Escape")
        page.keyboard.press(":")
        states["rules"] = findings(page)
        page.keyboard.press(":")
        page.keyboard.press("/")
        states["search"] = findings(page)
        page.keyboard.press("Escape")
        page.keyboard.press("?")
        states["help"] = findings(page)
        page.keyboard.press("Escape")
        click_on(page, "DURAND")
        page.keyboard.press("Shift+Enter")
        states["propagate"] = findings(page)
        page.keyboard.press("Escape")
        page.keyboard.press("=")
        states["lens"] = findings(page)
        assert {name: found for name, found in states.items() if found} == {}
