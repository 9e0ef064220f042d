"""`make screenshots`: the README's pictures, taken on a fresh demonstration.

Starts `manage.py serve` on a temporary folder, walks the demo as its people, saves docs/images/. No picture shows a word
of a note that is held out to measure detection: whoever writes rules sees the pictures, too.

``python docs/take_pictures.py --all FOLDER [--only PAGE…] [--of CHECKOUT]``: every page at two widths, in two languages and
two schemes (`docs/contact_sheets.py` sets two such folders side by side). `CHECKOUT`: another state, to compare with, its `.venv` made.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from annotation.demo.corpus import load_corpus  # noqa: E402
from annotation.domain.notes import Note  # noqa: E402
from tests.e2e.conftest import PEOPLE, SIZES  # noqa: E402
from tests.e2e.test_pages import LOCALES, PAGES  # noqa: E402

IMAGES = ROOT / "docs" / "images"
SIZE = {"width": 1280, "height": 800}
ACCOUNT = re.compile(r"^    (\w+) +([0-9A-Za-z]{16})  ", re.M)  # as the console shows it
# Who shows which page, after those that need nobody. "note": the canvas.
PAGES_OF = {
    "": ["connexion"],
    "annotatrice": ["note", "suivi/moi/"],
    "relecteur": ["accord/"],
    **PAGES,
}
PAGES_OF["administratrice"] = [*PAGES["administratrice"], "essayer/", "suivi/", "repartition/"]


RANKS = 40  # notes of the preview that are tried
LONG = 25  # characters between two entities that two notes do not share by chance


def stretches(notes: list[Note]) -> set[str]:
    """What stands between the entities of notes, line by line: surrogates leave it as it is."""
    found: set[str] = set()
    for note in notes:
        edges = [
            0,
            *(at for span in sorted(note.entities) for at in (span.start, span.end)),
            len(note.text),
        ]
        pieces = [note.text[a:b] for a, b in zip(edges[::2], edges[1::2], strict=True)]
        lines = (" ".join(line.split()) for piece in pieces for line in piece.splitlines())
        found |= {line for line in lines if len(line) >= LONG}
    return found


HELD_OUT = stretches(load_corpus("heldout")) - stretches(load_corpus("dev"))


def is_held_out(text: str) -> bool:
    """Whether a held-out note can be read in it."""
    shown = " ".join(text.split())
    return any(line in shown for line in HELD_OUT)


def shows_held_out(page: Page) -> bool:
    return is_held_out(page.inner_text("body"))


class Demo(NamedTuple):
    """`passwords` of the accounts, by name, as the console shows them once."""

    url: str
    browser: Browser
    passwords: dict[str, str]


def answers(url: str) -> bool:
    try:
        urllib.request.urlopen(url, timeout=10).close()
    except OSError:
        return False
    return True


@contextmanager
def demonstration(root: Path = ROOT) -> Iterator[Demo]:
    """A fresh one of the checkout in `root`, and a browser; both are gone afterwards."""
    folder, port = Path(tempfile.mkdtemp()), "8797"
    url = f"http://127.0.0.1:{port}/"
    log = folder / "serve.log"
    environment = {**os.environ, "DEIDWEB_DATA_DIR": str(folder / "var"), "PORT": port}
    (folder / "var").mkdir()
    (folder / "var" / "cim10").symlink_to(ROOT / "var" / "cim10")
    with log.open("w") as out:
        serve = subprocess.Popen(
            [root / ".venv/bin/python", "manage.py", "serve"],
            cwd=root, env=environment, stdout=out,
        )  # fmt: skip
    try:
        while not answers(url):
            if serve.poll() is not None:
                raise RuntimeError(log.read_text())
            time.sleep(0.5)
        with sync_playwright() as playwright:
            chromium = playwright.chromium.launch(
                executable_path=shutil.which("chromium"), args=["--no-sandbox"]
            )
            yield Demo(url, chromium, dict(ACCOUNT.findall(log.read_text())))
    finally:
        serve.terminate()
        serve.wait()
        shutil.rmtree(folder, ignore_errors=True)


def main() -> None:
    asked = argparse.ArgumentParser()
    asked.add_argument("--all", type=Path, metavar="FOLDER")
    asked.add_argument("--only", nargs="*", default=[], metavar="PAGE")
    asked.add_argument("--of", type=Path, default=ROOT, metavar="CHECKOUT")
    told = asked.parse_args()
    with demonstration(told.of.resolve()) as demo:
        if told.all:
            Everywhere(demo, told.all, told.only).take()
        else:
            Walk(demo.browser, demo.url).all()


class Everywhere:
    """Every page of the browser's tests and some more, as FOLDER/page/width-language-scheme.png: what the window shows."""

    def __init__(self, demo: Demo, folder: Path, only: list[str]) -> None:
        self.demo, self.folder, self.only = demo, folder, only
        self.project = ""

    def take(self) -> None:
        for language, locale in LOCALES.items():
            for name, paths in PAGES_OF.items():
                if wanted := [path for path in paths if not self.only or path in self.only]:
                    page = self._entered(name, locale)
                    for path in wanted:
                        self._take(page, path, language)
                    page.context.close()

    def _entered(self, name: str, locale: str) -> Page:
        """Signed in by the demonstration's button, or by password where there was none yet; "" nobody."""
        context = self.demo.browser.new_context(locale=locale, reduced_motion="reduce")
        context.set_default_timeout(180_000)  # a busy machine takes its time
        page = context.new_page()
        page.goto(self.demo.url)
        if not name:
            return page
        button = page.locator(f"button[name=role][value={PEOPLE[name]}]")
        if button.count():
            button.click()
        else:
            page.fill("input[name=username]", name)
            page.fill("input[name=password]", self.demo.passwords[name])
            page.click("main form button")
        page.wait_for_url(lambda url: "connexion" not in url)
        page.goto(self.demo.url)
        found = re.search(r"/projets/([0-9a-f-]{36})/", page.content())
        self.project = found.group(1) if found else self.project
        return page

    def _take(self, page: Page, path: str, language: str) -> None:
        """Nothing for a page that this checkout does not have."""
        if not self._opened(page, path):
            print(f"{path}: none here", flush=True)
            return
        folder = self.folder / (path.strip("/?=1").replace("/", "-") or "accueil")
        folder.mkdir(parents=True, exist_ok=True)
        for width, height in SIZES.values():
            page.set_viewport_size({"width": width, "height": height})
            for scheme in ("light", "dark"):
                page.emulate_media(color_scheme=scheme)
                page.wait_for_timeout(300)
                page.screenshot(path=folder / f"{width}-{language}-{scheme}.png")

    def _opened(self, page: Page, path: str) -> bool:
        if path == "note":
            return self._note_opened(page)
        tries = [f"apercu/?numero={rank}" for rank in range(1, RANKS)] if path == "apercu/" else [path]  # fmt: skip
        for each in tries:
            inside = each not in (
                "",
                "connexion",
            )  # the start page, which asks who is nobody to sign in
            where = f"projets/{self.project}/{each}" if inside else ""
            answer = page.goto(f"{self.demo.url}{where}")
            page.wait_for_load_state("networkidle")
            if not (answer and answer.ok):
                return False
            if not shows_held_out(page):
                return True
        raise RuntimeError(f"{path}: only notes that are held out")

    def _note_opened(self, page: Page) -> bool:
        """The first pre-annotated note that may be seen, begun; a new demonstration's notes wait for the engine."""
        for _second in range(120):
            page.goto(f"{self.demo.url}projets/{self.project}/notes/?state=preannotated")
            links = page.locator("main table a[href*='/notes/']").evaluate_all("all => all.map(one => one.href)")  # fmt: skip
            if links:
                break
            page.wait_for_timeout(1000)
        for link in links:
            page.goto(link)
            if shows_held_out(page):
                continue
            page.click("form[action$='/commencer/'] button")
            page.wait_for_selector("note-canvas .ln mark, note-canvas .ln .seg")
            page.keyboard.press("ArrowDown")
            return not shows_held_out(page)
        return False


class Walk:
    """Each picture with the person who sees the page."""

    def __init__(self, browser: Browser, url: str) -> None:
        self.browser, self.url = browser, url
        self.project = ""

    def sign_in(self, role: str) -> Page:
        """By the demonstration's button."""
        page = self.browser.new_context(viewport=SIZE, locale="fr-FR").new_page()
        page.goto(self.url)
        page.click(f"button[name=role][value={role}]")
        page.wait_for_url("**/essayer/**")
        page.goto(self.url)
        found = re.search(r"/projets/([0-9a-f-]{36})/", page.content())
        self.project = found.group(1) if found else self.project
        return page

    def open(self, page: Page, path: str) -> None:
        page.goto(f"{self.url}projets/{self.project}/{path}")
        page.wait_for_load_state("networkidle")

    def first_allowed(self, page: Page, paths: Iterable[str]) -> None:
        """Opens the first of these pages that shows no held-out note."""
        for path in paths:
            self.open(page, path)
            if not shows_held_out(page):
                return
        raise RuntimeError(f"every note up to {page.url} is held out")

    def links(self, page: Page) -> list[str]:
        """Where the rows of a list lead, within the project."""
        addresses = page.locator("main table a").evaluate_all("all => all.map(one => one.href)")
        return [address.split(f"{self.project}/", 1)[1] for address in addresses]

    def picture(self, page: Page, name: str) -> None:
        page.wait_for_timeout(300)
        if shows_held_out(page):
            raise RuntimeError(f"{name}: a held-out note can be read")
        page.screenshot(path=IMAGES / f"{name}.png")

    def all(self) -> None:
        """The demonstration's three weeks have made all that is shown: nothing is waited for."""
        annotator = self.sign_in("annotator")
        self.open(annotator, "notes/")
        self.picture(annotator, "notes")
        self.open(annotator, "notes/?state=preannotated")
        self.first_allowed(annotator, self.links(annotator))
        annotator.click("form[action$='/commencer/'] button")
        annotator.wait_for_selector("note-canvas .ln mark, note-canvas .ln .seg")
        annotator.keyboard.press("ArrowDown")
        self.picture(annotator, "annotation")
        admin = self.sign_in("admin")
        self.picture(admin, "accueil")
        for path, name in (
            ("imports/nouveau/", "import"),
            ("modeles/", "modeles"),
            ("suivi/", "suivi"),
        ):
            self.open(admin, path)
            self.picture(admin, name)
        steward = self.sign_in("steward")
        self.first_allowed(steward, (f"apercu/?numero={rank}" for rank in range(1, RANKS)))
        self.picture(steward, "apercu")
        self.open(steward, "exports/")
        steward.locator("main table a").first.click()
        steward.wait_for_load_state("networkidle")
        self.picture(steward, "export")
        reviewer = self.sign_in("reviewer")
        self.open(reviewer, "codes/")
        reviewer.locator("main table a").first.click()
        reviewer.wait_for_load_state("networkidle")
        self.first_allowed(reviewer, self.links(reviewer))
        reviewer.keyboard.press("ArrowDown")
        self.picture(reviewer, "codes")


if __name__ == "__main__":
    main()
