"""Procedures F11 and F12: answers that are lost, ten minutes offline, a tab closed, a browser killed."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from tests import browsers
from tests.e2e.conftest import PASSWORD
from tests.e2e.lost_and_found import add_span, idle, letters, spans_of, status, wait_ready
from tests.integration.stack import wait_until

pytestmark = pytest.mark.e2e

TEXT = "Vue à [[VILLE:Dijon]] ce jour. " + "Le patient va bien. " * 30
DIJON = (6, 11)
EDITS = 40


def stored(note) -> list[tuple[int, int]]:
    return [(start, end) for start, end, _sub, state in note.places() if state != "rejected"]


@pytest.mark.fault("F11")
def test_every_third_answer_is_lost(canvas_site, canvas_person):
    """The request arrives, its answer does not: the retry is recognised, nobody is stuck."""
    note = canvas_site.note("answers-lost", TEXT)
    person = canvas_person()
    page = person.note(note)
    seen: list[str] = []

    def lossy(route: Route) -> None:
        answer = route.fetch()
        seen.append(answer.text())
        if len(seen) % 3 == 0:
            route.abort("connectionreset")
        else:
            route.fulfill(response=answer)

    page.route("**/ops/", lossy)
    page.clock.install()
    places = letters(note.text, 30, EDITS)
    for place in places:
        add_span(page, *place)
    _run_clock(page)
    assert stored(note) == sorted([DIJON, *places])
    assert note.revisions() == list(range(1, EDITS + 1))
    assert sum('"duplicate":true' in body for body in seen) >= EDITS // 3
    assert spans_of(page) == stored(note)
    person.problems.clear()  # the browser reports each lost answer


def _run_clock(page: Page) -> None:
    """Lets the page's clock jump until its queue is empty: waits between tries cost no time."""
    for _ in range(400):
        if status(page)["pending"] == 0:
            return
        page.clock.run_for(1_000)
        time.sleep(0.05)
    raise AssertionError(status(page))


@pytest.mark.parametrize("seconds", [60, 600])
@pytest.mark.fault("F12")
def test_offline_and_back(canvas_site, canvas_person, seconds):
    note = canvas_site.note(f"offline-{seconds}", TEXT)
    person = canvas_person()
    page = person.note(note)
    page.clock.install()
    person.context.set_offline(True)
    tries: list[str] = []
    page.on("requestfailed", lambda request: tries.append(request.url))
    places = letters(note.text, 30, EDITS)
    for number, place in enumerate(places):
        add_span(page, *place)
        if number == 2:
            says = page.locator("[data-role=save-state]").first
            expect(says).to_contain_text("3 en attente")
            expect(says).to_contain_text("hors ligne")
    for _ in range(seconds // 10):
        page.clock.run_for(10_000)
        time.sleep(0.02)
    assert status(page) == {"phase": "offline", "pending": EDITS}
    # Waits of 1, 2, 4, 8, 16, then 30 seconds (± 25 %): few tries, not hundreds.
    assert 4 <= len([url for url in tries if url.endswith("/ops/")]) <= 8 + seconds / 20
    assert stored(note) == [DIJON]
    person.context.set_offline(False)
    page.evaluate("window.dispatchEvent(new Event('online'))")
    _run_clock(page)
    assert stored(note) == sorted([DIJON, *places])
    assert note.revisions() == list(range(1, EDITS + 1))
    person.problems.clear()


def test_leaving_with_something_waiting_asks_first(canvas_site, canvas_person):
    note = canvas_site.note("leaving", TEXT)
    person = canvas_person()
    page = person.note(note)
    page.locator("note-canvas .nc-text").click()
    person.context.set_offline(True)
    add_span(page, 32, 34)
    asked: list[str] = []

    def stay(dialog) -> None:
        asked.append(dialog.type)
        dialog.dismiss()

    page.on("dialog", stay)
    page.close(run_before_unload=True)
    wait_until(lambda: _pumped(page) and asked == ["beforeunload"], 5, "the browser asks")
    assert not page.is_closed()
    person.context.set_offline(False)
    page.evaluate("window.dispatchEvent(new Event('online'))")
    idle(page)
    assert (32, 34) in stored(note)
    person.problems.clear()


def _pumped(page: Page) -> bool:
    page.wait_for_timeout(50)
    return True


@pytest.mark.fault("F12")
def test_a_tab_closed_while_offline_gives_its_queue_to_the_next(canvas_site, canvas_person):
    note = canvas_site.note("tab-closed", TEXT)
    person = canvas_person()
    page = person.note(note)
    person.context.set_offline(True)
    places = letters(note.text, 30, EDITS)
    for place in places:
        add_span(page, *place)
    page.wait_for_timeout(1500)
    page.close(run_before_unload=False)
    assert stored(note) == [DIJON]
    person.context.set_offline(False)
    again = person.context.new_page()
    again.goto(canvas_site.page_url(note.path))
    wait_ready(again)
    expect(again.locator("[data-role=toast]")).to_contain_text("a été repris")
    wait_until(lambda: stored(note) == sorted([DIJON, *places]), 30, "40 of 40")
    idle(again)
    assert note.revisions() == list(range(1, EDITS + 1))
    assert again.evaluate(WAITING) == 0
    person.problems.clear()


WAITING = """async () => {
    const done = (request) => new Promise((resolve) => (request.onsuccess = () => resolve(request.result)));
    const base = await done(indexedDB.open('waiting'));
    for (let i = 0; i < 40; i++) {
        const count = await done(base.transaction('queues').objectStore('queues').count());
        if (count === 0 || i === 39) { base.close(); return count; }
        await new Promise((resolve) => setTimeout(resolve, 100));
    }
}"""


class Killable:
    """A browser of its own with a profile on the disk, that can be killed with all its processes."""

    def __init__(self, browser: Browser, profile: Path) -> None:
        self.context: BrowserContext = browser.browser_type.launch_persistent_context(
            str(profile),
            executable_path=browsers.EXECUTABLE,
            args=browsers.ARGUMENTS,
            locale="fr-FR",
        )
        self.page = self.context.pages[0]
        self.profile = profile

    def note(self, site, note) -> Page:
        """The note's canvas, after a sign-in where one is asked."""
        self.page.goto(site.page_url(note.path))
        if self.page.locator("input[name=password]").count():
            self.page.fill("input[name=username]", "annotatrice")
            self.page.fill("input[name=password]", PASSWORD)
            self.page.click("main form button")
        wait_ready(self.page)
        # "everything is stored" says nothing before the page has looked at what was left behind
        self.page.wait_for_selector("note-canvas[data-recovered]")
        return self.page

    def kill(self) -> None:
        """SIGKILL to every process of this profile."""
        family = _processes_of(self.profile)
        assert len(family) > 3, "browser, storage, network, page"
        for pid in family:
            with suppress(ProcessLookupError):  # gone with its parent
                os.kill(pid, signal.SIGKILL)
        wait_until(lambda: not family & {pid for pid, _, _ in _alive()}, 10, "the browser is gone")
        for name in ("SingletonLock", "SingletonSocket", "SingletonCookie"):
            (self.profile / name).unlink(missing_ok=True)


def _alive() -> list[tuple[int, int, str]]:
    """Process, parent, command line (all of it: -ww, for a narrow COLUMNS would cut it)."""
    table = subprocess.run(
        ["ps", "-ww", "-eo", "pid=,ppid=,stat=,args="], capture_output=True, text=True, check=True
    )
    rows = [row for line in table.stdout.splitlines() if len(row := line.split(None, 3)) == 4]
    return [(int(pid), int(parent), args) for pid, parent, stat, args in rows if stat[0] != "Z"]


def _processes_of(profile: Path) -> set[int]:
    """The browser that was started on this folder and all that it started: a storage process that
    outlived the kill would keep the base to itself."""
    alive = _alive()
    found = {pid for pid, _parent, args in alive if f"--user-data-dir={profile}" in args}
    while more := {pid for pid, parent, _args in alive if parent in found} - found:
        found |= more
    return found


@pytest.mark.parametrize("was_offline", [False, True], ids=["online", "offline"])
@pytest.mark.fault("F12")
def test_a_killed_browser_loses_two_seconds_at_most(canvas_site, browser, tmp_path, was_offline):
    """Online: what was acknowledged is there. Offline: what is older than two seconds comes back."""
    note = canvas_site.note(f"killed-{was_offline}", TEXT)
    places = letters(note.text, 30, EDITS)
    first = Killable(browser, tmp_path / "profile")
    page = first.note(canvas_site, note)
    assert page.evaluate("isSecureContext && Boolean(navigator.locks)")
    first.context.set_offline(was_offline)
    for place in places[:-2]:
        add_span(page, *place)
    if was_offline:
        time.sleep(2)
    else:
        idle(page, 60)
    acknowledged = stored(note)
    for place in places[-2:]:
        add_span(page, *place)
    first.kill()
    assert len(acknowledged) == (1 if was_offline else EDITS - 1)
    assert set(acknowledged) <= set(stored(note))
    again = Killable(browser, tmp_path / "profile")
    page = again.note(canvas_site, note)
    idle(page, 90)
    assert set(places[:-2]) <= set(stored(note)), "all but the last two seconds"
    again.context.close()
    assert set(stored(note)) <= {DIJON, *places}
    assert note.revisions() == list(range(1, len(stored(note))))
