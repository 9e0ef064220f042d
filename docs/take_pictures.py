"""`make screenshots`: the README's pictures, taken on a fresh demonstration.

Starts `manage.py serve` on a temporary folder, walks the demo as its people, saves docs/images/. No picture shows a word
of a note that is held out to measure detection: whoever writes rules sees the pictures, too.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from annotation.demo.corpus import load_corpus  # noqa: E402
from annotation.domain.notes import Note  # noqa: E402

IMAGES = ROOT / "docs" / "images"
SIZE = {"width": 1280, "height": 800}


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


def main() -> None:
    folder, port = Path(tempfile.mkdtemp()), "8797"
    log = folder / "serve.log"
    environment = {**os.environ, "DEIDWEB_DATA_DIR": str(folder / "var"), "PORT": port}
    (folder / "var").mkdir()
    (folder / "var" / "cim10").symlink_to(ROOT / "var" / "cim10")
    with log.open("w") as out:
        serve = subprocess.Popen(
            [sys.executable, "manage.py", "serve"], cwd=ROOT, env=environment, stdout=out
        )
    try:
        while "est prêt" not in log.read_text():
            time.sleep(0.5)
        with sync_playwright() as playwright:
            chromium = playwright.chromium.launch(
                executable_path=shutil.which("chromium"), args=["--no-sandbox"]
            )
            Walk(chromium, f"http://127.0.0.1:{port}/").all()
    finally:
        serve.terminate()
        serve.wait()
        shutil.rmtree(folder, ignore_errors=True)


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
