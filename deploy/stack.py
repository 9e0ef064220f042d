"""docker-compose.yml without Docker: the same processes, each with the secrets and keys that the file names, from Debian packages.

    python deploy/stack.py /srv/deidweb-stack --port 8443        (apt-get install postgresql redis-server nginx-light openssl)

Secrets are drawn once into FOLDER/secrets (bring tls_cert and tls_key, else a certificate for localhost is made), PostgreSQL, Redis,
proxy, web and workers listen on this machine only, and all end with this program. What containers add is not here: accounts of
their own, read-only roots, limits. Prints one line when it is ready; FOLDER/processes.json says what runs with which variables.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import secrets
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from hashlib import sha256
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

import yaml

ROOT: Final = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from deidweb import lifeline  # noqa: E402 - after the path
from deidweb.ports import free_port  # noqa: E402

APPLICATION: Final = ("web", "worker-fast", "worker-batch", "worker-train", "beat")
_START_SECONDS: Final = 300.0
# folders of the containers → folders of ours
_PLACES: Final = {
    "/run/secrets/": "secrets/", "/data": "data", "/keys": "keys", "/identities": "identities", "/tmp": "tmp",
}  # fmt: skip


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--port", type=int, default=8443, help="of the proxy, HTTPS")
    args = parser.parse_args(arguments)
    os.umask(0o077)
    folder = args.folder.resolve()
    # PostgreSQL has an account of its own and must reach its folder; what is private below is closed by itself
    folder.mkdir(parents=True, exist_ok=True)
    folder.chmod(0o711)
    for name in (*_PLACES.values(), "redis", "postgres", "spool"):
        (folder / name).mkdir(exist_ok=True)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    with lifeline.held():
        stack = Stack(folder, args.port)
        try:
            stack.start()
            print(f"Prêt : https://localhost:{args.port}/", flush=True)
            signal.pause()
        except KeyboardInterrupt:
            return 0
        finally:
            stack.stop()
    return 0


class Stack:
    """The services of docker-compose.yml in one folder."""

    def __init__(self, folder: Path, port: int) -> None:
        self.folder, self.port = folder, port
        self.services: dict[str, Any] = yaml.safe_load(
            (ROOT / "docker-compose.yml").read_text("utf-8")
        )["services"]
        self.ports = {name: free_port() for name in ("postgres", "redis", "web", "plain")}
        self.processes: dict[str, subprocess.Popen[bytes]] = {}
        self.told: dict[str, Any] = {}

    def start(self) -> None:
        self._draw_secrets()
        self._postgresql()
        self._redis()
        self._once("web", "python manage.py collectstatic --no-input --verbosity=0 -i ext")
        migrate = self.services["migrate"]["command"]
        self._once("migrate", migrate)
        for name in APPLICATION:
            command = self.services[name]["command"].replace(
                "0.0.0.0:8000", f"127.0.0.1:{self.ports['web']}"
            )
            self._run(name, shlex.split(self._placed(command)), self._variables(name))
        self._proxy()
        self._wait()
        (self.folder / "processes.json").write_text(json.dumps(self.told, indent=1))

    def stop(self) -> None:
        """The application first, its database last."""
        for process in reversed(self.processes.values()):
            process.terminate()
            try:
                process.wait(timeout=30)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        self._pg_ctl("-m", "fast", "stop")

    # --- secrets and variables

    def _draw_secrets(self) -> None:
        place = self.folder / "secrets"
        drawn = (
            "secret_key", "audit_key", "study_kek", "identity_kek", "metrics_token", "owner_database_password",
            "app_database_password", "redis_password",
        )  # fmt: skip
        for name in drawn:
            if not (place / name).exists():
                (place / name).write_text(secrets.token_hex(32) + "\n")
        told = {name: (place / name).read_text().strip() for name in drawn}
        server = f"127.0.0.1:{self.ports['postgres']}/deidweb"
        for name, text in {
            "owner_database_url": f"postgres://deidweb:{told['owner_database_password']}@{server}",
            "app_database_url": f"postgres://deidweb_app:{told['app_database_password']}@{server}",
            "redis_url": f"rediss://deidweb:{told['redis_password']}@localhost:{self.ports['redis']}/0"
            f"?ssl_cert_reqs=required&ssl_ca_certs={quote(str(place / 'redis_tls_cert'))}",
            "redis_users": "user default off\nuser deidweb on "
            f"#{sha256(told['redis_password'].encode()).hexdigest()} ~* &* +@all -@admin -@dangerous +info",
        }.items():
            (place / name).write_text(text + "\n")
        for name in ("", "redis_"):
            if not (place / f"{name}tls_cert").exists():
                _call("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "3650" if name else "30",
                      "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost",
                      "-keyout", place / f"{name}tls_key", "-out", place / f"{name}tls_cert")  # fmt: skip

    def _placed(self, text: str) -> str:
        """/run/secrets/x → FOLDER/secrets/x, where a word of the text begins with it."""
        places = "|".join(re.escape(inside) for inside in _PLACES)
        return re.sub(
            rf"(?<![\w/.])(?:{places})", lambda found: f"{self.folder}/{_PLACES[found[0]]}", text
        )

    def _variables(self, name: str) -> dict[str, str]:
        """What the file gives the service, and nothing of ours."""
        given = {
            "ALLOWED_HOSTS": "localhost", "CSRF_TRUSTED_ORIGINS": f"https://localhost:{self.port}",
            "TRUSTED_PROXIES": "127.0.0.1",
        }  # fmt: skip
        variables = {
            key: self._placed(str(value))
            for key, value in self.services[name]["environment"].items()
        }
        variables |= {key: value for key, value in given.items() if key in variables}
        path = f"{Path(sys.executable).parent}:/usr/bin:/bin"
        return variables | {"PATH": path, "HOME": str(self.folder / "tmp")} | lifeline.mark()

    def _once(self, name: str, command: str) -> None:
        done = subprocess.run(
            shlex.split(self._placed(command)), cwd=ROOT, env=self._variables(name), check=False,
            capture_output=True, text=True,
        )  # fmt: skip
        if done.returncode:
            raise SystemExit(f"{command} : {done.stderr.strip()[-2000:]}")

    def _run(self, name: str, command: list[str], variables: dict[str, str]) -> None:
        log = (self.folder / f"{name}.log").open("ab")
        self.processes[name] = lifeline.start(
            command, cwd=ROOT, env=variables, stdout=log, stderr=log
        )
        self.told[name] = {"pid": self.processes[name].pid, "variables": variables}

    # --- the packages

    def _postgresql(self) -> None:
        place, password = (
            self.folder / "postgres",
            self.folder / "secrets" / "owner_database_password",
        )
        is_new = not (place / "PG_VERSION").exists()
        if os.geteuid() == 0:
            shutil.chown(place, "postgres")
        if is_new:
            handed = (
                self.folder / "spool" / "password"
            )  # the server's account may not read the secrets
            handed.write_bytes(password.read_bytes())
            handed.parent.chmod(0o711)
            handed.chmod(0o644)
            try:
                _call(*_as_postgres(), _postgres("initdb"), "-D", place, "-U", "deidweb", "-E", "UTF8",
                      "--locale=C.UTF-8", "--auth=scram-sha-256", f"--pwfile={handed}")  # fmt: skip
            finally:
                handed.unlink()
        options = (
            f"-p {self.ports['postgres']} -c listen_addresses=127.0.0.1 -c unix_socket_directories="
        )
        self._pg_ctl("-w", "-l", place / "log", "-o", options, "start")
        if is_new:
            self._psql("-d", "postgres", "-c", "CREATE DATABASE deidweb")
            script = self._placed((ROOT / "deploy" / "postgres_roles.sh").read_text("utf-8"))
            _call(
                "sh",
                "-c",
                script,
                env=self._client() | {"POSTGRES_USER": "deidweb", "POSTGRES_DB": "deidweb"},
            )

    def _client(self) -> dict[str, str]:
        password = (self.folder / "secrets" / "owner_database_password").read_text().strip()
        return {"PATH": os.environ["PATH"], "PGHOST": "127.0.0.1", "PGPORT": str(self.ports["postgres"]),
                "PGUSER": "deidweb", "PGPASSWORD": password}  # fmt: skip

    def _psql(self, *arguments: str) -> None:
        _call("psql", "--quiet", *arguments, env=self._client())

    def _pg_ctl(self, *arguments: str | Path) -> None:
        _call(*_as_postgres(), _postgres("pg_ctl"), "-D", self.folder / "postgres", *arguments)

    def _redis(self) -> None:
        text = self._placed((ROOT / "deploy" / "redis.conf").read_text("utf-8"))
        conf = self.folder / "redis.conf"
        conf.write_text(text.replace("tls-port 6379", f"tls-port {self.ports['redis']}"))
        ours = {"/etc/redis.conf": str(conf), "/data": str(self.folder / "redis")}
        command = [ours.get(part, part) for part in self.services["redis"]["command"]]
        self._run(
            "redis",
            [*command, "--bind", "127.0.0.1"],
            {"PATH": os.environ["PATH"]} | lifeline.mark(),
        )

    def _proxy(self) -> None:
        text = (ROOT / "deploy" / "nginx.conf").read_text("utf-8")
        for old, new in {
            "listen 8080": f"listen 127.0.0.1:{self.ports['plain']}",
            "listen 8443": f"listen 127.0.0.1:{self.port}",
            "http://web:8000": f"http://127.0.0.1:{self.ports['web']}",
            "/run/secrets/": f"{self.folder}/secrets/",
            "/etc/nginx/to_app.conf": str(ROOT / "deploy" / "to_app.conf"),
            "/tmp/nginx.pid": f"{self.folder}/tmp/nginx.pid",
        }.items():
            text = text.replace(old, new)
        text = re.sub(r"(\w+_temp_path) /tmp/", rf"\1 {self.folder}/spool/", text)
        (self.folder / "nginx.conf").write_text(text)
        as_root = " user root;" if os.geteuid() == 0 else ""
        program = shutil.which("nginx") or "/usr/sbin/nginx"
        self._run("proxy", [program, "-e", "stderr", "-c", str(self.folder / "nginx.conf"), "-g", f"daemon off;{as_root}"],
                  {"PATH": os.environ["PATH"]} | lifeline.mark())  # fmt: skip

    def _wait(self) -> None:
        """Until the pages are ready; a process that died meanwhile ends all."""
        deadline = time.monotonic() + _START_SECONDS
        while time.monotonic() < deadline:
            for name, process in self.processes.items():
                if process.poll() is not None:
                    raise SystemExit(f"{name} s'est arrêté : {self.folder / name}.log")
            request = urllib.request.Request(
                f"http://127.0.0.1:{self.ports['web']}/readyz", headers={"Host": "localhost"}
            )
            try:
                urllib.request.urlopen(request, timeout=5).close()
                socket.create_connection(("127.0.0.1", self.port), timeout=5).close()
            except OSError:
                time.sleep(0.3)
            else:
                return
        raise SystemExit("Les pages ne sont pas prêtes.")


def _postgres(program: str) -> Path:
    return sorted(Path("/usr/lib/postgresql").glob("*/bin"))[-1] / program


def _as_postgres() -> list[str]:
    """PostgreSQL refuses root: then as the package's own account."""
    return ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []


def _call(*command: str | Path, env: dict[str, str] | None = None) -> None:
    done = subprocess.run(
        [str(part) for part in command], cwd="/", env=env, check=False, stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    if done.returncode:
        raise SystemExit(f"{Path(str(command[0])).name} : {done.stderr.strip()[-1000:]}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
