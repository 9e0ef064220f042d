"""Every table at 390 px: what does not fit moves under a first column that stays; a pill is one line."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pypdfium2
import pytest

from tests.e2e.conftest import PASSWORD, PEOPLE, SETUP, Installation, Person

pytestmark = pytest.mark.e2e

SCENE = """
import json
from annotation.models import DayTally, Document
from deidweb.accounts.models import Membership, Project, SecurityKey, User
from tests.architecture import page_scene
project = Project.objects.get()
people = {user.username: user for user in User.objects.all()}
made = page_scene.build(
    project, people["administratrice"], people["annotatrice"], people["responsable"]
)
for name in ("Dominique de La Rochefoucauld", "Anne-Charlotte Vandenbroucke"):
    other = User.objects.create_user(name.split()[0], first_name=name)
    Membership.objects.create(user=other, project=project, role="annotator")
Document.objects.filter(position=1).update(state="compare")
SecurityKey.objects.all().delete()  # the scene gives one to who signs in here by password alone
DayTally.objects.update(engine_version="hybrid(rules-2+encoder-3f2a91c0b7de)")
print(json.dumps({name: str(values[0]) for name, values in made.items()}))
"""
PAGES = {
    "administratrice": [
        "suivi/", "accord/", "jeux/", "jeux/{snapshot_id}/", "modeles/", "modeles/{model_id}/",
        "modeles/{model_id}/evaluation/", "modeles/{model_id}/comparaison/", "modeles/recette/",
        "modeles/recherche/", "modeles/derive/", "modeles/adaptation/", "modeles/lignes/",
        "modeles/choix/", "modeles/etudes/", "modeles/regles/",
        "travaux/", "membres/", "imports/nouveau/", "imports/{batch_id}/", "notes/", "exports/",
        "exports/{export_id}/", "repartition/", "codes/", "comparer/",
    ],
    "responsable": [
        "exports/{export_id}/", "etudes/", "etudes/{study_id}/", "budget/", "certificats/",
        "attaques/", "communes/", "communes/tables/{file_id}/", "communes/distance/",
    ],
    "auditeur": ["journal/"],
}  # fmt: skip
LINES = 4  # of a table's own sentence, else it stands in a corner of its width
OPEN = "for (const each of document.querySelectorAll('details')) each.open = true"
BOXES = """() => [...document.querySelectorAll('table.table')].map(table => {
    const box = table.closest('.table-scroll');
    if (!box) return null;
    box.scrollLeft = box.scrollWidth;
    const left = box.getBoundingClientRect().left;
    const firsts = [...table.querySelectorAll('tbody tr')]
        .map(row => [...row.cells].find(cell => cell.offsetWidth))
        .filter(cell => !cell.hasAttribute('colspan'));
    return {
        width: box.clientWidth, whole: box.scrollWidth,
        told: table.caption ? Math.round(table.caption.offsetHeight / parseFloat(getComputedStyle(table.caption).lineHeight)) : 0,
        pills: [...table.querySelectorAll('.badge')].filter(pill => pill.getClientRects().length > 1 || pill.offsetHeight > 30).length,
        away: firsts.filter(cell => cell.getBoundingClientRect().left < left - 1).length,
    };
})"""


@pytest.fixture(scope="module")
def scene(tmp_path_factory) -> Iterator[tuple[Installation, dict[str, str]]]:
    site = Installation(tmp_path_factory.mktemp("narrow") / "it")
    site.project = site.run(SETUP.format(people=PEOPLE, password=PASSWORD)).strip().split()[-1]
    values = json.loads(site.run(SCENE).strip().splitlines()[-1])
    site.start_web()
    yield site, values
    site.stop()


@pytest.mark.parametrize("name", PAGES)
def test_tables_can_be_read_on_a_telephone(scene, browser, name):
    site, values = scene
    someone = Person(site, browser, name, "390")
    wrong, seen = [], 0
    for path in PAGES[name]:
        page = someone.open(path.format(**values))
        page.evaluate(OPEN)
        if page.evaluate("document.documentElement.scrollWidth > window.innerWidth"):
            wrong.append((path, "the page moves sideways"))
        for box in page.evaluate(BOXES):
            seen += 1
            if (
                box is None
                or box["pills"]
                or box["away"]
                or box["told"] > LINES
                or box["whole"] > 1.5 * box["width"]
            ):
                wrong.append((path, box))
    someone.context.close()
    assert wrong == []
    assert seen >= 1
    assert someone.problems == []


def test_the_acceptance_page_prints_what_the_protection_officer_reads(scene, browser):
    site, _values = scene
    someone = Person(site, browser, "administratrice", "1280")
    page = someone.open("modeles/recette/")
    sentence = page.locator(".acceptance").inner_text()
    printed = pypdfium2.PdfDocument(page.pdf(format="A4"))
    told = " ".join(" ".join(sheet.get_textpage().get_text_range() for sheet in printed).split())
    assert " ".join(sentence.split()) in told
    for shown in ("Recette du site", "Par type de document", "règles seules", "Essai"):
        assert shown in told
    for screen_only in ("Mesurer", "Se déconnecter"):
        assert screen_only not in told
    assert len(printed) <= 2
    someone.context.close()
    assert someone.problems == []


@pytest.mark.parametrize("path", ["exports/{export_id}/", "etudes/{study_id}/", "budget/"])
def test_paper_cuts_no_table(scene, browser, path):
    site, values = scene
    someone = Person(site, browser, "responsable", "718x1000")  # an A4 sheet between its margins
    someone.page.emulate_media(media="print")
    page = someone.open(path.format(**values))
    page.evaluate(OPEN)
    tables = page.evaluate(BOXES)
    assert tables
    assert [box for box in tables if box["whole"] > box["width"]] == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 718
    assert page.locator(".btn:visible").count() == 0
