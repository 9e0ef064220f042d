"""Before an export leaves, in a real browser: the notes are read and ticked by keyboard, then the steward approves.
And the demonstration's front door, with its tour."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browsers import findings, picture
from tests.e2e.conftest import PASSWORD

pytestmark = pytest.mark.e2e


def fits(page) -> bool:
    return page.evaluate("document.documentElement.scrollWidth - window.innerWidth") <= 0


@pytest.mark.parametrize("size", ["1280", "390"])
def test_one_click_then_the_tour_by_keyboard(visitor, size):
    page = visitor(size)
    picture(page, f"connexion-{size}")
    assert findings(page) == []
    assert fits(page)
    page.get_by_role("button", name="demo-auditor").click()
    page.wait_for_url("**/essayer/?visite=1**")
    for number in range(1, 8):
        bar = page.get_by_role("complementary", name="Visite guidée")
        expect(bar).to_contain_text(f"{number}/8")
        if number in (1, 6):
            assert findings(page) == []
            assert fits(page)
            picture(page, f"visite-{number}-{size}")
        expect(bar.get_by_role("link", name="Suivant")).to_be_focused()
        page.keyboard.press("Enter")
        page.wait_for_url(f"**visite={number + 1}**")
    page.keyboard.press("Escape")
    page.wait_for_url(lambda url: "visite" not in url)
    page.goto(page.url + "?visite=5")
    page.get_by_role("button", name="Continuer comme demo-steward").click()
    expect(page.get_by_role("complementary", name="Visite guidée")).to_contain_text("5/8")
    expect(page.locator("h1")).to_contain_text("Aperçu")


def test_the_steward_reads_ticks_and_then_approves(visitor, demo_site):
    page = visitor()
    page.get_by_role("button", name="demo-steward").click()
    page.wait_for_url("**/essayer/?visite=1")
    page.goto(demo_site.page_url(f"exports/{demo_site.export}/"))
    page.fill("input[name=password]", PASSWORD)
    page.get_by_role("button", name="Approuver l'export").click()
    expect(page.get_by_role("alert")).to_contain_text("il en manque 10")
    assert findings(page) == []
    picture(page, "dossier-1280")
    page.get_by_role("link", name="Lire les 10 notes qui manquent").click()
    for rank in range(1, 17):
        expect(page.locator("h1")).to_have_text(f"Note à lire {rank} sur 16")
        if rank == 1:  # the panes have the width, and leave the question in sight
            panes = page.locator(".cmp")
            assert panes.bounding_box()["width"] > 1200
            tallest = panes.evaluate("panes => parseFloat(getComputedStyle(panes).maxHeight)")
            assert tallest <= page.viewport_size["height"] - 450
        assert page.locator(".cmp-original .cmp-ent").count() == 3
        if rank == 1:
            assert findings(page) == []
            picture(page, "dossier-note-1280")
            page.set_viewport_size({"width": 390, "height": 844})
            assert fits(page)
            picture(page, "dossier-note-390")
        # the note has the focus, so that it can be scrolled: the browser gives it after the page is shown
        expect(page.locator(".cmp")).to_be_focused()
        page.keyboard.press("Tab")
        expect(page.locator("input[name=verdict]").first).to_be_focused()
        page.keyboard.press("Space")
        page.keyboard.press("Enter")
    page.wait_for_url("**#lecture")
    expect(page.locator("#lecture")).to_contain_text("Au plus 0 % des notes")
    assert fits(page)
    picture(page, "dossier-lu-390")
    page.fill("input[name=password]", PASSWORD)
    page.get_by_role("button", name="Approuver l'export").click()
    expect(page.get_by_text("Export approuvé : le fichier peut être téléchargé.")).to_be_visible()
    expect(page.get_by_text("À télécharger jusqu'au")).to_be_visible()
