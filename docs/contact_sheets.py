"""Pictures before and after, one sheet a page: ``python docs/contact_sheets.py BEFORE AFTER TARGET``.

BEFORE and AFTER are folders of ``take_pictures.py --all``. A sheet is small on purpose: what lies where, in both widths,
languages and schemes, not what is written.
"""

from __future__ import annotations

import base64
import shutil
import sys
from pathlib import Path

from playwright.sync_api import CDPSession, Page, sync_playwright

NAMES = [
    f"{width}-{language}-{scheme}"
    for width in ("1280", "390")
    for language in ("fr", "en")
    for scheme in ("light", "dark")
]
QUALITY = 55
STYLE = """body { margin: 0; padding: 8px; width: max-content; font: 12px sans-serif; background: #d8d8d4 }
table { border-spacing: 4px } th { text-align: left; font-weight: 400 } img { display: block; height: 190px }"""


def main(before: Path, after: Path, target: Path) -> None:
    target.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        page = chromium.new_page()
        session = page.context.new_cdp_session(page)
        for folder in sorted(after.iterdir()):
            page.set_content(sheet(before / folder.name, folder))
            (target / f"{folder.name}.webp").write_bytes(taken(page, session))
        chromium.close()


def sheet(before: Path, after: Path) -> str:
    """A row for each state; a page that was not there before has one."""
    heads = "".join(f"<th>{name}</th>" for name in ("", *NAMES))
    rows = [
        row(word, folder)
        for word, folder in (("before", before), ("after", after))
        if folder.exists()
    ]
    return f"<style>{STYLE}</style><table><tr>{heads}</tr>{''.join(rows)}</table>"


def row(word: str, folder: Path) -> str:
    pictures = "".join(
        f"<td><img src='data:image/png;base64,{base64.b64encode((folder / f'{name}.png').read_bytes()).decode()}'></td>"
        for name in NAMES
    )
    return f"<tr><th>{word}</th>{pictures}</tr>"


def taken(page: Page, session: CDPSession) -> bytes:
    """The whole sheet, as WebP, which Playwright itself does not write."""
    size = page.evaluate(
        "(() => { const box = document.querySelector('table').getBoundingClientRect(); return [box.right + 8, box.bottom + 8]; })()"
    )
    clip = {"x": 0, "y": 0, "width": size[0], "height": size[1], "scale": 1}
    told = {"format": "webp", "quality": QUALITY, "clip": clip, "captureBeyondViewport": True}
    return base64.b64decode(session.send("Page.captureScreenshot", told)["data"])


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:4]))
