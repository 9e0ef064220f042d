"""What takes seconds to make and is always the same: made once, kept in var/tests, copied."""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "var" / "tests"
APPS = ("annotation", "deidweb", "icdcoder", "privacy", "worker")
# what Django reads to make a database: migrations, models (for kinds and permissions), triggers
SCHEMA = (
    "deidweb/audit/triggers.py",
    "deidweb/create_together.py",
    "deidweb/management/commands/migrate.py",
    "privacy/domain/policy.py",  # a migration reads it
    *(
        f"{app}/**/{name}"
        for app in APPS
        for name in ("migrations/*.py", "models.py", "models/*.py")
    ),
)
MODEL = ("tests/mini_model.py", "worker/engine/encoder/**/*.py")


def fill(connection: sqlite3.Connection) -> None:
    """Every table, as migrations make them, into an empty database."""
    address = f"file:{schema()}?immutable=1"
    with closing(sqlite3.connect(address, uri=True)) as source:
        source.backup(connection)


@cache
def schema() -> Path:
    """A SQLite file with every migration applied: to start Django and migrate takes three seconds."""
    return _kept("schema", SCHEMA, _migrate)


def copy_mini_model(folder: Path) -> Path:
    """As `write_mini_model(folder)`, without importing PyTorch, which takes five seconds."""
    return Path(shutil.copytree(_mini_model(), folder, dirs_exist_ok=True))


@cache
def _mini_model() -> Path:
    return _kept("mini-model", MODEL, _write_model)


def copy_cluster(folder: Path) -> None:
    """A PostgreSQL whose database has every table, as `folder`: to make one and migrate takes five seconds."""
    shutil.copytree(_cluster(), folder)


@cache
def _cluster() -> Path:
    from tests.integration import postgresql

    sources = (*SCHEMA, "tests/integration/postgresql.py")
    return _kept(f"postgresql-{postgresql.version()}", sources, postgresql.write_cluster)


def _migrate(path: Path) -> None:
    with tempfile.TemporaryDirectory() as data:
        environment = {
            **os.environ, "DJANGO_SETTINGS_MODULE": "deidweb.settings.embedded", "DATABASE_URL": "",
            "DEIDWEB_DATA_DIR": data, "SECRET_KEY": "s" * 64, "AUDIT_KEY": "a" * 64,
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
        shutil.copy(Path(data) / "db.sqlite3", path)


def _write_model(path: Path) -> None:
    from tests.mini_model import write_mini_model

    write_mini_model(path)


def _kept(name: str, sources: Iterable[str], make: Callable[[Path], None]) -> Path:
    """The file or folder that `make` writes; made again when one of `sources` or a package changes."""
    path = FOLDER / f"{name}-{_digest(sources)}"
    if not path.exists():
        with _alone():
            if not path.exists():
                _forget(name)
                make(fresh := FOLDER / f"{name}-unfinished")
                fresh.rename(path)
    return path


def _digest(sources: Iterable[str]) -> str:
    digest = hashlib.sha256()
    for pattern in ("requirements.txt", *sources):
        for path in sorted(ROOT.glob(pattern)):
            digest.update(bytes(path.relative_to(ROOT)) + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def _forget(name: str) -> None:
    for old in FOLDER.glob(f"{name}-*"):
        shutil.rmtree(old) if old.is_dir() else old.unlink()


@contextmanager
def _alone() -> Iterator[None]:
    """Test processes start together: one makes what is missing, the others wait for it."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (FOLDER / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
