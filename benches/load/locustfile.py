"""People for locust: annotators who save, readers who open pages, one who works in a very large note. No Django here.

`DEIDWEB_LOAD` names the file that `benches.load.scene` wrote; what was acknowledged goes to the file beside it.
"""

from __future__ import annotations

import itertools
import json
import os
import uuid
from pathlib import Path
from typing import Any

from locust import HttpUser, between, constant_pacing, events, task

PLAN = json.loads(Path(os.environ["DEIDWEB_LOAD"]).read_text())
KIND = os.environ["DEIDWEB_LOAD_KIND"]
CSRF = "c" * 32
SEATS = itertools.count()
ACKNOWLEDGED: dict[str, int] = {}


class Person(HttpUser):
    abstract = True

    def sit_down(self, session: str) -> None:
        self.client.headers.update(
            {
                "Cookie": f"sessionid={session}; csrftoken={CSRF}",
                "X-CSRFToken": CSRF,
                "Connection": "close",
            }
        )

    def open(self, path: str, name: str) -> None:
        """A page of the person's own: one that leads to the sign-in is none."""
        with self.client.get(path, name=name, allow_redirects=False, catch_response=True) as answer:
            if answer.status_code != 200:
                answer.failure(f"{answer.status_code}")

    def save(self, seat: dict[str, Any], name: str) -> None:
        """An entity is added, then taken back, all over the note."""
        path, turn = seat["ops"], ACKNOWLEDGED.get(seat["ops"], seat["rev"])
        begun = turn - seat["rev"]
        start, end = seat["places"][begun // 2 % len(seat["places"])]
        if begun % 2 == 0:
            seat["span"] = {
                "id": str(uuid.uuid4()), "start": start, "end": end, "label": "PER", "subtype": "NOM",
                "score": None, "source": "", "state": "manual", "doubt": False, "comment": "",
            }  # fmt: skip
        own = seat["span"]
        change = {
            "id": own["id"],
            "before": own if begun % 2 else None,
            "after": None if begun % 2 else own,
        }
        op = {
            "op_id": str(uuid.uuid4()),
            "kind": "delete" if begun % 2 else "add",
            "changes": [change],
        }
        with self.client.post(
            path, json=op, headers={"If-Match": f'"{turn}"'}, name=name, catch_response=True
        ) as answer:
            if answer.status_code == 200:
                ACKNOWLEDGED[path] = answer.json()["rev"]
            else:
                answer.failure(f"{answer.status_code}")


if KIND == "save":

    class Annotator(Person):
        wait_time = between(2, 4)

        def on_start(self) -> None:
            self.seat = PLAN["seats"][next(SEATS) % len(PLAN["seats"])]
            self.sit_down(self.seat["session"])

        @task
        def work(self) -> None:
            self.save(self.seat, "save")

elif KIND == "read":

    class Reader(Person):
        wait_time = constant_pacing(1)

        def on_start(self) -> None:
            self.sit_down(PLAN["seats"][next(SEATS) % len(PLAN["seats"])]["session"])

        @task
        def read(self) -> None:
            for name, path in PLAN["pages"]:
                self.open(path, f"page {name}")

elif KIND == "large":

    class Specialist(Person):
        wait_time = constant_pacing(1)

        def on_start(self) -> None:
            self.sit_down(PLAN["large"]["session"])

        @task
        def work(self) -> None:
            self.open(PLAN["large"]["page"], "open the large note")
            self.save(PLAN["large"], "save in the large note")


@events.test_stop.add_listener
def tell(**_kwargs: Any) -> None:
    Path(f"{os.environ['DEIDWEB_LOAD']}.{KIND}").write_text(json.dumps(ACKNOWLEDGED))
