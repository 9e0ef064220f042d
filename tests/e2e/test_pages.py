"""Every page at both widths, in both languages: no script error, no serious accessibility finding, nothing sideways."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

import pytest

from tests.browsers import findings, picture
from tests.e2e.conftest import SIZES, Person, people_of

pytestmark = pytest.mark.e2e

PAGES = {
    "administratrice": ["", "notes/", "imports/nouveau/", "apercu/", "exports/", "exports/nouveau/",
                        "codes/", "modeles/", "modeles/recette/", "modeles/recherche/", "modeles/derive/", "modeles/adaptation/", "modeles/representations/", "modeles/lignes/", "modeles/choix/", "modeles/etudes/",
                        "modeles/regles/",
                        "travaux/", "membres/"],
    "responsable": ["etudes/", "budget/", "communes/", "communes/tables/nouvelle/", "communes/distance/",
                    "certificats/", "attaques/"],
    "auditeur": ["journal/", "journal/?verifier=1", "exports/"],
}  # fmt: skip
LOCALES = {"fr": "fr-FR", "en": "en-GB"}
HIGHEST_HEAD = 100  # px of a narrow screen: the name's row and one of entries
# of each row of entries: its height in lines, and how much of the page's own entry is cut off at either side
ROWS = """() => [...document.querySelectorAll('.nav, .subnav')].map(row => {
    const own = row.querySelector('[aria-current]')?.getBoundingClientRect();
    const box = row.getBoundingClientRect();
    return {
        lines: new Set([...row.children].map(entry => Math.round(entry.getBoundingClientRect().top))).size,
        cut: own ? Math.max(0, box.left - own.left, own.right - box.right) : null,
    };
})"""


@pytest.fixture(scope="module")
def visitor(site, browser) -> Iterator[Callable[[str, str], Person]]:
    """Who opens many pages signs in once a language."""
    with people_of(site, browser) as sign_in:
        yield cache(lambda name, language: sign_in(name, locale=LOCALES[language]))


@pytest.mark.parametrize("language", LOCALES)
@pytest.mark.parametrize("size", ["1280", "390"])
@pytest.mark.parametrize(
    ("name", "path"), [(name, path) for name, paths in PAGES.items() for path in paths]
)
def test_page(visitor, site, name, path, size, language):
    someone = visitor(name, language)
    page = someone.page
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    answer = page.goto(site.page_url(path) if path else site.url)
    assert answer is not None
    assert answer.status == 200
    page.wait_for_load_state("networkidle")
    picture(page, f"page-{path.strip('/?=1').replace('/', '-') or 'accueil'}-{size}-{language}")
    assert page.locator("html").get_attribute("lang") == language
    assert findings(page) == []
    overflow = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
    assert overflow <= 0, f"{overflow} px sideways"
    assert page.locator("h1").count() == 1
    rows = page.evaluate(ROWS)
    assert len(rows) == 0 if not path else rows  # the start page is of no project
    assert rows == [{"lines": 1, "cut": 0}] * len(rows)
    if size == "390":
        assert page.locator("header.top").bounding_box()["height"] <= HIGHEST_HEAD
    problems = [*someone.problems]
    someone.problems.clear()
    assert problems == []


@pytest.mark.parametrize("language", LOCALES)
@pytest.mark.parametrize("path", ["apercu/", "exports/", "modeles/etudes/"])
def test_a_tablet_held_sideways_shows_every_entry(visitor, site, path, language):
    page = visitor("administratrice", language).page
    page.set_viewport_size({"width": 1024, "height": 768})
    page.goto(site.page_url(path))
    assert page.evaluate("document.documentElement.scrollWidth - window.innerWidth") <= 0
    assert page.evaluate(ROWS) == [{"lines": 1, "cut": 0}] * (1 if path == "apercu/" else 2)
    hidden = """() => [...document.querySelectorAll('.nav, .subnav')].map(row => row.scrollWidth - row.clientWidth)"""
    assert max(page.evaluate(hidden)) <= 0
