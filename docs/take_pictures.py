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
ACCOUNT = re.compile(r"^    (\w+) +([0-9A-Za-z]{16})  ", re.M)
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
        time.sleep(10)  # pre-annotation
        with sync_playwright() as playwright:
            chromium = playwright.chromium.launch(
                executable_path=shutil.which("chromium"), args=["--no-sandbox"]
            )
            Walk(
                chromium, f"http://127.0.0.1:{port}/", dict(ACCOUNT.findall(log.read_text()))
            ).all()
    finally:
        serve.terminate()
        serve.wait()
        shutil.rmtree(folder, ignore_errors=True)


class Walk:
    """Each picture with the person who sees the page."""

    def __init__(self, browser: Browser, url: str, passwords: dict[str, str]) -> None:
        self.browser, self.url, self.passwords = browser, url, passwords
        self.project = ""

    def sign_in(self, name: str) -> Page:
        page = self.browser.new_context(viewport=SIZE, locale="fr-FR").new_page()
        page.goto(self.url)
        page.get_by_text("Avec un mot de passe").click()  # folded below the demo's buttons
        page.fill("input[name=username]", name)
        page.fill("input[name=password]", self.passwords[name])
        page.click("main form.form button")
        page.wait_for_url(self.url)
        found = re.search(r"/projets/([0-9a-f-]{36})/", page.content())
        self.project = found.group(1) if found else self.project
        return page

    def open(self, page: Page, path: str) -> None:
        page.goto(f"{self.url}projets/{self.project}/{path}")
        page.wait_for_load_state("networkidle")

    def open_when(self, page: Page, path: str, selector: str, seconds: int = 120) -> None:
        """Opens the page again until a worker has done what it shows."""
        for _try in range(seconds // 2):
            self.open(page, path)
            if page.locator(selector).count():
                return
            page.wait_for_timeout(2000)
        raise SystemExit(f"{path}: nothing after {seconds} s")

    def picture(self, page: Page, name: str) -> None:
        page.wait_for_timeout(300)
        page.screenshot(path=IMAGES / f"{name}.png")

    def all(self) -> None:
        annotator = self.sign_in("annotatrice")
        self.picture(annotator, "accueil")
        self.open(annotator, "notes/")
        self.picture(annotator, "notes")
        annotator.click("main .btn-primary")
        annotator.wait_for_selector("note-canvas .ln mark, note-canvas .ln .seg")
        annotator.keyboard.press("ArrowDown")
        self.picture(annotator, "annotation")
        admin = self.sign_in("administratrice")
        self.open(admin, "imports/nouveau/")
        self.picture(admin, "import")
        self.open(admin, "modeles/")
        admin.click("main .btn-primary")
        self.ask_for_export(admin)
        steward = self.sign_in("responsable")
        self.open(steward, "apercu/")
        self.picture(steward, "apercu")
        self.open(steward, "exports/")
        steward.locator("main table a").first.click()
        steward.wait_for_selector("button[value=approve]")
        self.picture(steward, "export")
        if steward.locator("textarea[name=reason]").count():
            steward.fill("textarea[name=reason]", "Relu : coïncidences avec des mots ordinaires.")
        steward.fill("input[name=password]", self.passwords["responsable"])
        steward.click("button[value=approve]")
        self.open_when(steward, "codes/", "main table a")
        steward.locator("main table a").first.click()
        steward.locator("main table a").first.click()
        steward.keyboard.press("ArrowDown")
        self.picture(steward, "codes")
        self.open_when(admin, "modeles/", "main form button:has-text('Promouvoir')", 1200)
        self.picture(admin, "modeles")

    def ask_for_export(self, admin: Page) -> None:
        self.open(admin, "exports/nouveau/")
        admin.fill("input[name=name]", "Cohorte HTA")
        admin.fill("input[name=recipient]", "Laboratoire d'épidémiologie")
        admin.fill("textarea[name=purpose]", "Trajectoires de soins de patients hypertendus.")
        admin.click("main form .btn-primary")
        admin.wait_for_timeout(8000)  # build


if __name__ == "__main__":
    main()
