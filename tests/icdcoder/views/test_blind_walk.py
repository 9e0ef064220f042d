"""A blind study walked in a real Chromium: opened, coded with the keyboard by two persons, closed, read."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import expect

from icdcoder.models import BlindReading, BlindStudy
from icdcoder.services.blind_study import share_out_study
from tests.browsers import picture
from tests.icdcoder.services.test_blind_study import coders, originals

__all__ = ["coders", "originals"]
pytestmark = [pytest.mark.e2e, pytest.mark.usefixtures("installed")]


@pytest.fixture
def page_of(live_server, browser):
    """A page for a person; no page may complain."""
    contexts, problems = [], []

    def open_page(person):
        client = Client()
        client.force_login(person)
        context = browser.new_context(viewport={"width": 1280, "height": 800}, locale="fr-FR")
        cookie = client.cookies["sessionid"].value
        context.add_cookies([{"name": "sessionid", "value": cookie, "url": live_server.url}])
        page = context.new_page()
        page.on("console", lambda m: problems.append(m.text) if m.type == "error" else None)
        page.on("pageerror", lambda error: problems.append(str(error)))
        contexts.append(context)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert problems == []


@pytest.mark.django_db(transaction=True)
def test_two_persons_code_and_the_steward_reads_what_it_found(
    page_of, live_server, project, steward, coders, originals
):
    page = page_of(steward)
    page.goto(live_server.url + reverse("icdcoder:export-list", args=[project.pk]))
    page.get_by_role("link", name="Études en aveugle").click()
    page.get_by_label("Nombre de notes").fill("2")
    for coder in coders:
        page.get_by_label(str(coder)).check()
    page.get_by_label("Demander à chaque note").check()
    page.get_by_role("button", name="Ouvrir l'étude").click()
    page.wait_for_selector("h1:has-text('Étude en aveugle n° 1')")
    study = BlindStudy.objects.get()
    share_out_study(study, originals)  # the job's work
    where = live_server.url + reverse("icdcoder:blind-detail", args=[project.pk, study.pk])

    for coder in coders:
        own = page_of(coder)
        own.goto(where)
        own.get_by_role("link", name="Coder ma note suivante").click()
        for number in (1, 2):
            own.wait_for_selector(f"h1:has-text('Note {number} sur 2')")
            own.wait_for_load_state()  # keys are heard once the page's modules ran
            turn = BlindReading.objects.get(study=study, coder=coder, order=number)
            assert own.locator(".coded-note").text_content() == turn.text
            own.keyboard.press("/")
            for word, code in (("toux", "R05"), ("I10", "I10")):  # the search keeps the focus
                expect(own.locator("#code-query:focus")).to_have_value("")
                own.keyboard.type(word)
                own.wait_for_selector(f"#code-found .choice:has-text('{code}')")
                own.keyboard.press("Enter")
                own.wait_for_selector(f"#code-{code}")
            own.locator("#code-I10").focus()
            own.keyboard.press("p")
            own.wait_for_selector("#code-I10 [aria-pressed=true]")
            if not turn.is_original:  # the copy lost what the original tells
                own.locator("#code-R05").focus()
                own.keyboard.press("r")
                own.wait_for_selector("#code-R05", state="detached")
            own.get_by_label("une note d'origine" if turn.is_original else "je ne sais pas").check()
            if number == 1:
                own.set_viewport_size({"width": 390, "height": 844})
                picture(own, "blind-note-390")
                own.set_viewport_size({"width": 1280, "height": 800})
            own.get_by_role("button", name="Terminer cette note").click()
        own.wait_for_selector("text=C'était votre dernière note")

    page.goto(where)
    page.on("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Clore l'étude").click()
    page.wait_for_selector("h2:has-text('Accord')")
    assert "66,7 % [66,7 – 66,7]" in page.locator("main").text_content()
    assert "2 réponses sur la forme, justes dans 100,0 %" in page.locator("main").text_content()
    rows = page.locator("table.matrix tbody tr").all_text_contents()
    assert [row.split()[0] for row in map(str.strip, rows)] == ["I10200", "R05002", "aucun000"]
    picture(page, "blind-result")
    page.set_viewport_size({"width": 390, "height": 844})
    picture(page, "blind-result-390")
