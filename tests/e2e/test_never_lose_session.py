"""Procedure F13: the session ends during the work; another person signs in on that browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import PASSWORD
from tests.e2e.lost_and_found import (
    add_span,
    dump,
    five_grams,
    idle,
    remove_span,
    status,
    wait_ready,
)
from tests.integration.stack import wait_until

pytestmark = pytest.mark.e2e

TEXT = "Vu par [[NOM:Quévremont]] à [[VILLE:Brazey]]. Sommeil calme, xylophone rangé. " * 3


def sign_in_beside(page: Page, site, name: str) -> Page:
    """A second tab of the same browser: who is there signs out, `name` signs in."""
    other = page.context.new_page()
    other.goto(f"{site.url}comptes/connexion/")
    if not other.locator("input[name=username]").count():
        other.evaluate("document.querySelector('form[action*=deconnexion]').submit()")
        other.wait_for_url("**/comptes/**")
        other.goto(f"{site.url}comptes/connexion/")
    other.fill("input[name=username]", name)
    other.fill("input[name=password]", PASSWORD)
    other.click("main form button")
    other.wait_for_url(site.url)
    return other


def stored(note) -> set[tuple[int, int]]:
    return {(start, end) for start, end, _sub, state in note.places() if state != "rejected"}


@pytest.mark.fault("F13")
def test_the_session_ends_and_the_same_person_comes_back(canvas_site, canvas_person):
    note = canvas_site.note("session-same", TEXT)
    person = canvas_person()
    page = person.note(note)
    canvas_site.end_sessions()
    add_span(page, 33, 40)
    add_span(page, 41, 46)
    expect(page.locator("[data-role=banner-text]")).to_contain_text("Votre session est terminée")
    expect(page.locator("[data-role=save-state]").first).to_contain_text("2 en attente")
    assert status(page) == {"phase": "session", "pending": 2}
    assert (33, 40) not in stored(note)
    with page.expect_popup() as opened:
        page.click("[data-role=banner-login]")
    tab = opened.value
    tab.fill("input[name=username]", "annotatrice")
    tab.fill("input[name=password]", PASSWORD)
    tab.click("main form button")
    idle(page)
    assert {(33, 40), (41, 46)} <= stored(note)
    assert note.kinds() == ["add", "add"]
    expect(page.locator("[data-role=banner]")).to_be_hidden()
    person.problems.clear()


@pytest.mark.fault("F13")
def test_another_person_neither_sends_nor_sees_what_waits(canvas_site, canvas_person):
    note = canvas_site.note("session-other", TEXT)
    person = canvas_person()
    page = person.note(note)
    canvas_site.end_sessions()
    add_span(page, 33, 40)
    expect(page.locator("[data-role=banner-text]")).to_contain_text("Votre session est terminée")
    posted: list[str] = []
    page.on("request", lambda request: request.method == "POST" and posted.append(request.url))
    other = sign_in_beside(page, canvas_site, "relecteur")
    expect(page.locator("[data-role=banner-text]")).to_contain_text("Une autre personne")
    page.click("[data-action=retry]")
    page.wait_for_timeout(1000)
    assert status(page) == {"phase": "other", "pending": 1}
    assert posted == []
    assert (33, 40) not in stored(note)
    for place in ("note-canvas", ".nc-entities", ".nc-tools"):
        expect(page.locator(place)).to_be_hidden()
    # Nor on his own page of that note, nor in what the browser keeps (sealed for the first).
    other.goto(canvas_site.page_url(note.path))
    other.click("main .note-do button")
    wait_ready(other)
    idle(other)
    assert other.evaluate("document.querySelector('note-canvas').sync.pending") == 0
    assert (33, 40) not in [tuple(p) for p in other.evaluate(
        "document.querySelector('note-canvas').spans.map((one) => [one.start, one.end])"
    )]  # fmt: skip
    assert not _mentions(dump(other), note.text)
    # The first is back: her work goes on, under her name.
    sign_in_beside(page, canvas_site, "annotatrice")
    idle(page)
    expect(page.locator("note-canvas")).to_be_visible()
    wait_until(lambda: (33, 40) in stored(note), 10, "stored at last")
    rows = canvas_site.rows(
        """select u.username from annotation_spanop o join accounts_user u on u.id = o.author_id
           join annotation_layer l on l.id = o.layer_id join annotation_document d on d.id = l.document_id
           where d.external_id = 'session-other'"""
    )
    assert rows == [("annotatrice",)]
    person.problems.clear()


def test_somebody_else_signs_in_while_nothing_waits(canvas_site, canvas_person):
    """The next gesture is not sent in his name, and the note is veiled before any gesture."""
    note = canvas_site.note("session-quiet", TEXT)
    person = canvas_person()
    page = person.note(note)
    posted: list[str] = []
    page.on("request", lambda request: request.method == "POST" and posted.append(request.url))
    sign_in_beside(page, canvas_site, "relecteur")
    add_span(page, 33, 40)
    expect(page.locator("note-canvas")).to_be_hidden()
    assert status(page) == {"phase": "other", "pending": 1}
    assert posted == []
    person.problems.clear()


def test_no_note_text_in_browser_storage_ever(canvas_site, canvas_person):
    """After a session with remarks, refusals, a search, undo, offline work: no five letters of the note."""
    note = canvas_site.note("storage", TEXT)
    person = canvas_person()
    page = person.note(note)
    dumps = [dump(page)]
    add_span(page, 33, 40)
    remove_span(page, (7, 17))
    page.evaluate("document.querySelector('note-canvas').editor.undo()")
    page.evaluate(
        """() => { const canvas = document.querySelector('note-canvas');
            canvas.editor.comment('chez Quévremont, xylophone', canvas.spans[0].id); }"""
    )
    page.keyboard.press("/")
    page.keyboard.type("xylophone")
    page.keyboard.press("Escape")
    idle(page)
    dumps.append(dump(page))
    person.context.set_offline(True)
    for start in range(60, 72):
        if note.text[start].isalpha():
            add_span(page, start, start + 1)
    page.evaluate(
        """() => { const canvas = document.querySelector('note-canvas');
            canvas.editor.comment('vue à Brazey', canvas.spans[0].id); }"""
    )
    page.wait_for_timeout(1500)
    dumps.append(dump(page))
    assert "waiting/queues" in dumps[-1]
    assert "sealed=" in dumps[-1]
    person.context.set_offline(False)
    page.evaluate("window.dispatchEvent(new Event('online'))")
    idle(page)
    page.reload()
    wait_ready(page)
    dumps.append(dump(page))
    for kept in dumps:
        assert not _mentions(kept, note.text)
    person.problems.clear()


def test_the_dump_sees_what_it_should(canvas_site, canvas_person):
    """The test above could not fail otherwise: text put into each store is found."""
    note = canvas_site.note("storage-probe", TEXT)
    person = canvas_person()
    page = person.note(note)
    words = "xylophone"
    for put in (
        "(words) => localStorage.setItem('probe', words)",
        "(words) => sessionStorage.setItem('probe', words)",
        "(words) => { document.cookie = 'probe=' + words; }",
        """(words) => new Promise((resolve) => {
            const request = indexedDB.open('probe', 1);
            request.onupgradeneeded = () => request.result.createObjectStore('t', { autoIncrement: true });
            request.onsuccess = () => { const made = request.result.transaction('t', 'readwrite');
                made.objectStore('t').put({ deep: new TextEncoder().encode(words) });
                made.oncomplete = () => { request.result.close(); resolve(); }; };
        })""",
    ):
        assert not _mentions(dump(page), note.text)
        page.evaluate(put, words)
        assert _mentions(dump(page), note.text)
        page.evaluate(
            """async () => { localStorage.clear(); sessionStorage.clear();
                document.cookie = 'probe=; max-age=0'; indexedDB.deleteDatabase('probe'); }"""
        )


def _mentions(kept: str, text: str) -> list[str]:
    folded = kept.casefold()
    return sorted(run for run in five_grams(text) if run in folded)
