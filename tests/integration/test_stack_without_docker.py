"""deploy/stack.py: what docker-compose.yml says, from Debian packages. The pages answer, a job runs, nobody holds a key too many."""

from __future__ import annotations

import json
import re
import ssl
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request
from pathlib import Path

import psycopg
import pytest
import redis

from deidweb import lifeline
from deidweb.ports import free_port
from tests.integration.stack import ROOT, wait_until

pytestmark = [pytest.mark.redis, pytest.mark.postgresql, pytest.mark.nginx]

IMPORT = """
from django.core.files.uploadedfile import SimpleUploadedFile
from deidweb.accounts.models import Membership, Project, User
from annotation.services.create_project_labels import create_project_labels
from annotation.services.start_import import start_import
project = Project.objects.create(name="Essai")
create_project_labels(project)
admin = User.objects.create_user("admin", password="pw-for-tests-only")
Membership.objects.create(user=admin, project=project, role="admin")
line = b'{"id": "n1", "text": "Mme Durand va bien.", "patient": {"id": "p1", "last_name": ["Durand"]}}'
start_import(actor=admin, project=project, format_name="jsonl", upload=SimpleUploadedFile("n.jsonl", line))
"""
COUNT = "from annotation.models import Document; print(Document.objects.count())"


class Running:
    def __init__(self, folder: Path, port: int) -> None:
        self.folder, self.port = folder, port
        self.log = (folder.parent / "log").open("w+")
        self.process = lifeline.start(
            [sys.executable, "deploy/stack.py", str(folder), "--port", str(port)], cwd=ROOT,
            stdout=self.log, stderr=self.log,
        )  # fmt: skip

    def said(self) -> str:
        return (self.folder.parent / "log").read_text()

    def is_ready(self) -> bool:
        assert self.process.poll() is None, self.said()
        return "Prêt" in self.said()

    def ask(self, path: str) -> tuple[int, dict[str, str]]:
        trusted = ssl.create_default_context(cafile=str(self.folder / "secrets" / "tls_cert"))
        try:
            with urllib.request.urlopen(
                f"https://localhost:{self.port}{path}", context=trusted, timeout=60
            ) as answer:
                return answer.status, dict(answer.headers)
        except urllib.error.HTTPError as refusal:
            return refusal.code, dict(refusal.headers)

    def told(self) -> dict:
        return json.loads((self.folder / "processes.json").read_text())

    def shell(self, code: str) -> str:
        done = subprocess.run(
            [sys.executable, "manage.py", "shell", "-v", "0", "-c", code], cwd=ROOT,
            env=self.told()["web"]["variables"], capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()


@pytest.fixture(scope="module")
def running(tmp_path_factory):
    place = tmp_path_factory.mktemp("stack")
    root = tmp_path_factory.getbasetemp()
    closed = [place, root, *root.parents]  # PostgreSQL's own account must pass
    for folder in closed[: closed.index(Path(tempfile.gettempdir()))]:
        folder.chmod(0o711)
    found = Running(place / "it", free_port())
    wait_until(found.is_ready, 120, "the stack is ready")
    yield found
    found.process.terminate()
    found.process.wait(120)


def test_pages_answer_through_the_proxy_alone(running):
    status, headers = running.ask("/comptes/connexion/")
    assert status == 200
    assert headers["Strict-Transport-Security"].startswith("max-age=31536000")
    assert "__Host-csrftoken" in headers["Set-Cookie"]
    assert running.ask("/readyz")[0] == 404


def test_a_note_is_imported_and_lies_sealed(running):
    running.shell(IMPORT)
    wait_until(lambda: running.shell(COUNT) == "1", 60, "the import")
    assert list((running.folder / "identities").glob("*.1.key"))
    owner = (running.folder / "secrets" / "owner_database_url").read_text().strip()
    with psycopg.connect(owner) as server:
        ((identity,),) = server.execute("select sealed from annotation_patientrecord").fetchall()
    assert "Durand" not in identity


def test_each_process_has_its_keys_and_no_other(running):
    seen = {}
    for name, told in running.told().items():
        environ = Path(f"/proc/{told['pid']}/environ").read_bytes().decode("utf-8", "replace")
        seen[name] = environ
    for name in ("web", "worker-fast", "worker-batch", "worker-train", "beat"):
        assert ("study_kek" in seen[name]) is (name in ("web", "worker-fast")), name
        assert ("identity_kek" in seen[name]) is (name != "beat"), name
        assert ("secret_key" in seen[name]) is (name == "web"), name
        assert "owner_database" not in seen[name]
    for name in ("secret_key", "audit_key", "study_kek", "identity_kek", "app_database_password"):
        secret = (running.folder / "secrets" / name).read_text().strip()
        assert not [one for one, environ in seen.items() if secret in environ], "secrets are files"


def test_the_application_s_role_changes_no_table(running):
    address = (running.folder / "secrets" / "app_database_url").read_text().strip()
    with psycopg.connect(address, autocommit=True) as app:
        for forbidden in (
            "create table x (y int)",
            "drop table annotation_patient",
            "delete from audit_auditentry",
        ):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                app.execute(forbidden)


def test_redis_speaks_tls_alone_and_its_one_account_does_what_a_broker_is_for(running):
    url = (running.folder / "secrets" / "redis_url").read_text().strip()
    port = int(re.search(r":(\d+)/0", url)[1])
    with pytest.raises(redis.exceptions.ConnectionError):
        redis.Redis(port=port, socket_timeout=5).ping()
    certificate = str(running.folder / "secrets" / "redis_tls_cert")
    stranger = redis.Redis("localhost", port, ssl=True, ssl_ca_certs=certificate)
    with pytest.raises(redis.exceptions.AuthenticationError):
        stranger.ping()
    elsewhere = str(running.folder / "secrets" / "tls_cert")
    with pytest.raises(redis.exceptions.ConnectionError, match="CERTIFICATE_VERIFY_FAILED"):
        redis.Redis.from_url(url.replace(certificate, elsewhere)).ping()
    account = redis.Redis.from_url(url)
    assert account.ping()
    for forbidden in ("FLUSHALL", "KEYS *", "CONFIG GET *", "ACL LIST", "SHUTDOWN", "MONITOR"):
        with pytest.raises(redis.exceptions.NoPermissionError):
            account.execute_command(*forbidden.split())
    for log in running.folder.glob("*.log"):
        assert "NOPERM" not in log.read_text("utf-8", "replace"), log.name
