"""Notes with chosen suggestions on a small real server (no worker), for the tests of the canvas."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from tests.e2e.conftest import PASSWORD, PEOPLE, SETUP, Installation
from tests.integration.stack import wait_until

MARK = re.compile(r"\[\[(\w+):([^\]|]+)(?:\|([\d.]+))?(?:\|([^\]|]+))?\]\]")
MAKER = """
import hashlib
from annotation.domain.labels import SUBTYPE_TO_LABEL
from annotation.domain.spans import Span
from annotation.models import Document, Patient
from annotation.services.start_annotation import start_annotation
from annotation.services.store_suggestions import store_suggestions, suggested
from deidweb.accounts.models import Project, User
asked = {asked!r}
project = Project.objects.get(pk=asked["project"])
patient = None
if asked["patient"]:
    patient = Patient.objects.named(project, asked["patient"]).first() or Patient.objects.create(
        project=project, external_id=asked["patient"])
note = Document.objects.create(
    project=project, patient=patient, external_id=asked["name"], text=asked["text"],
    sha256=hashlib.sha256(asked["text"].encode()).hexdigest(), doc_type=asked["type"],
    position=Document.objects.filter(project=project).count() + 1,
)
spans = [
    Span(s["start"], s["end"], SUBTYPE_TO_LABEL[s["subtype"]], s["subtype"], s["score"], s["source"])
    for s in asked["spans"]
]
store_suggestions([suggested(note, spans)], engine_version="essai-1")
if asked["begun_by"]:
    start_annotation(actor=User.objects.get(username=asked["begun_by"]), document=note)
print(note.pk)
"""


def parse(marked: str) -> tuple[str, list[dict[str, Any]]]:
    """Text and spans of "M. [[NOM:Durand|0.98|rule:civility]]"; score 0.99 and "rule:test" unless said."""
    text, spans, at = "", [], 0
    for match in MARK.finditer(marked):
        text += marked[at : match.start()]
        subtype, surface, score, source = match.groups()
        start = len(text)
        text += surface
        spans.append({
            "start": start, "end": len(text), "subtype": subtype,
            "score": float(score or 0.99), "source": source or "rule:civility",
        })  # fmt: skip
        at = match.end()
    return text + marked[at:], spans


class CanvasSite(Installation):
    """A running installation with one project; notes are put into it one by one."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.project = (
            self.run(SETUP.format(people=PEOPLE, password=PASSWORD)).strip().splitlines()[-1]
        )
        self.made: Counter[str] = Counter()
        self.start_web()

    def note(
        self, name: str, marked: str, *, patient: str = "", begun_by: str = "annotatrice"
    ) -> Note:
        """A note from marked text, begun by a person unless `begun_by` is empty. A test that is tried
        again gets a note of its own."""
        self.made[name] += 1
        name = f"{name}-{self.made[name]}" if self.made[name] > 1 else name
        text, spans = parse(marked)
        asked = {
            "project": self.project, "name": name, "text": text, "spans": spans,
            "type": "Consultation", "patient": patient, "begun_by": begun_by,
        }  # fmt: skip
        return Note(self, name, self.run(MAKER.format(asked=asked)).strip(), text)


class Note:
    """One note, as the database holds it."""

    def __init__(self, site: CanvasSite, name: str, key: str, text: str) -> None:
        self.site, self.name, self.key, self.text = site, name, key, text

    @property
    def path(self) -> str:
        return f"notes/{self.key}/"

    def spans(self) -> dict[str, tuple[str, str]]:
        """surface → (sub-type, state) in the annotator's layer."""
        rows = self._rows("s.surface, s.subtype, s.state", "layerspan s", "order by s.start, s.end")
        return {surface: (subtype, state) for surface, subtype, state in rows}

    def places(self) -> list[tuple[int, int, str, str]]:
        """(start, end, sub-type, state), in reading order."""
        return self._rows(
            's.start, s."end", s.subtype, s.state', "layerspan s", 'order by s.start, s."end" desc'
        )

    def kinds(self) -> list[str]:
        """Kinds of the recorded ops, oldest first."""
        return [kind for (kind,) in self._rows("s.kind", "spanop s", "order by s.rev")]

    def revisions(self) -> list[int]:
        """Revisions of the recorded ops, in their order."""
        return [rev for (rev,) in self._rows("s.rev", "spanop s", "order by s.rev")]

    def remarks(self) -> dict[str, tuple[bool, str]]:
        """surface → (doubt, comment)."""
        rows = self._rows("s.surface, s.doubt, s.comment", "layerspan s", "")
        return {surface: (bool(doubt), comment) for surface, doubt, comment in rows}

    def _rows(self, fields: str, table: str, order: str) -> list[Any]:
        return self.site.rows(
            f"""select {fields} from annotation_{table}
                join annotation_layer l on l.id = s.layer_id join annotation_document d on d.id = l.document_id
                where d.external_id = ? and l.kind = 'annotator' {order}""",
            self.name,
        )

    def wait(self, surface: str, expected: tuple[str, str] | None) -> None:
        wait_until(
            lambda: self.spans().get(surface) == expected,
            10,
            f"{surface} → {expected}; {self.spans()}",
        )


def box_of(page: Page, text: str, nth: int = 0) -> dict[str, float]:
    """Where an occurrence of `text` stands on the screen (its part on the first line)."""
    return page.evaluate(
        """([wanted, nth]) => {
            for (const line of document.querySelectorAll('note-canvas .ln')) {
                let at = line.textContent.indexOf(wanted);
                while (at >= 0 && nth-- > 0) at = line.textContent.indexOf(wanted, at + 1);
                if (at < 0) continue;
                const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
                const range = document.createRange();
                let seen = 0, node, started = false;
                while ((node = walker.nextNode())) {
                    const end = seen + node.length;
                    if (!started && at < end) { range.setStart(node, at - seen); started = true; }
                    if (started && at + wanted.length <= end) { range.setEnd(node, at + wanted.length - seen); break; }
                    seen = end;
                }
                const box = range.getClientRects()[0];
                if (box.top < 150 || box.bottom > innerHeight - 120)
                    range.startContainer.parentElement.scrollIntoView({block: 'center'});
                const [first, ...rest] = range.getClientRects();
                const beside = rest.filter((r) => Math.abs(r.y - first.y) < first.height / 2);
                const right = Math.max(first.right, ...beside.map((r) => r.right));
                return {x: first.x, y: first.y, width: right - first.x, height: first.height};
            }
            throw new Error('not on the page: ' + wanted);
        }""",
        [text, nth],
    )


def click_on(page: Page, text: str, clicks: int = 1, nth: int = 0, button: Any = "left") -> None:
    box = box_of(page, text, nth)
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.click(x, y, click_count=clicks, button=button)


def drag(
    page: Page, start: tuple[float, float], end: tuple[float, float], *, shift: bool = False
) -> None:
    """Press, move, release; `shift` is held at the release only."""
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end, steps=6)
    if shift:
        page.keyboard.down("Shift")
    page.mouse.up()
    if shift:
        page.keyboard.up("Shift")


def drag_over(page: Page, text: str, *, nth: int = 0, shift: bool = False) -> None:
    box = box_of(page, text, nth)
    middle = box["y"] + box["height"] / 2
    drag(page, (box["x"] + 1, middle), (box["x"] + box["width"] - 1, middle), shift=shift)


def current(page: Page) -> str:
    """The words of the current span, "" when there is none."""
    return page.evaluate(
        """() => { const canvas = document.querySelector('note-canvas');
            const span = canvas.editor.current; return span ? canvas.editor.surface(span) : ''; }"""
    )


def selection(page: Page) -> str:
    return page.evaluate("document.getSelection().toString()")
