"""Essayer in a real browser, with the shipped model: drop, paste, slide, take away; nothing stays behind."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browsers import findings
from tests.e2e.conftest import PASSWORD, Installation
from tests.pdf_files import pdf
from tests.trial_files import word_of

pytestmark = pytest.mark.e2e

CANARY = "QUIRLICANARI"
# No date of a visit: at ε = 1 one in six draws leaves such a day as it is, which the page rightly wants checked.
TEXT = (
    f"Mme Jeanne {CANARY}, née le 4 mai 1951, est revue par le Dr Claire MOREL.\n"
    "Elle habite 8 rue des Tilleuls à Beaune. IPP : 8003456123.\n"
    "Diabète de type 2, hypertension artérielle.\n"
)
SETUP = """
from deidweb.accounts.models import Membership, Project, User
project = Project.objects.create(name="Essai")
for name, role in (("annotatrice", "annotator"), ("responsable", "steward")):
    user = User.objects.create_user(name, password={password!r})
    Membership.objects.create(user=user, project=project, role=role)
User.objects.create_user("sansprojet", password={password!r})
print(project.pk)
"""


class TrialSite(Installation):
    """The web server alone: what reads is a process of its own."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, has_real_model=True, has_cim10=True)
        self.project = self.run(SETUP.format(password=PASSWORD)).strip().splitlines()[-1]
        self.start_web()


@pytest.fixture(scope="module")
def site(tmp_path_factory) -> Iterator[TrialSite]:
    installation = TrialSite(tmp_path_factory.mktemp("trial") / "it")
    yield installation
    installation.stop()


def drop(page: Page, name: str, data: bytes, on: str = "tr-in") -> None:
    """As a person drops a file: the element `on` gets the event, with the document in it."""
    page.evaluate(
        """([name, bytes, on]) => {
            const carried = new DataTransfer();
            carried.items.add(new File([new Uint8Array(bytes)], name));
            document.getElementById(on).dispatchEvent(new DragEvent("drop", {dataTransfer: carried, bubbles: true, cancelable: true}));
        }""",
        [name, list(data), on],
    )


def drag_words(page: Page, kind: str) -> bool:
    """Words of another window, dragged to the field; whether the field may take them."""
    return page.evaluate(
        """kind => {
            const carried = new DataTransfer();
            carried.setData("text/plain", "Mme Durand");
            return document.getElementById("id_text").dispatchEvent(
                new DragEvent(kind, {dataTransfer: carried, bubbles: true, cancelable: true}));
        }""",
        kind,
    )


def surrogate(page: Page) -> str:
    return "\n".join(page.locator(".cmp-surrogate").all_inner_texts())


@pytest.mark.parametrize("size", ["1280", "390"])
def test_paste_by_keyboard_slide_and_see(person, size):
    someone = person("annotatrice", size)
    page = someone.open("essayer/")
    assert findings(page) == []
    someone.picture("essayer-vide")
    page.locator("#id_text").focus()
    page.keyboard.insert_text(TEXT)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#tr-out")).to_be_focused()
    expect(page.locator("#tr-title")).to_have_text("Rien à signaler")
    assert page.locator(".cmp-original mark", has_text=CANARY).get_attribute("data-label") == "PER"
    assert CANARY not in surrogate(page)
    expect(page.locator("#tr-codes")).to_contain_text("Diabète sucré de type 2")
    expect(page.locator("#tr-codes")).to_contain_text("E11.9")  # as on the pages of codes
    expect(page.locator("#tr-sentence")).to_contain_text("Un lecteur ne peut pas distinguer")
    before = page.locator("#tr-sentence").inner_text()
    page.locator("#tr-slider").focus()
    for _press in range(5):
        page.keyboard.press("PageUp")
    expect(page.locator("#tr-sentence")).not_to_have_text(before)
    page.select_option("#id_dates", "tag")
    expect(page.locator("#tr-rows")).to_contain_text("[DATE_NAISSANCE]")
    someone.picture("essayer-lu")
    assert findings(page) == []
    assert page.evaluate("document.documentElement.scrollWidth - window.innerWidth") <= 0
    assert page.get_by_role("button", name="Copier le texte substitué").count() == 0
    assert CANARY not in someone.stored()


def test_a_word_document_is_dropped_and_its_result_taken_away_by_who_may(person, site):
    steward = person("responsable")
    page = steward.open("essayer/")
    drop(page, f"{CANARY}.docx", word_of(TEXT.splitlines()))
    expect(page.locator("#tr-title")).to_have_text("Rien à signaler")
    shown = surrogate(page)
    with page.expect_download() as download:
        page.get_by_role("button", name="Télécharger le texte substitué").click()
    taken = download.value.path().read_text()
    assert [line for line in taken.split("\n") if line] == [
        line for line in shown.split("\n") if line
    ]
    actions = {row[0] for row in site.rows("select action from audit_auditentry")}
    assert {"trial.document_read", "trial.text_read", "trial.result_taken"} <= actions
    for path in site.folder.rglob("*"):
        if path.is_file() and not path.is_symlink():
            assert CANARY.encode() not in path.read_bytes(), path
    page.locator("#tr-epsilon").fill("50")  # said, and what is shown stays
    page.keyboard.press("Tab")
    expect(page.locator("#tr-error")).to_contain_text("ε va de 0,1 à 10")
    page.locator("#tr-epsilon").fill("2")
    expect(page.locator("#tr-error")).to_be_hidden()
    drop(page, "faux.docx", b"PK\x03\x04 rien de lisible")
    expect(page.locator("#tr-error")).to_contain_text("Ce n'est pas un document Word lisible")
    assert all("422" in problem for problem in steward.problems)
    steward.problems.clear()  # the browser's own word on the refused document


def test_what_is_shown_is_of_the_document_in_the_field(person):
    """A refused document leaves no verdict on the last one, other words than a PDF's no pages of it."""
    someone = person("responsable")
    page = someone.open("essayer/")
    page.locator("#id_text").fill(TEXT)
    page.locator("#id_text").press("Control+Enter")
    expect(page.locator("#tr-title")).to_have_text("Rien à signaler")
    drop(page, "vide.txt", b"")
    expect(page.locator("#tr-error")).to_contain_text("Aucun texte")
    expect(page.locator("#tr-out")).to_be_hidden()
    drop(page, "lettre.pdf", pdf([(300, "Mme Durand va mieux.")]), on="main")
    expect(page.locator("#tr-pdf")).to_be_visible()
    page.locator("#id_text").fill(TEXT)
    page.locator("#id_text").press("Control+Enter")
    expect(page.locator("#tr-rows")).to_contain_text(CANARY)
    expect(page.locator("#tr-pdf")).to_be_hidden()
    assert drag_words(page, "dragover")
    assert drag_words(page, "drop")
    assert all("422" in problem for problem in someone.problems)
    someone.problems.clear()  # the browser's own word on the refused document


def test_control_enter_reads_from_wherever_the_focus_is(person):
    page = person("annotatrice").open("essayer/")
    expect(page.locator("#tr-limits")).to_contain_text("Ctrl+Entrée")
    page.locator("#id_text").fill(TEXT)
    page.locator("#tr-example").focus()  # a button that would bring another text
    page.keyboard.press("Control+Enter")
    expect(page.locator("#tr-out")).to_be_focused()
    expect(page.locator("#tr-rows")).to_contain_text(CANARY)
    page.keyboard.press("Control+Enter")
    expect(page.locator("#tr-wait")).not_to_have_text("")
    expect(page.locator("#tr-out")).to_be_focused()


@pytest.mark.parametrize(("size", "columns"), [("1280", 2), ("390", 1)])
def test_redacted_pages_can_be_read_at_any_width(person, size, columns):
    page = person("responsable", size).open("essayer/")
    drop(page, "lettre.pdf", pdf([(300, "Mme Durand va mieux.")]))
    page.locator("#tr-pdf-show").click()
    pictures = page.locator("#tr-pdf-pages img")
    expect(pictures).to_have_count(2)
    room = page.locator("#tr-pdf-pages").bounding_box()["width"]
    assert pictures.last.bounding_box()["width"] >= 0.9 * room / columns
    expect(page.locator("#tr-pdf-pages figcaption").last).to_have_text("Page 1, caviardée")
    assert findings(page) == []
    assert page.evaluate("document.documentElement.scrollWidth - window.innerWidth") <= 0


def test_a_server_behind_a_proxy_that_fails_is_no_ended_session(person):
    someone = person("annotatrice")
    page = someone.open("essayer/")
    page.route("**/essayer/lire/", lambda route: route.fulfill(status=502, body="<html>"))
    page.evaluate("document.getElementById('tr-form').action = '/essayer/lire/'")
    page.locator("#id_text").fill("Bonjour.")
    page.keyboard.press("Control+Enter")
    expect(page.locator("#tr-error")).to_contain_text("Le serveur ne répond pas")
    assert all("502" in problem for problem in someone.problems)
    someone.problems.clear()  # the browser's own word on the answer


def test_a_document_that_is_too_large_is_told_the_limit(person):
    page = person("annotatrice").open("essayer/")
    page.evaluate("document.querySelector('form[data-most]').dataset.most = 3")
    drop(page, "lettre.txt", b"Bonjour.")
    expect(page.locator("#tr-error")).to_contain_text(
        "Ce document dépasse 5 Mo : collez-en le texte"
    )


def test_a_slow_first_reading_says_why(person):
    someone = person("annotatrice")
    page = someone.open("essayer/")
    held = []
    page.route("**/essayer/lire/", lambda route: held.append(route))
    page.evaluate("document.getElementById('tr-form').action = '/essayer/lire/'")
    page.locator("#id_text").fill("Bonjour.")
    page.locator("#id_text").press("Control+Enter")
    expect(page.locator("#tr-wait")).to_have_text("Lecture en cours…")
    expect(page.locator("#tr-wait")).to_contain_text("première lecture")
    held[0].fulfill(status=422, json={"error": "Non."})
    expect(page.locator("#tr-wait")).to_have_text("")
    assert all("422" in problem for problem in someone.problems)
    someone.problems.clear()  # the browser's own word on the answer


@pytest.mark.parametrize("size", ["1280", "390"])
def test_somebody_without_a_project_tries_and_takes_nothing_away(person, site, size):
    """From the start page, by keyboard."""
    someone = person("sansprojet", size)
    page = someone.page
    page.goto(site.url)
    page.get_by_role("link", name="Essayer un document").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/essayer/")
    assert findings(page) == []
    someone.picture("essayer-hors-projet")
    page.locator("#id_text").fill(TEXT)
    page.get_by_role("button", name="Analyser le texte").click()
    expect(page.locator("#tr-title")).to_have_text("Rien à signaler")
    assert CANARY not in surrogate(page)
    expect(page.locator("#tr-codes")).to_contain_text("Diabète sucré de type 2")
    before = surrogate(page)
    page.get_by_role("button", name="Tirer à nouveau").click()
    page.wait_for_function(
        "before => [...document.querySelectorAll('.cmp-surrogate')].map(c => c.innerText).join('\\n') !== before",
        arg=before,
    )
    assert page.locator("#tr-copy, #tr-download").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth - window.innerWidth") <= 0
    assert findings(page) == []
    assert CANARY not in someone.stored()
    someone.picture("essayer-hors-projet-lu")
