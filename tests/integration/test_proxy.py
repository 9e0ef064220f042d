"""The proxy of deploy/nginx.conf, running: what people send and read never lies in a file of the proxy."""

from __future__ import annotations

import os
import re
import shutil
import socket
import ssl
import subprocess
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from uuid import UUID

import pytest
from django.urls import reverse

from deidweb import lifeline
from deidweb.ports import free_port
from tests.integration.stack import wait_until

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"
MEGABYTE = 1_000_000
PROJECT = UUID(int=1)
UPLOADS = [
    reverse("annotation:import-create", args=[PROJECT]),
    reverse("annotation-api:import-list", args=[PROJECT]),
    reverse("privacy:feature-import", args=[PROJECT]),
    reverse("worker:received", args=[PROJECT]),
]
IN_MEMORY = [
    reverse("worker:trial-document", args=[PROJECT]),
    reverse("worker:trial-reading", args=[PROJECT]),
    reverse("home"),
]
ANSWER = 30 * MEGABYTE

pytestmark = [pytest.mark.nginx, pytest.mark.slow]


@dataclass
class Application:
    """Stands for gunicorn: counts what it is sent, and answers much."""

    port: int
    arrived: dict[str, int] = field(default_factory=dict)


@dataclass
class Proxy:
    port: int
    folder: Path
    app: Application

    def spooled(self) -> int:
        """Bytes in nginx's temporary folders; also of files without a name that it holds open."""
        pids = (self.folder / "nginx.pid").read_text().split()
        children = Path(f"/proc/{pids[0]}/task/{pids[0]}/children").read_text().split()
        total = 0
        for link in (link for pid in children for link in Path(f"/proc/{pid}/fd").iterdir()):
            if str(self.folder / "spool") in str(link.readlink()):
                total += link.stat().st_size
        return total + sum(
            path.stat().st_size for path in (self.folder / "spool").rglob("*") if path.is_file()
        )

    def open(self, head: str) -> ssl.SSLSocket:
        """A connection on which the head of a request has been sent."""
        context = ssl.create_default_context()
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
        bare = socket.create_connection(("127.0.0.1", self.port), timeout=60)
        connection = context.wrap_socket(bare)
        connection.sendall(f"{head}\r\nHost: example.org\r\nConnection: close\r\n\r\n".encode())
        return connection


@pytest.fixture(scope="module")
def app() -> Iterator[Application]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            app.arrived[self.path] = 0
            left = int(self.headers["Content-Length"])
            while left and (data := self.rfile.read1(min(left, 65_536))):
                left -= len(data)
                app.arrived[self.path] += len(data)
            self.send_response(204)
            self.end_headers()

        def do_GET(self) -> None:
            if self.path == "/away":
                self.close_connection = True
                return
            self.send_response(200)
            self.send_header("Content-Length", str(ANSWER))
            self.end_headers()
            for _ in range(ANSWER // MEGABYTE):
                self.wfile.write(b"a" * MEGABYTE)

        def log_message(self, *_arguments: object) -> None:
            """Silent."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    app = Application(server.server_port)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield app
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def proxy(app: Application, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxy]:
    """nginx with our own file; only addresses and places are others."""
    folder = tmp_path_factory.mktemp("proxy")
    (folder / "spool").mkdir()
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2",
         "-subj", "/CN=example.org", "-keyout", key, "-out", certificate],
        check=True, capture_output=True,
    )  # fmt: skip
    port = free_port()
    text = (DEPLOY / "nginx.conf").read_text("utf-8")
    for old, new in {
        "listen 8080": f"listen 127.0.0.1:{free_port()}",
        "listen 8443": f"listen 127.0.0.1:{port}",
        "http://web:8000": f"http://127.0.0.1:{app.port}",
        "/run/secrets/tls_cert": str(certificate),
        "/run/secrets/tls_key": str(key),
        "/etc/nginx/to_app.conf": str(DEPLOY / "to_app.conf"),
        "/tmp/nginx.pid": str(folder / "nginx.pid"),
    }.items():
        assert old in text
        text = text.replace(old, new)
    text = re.sub(r"(\w+_temp_path) /tmp/", rf"\1 {folder}/spool/", text)
    (folder / "nginx.conf").write_text(text, "utf-8")
    as_root = " user root;" if os.geteuid() == 0 else ""
    log = (folder / "log").open("wb")
    process = lifeline.start(
        [shutil.which("nginx"), "-e", "stderr", "-c", folder / "nginx.conf", "-g", f"daemon off;{as_root}"],
        stdout=log, stderr=log,
    )  # fmt: skip
    wait_until(lambda: _answers(port), 20, "nginx answers")
    yield Proxy(port, folder, app)
    process.terminate()
    process.wait(60)
    log.close()


def _answers(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
    except OSError:
        return False
    return True


@pytest.mark.parametrize("url", UPLOADS)
def test_a_file_to_import_goes_straight_on(proxy, url):
    """It arrives while it is sent: 500 MB need no room in the proxy."""
    size = 40 * MEGABYTE
    with proxy.open(f"POST {url} HTTP/1.1\r\nContent-Length: {size}") as connection:
        connection.sendall(b"a" * (size // 2))
        wait_until(
            lambda: proxy.app.arrived.get(url, 0) > size // 2 - MEGABYTE, 20, "half has arrived"
        )
        assert proxy.spooled() == 0
        connection.sendall(b"a" * (size // 2))
        assert b" 204 " in connection.recv(100)
    assert proxy.app.arrived[url] == size


@pytest.mark.parametrize("url", IN_MEMORY)
def test_what_is_tried_stays_in_memory(proxy, url):
    """It goes on when it is whole, so that a slow sender holds no thread, and touches no disk."""
    size = 4_900_000
    with proxy.open(f"POST {url} HTTP/1.1\r\nContent-Length: {size}") as connection:
        connection.sendall(b"a" * (size - 1))
        assert proxy.spooled() == 0
        assert url not in proxy.app.arrived
        connection.sendall(b"a")
        assert b" 204 " in connection.recv(100)
    assert proxy.app.arrived[url] == size


@pytest.mark.parametrize("url", IN_MEMORY)
def test_a_body_too_long_is_refused_at_the_door(proxy, url):
    with proxy.open(f"POST {url} HTTP/1.1\r\nContent-Length: {7 * MEGABYTE}") as connection:
        assert b" 413 " in connection.recv(100)


def answer_of(proxy: Proxy, head: str) -> str:
    """The head and the page, which nginx sends before it has read a long body."""
    with proxy.open(head) as connection:
        received = b""
        while b"</html>" not in received and (data := connection.recv(65_536)):
            received += data
    return received.decode()


def test_who_is_refused_at_the_door_reads_why_in_their_language(proxy):
    """What nginx says by itself is English, and does not tell what to do."""
    page = answer_of(
        proxy,
        f"POST {IN_MEMORY[0]} HTTP/1.1\r\nContent-Length: {7 * MEGABYTE}",
    )
    assert " 413 " in page.splitlines()[0]
    assert "Cache-Control: no-store" in page
    assert "Envoi trop gros" in page
    assert 'lang="en"' in page
    assert "nginx" not in page.split("\r\n\r\n", 1)[1]


def test_where_the_application_is_away_the_page_says_what_to_do(proxy):
    page = answer_of(proxy, "GET /away HTTP/1.1")
    assert " 502 " in page.splitlines()[0]
    assert "rechargez la page" in page


def test_who_signs_in_too_often_is_told_to_wait(proxy):
    head = "PUT /comptes/connexion/ HTTP/1.1"  # the application's answer to it is short
    # twenty at once, then one every two seconds: a busy machine asks more often before it is refused
    pages = (answer_of(proxy, head) for _try in range(200))
    refused = next(page for page in pages if " 429 " in page.splitlines()[0])
    assert "Attendez une minute" in refused


def test_an_answer_is_not_spooled_for_a_slow_reader(proxy):
    with proxy.open("GET /export HTTP/1.1") as connection:
        read = len(connection.recv(1000))  # and then waits: the application is far ahead of it
        threading.Event().wait(0.5)
        assert proxy.spooled() == 0
        while data := connection.recv(65_536):
            read += len(data)
    assert read > ANSWER


@pytest.mark.parametrize("path", ["/metrics", "/readyz", "/healthz"])
def test_what_machines_ask_is_not_shown_outside(proxy, path):
    with proxy.open(f"GET {path} HTTP/1.1") as connection:
        assert b" 404 " in connection.recv(100)


def test_one_person_asks_so_much_and_no_more_and_nobody_else_waits(proxy):
    """Whoever copies an installation page by page is held, at the same address as everybody else."""

    def ask(session: str, times: int, path: str = "/projets/") -> list[bytes]:
        said = []
        for _ in range(times):
            head = f"HEAD {path} HTTP/1.1\r\nCookie: deidweb_browser=x; __Host-sessionid={session}"
            with proxy.open(head) as connection:
                said.append(connection.recv(100).split()[1])
        return said

    began = time.monotonic()
    copier = ask("copier", 300)
    seconds = time.monotonic() - began
    passed = copier.count(b"429")
    assert passed >= 300 - 121 - 30 * seconds - 1, "a burst, and thirty a second"
    assert seconds > 6 or passed, "a machine this fast is held"
    assert ask("other", 5) == [b"501"] * 5, "the test's application knows no HEAD"
    assert b"429" not in ask("copier", 20, "/static/app.js")
