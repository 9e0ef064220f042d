"""A real server and a real Chromium."""

from __future__ import annotations

import json
import re
import sqlite3
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from tests.browsers import picture
from tests.integration.stack import Stack

PASSWORD = "pw-for-tests-only"
SIZES = {"1280": (1280, 800), "390": (390, 844)}
PEOPLE = {
    "annotatrice": "annotator",
    "relecteur": "reviewer",
    "responsable": "steward",
    "administratrice": "admin",
    "auditeur": "auditor",
}
SETUP = """
from annotation.services.create_project_labels import create_project_labels
from deidweb.accounts.models import Membership, Project, User
project = Project.objects.create(name="Essai")
create_project_labels(project)
for name, role in {people}.items():
    user = User.objects.create_user(name, password={password!r}, is_superuser=role == "admin")
    for each in (role, "access") if role == "admin" else (role,):
        Membership.objects.create(user=user, project=project, role=each)
print(project.pk)
"""


END_SESSIONS = "from django.contrib.sessions.models import Session; Session.objects.all().delete()"


class Installation(Stack):
    """An installation with one project."""

    project = ""

    def __init__(self, folder: Path, **options: Any) -> None:
        super().__init__(folder, **options)
        # Name → sessions that nobody is in: to sign in takes three pages and a slow hash.
        self.sessions: defaultdict[str, list[Any]] = defaultdict(list)

    def end_sessions(self) -> None:
        self.run(END_SESSIONS)
        self.sessions.clear()

    def page_url(self, path: str) -> str:
        return f"{self.url}projets/{self.project}/{path}"

    def rows(self, sql: str, *arguments: object) -> list[tuple]:
        """What the database holds, read beside the application."""
        connection = sqlite3.connect(f"file:{self.folder}/var/db.sqlite3?mode=ro", uri=True)
        try:
            return connection.execute(sql, arguments).fetchall()
        finally:
            connection.close()


class Site(Installation):
    """A running installation with one project and one person per role."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, has_real_model=True, has_cim10=True)
        code = SETUP.format(people=PEOPLE, password=PASSWORD)
        self.project = self.run(code).strip().splitlines()[-1]
        self.start_worker("fast", "fast")
        self.start_worker("batch", "batch,train", "tests.e2e.few_notes")
        self.start_beat()
        self.start_web()

    def gold_spans(self, external_id: str) -> list[tuple[str, str]]:
        """(surface, sub-type) of the newest gold version of a note."""
        return self.rows(
            """select s.surface, s.subtype from annotation_layerspan s
               join annotation_layer l on l.id = s.layer_id
               join annotation_document d on d.id = l.document_id
               where d.external_id = ? and l.kind = 'gold' and l.version =
                 (select max(version) from annotation_layer g
                  where g.document_id = d.id and g.kind = 'gold')
               order by s.start""",
            external_id,
        )


@pytest.fixture(scope="session")
def site(tmp_path_factory) -> Iterator[Site]:
    installation = Site(tmp_path_factory.mktemp("site") / "it")
    yield installation
    installation.stop()


@pytest.fixture(scope="session")
def canvas_site(tmp_path_factory) -> Iterator[Any]:
    """A small server for the tests of the canvas: no worker, notes put in by hand."""
    from tests.e2e.canvas_scene import CanvasSite

    installation = CanvasSite(tmp_path_factory.mktemp("canvas") / "it")
    yield installation
    installation.stop()


@pytest.fixture(scope="session")
def demo_site(tmp_path_factory) -> Iterator[Any]:
    """The web server alone, as a demonstration with one built export."""
    from tests.e2e.demo_scene import DemoSite

    installation = DemoSite(tmp_path_factory.mktemp("demo") / "it")
    yield installation
    installation.stop()


@pytest.fixture
def visitor(demo_site, browser):
    """visitor(size) → the demonstration in the browser of somebody who is not signed in."""
    contexts = []

    def come(size: str = "1280"):
        width, height = SIZES[size]
        context = browser.new_context(
            viewport={"width": width, "height": height}, locale="fr-FR", reduced_motion="reduce"
        )
        contexts.append(context)
        page = context.new_page()
        page.goto(demo_site.url)
        return page

    yield come
    for context in contexts:
        context.close()


@pytest.fixture
def canvas_person(canvas_site, browser):
    """As `person`, on the small server; `opened(note)` gives his page with the canvas ready."""
    with people_of(canvas_site, browser) as sign_in:
        yield sign_in


class Person:
    """Somebody signed in, in a browser of his own; collects what went wrong on his pages."""

    def __init__(
        self, site: Any, browser: Browser, name: str, size: str = "1280", **options: Any
    ) -> None:
        """`options` go to the browser's context: language, colour scheme, touch…"""
        width, height = SIZES.get(size) or map(int, size.split("x"))
        self.site, self.name, self.size = site, name, size
        self.context: BrowserContext = browser.new_context(
            viewport={"width": width, "height": height}, reduced_motion="reduce",
            **{"locale": "fr-FR", **options},
        )  # fmt: skip
        self.page: Page = self.context.new_page()
        self.problems: list[str] = []
        self.page.on("pageerror", lambda error: self.problems.append(f"exception: {error}"))
        self.page.on("console", self._on_console)
        if site.sessions[name]:
            self.context.add_cookies(site.sessions[name].pop())
        else:
            self._sign_in()  # else no page yet: `open` and `note` bring the one that the test is about
        self.key = self._session_key()

    def _sign_in(self) -> None:
        self.page.goto(self.site.url)
        self.page.fill("input[name=username]", self.name)
        self.page.fill("input[name=password]", PASSWORD)
        self.page.click("main form button")
        self.page.wait_for_url(self.site.url)

    def _session_key(self) -> str:
        values = {one["name"]: one["value"] for one in self.context.cookies()}
        return values.get("sessionid", "")

    def leave(self) -> None:
        """Closes the browser; the session is for the next one of that name, unless it is not his."""
        if self._session_key() == self.key:  # in some tests others sign in, in his browser
            self.site.sessions[self.name].append(self.context.cookies())
        self.context.close()

    def _on_console(self, message) -> None:
        if message.type == "error":
            self.problems.append(f"console: {message.text}")

    def open(self, path: str) -> Page:
        answer = self.page.goto(self.site.page_url(path))
        assert answer is not None
        assert answer.status == 200, (path, answer.status)
        return self.page

    def note(self, note: Any) -> Page:
        """The page of a note, its canvas ready."""
        page = self.open(note.path)
        page.wait_for_selector("note-canvas[data-ready]")
        return page

    def picture(self, name: str) -> None:
        picture(self.page, f"{name}-{self.size}")

    def stored(self) -> str:
        """Everything the browser keeps for the site, as one string."""
        return self.page.evaluate(
            """async () => {
                const bases = indexedDB.databases ? await indexedDB.databases() : [];
                const caches_ = 'caches' in window ? await caches.keys() : [];
                return JSON.stringify([{...localStorage}, {...sessionStorage}, bases, caches_]);
            }"""
        )


@contextmanager
def people_of(site: Any, browser: Browser) -> Iterator[Callable[..., Person]]:
    """Signs people in; at the end a problem on any of their pages fails the test."""
    people: list[Person] = []

    def sign_in(name: str = "annotatrice", size: str = "1280", **options: Any) -> Person:
        people.append(Person(site, browser, name, size, **options))
        return people[-1]

    yield sign_in
    problems = [problem for one in people for problem in one.problems]
    for one in people:
        one.leave()
    assert problems == []


@pytest.fixture
def person(site, browser):
    """person("annotatrice", size="390") → signed in; a problem on any of his pages fails the test."""
    with people_of(site, browser) as sign_in:
        yield sign_in


def read_sample(page: Page) -> None:
    """Opens and ticks every note that has to be read before an export is approved, from the export's page."""
    page.get_by_role("link", name=re.compile("qui manque")).click()
    page.wait_for_url("**/lecture/*/")
    while "/lecture/" in page.url:
        page.locator("input[name=verdict]").first.check()
        with page.expect_navigation():
            page.keyboard.press("Enter")


def jsonl(*notes: dict) -> bytes:
    return "\n".join(json.dumps(note, ensure_ascii=False) for note in notes).encode()
