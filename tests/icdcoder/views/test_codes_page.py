"""The note's page in a real Chromium: evidence lights up, keys decide, the focus stays."""

import uuid

import pytest
from django.urls import reverse

from icdcoder.models import CodedNote, CodePrediction
from icdcoder.services.store_predictions import store_predictions
from tests.browsers import picture

TEXT = (
    "Compte rendu d'hospitalisation\n\nMotif : pneumonie 😀 du lobe inférieur droit.\n"
    "Antécédents : HTA, diabète de type 2, BPCO.\nPas d'AVC. Sa mère a fait un infarctus.\n\n"
    "Toux et fièvre depuis trois jours. Chute à domicile.\n\nConclusion : pneumonie communautaire."
)
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
    page.keyboard.press("ArrowDown")
    first = page.locator("[data-code]").first
    assert "E11" in first.text_content()  # chapter IV comes first
    assert lit(page) == ["diabète de type 2"]
    page.keyboard.press("a")
    page.wait_for_selector(".code-accepted")
    assert CodePrediction.objects.get(code="E119").state == "accepted"
    assert page.evaluate("document.activeElement.id") == first.get_attribute("id")
    assert lit(page) == ["diabète de type 2"]

    page.keyboard.press("ArrowDown")
    assert lit(page) == ["HTA"]
    page.keyboard.press("r")
    page.wait_for_selector(".code-rejected")
    assert CodePrediction.objects.get(code="I10").state == "rejected"
    page.keyboard.press("u")
    page.wait_for_selector(".code-rejected", state="detached")
    assert CodePrediction.objects.get(code="I10").state == "proposed"

    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.set_viewport_size({"width": 390, "height": 844})
    picture(page, "codes-390")
    page.set_viewport_size({"width": 1280, "height": 800})
    page.get_by_role("button", name="Refuser J44.9").click()
    page.wait_for_selector(".code-rejected")
    assert CodePrediction.objects.get(code="J449").decided_by == steward
