"""The note's page in a real Chromium: evidence lights up, keys decide, the focus stays."""

import uuid

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from icdcoder.models import CodedNote, CodePrediction
from icdcoder.services.store_predictions import store_predictions
from tests.browsers import picture

TEXT = (
    "Compte rendu d'hospitalisation\n\nMotif : pneumonie 😀 du lobe inférieur droit.\n"
    "Antécédents : HTA, diabète de type 2, BPCO.\nPas d'AVC. Sa mère a fait un infarctus.\n\n"
    "Toux et fièvre depuis trois jours. Chute à domicile.\n\nConclusion : pneumonie communautaire."
)
EVIDENCE = {
    "E11.9": ["diabète de type 2"],
    "I10": ["HTA"],
    "J18.9": ["pneumonie 😀 du lobe inférieur", "pneumonie"],
    "J44.9": ["BPCO"],
}
pytestmark = pytest.mark.e2e


@pytest.fixture
def page(live_server, client, steward, browser):
    client.force_login(steward)
    context = browser.new_context(viewport={"width": 1280, "height": 800}, locale="fr-FR")
    cookie = client.cookies["sessionid"].value
    context.add_cookies([{"name": "sessionid", "value": cookie, "url": live_server.url}])
    opened = context.new_page()
    problems: list[str] = []
    opened.on("console", lambda m: problems.append(m.text) if m.type == "error" else None)
    opened.on("pageerror", lambda error: problems.append(str(error)))
    yield opened
    context.close()
    assert problems == []


def lit(page):
    return page.eval_on_selector_all(".evidence.lit", "marks => marks.map(m => m.textContent)")


@pytest.mark.django_db(transaction=True)
def test_codes_are_decided_from_the_keyboard(page, live_server, project, steward, coder):
    export = uuid.UUID(int=42)
    store_predictions(project=project, export_id=export, notes=[("pub-1", TEXT)], coder=coder)
    note = CodedNote.objects.get()
    address = reverse("icdcoder:note-detail", args=[project.pk, export, note.pk])
    page.goto(live_server.url + address)
    assert page.locator(".coded-note").evaluate("note => note.textContent") == TEXT
    codes = page.eval_on_selector_all(".code strong", "all => all.map(one => one.textContent)")
    assert set(codes) == {"E11.9", "I10", "J18.9", "J44.9"}
    first, second = page.locator("[data-code]").nth(0), page.locator("[data-code]").nth(1)
    # the first open code is in focus, and its evidence lit
    assert page.evaluate("document.activeElement.id") == first.get_attribute("id")
    assert lit(page) == EVIDENCE[codes[0]]
    page.keyboard.press("a")
    page.wait_for_selector(".code-accepted")
    assert CodePrediction.objects.get(state="accepted").code == codes[0].replace(".", "")
    # and the next one is at hand without another key
    assert page.evaluate("document.activeElement.id") == second.get_attribute("id")
    assert lit(page) == EVIDENCE[codes[1]]
    page.keyboard.press("r")
    page.wait_for_selector(".code-rejected")
    assert CodePrediction.objects.get(state="rejected").code == codes[1].replace(".", "")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("u")
    page.wait_for_selector(".code-rejected", state="detached")
    page.keyboard.press("p")
    page.wait_for_selector("[aria-pressed=true]")
    principal = CodePrediction.objects.get(is_principal=True)
    assert principal.code == codes[1].replace(".", "")
    assert page.evaluate("document.activeElement.id") == f"code-{principal.pk}"
    assert CodePrediction.objects.get(is_principal=True).state == "accepted"
    page.set_viewport_size({"width": 390, "height": 844})
    # the passage stays in sight above its code
    page.locator("[data-code]").last.focus()
    for seen in (page.locator("[data-code]").last, page.locator(".evidence.lit").first):
        expect(seen).to_be_in_viewport()
    picture(page, "codes-390")
    page.set_viewport_size({"width": 1280, "height": 800})
    page.get_by_role("button", name="Refuser J44.9").click()
    page.wait_for_selector(".code-rejected")
    assert CodePrediction.objects.get(code="J449").decided_by == steward


@pytest.mark.django_db(transaction=True)
def test_ten_notes_are_coded_with_a_key_a_code(
    page, live_server, project, steward, coder, installed
):
    """A coder's walk: accepts, refuses, replaces by a sibling, adds by search, marks the principal; keys are counted."""
    export = uuid.UUID(int=43)
    notes = [(f"pub-{n}", TEXT.replace("trois", str(n))) for n in range(10)]
    store_predictions(project=project, export_id=export, notes=notes, coder=coder)
    first = CodedNote.objects.order_by("order").first()
    page.goto(
        live_server.url + reverse("icdcoder:note-detail", args=[project.pk, export, first.pk])
    )
    keys = Keys(page)
    for number in range(10):
        page.wait_for_selector(f"h1:has-text('Note {number + 1} sur 10')")
        proposed = page.locator("[data-code]").count()
        decided = 0
        while decided < proposed:
            row = page.locator("[data-code]:focus")
            name = row.get_attribute("id")
            if "J44.9" in row.locator("strong").text_content():  # a flare, not the plain disease
                keys.press("s")
                page.wait_for_selector("dialog[open] .choice")
                keys.press("1")
                page.wait_for_selector(f"#{name}.code-rejected")
                page.wait_for_selector(".code:has-text('J44.1')")
                keys.press("ArrowDown")
            else:
                keys.press("a")
                page.wait_for_selector(f"#{name}.code-accepted")
            decided += 1
        if number == 0:  # who gives the search up finds the codes again, in place
            page.keyboard.press("/")
            page.keyboard.type("chute")
            page.wait_for_selector("#code-found .choice:has-text('W19')")
            page.keyboard.press("Escape")
            assert page.locator("#code-found .choice").count() == 0
            assert page.evaluate("document.activeElement.matches('[data-code]')")
        keys.press("/")
        keys.type("chute")
        page.wait_for_selector("#code-found .choice:has-text('W19')")
        keys.press("Enter")
        page.wait_for_selector(".code:has-text('W19')")
        expect(page.locator(".htmx-request")).to_have_count(0)
        page.locator("[data-code]:has-text('J18.9')").focus()
        keys.press("p")
        page.wait_for_selector("[aria-pressed=true]")
        expect(page.locator(".htmx-request")).to_have_count(0)
        if number < 9:
            keys.press("n")
    coded = CodedNote.objects.count()
    assert CodePrediction.objects.filter(state="accepted").count() == 5 * coded
    assert CodePrediction.objects.filter(code="J441", state="accepted").count() == coded
    assert CodePrediction.objects.filter(code="W19", score=None).count() == coded
    assert CodePrediction.objects.filter(is_principal=True, code="J189").count() == coded
    assert CodePrediction.objects.filter(state="proposed").count() == 0
    # a note: 3 accepted with a key each, 3 keys for the sibling, 7 for a search of five letters, 1 principal, 1 next
    assert keys.count == 10 * 15 - 1


@pytest.mark.django_db(transaction=True)
def test_a_code_of_ones_own_is_told_and_leaves_the_focus_a_place(
    page, live_server, project, steward, coder, installed
):
    """Far below the search nobody sees what it has added; a code taken back takes its row and the focus with it."""
    page.goto(live_server.url + note_without_codes(project, coder))
    page.keyboard.press("/")
    page.keyboard.type("chute")
    page.wait_for_selector("#code-found .choice:has-text('W19')")
    page.keyboard.press("Enter")
    expect(page.locator("#code-found")).to_contain_text("W19")
    expect(page.locator("#code-found .choice")).to_have_count(0)
    expect(page.locator(".htmx-request")).to_have_count(0)
    page.keyboard.press("Escape")
    page.keyboard.press("u")
    expect(page.locator("[data-code]")).to_have_count(0)
    expect(page.locator("#code-query")).to_be_focused()


@pytest.mark.django_db(transaction=True)
def test_enter_adds_nothing_that_merely_resembles_unseen(
    page, live_server, project, steward, coder, installed
):
    """A letterhead selected and Enter: the first that is alike is in focus, not in the list of codes; Enter again adds it."""
    page.goto(live_server.url + note_without_codes(project, coder))
    page.keyboard.press("/")
    page.keyboard.type("machin truc chute bidule")
    heading = page.get_by_role("heading", name="Codes proches")
    expect(heading).to_be_visible()
    expect(page.locator(".htmx-request")).to_have_count(0)
    page.keyboard.press("Enter")
    expect(page.locator("#code-found .choice").first).to_be_focused()
    assert CodePrediction.objects.count() == 0
    page.keyboard.press("Enter")
    expect(page.locator("[data-code]")).to_have_count(1)


def note_without_codes(project, coder):
    """The address of the only note of an export, which tells no disease."""
    export = uuid.UUID(int=44)
    store_predictions(
        project=project, export_id=export, notes=[("pub-1", "Rien à signaler.")], coder=coder
    )
    note = CodedNote.objects.get()
    return reverse("icdcoder:note-detail", args=[project.pk, export, note.pk])


class Keys:
    """Presses and counts."""

    def __init__(self, page):
        self.page, self.count = page, 0

    def press(self, key):
        self.page.keyboard.press(key)
        self.count += 1

    def type(self, word):
        for letter in word:
            self.press(letter)


@pytest.mark.django_db(transaction=True)
def test_an_answer_that_comes_late_finds_its_code(page, live_server, project, steward, coder):
    export = uuid.UUID(int=42)
    store_predictions(project=project, export_id=export, notes=[("pub-1", TEXT * 9)], coder=coder)
    note = CodedNote.objects.get()
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(live_server.url + reverse("icdcoder:note-detail", args=[project.pk, export, note.pk]))
    first = page.locator("[data-code]").nth(0)
    held: list = []
    page.route("**/decision/*/", lambda route: held.append(route), times=1)
    page.keyboard.press("a")
    text = page.locator(".coded-notes")
    assert text.evaluate("(pane) => { pane.scrollTop = 150; return pane.scrollTop; }") == 150
    page.keyboard.press("p")  # the next code: its answer brings the whole page anew
    page.wait_for_selector("[aria-pressed=true]")
    assert text.evaluate("(pane) => pane.scrollTop") > 0
    held[0].continue_()
    expect(first).to_have_attribute("data-state", "accepted")
    assert CodePrediction.objects.filter(state="accepted").count() == 2
