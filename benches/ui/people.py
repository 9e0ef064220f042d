"""Annotators at work against a running server: each saves one op every few seconds. No Django here."""

from __future__ import annotations

import http.client
import json
import random
import threading
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final

CSRF: Final = "c" * 32


@dataclass(frozen=True, slots=True)
class Seat:
    """A signed-in person before an open note; `places` are free passages, each saved once."""

    session: str
    ops_path: str
    places: tuple[tuple[int, int], ...]


@dataclass(slots=True)
class Times:
    """Milliseconds of the requests that succeeded; what the others answered."""

    milliseconds: list[float] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)


class Browser:
    """One signed-in person. A connection a request: gunicorn closes idle ones after two seconds,
    less than people think."""

    def __init__(self, port: int, session: str) -> None:
        self.port = port
        self.headers = {
            "Cookie": f"sessionid={session}; csrftoken={CSRF}",
            "X-CSRFToken": CSRF,
            "Connection": "close",
        }

    def send(
        self, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None
    ) -> tuple[int, bytes, float]:
        """Status, body, milliseconds; status 0 when no answer came."""
        sent = None if body is None else json.dumps(body)
        kind = {} if body is None else {"Content-Type": "application/json"}
        began = time.perf_counter()
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            connection.request(method, path, sent, self.headers | kind | (headers or {}))
            answer = connection.getresponse()
            return answer.status, answer.read(), 1000 * (time.perf_counter() - began)
        except (OSError, http.client.HTTPException):
            return 0, b"", 1000 * (time.perf_counter() - began)
        finally:
            connection.close()


class Annotator(threading.Thread):
    """Adds an entity, then takes it back, all over the note, with pauses of 2/3 to 4/3 of `pause`."""

    def __init__(self, port: int, seat: Seat, pause: float, seed: int) -> None:
        super().__init__(daemon=True)
        self.browser = Browser(port, seat.session)
        self.seat, self.pause = seat, pause
        self.chance = random.Random(seed)  # the same steps in every run
        self.times = Times()
        self.leave = threading.Event()
        self.rev = 0

    def run(self) -> None:
        if self.leave.wait(self.chance.uniform(0, self.pause)):
            return
        for op in self._ops():
            status, body, milliseconds = self.browser.send(
                "POST", self.seat.ops_path, op, {"If-Match": f'"{self.rev}"'}
            )
            if status == 200:
                self.times.milliseconds.append(milliseconds)
                self.rev = json.loads(body)["rev"]
            else:
                self.times.failures.append(f"{status} {body[:200].decode(errors='replace')}")
                return
            if self.leave.wait(self.pause * self.chance.uniform(2 / 3, 4 / 3)):
                return

    def _ops(self) -> Iterator[dict[str, Any]]:
        while True:
            for start, end in self.seat.places:
                span = _span(start, end)
                yield _op("add", span["id"], None, span)
                yield _op("delete", span["id"], span, None)


def _span(start: int, end: int) -> dict[str, Any]:
    return {
        "id": str(uuid.uuid4()), "start": start, "end": end, "label": "PER", "subtype": "NOM",
        "score": None, "source": "", "state": "manual", "doubt": False, "comment": "",
    }  # fmt: skip


def _op(kind: str, span: str, before: Any, after: Any) -> dict[str, Any]:
    change = {"id": span, "before": before, "after": after}
    return {"op_id": str(uuid.uuid4()), "kind": kind, "changes": [change]}


@contextmanager
def at_work(port: int, seats: list[Seat], pause: float) -> Iterator[list[Annotator]]:
    """All of them at once, until the block ends."""
    people = [Annotator(port, seat, pause, number) for number, seat in enumerate(seats)]
    for person in people:
        person.start()
    try:
        yield people
    finally:
        for person in people:
            person.leave.set()
        for person in people:
            person.join()
