"""A private PostgreSQL of Debian's binaries, and databases that have their tables already."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

from deidweb.ports import free_port
from tests.integration.stack import ROOT


def version() -> str:
    return _binaries().parent.name


def _binaries() -> Path:
    return sorted(Path("/usr/lib/postgresql").glob("*/bin"))[-1]


@contextmanager
def postgresql_server(folder: Path, *, is_safe: bool = False) -> Iterator[str]:
    """A private PostgreSQL cluster of Debian's binaries; yields the database's URL.

    Taken up again when it is there. Without `is_safe` nothing is flushed to the disk: tests throw
    their clusters away.
    """
    binaries = _binaries()
    port, data = free_port(), folder / "cluster"
    folder.chmod(0o755)
    is_new = not data.exists()
    data.mkdir(exist_ok=True)
    # initdb refuses root: as root, the servers run as the package's own account.
    prefix: list[str] = []
    if os.getuid() == 0:
        prefix = ["runuser", "-u", "postgres", "--"]
        subprocess.run(["chown", "-R", "postgres", str(data)], check=True)

    def call(program: str, *arguments: str) -> None:
        subprocess.run(
            [*prefix, str(binaries / program), *arguments],
            check=True, cwd="/", stdout=subprocess.DEVNULL,
        )  # fmt: skip

    access = ("-U", "deidweb", "--auth=trust", "-E", "UTF8", "--locale=C.UTF-8")
    if is_new:
        call("initdb", "-D", str(data), *access)
    options = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories="
    options += "" if is_safe else " -c fsync=off"
    call("pg_ctl", "-D", str(data), "-w", "-l", str(data / "log"), "-o", options, "start")
    try:
        if is_new:
            call("createdb", "-h", "127.0.0.1", "-p", str(port), "-U", "deidweb", "deidweb")
        yield f"postgres://deidweb@127.0.0.1:{port}/deidweb"
    finally:
        how = "fast" if is_safe else "immediate"
        call("pg_ctl", "-D", str(data), "-m", how, "stop")


def write_cluster(path: Path) -> None:
    """A cluster as `path`, its database migrated. For `tests.kept`."""
    with tempfile.TemporaryDirectory() as name:
        with postgresql_server(Path(name), is_safe=True) as address:
            environment = {
                **os.environ, "DJANGO_SETTINGS_MODULE": "deidweb.settings.embedded",
                "DATABASE_URL": address, "SECRET_KEY": "s" * 64, "AUDIT_KEY": "a" * 64,
            }  # fmt: skip
            command = [
                sys.executable,
                "manage.py",
                "migrate",
                "--no-input",
                "--verbosity=0",
                "--skip-checks",
            ]
            subprocess.run(command, cwd=ROOT, env=environment, check=True)
        shutil.copytree(Path(name) / "cluster", path)


def schema_of(address: str) -> set[str]:
    """What makes each table, index, constraint, function and trigger, as pg_dump writes it."""
    command = [str(_binaries() / "pg_dump"), "--schema-only", "--no-owner", address]
    dump = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    told = "\n".join(line for line in dump.splitlines() if not line.startswith("\\"))
    return set(told.split("\n--\n-- Name: ")[1:])


class Cluster:
    """One server for many tests: each has a database of its own, copied from the one that was migrated."""

    def __init__(self, address: str) -> None:
        """`address` of the database to be copied."""
        self.server, self.made = address.rpartition("/")[0], 0

    def database(self) -> str:
        self.made += 1
        address = f"{self.server}/copy{self.made}"
        with psycopg.connect(f"{self.server}/postgres", autocommit=True) as server:
            server.execute(f"create database copy{self.made} template deidweb")
        return address

    def empty(self) -> str:
        """A database without any table: for a copy to be restored into."""
        self.made += 1
        address = f"{self.server}/empty{self.made}"
        with psycopg.connect(f"{self.server}/postgres", autocommit=True) as server:
            server.execute(f"create database empty{self.made}")
        return address
