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
# A busy machine takes its time: under a load of 25 on two cores the engine behind a page starts for half a minute.
PATIENCE_MS: Final = 90_000
PICTURES: Final = (
    "DEIDWEB_PICTURES"  # folder for pictures of the tested pages; none are taken without it
)


def findings(page: Page, *, only: str = "") -> list[tuple[str, list[str]]]:
    """Serious and critical violations of accessibility, with the elements; of one rule if `only` names it."""
    if not page.evaluate("'axe' in window"):  # half a megabyte
        page.evaluate(Axe().axe_script)
    options = {"runOnly": [only]} if only else {}
    found = page.evaluate(
        """async (options) => (await axe.run(options)).violations
            .filter((one) => ["serious", "critical"].includes(one.impact))
            .map((one) => [one.id, one.nodes.map((node) => node.html.slice(0, 160))])""",
        {**options, "resultTypes": ["violations"]},
    )
    return [(rule, elements) for rule, elements in found]


def picture(page: Page, name: str) -> None:
    """The whole page as `name`.png, for the eyes of whoever asked for pictures."""
    if folder := os.environ.get(PICTURES):
        Path(folder).mkdir(exist_ok=True)
        page.screenshot(path=Path(folder) / f"{name}.png", full_page=True)
