"""Comparer in a real browser: four conflicts decided by keys alone, kept one by one, then gold."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browsers import findings, picture
from tests.e2e.conftest import Person
from tests.e2e.readings_scene import ReadingsSite

pytestmark = pytest.mark.e2e


@pytest.fixture
def readings(tmp_path_factory) -> Iterator[ReadingsSite]:
    installation = ReadingsSite(tmp_path_factory.mktemp("readings") / "it")
    yield installation
    installation.stop()


def decisions(site: ReadingsSite) -> list[tuple[str, str, str]]:
    """(kind, choice, cause) in the order in which they were first made."""
    return site.rows("select kind, choice, cause from annotation_conflictdecision order by id")


def gold(site: ReadingsSite) -> list[tuple[str, str]]:
    return site.rows(
        """select s.surface, s.subtype from annotation_layerspan s
           join annotation_layer l on l.id = s.layer_id where l.kind = 'gold' order by s.start"""
    )


def press(page, key: str) -> None:
    """A key that sends a decision: the next page is there when this returns."""
    with page.expect_navigation():
        page.keyboard.press(key)


def test_by_keyboard_alone(readings, browser):
    someone = Person(readings, browser, "relecteur")
    page = someone.page
    page.goto(readings.url)
    assert "1 note à comparer" in " ".join(page.locator("main").inner_text().split())
    page = someone.open(f"comparer/{readings.made['adjudication']}/")
    text = page.locator("body").inner_text()
    assert "annotatrice" not in text
    assert "seconde" not in text.lower().replace("secondes", "")
    assert page.locator(".cmp-conflict").count() == 4
    assert page.locator(".cmp-rail rect").count() == 4
    code = "mark => getComputedStyle(mark, '::after').content.replace('\u2060', '')"
    codes = page.locator(".cmp-agreed").evaluate_all(f"all => all.map({code})")
    assert codes[0] == '"NOM"'
    assert all(len(one) > 2 for one in codes)
    # the gravest first: « Leroy » that only A saw, twice; the same for both
    assert "Leroy" in page.locator("[data-key='1']").inner_text()
    assert "rien" in page.locator("[data-key='2']").inner_text()
    page.keyboard.press("=")
    assert page.locator("[name=alike]").is_checked()
    press(page, "Enter")  # what only one saw is kept
    assert decisions(readings) == [("missed", "a", ""), ("missed", "a", "")]
    # then the label: B says a hospital
    press(page, "Digit2")
    # back on it, the page says which of the two was kept, and proposes nothing any more
    with page.expect_navigation():
        page.keyboard.press("ArrowUp")
    assert page.locator("[data-key]:has(.badge)").get_attribute("data-key") == "2"
    assert page.locator(".cmp-choices .btn-primary").count() == 0
    # closed and opened again: what was decided is still there, the next one waits
    page = someone.open(f"comparer/{readings.made['adjudication']}/")
    assert page.locator(".cmp-list .is-decided").count() == 3
    # the boundary: one's own, a word longer to the left and another label
    page.keyboard.press("Digit3")
    assert page.locator("[data-row]:visible").count() == 1
    expect(page.locator(".cmp-conflict[aria-current]").first).to_be_in_viewport()
    page.keyboard.press("Control+Shift+ArrowLeft")
    page.keyboard.press("b")
    press(page, "Enter")
    assert decisions(readings)[2:] == [("label", "b", ""), ("boundary", "own", "")]
    press(page, "Enter")  # everything is decided: published
    assert gold(readings) == [
        ("Durand", "NOM"),
        ("Dijon", "HOPITAL"),
        ("le 12/02/2020", "DATE_NAISSANCE"),
        ("Leroy", "NOM"),
        ("Leroy", "NOM"),
        ("Beaune", "VILLE"),
    ]
    [(provenance, state)] = readings.rows(
        """select l.provenance, d.state from annotation_layer l
           join annotation_document d on d.id = l.document_id where l.kind = 'gold'"""
    )
    assert (provenance, state) == ("adjudicated", "gold")
    assert someone.problems == []
    someone.context.close()


def test_dropping_takes_a_choice_and_keeps_its_reason(readings, browser):
    someone = Person(readings, browser, "relecteur")
    page = someone.open(f"comparer/{readings.made['adjudication']}/")
    page.select_option("[name=cause]", "slip")
    page.fill("[name=words]", "nom d'un produit")
    page.locator("h1").click()
    press(page, "Digit0")
    told = readings.rows("select choice, cause, words, spans from annotation_conflictdecision")
    assert told == [("rejected", "slip", "nom d'un produit", "[]")]
    assert someone.problems == []
    someone.context.close()


@pytest.mark.parametrize("size", ["1280", "390"])
def test_the_page_fits_and_is_accessible(readings, browser, size):
    someone = Person(readings, browser, "relecteur", size)
    for name, path in {
        "comparer-liste": "comparer/",
        "comparer": f"comparer/{readings.made['adjudication']}/",
    }.items():
        page = someone.open(path)
        if name == "comparer":
            for _press in range(
                3
            ):  # the third empty passage is unfolded, the first is chosen again by one more
                page.keyboard.press("Digit3")
            assert page.locator("[data-row]:visible").count() == 3
            assert page.locator("[data-more]:visible").count() == 0
        picture(page, f"{name}-{size}")
        assert findings(page) == [], name
        overflow = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
        assert overflow <= 0, f"{name}: {overflow} px sideways"
    someone.context.close()
