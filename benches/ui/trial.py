"""« Essayer » in headless Chromium: from the press on « Analyser le texte » to the answer shown.

The first text is given as soon as the page is open, while its engine still starts; the others find it warm. Texts are
those of the demonstration's development half, cut to one length. Times are the browser's own clock.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from playwright.sync_api import Page, sync_playwright

from annotation.demo.corpus import load_corpus
from benches.ui.measures import Measure
from benches.ui.served import ROOT, installation, served, summary
from deidweb.ports import free_port

TEXTS: Final = 21
CHARACTERS: Final = 2_000
WARM_P95: Final = 2_000.0
WHAT: Final = f"« Essayer », {CHARACTERS:,} characters read, substituted, coded"
SESSION: Final = """
import django; django.setup()
from benches.ui.served import session_of
from deidweb.accounts.models import User
print(session_of(User.objects.create(username="essai")))
"""


def run() -> list[Measure]:
    """Of somebody without a project; nothing is left running."""
    with _site() as (url, session), sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        page = chromium.new_context(viewport={"width": 1280, "height": 800}).new_page()
        page.context.add_cookies([{"name": "sessionid", "value": session, "url": url}])
        page.goto(f"{url}/essayer/")
        first, *warm = [_milliseconds(page, text) for text in _texts()]
        chromium.close()
    told = summary(warm)
    detail = f"{told['count']} textes ; médiane {told['median']} ; pire {told['worst']}"
    return [
        Measure("essayer, premier texte, page à peine ouverte", first, "ms", bar=f"{WHAT}: the first, as the page opens"),
        Measure("essayer, moteur prêt, p95", told["p95"], "ms", WARM_P95, detail, f"{WHAT}: p95 of {told['count']}"),
    ]  # fmt: skip


def _texts() -> list[str]:
    """All different, each of `CHARACTERS`."""
    whole = "\n".join(note.text for note in load_corpus("dev"))
    texts = [whole[start : start + CHARACTERS] for start in range(0, len(whole), CHARACTERS)]
    if len(texts) <= TEXTS:
        raise RuntimeError(f"{len(texts)} textes seulement")
    return texts[:TEXTS]


def _milliseconds(page: Page, text: str) -> float:
    page.evaluate("delete document.getElementById('tr-note').dataset.ms")
    page.fill("#id_text", text)
    page.click("#tr-read")
    page.wait_for_selector("#tr-note[data-ms]", timeout=120_000)
    return float(page.get_attribute("#tr-note", "data-ms") or "nan")


@contextmanager
def _site() -> Iterator[tuple[str, str]]:
    """Address and a session of somebody without a project. The model's 8-bit copy is made once for the machine."""
    folder, port = Path(tempfile.mkdtemp()), free_port()
    os.environ |= installation(folder) | {
        "DEIDWEB_TRIAL_QUOTA": "1000",
        "DEIDWEB_ENGINE_CACHE": str(ROOT / "var" / "engine"),
    }
    (folder / "cim10").symlink_to(ROOT / "var" / "cim10")
    try:
        _python("manage.py", "migrate", "--no-input", "--verbosity=0")
        session = _python("-c", SESSION).strip()
        web = [sys.executable, "-m", "gunicorn", "deidweb.wsgi", f"--bind=127.0.0.1:{port}", "--threads=4"]  # fmt: skip
        with served(web, port):
            yield f"http://127.0.0.1:{port}", session
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _python(*arguments: str) -> str:
    done = subprocess.run([sys.executable, *arguments], cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True)  # fmt: skip
    return done.stdout
