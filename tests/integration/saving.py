"""People who save without a pause over HTTP, and what was acknowledged to them."""

from __future__ import annotations

import http.client
import json
import re
import threading
import urllib.error
import urllib.parse
import urllib.request
from dataclasses import dataclass
from http.cookiejar import CookieJar
from uuid import uuid4

from tests.integration.stack import Stack

WORDS = 400
SETUP = """
import json
from annotation.models import Document
from annotation.services.create_project_labels import create_project_labels
from annotation.services.start_annotation import start_annotation
from deidweb.accounts.models import Membership, Project, User
project = Project.objects.create(name="Essai")
create_project_labels(project)
found = {{}}
for number in range({people}):
    user = User.objects.create_user(f"reader{{number}}", password="pw-for-tests-only")
    Membership.objects.create(user=user, project=project, role="annotator")
    Membership.objects.create(user=user, project=project, role="admin")
    note = Document.objects.create(project=project, external_id=f"n{{number}}", position=number + 1,
                                   text="Mot " * {words}, sha256="0" * 64)
    found[user.username] = str(start_annotation(actor=user, document=note).pk)
print(json.dumps([str(project.pk), found]))
"""


class Saver(threading.Thread):
    """One person: span after span. `acknowledged`: op ids answered 200; `failed`: how often an answer was none."""

    def __init__(self, address: str, project: str, name: str, layer: str) -> None:
        super().__init__(daemon=True)
        self.address, self.name_of = address, name
        self.path = f"/api/projets/{project}/couches/{layer}/ops/"
        self.acknowledged: list[str] = []
        self.failed, self.statuses = 0, set[int]()
        self.stopping = threading.Event()
        self.cookies = CookieJar()
        self.browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.cookies))
        self._sign_in()

    def _sign_in(self) -> None:
        page = self.browser.open(f"{self.address}/comptes/connexion/", timeout=60).read().decode()
        found = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
        assert found
        form = {
            "csrfmiddlewaretoken": found.group(1), "username": self.name_of, "password": "pw-for-tests-only",
        }  # fmt: skip
        data = urllib.parse.urlencode(form).encode()
        self.browser.open(f"{self.address}/comptes/connexion/", data, timeout=60).close()

    def save(self, number: int, op_id: str) -> bool:
        """The same op is sent again until it is answered; False when it was not this time."""
        token = next(cookie.value for cookie in self.cookies if "csrf" in cookie.name)
        span = {
            "id": op_id, "start": 4 * number, "end": 4 * number + 3, "label": "PER", "subtype": "NOM", "score": None,
            "source": "user", "state": "manual", "doubt": False, "comment": "",
        }  # fmt: skip
        body = {"op_id": op_id, "kind": "add", "undoes": None,
                "changes": [{"id": op_id, "before": None, "after": span}]}  # fmt: skip
        request = urllib.request.Request(
            self.address + self.path, json.dumps(body).encode(),
            {"Content-Type": "application/json", "If-Match": f'"{number}"', "X-CSRFToken": str(token)},
        )  # fmt: skip
        try:
            with self.browser.open(request, timeout=60) as answer:
                self.acknowledged.append(json.load(answer)["op_id"])
                return True
        except urllib.error.HTTPError as refusal:
            self.statuses.add(refusal.code)
            refusal.close()
        except (OSError, http.client.HTTPException, ValueError):
            pass
        self.failed += 1
        return False

    def run(self) -> None:
        for number in range(WORDS):
            op_id = str(uuid4())
            while not self.stopping.is_set() and not self.save(number, op_id):
                self.stopping.wait(0.1)
            if self.stopping.is_set():
                return


def savers(stack: Stack, people: int = 4) -> list[Saver]:
    """Signed in; not started."""
    project, layers = json.loads(stack.run(SETUP.format(people=people, words=WORDS)))
    address = f"http://127.0.0.1:{stack.port}"
    return [Saver(address, project, name, layer) for name, layer in layers.items()]


def stop(people: list[Saver]) -> set[str]:
    """Every op id that was acknowledged to anybody."""
    for person in people:
        person.stopping.set()
    for person in people:
        person.join(timeout=120)
    return {op_id for person in people for op_id in person.acknowledged}


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    page: str


def upload(person: Saver, content: bytes) -> Answer:
    """One file sent to the form that imports, as an administrator's browser does."""
    project = person.path.split("/")[3]
    token = next(cookie.value for cookie in person.cookies if "csrf" in cookie.name)
    mark = uuid4().hex
    body = (
        f'--{mark}\r\nContent-Disposition: form-data; name="format"\r\n\r\njsonl\r\n'
        f'--{mark}\r\nContent-Disposition: form-data; name="file"; filename="n.jsonl"\r\n'
        "Content-Type: application/json\r\n\r\n"
    ).encode() + content + f"\r\n--{mark}--\r\n".encode()  # fmt: skip
    request = urllib.request.Request(
        f"{person.address}/projets/{project}/imports/nouveau/", body,
        {"Content-Type": f"multipart/form-data; boundary={mark}", "X-CSRFToken": str(token)},
    )  # fmt: skip
    try:
        with person.browser.open(request, timeout=120) as answer:
            return Answer(answer.status, answer.read().decode())
    except urllib.error.HTTPError as refusal:
        with refusal:
            return Answer(refusal.code, refusal.read().decode())
