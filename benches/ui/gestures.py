"""What the notes that wait in the demonstration cost who reads them: keys and clicks, counted in headless Chromium.

The reader knows what is right (the notes carry it), mends every difference with one click and one label or Delete, and
validates. Notes of the development half only.
"""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from playwright.sync_api import Page, TimeoutError, sync_playwright

from annotation.demo.corpus import load_corpus
from annotation.domain.notes import Note
from benches.ui.measures import Measure
from benches.ui.served import served
from deidweb.ports import free_port

ROOT: Final = Path(__file__).resolve().parents[2]
NOTES: Final = 6  # at most: five of the development half wait since its history is recorded
MOST: Final = 40  # of presses to get a note validated
AT_MOST: Final = 19  # keys and clicks of one note: the dearest on 64ff2c0
# a passage of one line on the screen, by its place in the line
BOX: Final = """([line, from, to]) => {
  const walker = document.createTreeWalker(document.querySelectorAll('note-canvas .ln')[line], NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  let seen = 0, started = false, node;
  while ((node = walker.nextNode())) {
    const end = seen + node.length;
    if (!started && from < end) { range.setStart(node, from - seen); started = true; }
    if (started && to <= end) { range.setEnd(node, to - seen); break; }
    seen = end;
  }
  range.startContainer.parentElement.scrollIntoView({block: 'center'});
  const boxes = range.getClientRects();
  const [a, z] = [boxes[0], boxes[boxes.length - 1]];
  return {left: a.left + 1, top: a.top + a.height / 2, right: z.right - 1, bottom: z.top + z.height / 2};
}"""
SPANS: Final = """() => document.querySelector('note-canvas').spans.filter((s) => s.state !== 'rejected')
  .map((s) => [s.start, s.end, s.subtype])"""
KEYS: Final = """() => Object.fromEntries(document.querySelector('note-canvas').labels.entries.map((e) => [e.subtype, e.key]))"""
# the page has answered: it is another, asks for reasons, or says what is left
HUSH: Final = "() => { const toast = document.querySelector('[data-role=toast]'); if (toast) toast.textContent = ''; }"
ANSWERED: Final = """(here) => location.href !== here || document.querySelector('dialog[data-role=residual]')?.open
  || document.querySelector('[data-role=toast]')?.textContent.trim()"""
ANSWER_MS: Final = 10_000
PANEL_MS: Final = 3_000

Place = tuple[int, int, str]


@dataclass(slots=True)
class Hand:
    """Counts what it does."""

    page: Page
    keys: int = 0
    clicks: int = 0

    def press(self, keys: str) -> None:
        self.page.keyboard.press(keys)
        self.keys += keys.count("+") + 1

    def click(self, note: Note, place: Place) -> None:
        box = self._box(note, place)
        self.page.mouse.click(box["left"] + 2, box["top"])
        self.clicks += 1

    def drag(self, note: Note, place: Place) -> None:
        box = self._box(note, place)
        self.page.mouse.move(box["left"], box["top"])
        self.page.mouse.down()
        self.page.mouse.move(box["right"], box["bottom"], steps=6)
        self.page.mouse.up()
        self.clicks += 1

    def _box(self, note: Note, place: Place) -> dict[str, float]:
        start, end, _subtype = place
        first = note.text.rfind("\n", 0, start) + 1
        return self.page.evaluate(
            BOX, [note.text.count("\n", 0, start), start - first, end - first]
        )


def run() -> list[Measure]:
    """The mean over the notes, and the dearest; each note is printed."""
    with _demonstration() as (url, folder), sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        page = chromium.new_page(viewport={"width": 1280, "height": 800}, locale="fr-FR")
        page.goto(url)
        page.click("button[name=role][value=annotator]")
        page.wait_for_url("**/essayer/**")
        hands = [_read(page, url, folder, note) for note in _chosen(folder)]
        chromium.close()
    costs = [hand.keys + hand.clicks for hand in hands]
    every = f"touches {[hand.keys for hand in hands]}, clics {[hand.clicks for hand in hands]}"
    return [
        Measure("touches et clics par note", sum(costs) / len(costs), "", detail=f"{len(costs)} notes, {every}",
                bar="keys and clicks a note of the demonstration, suggestions mended, validated"),
        Measure("touches et clics pour la plus chère", max(costs), "", AT_MOST + 1,
                bar="keys and clicks for the dearest of these notes"),
    ]  # fmt: skip


def _read(page: Page, url: str, folder: Path, note: Note) -> Hand:
    page.goto(f"{url}{_path(folder, note)}")
    hand = Hand(page)
    begin = page.locator("form[action$='/commencer/'] button")
    if begin.count():  # else validating the one before has opened and begun it
        begin.click()
        hand.clicks += 1
    page.wait_for_selector("note-canvas[data-ready]")
    keys = page.evaluate(KEYS)
    right = {(s.start, s.end, str(s.subtype)) for s in note.entities}
    before = {tuple(span) for span in page.evaluate(SPANS)}
    for place in sorted(before - right):
        same = next((p for p in right - before if p[:2] == place[:2]), None)
        hand.click(note, place)
        hand.press(keys[same[2]] if same and keys.get(same[2]) else "Delete")
    for place in sorted(right - {tuple(span) for span in page.evaluate(SPANS)}):
        if keys.get(place[2]):
            hand.drag(note, place)
            hand.press(keys[place[2]])
            page.keyboard.press("Escape")  # closes what a person would leave open
    left = right ^ {tuple(span) for span in page.evaluate(SPANS)}
    _validate(hand)
    print(f"{note.id} : {len(before ^ right)} différences sur {len(right)}, il en reste {len(left)} ; "
          f"{hand.keys} touches, {hand.clicks} clics", flush=True)  # fmt: skip
    return hand


def _validate(hand: Hand) -> None:
    """As often as the page asks: what was not seen is shown, what looks like an identifier wants a reason."""
    page, here = hand.page, hand.page.url
    for _time in range(MOST):
        panel = page.locator("dialog[data-role=residual]")
        asks = panel.is_visible()
        if asks:
            hand.press("ArrowDown")  # the first reason
        page.evaluate(HUSH)
        hand.press("Control+Enter")
        if asks:  # the panel stays open while another reason is missing
            page.wait_for_timeout(PANEL_MS)
        with suppress(TimeoutError):
            page.wait_for_function(ANSWERED, arg=here, timeout=ANSWER_MS)
        if page.url != here:
            return
    raise RuntimeError(f"{here} : la note n'a pas pu être validée")


def _chosen(folder: Path) -> list[Note]:
    """Of those that nobody has begun, the first."""
    waiting = {row[0] for row in _rows(folder, "select external_id from annotation_document where state = 'preannotated'")}  # fmt: skip
    return [note for note in load_corpus("dev") if note.id in waiting][:NOTES]


def _path(folder: Path, note: Note) -> str:
    ((key, project),) = _rows(
        folder, "select id, project_id from annotation_document where external_id = ?", note.id
    )
    return f"projets/{_uuid(project)}/notes/{_uuid(key)}/"


def _uuid(digits: str) -> str:
    return re.sub(r"(.{8})(.{4})(.{4})(.{4})(.{12})", r"\1-\2-\3-\4-\5", digits)


def _rows(folder: Path, sql: str, *values: str) -> list[tuple[str, ...]]:
    connection = sqlite3.connect(f"file:{folder}/db.sqlite3?mode=ro", uri=True)
    try:
        return connection.execute(sql, values).fetchall()
    finally:
        connection.close()


@contextmanager
def _demonstration() -> Iterator[tuple[str, Path]]:
    """A server with the demonstration, no worker; everything is thrown away afterwards."""
    folder, port = Path(tempfile.mkdtemp()), free_port()
    os.environ |= {
        "DEIDWEB_DATA_DIR": str(folder), "DEIDWEB_DEMO_SIGN_IN": "1",
        "SECRET_KEY": "s" * 64, "AUDIT_KEY": "a" * 64,
    }  # fmt: skip
    try:
        for command in (["migrate", "--no-input", "--verbosity=0"], ["load_demo"]):
            subprocess.run([sys.executable, "manage.py", *command], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)  # fmt: skip
        web = [sys.executable, "-m", "gunicorn", "deidweb.wsgi", f"--bind=127.0.0.1:{port}", "--threads=4"]  # fmt: skip
        with served(web, port):
            yield f"http://127.0.0.1:{port}/", folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
