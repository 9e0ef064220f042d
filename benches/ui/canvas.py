"""The note in headless Chromium: how soon it is painted, how fast an op repaints, whether anything blocks.

A real server (one web process on a temporary SQLite), real pages, the modules from the browser's
cache as after the first note of a day. Times are the browser's own clock.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, Page, sync_playwright

from benches.ui.measures import Measure, summary
from benches.ui.served import installation
from deidweb.ports import free_port

ROOT: Final = Path(__file__).resolve().parents[2]
ROUNDS: Final = 20
USUAL: Final = (50_000, 1_000)
LARGE: Final = (1_000_000, 5_000)
PAINT_MS, OP_MS, BLOCK_MS, OPEN_MS = 300.0, 16.0, 50.0, 2000.0

# Stamps the first frame that shows the built note, and every task longer than 50 ms.
WATCH: Final = """
window.__painted = new Promise((resolve) => {
  new PerformanceObserver((list, me) => {
    if (!list.getEntriesByName('note-canvas-built').length) return;
    me.disconnect();
    requestAnimationFrame(() => {
      const after = new MessageChannel();
      after.port1.onmessage = () => resolve(performance.now());
      after.port2.postMessage(0);
    });
  }).observe({type: 'mark', buffered: true});
});
window.__tasks = [];
new PerformanceObserver((list) => window.__tasks.push(...list.getEntries().map((e) => e.duration)))
  .observe({type: 'longtask', buffered: true});
"""
OPENED: Final = """async () => {
  const painted = await window.__painted;
  const [page] = performance.getEntriesByType('navigation');
  return {paint: painted - page.responseEnd, open: painted, html: page.responseEnd};
}"""
# Script, style and layout of one op, and of what it moves on the page.
ONE_OP: Final = """([i, moves]) => {
  const canvas = document.querySelector('note-canvas');
  const span = canvas.spans[(i * 37) % canvas.spans.length];
  canvas.editor.select(span.id);
  canvas.offsetHeight;
  const began = performance.now();
  if (!moves) canvas.editor.label(canvas.labels.entries[i % 10]);
  else if (i % 2) canvas.editor.accept();
  else canvas.editor.remove();
  canvas.offsetHeight; document.body.offsetHeight;
  return performance.now() - began;
}"""


def run() -> list[Measure]:
    """All measures of the canvas; nothing is left running."""
    with _site([USUAL, LARGE]) as (url, session, pages), sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=shutil.which("chromium"),
            args=["--no-sandbox", "--disable-background-networking"],
        )
        try:
            print(f"Chromium {chromium.version}")
            return _measured(chromium, url, session, pages)
        finally:
            chromium.close()


def _measured(chromium: Browser, url: str, session: str, pages: list[str]) -> list[Measure]:
    usual, large = (url + path for path in pages)
    cold = [_open(_page(chromium, url, session), usual, close=True)["paint"] for _ in range(5)]
    page = _page(chromium, url, session)
    _open(page, usual)  # fills the cache
    opened = [_open(page, usual)["paint"] for _round in range(ROUNDS)]
    blocks = {"défiler": _scrolling(page), "taper": _typing(page)}
    ops, moves = _ops(page, moves=False), _ops(page, moves=True)
    page.context.close()
    page = _page(chromium, url, session)
    _open(page, large)
    large_opened = [_open(page, large) for _round in range(ROUNDS)]
    large_ops = _ops(page, moves=False)
    page.context.close()
    big = "1 Mo, 5 000 passages"
    return [
        summary("50 000 caractères, 1 000 passages : note peinte après le HTML", opened, PAINT_MS, bar="50,000 characters, 1,000 spans: painted after the HTML"),
        summary("  la même, cache du navigateur vide", cold, None),
        summary("  une opération repeinte (script, style, mise en page)", ops, OP_MS, bar="one op, painted again"),
        summary("  accepter ou refuser, puis montrer le suivant ailleurs", moves, None),
        *(summary(f"  {name} : plus longue tâche", tasks, BLOCK_MS) for name, tasks in blocks.items()),
        summary(f"{big} : de la demande à la note peinte", [one["open"] for one in large_opened], OPEN_MS, bar="1 MB, 5,000 spans: painted after the request"),
        summary("  dont serveur et HTML", [one["html"] for one in large_opened], None),
        summary("  une opération (script, style, mise en page)", large_ops, None),
    ]  # fmt: skip


def _page(chromium: Browser, url: str, session: str) -> Page:
    context = chromium.new_context(viewport={"width": 1280, "height": 800}, locale="fr-FR")
    context.add_cookies([{"name": "sessionid", "value": session, "url": url}])
    page = context.new_page()
    page.add_init_script(WATCH)
    return page


def _open(page: Page, address: str, *, close: bool = False) -> dict[str, float]:
    answer = page.goto(address)
    if answer is None or answer.status != 200 or answer.url != address:
        raise RuntimeError(f"the page answers {answer and (answer.status, answer.url)}")
    times: dict[str, float] = page.evaluate(OPENED)
    if close:
        page.context.close()
    else:
        page.wait_for_timeout(150)  # the list beside a long note is filled after the first paint
    return times


def _ops(page: Page, *, moves: bool) -> list[float]:
    """Milliseconds of relabelling, or of deciding and showing the next span wherever it stands."""
    return [float(page.evaluate(ONE_OP, [i, moves])) for i in range(ROUNDS)]


def _longest(page: Page) -> float:
    """The longest task since the last question; what no entry names took less than 50 ms."""
    tasks = page.evaluate("window.__tasks.splice(0)")
    return max(tasks, default=0.0)


def _scrolling(page: Page) -> list[float]:
    page.mouse.move(500, 500)
    page.evaluate("window.__tasks.length = 0")
    longest = []
    for i in range(ROUNDS):
        page.mouse.wheel(0, 1500 if i < ROUNDS * 0.7 else -2500)
        page.wait_for_timeout(120)
        longest.append(_longest(page))
    return longest


def _typing(page: Page) -> list[float]:
    """Letters that relabel, arrows that walk, a letter and a word typed into the search of the note."""
    page.locator("note-canvas .nc-text").focus()
    page.evaluate("window.__tasks.length = 0")
    longest = []
    for i in range(ROUNDS):
        page.keyboard.press("ArrowRight")
        page.keyboard.press("npvd"[i % 4])
        if i % 5 == 4:
            page.keyboard.press("/")
            page.keyboard.press("d")  # a letter that is found everywhere
            page.wait_for_timeout(150)
            page.keyboard.press("Backspace")
            page.keyboard.type("dijon", delay=30)
            page.wait_for_timeout(150)  # the search waits for the end of the word
            page.keyboard.press("Enter")
            page.keyboard.press("Escape")
        page.wait_for_timeout(80)
        longest.append(_longest(page))
    return longest


@contextmanager
def _site(sizes: list[tuple[int, int]]) -> Iterator[tuple[str, str, list[str]]]:
    """Address of a running server, a signed-in session, one page for each size."""
    folder = Path(tempfile.mkdtemp(prefix="deidweb-bench-"))
    environment = os.environ | installation(folder / "var")
    (folder / "var").mkdir()
    code = (
        "import django; django.setup()\n"
        f"from benches.ui.canvas_scene import scene; print(scene({sizes!r}))"
    )
    server = None
    try:
        _python(environment, "manage.py", "migrate", "--no-input", "--verbosity=0")
        made: dict[str, Any] = json.loads(_python(environment, "-c", code).splitlines()[-1])
        port = free_port()
        server = subprocess.Popen(
            [sys.executable, "-m", "gunicorn", "deidweb.wsgi", f"--bind=127.0.0.1:{port}",
             "--worker-class=gthread", "--workers=1", "--threads=8", "--log-level=error"],
            cwd=ROOT, env=environment,
        )  # fmt: skip
        url = f"http://127.0.0.1:{port}"
        _wait_for(url)
        yield url, made["session"], made["pages"]
    finally:
        if server is not None:
            server.terminate()
            server.wait(timeout=30)
        shutil.rmtree(folder, ignore_errors=True)


def _python(environment: dict[str, str], *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT, env=environment, check=True, capture_output=True, text=True,
    )  # fmt: skip
    return done.stdout


def _wait_for(url: str, seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        try:
            urllib.request.urlopen(url, timeout=2).close()
        except (urllib.error.URLError, OSError):
            time.sleep(0.2)
        else:
            return
    raise TimeoutError("the server does not answer")
