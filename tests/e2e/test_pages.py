"""Every page at both widths: no script error, no serious accessibility finding, nothing sideways."""

from __future__ import annotations

import pytest

from tests.browsers import findings

pytestmark = pytest.mark.e2e

PAGES = {
    "administratrice": ["", "notes/", "imports/nouveau/", "apercu/", "exports/", "exports/nouveau/",
                        "codes/", "modeles/", "modeles/recette/", "modeles/recherche/", "modeles/derive/",
                        "travaux/", "membres/"],
    "responsable": ["etudes/", "budget/", "communes/", "communes/tables/nouvelle/", "communes/distance/",
                    "certificats/", "attaques/"],
    "auditeur": ["journal/", "journal/?verifier=1", "exports/"],
}  # fmt: skip


@pytest.mark.parametrize("size", ["1280", "390"])
@pytest.mark.parametrize(
    ("name", "path"), [(name, path) for name, paths in PAGES.items() for path in paths]
)
def test_page(person, site, name, path, size):
    someone = person(name, size)
    page = someone.page
    answer = page.goto(site.page_url(path) if path else site.url)
    assert answer is not None
    assert answer.status == 200
    page.wait_for_load_state("networkidle")
    someone.picture(f"page-{path.strip('/?=1').replace('/', '-') or 'accueil'}")
    assert findings(page) == []
    overflow = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
    assert overflow <= 0, f"{overflow} px sideways"
    assert page.locator("h1").count() == 1
