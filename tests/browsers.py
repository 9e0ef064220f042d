"""The browser of the tests: Chromium, without the parts that draw its windows where Debian has it so."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Final

from axe_playwright_python.sync_playwright import Axe

if TYPE_CHECKING:
    from playwright.sync_api import Page

EXECUTABLE: Final = shutil.which("chromium-headless-shell") or shutil.which("chromium")
ARGUMENTS: Final = ["--no-sandbox", "--disable-background-networking"]
PICTURES: Final = (
    "DEIDWEB_PICTURES"  # folder for pictures of the tested pages; none are taken without it
)


def findings(page: Page, *, only: str = "") -> list[tuple[str, list[str]]]:
    """Serious and critical violations of accessibility, with the elements; of one rule if `only` names it."""
    options = {"runOnly": [only]} if only else {}
    answer = Axe().run(page, options={**options, "resultTypes": ["violations"]})
    return [
        (violation["id"], [node["html"][:160] for node in violation["nodes"]])
        for violation in answer.response["violations"]
        if violation["impact"] in ("serious", "critical")
    ]


def picture(page: Page, name: str) -> None:
    """The whole page as `name`.png, for the eyes of whoever asked for pictures."""
    if folder := os.environ.get(PICTURES):
        Path(folder).mkdir(exist_ok=True)
        page.screenshot(path=Path(folder) / f"{name}.png", full_page=True)
