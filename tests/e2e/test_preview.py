"""The preview in a real browser: slider, drawer, whole file, badges, draws for illustration. Web server only."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Error, Page, expect

from tests.browsers import findings, picture
from tests.e2e.conftest import PASSWORD, SIZES, Installation, Person, people_of

pytestmark = pytest.mark.e2e

HEAD = (
    "Compte rendu d'hospitalisation\n\n"
    "Monsieur Paul DURAND, né le 12/03/1950, âgé de 69 ans, est adressé par le Dr Claire MOREL.\n"
    "Hospitalisé du 3 au 7 février 2020, revu le 12/02/2020 au CHU de Dijon.\n"
    "Il habite Dijon (21000) ; il vient d'Angers, puis de\nNantes, de\nLyon, de\nMetz et de\nTours.\n"
)
LINE = (
    "L'examen du jour retrouve un état général conservé, sans fièvre ni douleur thoracique, "
    "avec quelques râles des bases et des œdèmes discrets des deux membres inférieurs.\n"
)
TABLE = "".join(
    "\t".join([name, *(f"{value + 7 * day} mmol/l" for day in range(12))]) + "\n"
    for name, value in (("Sodium", 138), ("Potassium", 4), ("Chlore", 101))
)
NOTES = [
    (
        HEAD + LINE * 26 + "Sortie le 12/02/2020. Tél. 06 39 98 12 34. IPP : 8003456123.\n",
        [("Paul", "PER", "PRENOM"), ("DURAND", "PER", "NOM"), ("12/03/1950", "DATE", "DATE_NAISSANCE"),
         ("69 ans", "AGE", "AGE"), ("Claire", "PER", "PRENOM"), ("MOREL", "PER", "NOM"),
         ("3 au 7 février 2020", "DATE", "DATE"), ("12/02/2020", "DATE", "DATE"), ("CHU de Dijon", "ORG", "HOPITAL"),
         ("Dijon", "LOC", "VILLE"), ("21000", "LOC", "ZIP"), ("Angers", "LOC", "VILLE"), ("Nantes", "LOC", "VILLE"),
         ("Lyon", "LOC", "VILLE"), ("Metz", "LOC", "VILLE"), ("Tours", "LOC", "VILLE"),
         ("06 39 98 12 34", "TEL", "TEL"), ("8003456123", "QID", "IPP")],
    ),
    (
        "M. DURAND est revu le 3 mars 2020.\nIl vit toujours à Dijon et va bien.\n" + TABLE,
        [("DURAND", "PER", "NOM"), ("3 mars 2020", "DATE", "DATE"), ("Dijon", "LOC", "VILLE")],
    ),
]  # fmt: skip
SETUP = """
import hashlib, json
from django.utils import timezone
from annotation.models import Document, Layer, LayerSpan, Patient
from annotation.services.create_project_labels import create_project_labels
from deidweb.accounts.models import Membership, Project, User
project = Project.objects.create(name="Essai")
create_project_labels(project)
user = User.objects.create_user("responsable", password={password!r})
Membership.objects.create(user=user, project=project, role="steward")
patient = Patient.objects.create(project=project, external_id="p1")
for rank, (text, marks) in enumerate(json.loads({notes!r}), 1):
    note = Document.objects.create(
        project=project, patient=patient, external_id=f"apercu-{{rank}}", position=rank, text=text,
        sha256=hashlib.sha256(text.encode()).hexdigest(), doc_type="CRH", state=Document.State.GOLD)
    layer = Layer.objects.create(document=note, kind="gold", version=1, engine_version="",
        state="submitted", submitted_at=timezone.now())
    at = 0
    for surface, label, subtype in marks:
        start = text.index(surface, at)
        at = start + len(surface)
        LayerSpan.objects.create(layer=layer, start=start, end=at, label=label, subtype=subtype,
            state="accepted", surface=surface)
print(project.pk)
"""


class PreviewSite(Installation):
    """The web server alone, with one patient of two validated notes."""

    def __init__(self, folder: Path, module: str = "gunicorn") -> None:
        super().__init__(folder)
        code = SETUP.format(password=PASSWORD, notes=json.dumps(NOTES))
        self.project = self.run(code).strip().splitlines()[-1]
        self.start("web", module, *self.web_arguments())
        self.wait_for_web()


@pytest.fixture(scope="module")
def site(tmp_path_factory) -> Iterator[PreviewSite]:
    installation = PreviewSite(tmp_path_factory.mktemp("preview") / "it")
    yield installation
    installation.stop()


@pytest.fixture
def contradicted(tmp_path, browser) -> Iterator[Callable[..., Person]]:
    """As `person`, where the substituted file contradicts itself."""
    installation = PreviewSite(tmp_path / "it", "tests.e2e.contradicted")
    with people_of(installation, browser) as sign_in:
        yield sign_in
    installation.stop()


@pytest.fixture
def page_of(person) -> Callable[..., tuple[Person, Page]]:
    """page_of(size) → the steward, and the preview open before him."""

    def open_page(size: str = "1280") -> tuple[Person, Page]:
        someone = person("responsable", size)
        return someone, someone.open("apercu/")

    return open_page


def after_redraw(page: Page, act) -> None:
    """Does it, then waits for the note to be drawn anew."""
    note = page.locator("#pv-note")
    before = int(note.get_attribute("data-redraws") or 0)
    act()
    page.wait_for_function(
        "n => Number(document.getElementById('pv-note').dataset.redraws ?? 0) > n", arg=before
    )


def move_slider(page: Page, value: int) -> None:
    after_redraw(page, lambda: page.locator("#pv-slider").fill(str(value)))


def open_card(page: Page, surface: str) -> None:
    if page.viewport_size["width"] < 1000 and page.locator("#pv-card").is_visible():
        page.get_by_role("button", name="Fermer").click()  # the drawer lies over the note
    page.locator(".cmp-original .cmp-ent", has_text=re.compile(f"^{surface}$")).first.click()
    expect(page.locator("#pv-card .pv-card-value del")).to_have_text(surface)


def surrogates(page: Page) -> list[str]:
    return page.locator(".cmp-surrogate .cmp-ent").all_inner_texts()


def nothing_sideways(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth - window.innerWidth") <= 0


def no_serious_finding(page: Page) -> None:
    assert findings(page) == []


@pytest.mark.parametrize("size", ["1280", "390"])
def test_from_validated_notes_to_the_lens_and_to_the_preview(person, site, size):
    someone = person("responsable", size)
    page = someone.page
    page.goto(site.url)
    page.get_by_role("link", name="2 notes validées sur 2.").click()
    expect(page.locator("#id_state")).to_have_value("gold")
    page.locator("tbody a").first.click()
    page.wait_for_selector("note-canvas[data-ready]")
    note = page.url.rstrip("/").split("/")[-1]
    someone.picture("note-validee")
    missing = page.get_by_role("button", name="Chercher ce qui manque")
    missing.click()
    expect(missing).to_have_attribute("aria-pressed", "true")
    nothing_sideways(page)
    no_serious_finding(page)
    page.get_by_role("link", name="Voir ce qu'elle deviendrait").click()
    expect(page).to_have_url(re.compile(f"/apercu/[?]note={note}$"))
    expect(page.locator("#pv-slider")).to_be_visible()


@pytest.mark.parametrize("size", ["1280", "390"])
def test_slider_selectors_and_drawer(page_of, size):
    someone, page = page_of(size)
    someone.picture("apercu-note")
    sentence = page.locator("#pv-sentence").inner_text()
    names = surrogates(page)[:2]
    move_slider(page, 200)
    assert page.locator("#pv-epsilon").input_value() == "10"
    assert page.locator("#pv-sentence").inner_text() != sentence
    assert surrogates(page)[:2] == names  # names do not depend on ε
    move_slider(page, 50)
    assert page.locator("#pv-epsilon").input_value() == "0.32"  # 10^-0.5
    page.locator("#pv-epsilon").fill("0.01")  # typed and wrong: said, and undone by the slider
    page.keyboard.press("Tab")
    expect(page.locator("#pv-error")).to_contain_text("ε va de 0,1 à 10")
    move_slider(page, 50)
    expect(page.locator("#pv-error")).to_be_hidden()

    open_card(page, "Dijon")
    card = page.locator("#pv-card")
    expect(card.locator(".pv-card-sentence")).to_contain_text(
        "Un lecteur ne peut pas distinguer Dijon de"
    )
    assert card.locator(".pv-map circle").count() > 20
    assert card.locator(".pv-places tbody tr").count() == 12
    expect(card).to_contain_text("Ce qui en est déduit")
    expect(card).to_contain_text("CHU de Dijon")
    someone.picture("apercu-carte-lieu")
    nothing_sideways(page)
    no_serious_finding(page)

    # the open card follows the slider: with more ε, Dijon is likelier to stay
    km = card.locator("dd").nth(2).inner_text()
    loads = int(card.get_attribute("data-loads"))
    move_slider(page, 200)
    page.wait_for_function(
        "n => Number(document.getElementById('pv-card').dataset.loads) > n", arg=loads
    )
    assert card.locator("dd").nth(2).inner_text() != km

    open_card(page, "3 au 7 février 2020")
    assert card.locator(".pv-bell").count() == 2  # both ends of the range
    expect(card).to_contain_text("2 valeurs sur les")
    open_card(page, "12/02/2020")
    someone.picture("apercu-carte-date")
    assert card.locator(".pv-bell rect").count() >= 3
    expect(card).to_contain_text("Déplacement attendu")
    open_card(page, "69 ans")
    expect(card).to_contain_text("Déduite de")
    card.locator(".pv-follow button").first.click()  # to the birth date that it follows
    expect(card.locator(".pv-card-value del")).to_have_text("12/03/1950")

    for places in ("tchouka2023", "tchouka2024", "geoind", "random", "tag", "metric"):
        after_redraw(page, lambda p=places: page.locator("#id_places").select_option(p))
        expect(page.locator("#pv-cautions li")).to_have_count(int(places.startswith("tchouka")))
    for dates in ("tchouka2023", "tchouka2022", "shift", "tag", "metric"):
        after_redraw(page, lambda d=dates: page.locator("#id_dates").select_option(d))
        assert ("[DATE]" in " ".join(surrogates(page))) is (dates == "tag")
    nothing_sideways(page)


def test_the_keyboard_opens_walks_and_closes(page_of):
    _someone, page = page_of()
    first = page.locator(".cmp-surrogate .cmp-ent").first
    first.focus()
    for _step in range(2):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator("#pv-card .pv-card-value del")).to_have_text("12/03/1950")
    expect(page.locator("#pv-card-title")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#pv-card")).to_be_hidden()
    expect(page.locator(".cmp-surrogate .cmp-ent").nth(2)).to_be_focused()


def test_a_card_that_is_slow_to_come_is_of_the_last_choices_or_does_not_open(page_of):
    _someone, page = page_of()
    town = page.locator(".cmp-original .cmp-ent", has_text=re.compile("^Dijon$")).first
    card, held = page.locator("#pv-card"), []
    url = f"**{card.get_attribute('data-url')}"

    def hold() -> None:
        page.route(url, lambda route: held.append(route))
        with page.expect_request(url):
            town.click()
        page.unroute(url)

    def let_go() -> None:
        with suppress(Error):  # the browser has given it up meanwhile
            held.pop().continue_()

    hold()
    after_redraw(page, lambda: page.locator("#id_places").select_option("tchouka2023"))
    let_go()
    expect(card.locator(".pv-places tbody tr")).to_have_count(10)  # and not the twelve of before
    page.keyboard.press("Escape")

    hold()
    page.keyboard.press("Escape")
    let_go()
    page.wait_for_timeout(1000)
    expect(card).to_be_hidden()


@pytest.mark.parametrize("size", ["1280", "390"])
def test_the_whole_file_is_consistent_and_keeps_the_choices(page_of, size):
    someone, page = page_of(size)
    move_slider(page, 150)
    chosen = page.locator("#pv-epsilon").input_value()
    alone = surrogates(page)
    page.get_by_role("link", name="Tout le dossier (2 notes)").click()
    expect(page.locator(".cmp-sheet")).to_have_count(2)
    assert page.locator("#pv-epsilon").input_value() == chosen
    both = surrogates(page)
    assert len(both) == len(alone) + 3
    marks = page.locator(".cmp-original .cmp-ent").all_inner_texts()
    values = {surface: both[i] for i, surface in reversed(list(enumerate(marks)))}
    assert both[len(alone)] == values["DURAND"]
    # "à Dijon": an article of the town that was drawn is in the word before ("au Châtelard")
    assert values["Dijon"] in (both[-1], f"Le {both[-1]}", f"Les {both[-1]}")
    open_card(page, "3 mars 2020")  # an entity of the other note
    someone.picture("apercu-dossier")
    nothing_sideways(page)
    no_serious_finding(page)


def test_what_contradicts_itself_is_said_and_shown_by_keyboard(contradicted):
    """A NIR and the birth date, a country and the town, two dates of two notes: named, without a value, and lit."""
    someone = contradicted("responsable")
    page = someone.open("apercu/")
    badges = page.locator(".pv-badge")
    expect(badges).to_have_count(3)
    places = {
        "NIR · 1": ["12/03/1950", "8003456123"],
        "Pays · 1": ["Dijon", "21000"],
        "Ordre des dates · 1": ["12/02/2020"],
    }
    for name, lit in places.items():
        badge = badges.filter(has_text=name)
        badge.locator("summary").focus()
        page.keyboard.press("Enter")
        expect(badge.locator(".pv-badge-body p")).to_be_visible()
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        expect(badge.get_by_role("button", name="Montrer l'endroit 1")).to_be_focused()
        shown = page.locator(".cmp-original .cmp-ent.is-told")
        expect(shown).to_have_text(lit)
        expect(shown.first).to_be_in_viewport()
    expect(badges.filter(has_text="Ordre")).to_contain_text("(et une autre note du dossier)")
    for size in SIZES.values():
        page.set_viewport_size({"width": size[0], "height": size[1]})
        nothing_sideways(page)
        no_serious_finding(page)
        picture(page, f"apercu-contradictions-{size[0]}")


def test_a_wide_table_moves_on_both_sides(page_of):
    _someone, page = page_of()
    page.get_by_role("link", name="Note suivante").click()
    left, right = (page.locator(f".cmp-{side}.note-table") for side in ("original", "surrogate"))
    assert left.evaluate("cell => cell.scrollWidth - cell.clientWidth") > 200
    for moved, other, to in ((left, right, 150), (right, left, 40)):
        moved.evaluate("(cell, to) => cell.scrollTo(to, 0)", to)
        expect(other).to_have_js_property("scrollLeft", to)


def test_another_draw_is_marked_as_an_illustration(page_of):
    _someone, page = page_of()
    first = surrogates(page)
    expect(page.locator(".pv-hint")).to_contain_text("ce n'est pas le tirage de l'export")
    after_redraw(page, lambda: page.get_by_role("button", name="Tirer à nouveau").click())
    expect(page.locator("#pv-draw")).to_have_text("2")
    assert surrogates(page) != first
    expect(page.locator(".pv-hint")).to_contain_text("ce n'est pas le tirage de l'export")


def test_the_panes_fill_the_window_and_the_card_begins_with_its_picture(person, site):
    page = person("responsable").open("apercu/")
    bench = page.locator("#pv-note").bounding_box()
    assert bench["y"] < 290
    assert bench["y"] + bench["height"] > 740
    tops = page.locator("#pv-form > .field").evaluate_all(
        "fields => fields.map((one) => Math.round(one.getBoundingClientRect().bottom))"
    )
    assert len(set(tops)) == 1  # one row
    rights = page.locator("#pv-form > .field").evaluate_all(
        "fields => fields.map((one) => [one.scrollWidth, one.clientWidth])"
    )
    assert [(inside, room) for inside, room in rights if inside > room] == []
    page.locator(".cmp-surrogate [data-label=DATE]").first.click()
    card = page.locator("#pv-card")
    picture = card.locator("svg").first.bounding_box()
    assert picture["y"] < card.locator(".pv-card-sentence").bounding_box()["y"]
