"""`make screenshots`: the README's pictures, taken on a fresh demonstration.

Starts `manage.py serve` on a temporary folder, walks the demo as its people, saves docs/images/.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
IMAGES = ROOT / "docs" / "images"
SIZE = {"width": 1280, "height": 800}


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
        page.wait_for_url(self.url)
        found = re.search(r"/projets/([0-9a-f-]{36})/", page.content())
        self.project = found.group(1) if found else self.project
        return page

    def open(self, page: Page, path: str) -> None:
        page.goto(f"{self.url}projets/{self.project}/{path}")
        page.wait_for_load_state("networkidle")

    def picture(self, page: Page, name: str) -> None:
        page.wait_for_timeout(300)
        page.screenshot(path=IMAGES / f"{name}.png")

    def all(self) -> None:
        """The demonstration's three weeks have made all that is shown: nothing is waited for."""
        annotator = self.sign_in("annotator")
        self.open(annotator, "notes/")
        self.picture(annotator, "notes")
        annotator.click("main .btn-primary")
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
        self.open(steward, "apercu/")
        self.picture(steward, "apercu")
        self.open(steward, "exports/")
        steward.locator("main table a").first.click()
        steward.wait_for_load_state("networkidle")
        self.picture(steward, "export")
        reviewer = self.sign_in("reviewer")
        self.open(reviewer, "codes/")
        for _page in ("the export", "its note"):
            reviewer.locator("main table a").first.click()
            reviewer.wait_for_load_state("networkidle")
        reviewer.keyboard.press("ArrowDown")
        self.picture(reviewer, "codes")


if __name__ == "__main__":
    main()
