"""Walks that act, in the demonstration: the verdict on attacks and the budget, the journal, the start page's buttons, who reads what."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browsers import findings
from tests.e2e.conftest import PASSWORD

pytestmark = pytest.mark.e2e


def entered(page: Page, role: str, address: str) -> Page:
    """The page at this address, for whom the demonstration's button of this role signs in."""
    with page.expect_navigation():
        page.click(f"button[name=role][value={role}]")
    page.goto(address)
    return page


def test_attacks_begin_with_a_verdict_and_the_budget_is_one_histogram(visitor, demo_site):
    page = entered(visitor(), "steward", demo_site.page_url("attaques/"))
    expect(page.locator("main .subnav ~ *").first).to_contain_text("Une étude garde sa clé")
    worst = page.get_by_role("group").filter(has_text="Le pire cas")
    expect(worst.locator("figure")).to_be_hidden()
    worst.locator("summary").first.press("Enter")
    expect(worst.locator("figure.is-drawn")).to_be_visible()
    readout = worst.locator(".chart-readout")
    expect(readout).to_contain_text("exports : 100")
    worst.locator(".chart-canvas").press("ArrowLeft")
    expect(readout).to_contain_text("exports : 30")

    page.get_by_role("link", name="Budget").click()
    histogram = page.get_by_role("table", name="Patients selon la part du plafond")
    expect(histogram).to_contain_text("16")
    expect(page.locator("table.ledger")).to_be_hidden()
    page.get_by_text("Chaque compte").click()
    expect(page.locator("table.ledger tbody tr")).to_have_count(16)
    page.fill("input[name=epsilon_cap]", "12.5")
    page.fill("input[name=password]", PASSWORD)
    page.get_by_role("button", name="Changer le plafond").click()
    expect(page.locator(".messages")).to_contain_text("Plafond changé")
    expect(page.locator("p.lead")).to_contain_text("ε = 12,5")


@pytest.mark.parametrize("size", ["1280", "390"])
def test_the_journal_is_filtered_followed_and_taken_along(visitor, demo_site, size):
    page = entered(visitor(size), "auditor", demo_site.page_url("journal/"))
    assert page.evaluate("document.documentElement.scrollWidth - window.innerWidth") <= 0
    page.get_by_label("Action").select_option(label="Export demandé")
    page.get_by_role("button", name="Filtrer").click()
    lines = page.locator("main table tbody tr")
    expect(lines).to_have_count(1)
    expect(lines).to_contain_text("demo-admin")
    with page.expect_download() as download:
        page.get_by_role("button", name="Télécharger ces lignes (CSV)").click()
    rows = download.value.path().read_text("utf-8-sig").splitlines()
    assert [row.split(";")[5] for row in rows] == ["Code", "export.requested"]
    lines.get_by_role("link", name="son histoire").click()
    expect(page.get_by_role("status").last).to_have_text(re.compile(r"[2-9] lignes|\d\d lignes"))
    expect(page.locator("main table")).to_contain_text("Export fabriqué")
    page.get_by_role("link", name="n° 1").first.click()
    expect(page.locator("h1")).to_have_text("Export n° 1")


def test_every_stage_on_the_start_page_has_a_button_that_leads_on(visitor, demo_site):
    page = entered(visitor(), "admin", demo_site.url)
    stages = page.locator("ol.stages li")
    expect(stages.first).to_contain_text("16 notes")
    expect(stages.filter(has_text="Exportées")).to_contain_text(re.compile("à décider|approuvé"))
    leads = {
        "Importer": "Importer des notes", "Répartir": "Répartition des notes",
        "Réentraîner": "Modèles", "Demander": "Demander un export",
    }  # fmt: skip
    for button, title in leads.items():
        stages.get_by_role("link", name=button).click()
        expect(page.locator("h1")).to_have_text(title)
        page.goto(demo_site.url)


def test_a_type_is_given_to_a_reader_by_a_tick(visitor, demo_site):
    page = entered(visitor(), "admin", demo_site.page_url("repartition/"))
    box = page.get_by_role("checkbox", name="CRH, demo-annotator")
    expect(box).not_to_be_checked()
    box.press("Space")
    page.get_by_role("button", name="Enregistrer la répartition").click()
    expect(page.locator(".messages")).to_contain_text("Répartition enregistrée")
    assert findings(page) == []
    expect(box).to_be_checked()
    expect(page.get_by_role("checkbox", name="CRH, demo-reviewer")).not_to_be_checked()
    given = "select t.doc_type, u.username from annotation_typereader t join accounts_user u on u.id = t.user_id"
    assert demo_site.rows(given) == [("CRH", "demo-annotator")]
    box.press("Space")  # the next tests find everybody reading everything
    page.get_by_role("button", name="Enregistrer la répartition").click()
    expect(box).not_to_be_checked()
