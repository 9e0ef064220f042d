"""Two pages on one layer, the real server, and a network that loses, doubles, delays and mixes.

The pages are the shipped JavaScript (queue, rebase, undo), in a Node process; the server is the
real API on the test database. Whatever happens: an op that a page saw acknowledged is in the log
exactly once, nothing is there that no page sent, the spans are what the log says, and in the end
both pages show what the server has.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from annotation.domain.spans import Span
from annotation.domain.text import text_sha256
from annotation.models import Document, Layer, LayerSpan, SpanOp
from annotation.presentation.canvas import canvas_payload
from annotation.selectors.canvas import canvas_note
from annotation.selectors.documents import QueuePlace
from annotation.services.create_project_labels import create_project_labels
from annotation.services.start_annotation import start_annotation
from annotation.services.store_suggestions import store_suggestions, suggested
from deidweb.accounts.models import Membership, Project, User

pytestmark = [pytest.mark.node, pytest.mark.django_db]

PROGRAM = Path(__file__).parents[1] / "js" / "annotator" / "editors.mjs"
TEXT = "abcdefghij" * 4
EDITORS = ("one", "two")
LABELS = [("PER", "NOM"), ("PER", "PRENOM"), ("LOC", "VILLE")]
KINDS = ["add", "add", "accept", "remove", "relabel", "resize", "flag", "undo", "redo"]


class Pages:
    """The Node process; one line asked, one line answered."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            ["node", str(PROGRAM)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def ask(self, name: str, editor: str, **fields: Any) -> dict[str, Any]:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps({"name": name, "editor": editor, **fields}) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        assert line, "the pages' process ended"
        return json.loads(line)

    def close(self) -> None:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.process.wait(timeout=60)
        self.process.stdout.close()


@pytest.fixture(scope="module")
def pages() -> Iterator[Pages]:
    made = Pages()
    Machine.pages = made
    yield made
    made.close()


class Machine(RuleBasedStateMachine):
    """`requests`: sent, not yet at the server. `answers`: processed, not yet back at the page."""

    pages: Pages

    def __init__(self) -> None:
        super().__init__()
        self.requests: list[dict[str, Any]] = []
        self.copies: list[dict[str, Any]] = []
        self.answers: list[tuple[dict[str, Any], int, Any]] = []
        self.state: dict[str, dict[str, Any]] = {}
        self.sent: dict[str, Any] = {}
        self.acknowledged: set[str] = set()
        self.made: dict[str, set[str]] = {name: set() for name in EDITORS}

    @initialize()
    def start(self) -> None:
        tag = uuid4().hex
        project = Project.objects.create(name=f"Essai {tag}")
        create_project_labels(project)
        self.user = User.objects.create_user(f"a{tag}", password=None)
        Membership.objects.create(user=self.user, project=project, role="annotator")
        note = Document.objects.create(
            project=project, external_id="n", position=1, text=TEXT, sha256=text_sha256(TEXT)
        )
        spans = [
            Span(0, 4, "PER", "NOM", 0.9, "rule:x"),
            Span(10, 14, "LOC", "VILLE", 0.6, "rule:y"),
        ]
        store_suggestions([suggested(note, spans)], engine_version="essai")
        self.layer = start_annotation(actor=self.user, document=note)
        self.first = _spans(self.layer)
        self.client = Client()
        self.client.force_login(self.user)
        for editor in EDITORS:
            self._open(editor)

    def _open(self, editor: str) -> None:
        self.layer.refresh_from_db()
        payload = canvas_payload(
            canvas_note(self.layer.document, self.layer, read_only=False), read_only=False,
            place=QueuePlace(1, 1, None, None), reader=self.user,
        )  # fmt: skip
        self._tell("open", editor, payload=payload)

    def _tell(self, name: str, editor: str, **fields: Any) -> dict[str, Any]:
        told = self.pages.ask(name, editor, **fields)
        for request in told["requests"]:
            self.requests.append(request)
            if request["method"] == "POST":
                op = json.loads(request["body"])
                known = self.sent.setdefault(op["op_id"], op["changes"])
                assert known == op["changes"], "an op id was used for two things"
        if told["page"]:
            self.state[editor] = told["page"]
        return told

    # --- what a person does

    @rule(
        editor=st.sampled_from(EDITORS), kind=st.sampled_from(KINDS), rank=st.integers(0, 9),
        start=st.integers(0, 34), length=st.integers(1, 5), label=st.sampled_from(LABELS),
        choice=st.sampled_from(["mine", "theirs", "both"]),
    )  # fmt: skip
    def gesture(self, editor, kind, rank, start, length, label, choice) -> None:
        told = self._tell(
            "gesture", editor, kind=kind, rank=rank, start=start, end=start + length,
            label=label[0], subtype=label[1], choice=choice,
        )  # fmt: skip
        if told["op"]:
            self.made[editor].add(told["op"]["op_id"])

    @rule(editor=st.sampled_from(EDITORS))
    def wait_for_the_next_try(self, editor) -> None:
        self._tell("tick", editor)

    @rule(editor=st.sampled_from(EDITORS))
    def hear_of_the_other_tab(self, editor) -> None:
        self._tell("news", editor)

    @rule(editor=st.sampled_from(EDITORS), is_sealed=st.booleans())
    def kill(self, editor, is_sealed) -> None:
        """The browser goes; the queue comes back with the next page when it had been sealed."""
        waiting = self.state[editor]["pending"]
        self.pages.ask("kill", editor)
        self.made[editor] = {op["op_id"] for op in waiting} if is_sealed else set()
        self._open(editor)
        if is_sealed:
            self._tell("inherit", editor, waiting=waiting)

    # --- what the network does

    @precondition(lambda self: self.requests)
    @rule(data=st.data(), comes_back=st.booleans())
    def deliver(self, data, comes_back) -> None:
        request = self.requests.pop(data.draw(st.integers(0, len(self.requests) - 1)))
        self._process(request)
        if comes_back:
            self._answer(len(self.answers) - 1)

    @precondition(lambda self: self.requests)
    @rule(data=st.data())
    def drop_a_request(self, data) -> None:
        request = self.requests.pop(data.draw(st.integers(0, len(self.requests) - 1)))
        self._tell("fail", request["editor"], id=request["id"])

    @precondition(lambda self: self.requests)
    @rule(data=st.data())
    def give_up_on_a_request_that_still_travels(self, data) -> None:
        """The page stops waiting; the request reaches the server later, if ever."""
        request = self.requests.pop(data.draw(st.integers(0, len(self.requests) - 1)))
        self.copies.append(request)
        self._tell("fail", request["editor"], id=request["id"])

    @precondition(lambda self: self.requests)
    @rule(data=st.data())
    def duplicate(self, data) -> None:
        self.copies.append(data.draw(st.sampled_from(self.requests)))

    @precondition(lambda self: self.copies)
    @rule(data=st.data())
    def deliver_a_copy(self, data) -> None:
        self._process(self.copies.pop(data.draw(st.integers(0, len(self.copies) - 1))))
        self.answers.pop()

    @precondition(lambda self: self.answers)
    @rule(data=st.data())
    def answer(self, data) -> None:
        self._answer(data.draw(st.integers(0, len(self.answers) - 1)))

    @precondition(lambda self: self.answers)
    @rule(data=st.data())
    def drop_an_answer(self, data) -> None:
        request, _status, _body = self.answers.pop(data.draw(st.integers(0, len(self.answers) - 1)))
        self._tell("fail", request["editor"], id=request["id"])

    def _process(self, request: dict[str, Any]) -> None:
        if request["method"] == "POST":
            made = self.client.post(
                request["url"], request["body"], content_type="application/json",
                headers={"If-Match": request["match"]},
            )  # fmt: skip
        else:
            made = self.client.get(request["url"])
        assert made.status_code in (200, 409, 412, 422), made.content
        self.answers.append((request, made.status_code, made.json()))

    def _answer(self, rank: int) -> None:
        request, status, body = self.answers.pop(rank)
        if status == 200 and request["method"] == "POST":
            self.acknowledged.add(body["op_id"])
        self._tell("answer", request["editor"], id=request["id"], status=status, body=body)

    # --- what holds

    @invariant()
    def every_acknowledged_op_is_stored_once_and_nothing_else(self) -> None:
        rows = list(SpanOp.objects.filter(layer=self.layer).order_by("rev")) if self.state else []
        ids = [str(row.op_id) for row in rows]
        assert len(set(ids)) == len(ids)
        assert self.acknowledged <= set(ids)
        assert set(ids) <= set(self.sent)
        assert [row.rev for row in rows] == list(range(1, len(rows) + 1))

    @invariant()
    def the_spans_are_what_the_log_says(self) -> None:
        if not self.state:
            return
        spans = dict(self.first)
        for row in SpanOp.objects.filter(layer=self.layer).order_by("rev"):
            for change in row.changes:
                if change["after"] is None:
                    del spans[change["id"]]
                else:
                    spans[change["id"]] = _seen(change["after"])
        assert spans == _spans(self.layer)

    def teardown(self) -> None:
        """The network heals: the queues empty, and both pages show what the server has."""
        if not self.state:
            return
        self._heal()
        stored = {
            str(op) for op in SpanOp.objects.filter(layer=self.layer).values_list("pk", flat=True)
        }
        for editor in EDITORS:
            page = self.state[editor]
            assert page["pending"] == [], page["phase"]
            assert {span["id"]: _seen(span) for span in page["spans"]} == _spans(self.layer)
            assert set(page["log"]) == stored
            assert len(page["log"]) == len(stored)
            # Every gesture of a living page is stored, or was settled in front of the person.
            assert self.made[editor] <= stored | set(page["settled"])
        self.every_acknowledged_op_is_stored_once_and_nothing_else()
        self.the_spans_are_what_the_log_says()

    def _heal(self) -> None:
        for _ in range(400):
            if self.requests:
                self._process(self.requests.pop(0))
            if self.answers:
                self._answer(0)
                continue
            if self.requests:
                continue
            busy = [name for name in EDITORS if self.state[name]["pending"]]
            for name in busy:
                self._tell("kick", name)
            if not busy and not self._caught_up():
                return
        raise AssertionError(f"the queues never emptied: {self.state}")

    def _caught_up(self) -> bool:
        """Asks the pages that are behind to read on; False when none is."""
        self.layer.refresh_from_db()
        behind = [name for name in EDITORS if self.state[name]["rev"] < self.layer.rev]
        for name in behind:
            self._tell("news", name)
        return bool(behind)


def _seen(span: dict[str, Any]) -> tuple[Any, ...]:
    names = ("start", "end", "label", "subtype", "state", "doubt", "comment")
    return tuple(span[name] for name in names)


def _spans(layer: Layer) -> dict[str, tuple[Any, ...]]:
    rows = LayerSpan.objects.filter(layer=layer).values()
    return {str(row["span_id"]): _seen(row) for row in rows}


def test_two_editors_over_a_bad_network(pages):
    run_state_machine_as_test(
        Machine,
        settings=settings(
            max_examples=25, stateful_step_count=35, derandomize=True,
            suppress_health_check=list(HealthCheck),
        ),
    )  # fmt: skip
