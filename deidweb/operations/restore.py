"""A backup put back somewhere else, started and looked at. What was never restored is no backup."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from django.conf import settings

from deidweb import lifeline
from deidweb.operations.backup import (
    FOLDERS,
    BackupError,
    Manifest,
    damaged_files,
    read_manifest,
)
from deidweb.operations.database_copy import SQLITE_NAME, restore_postgresql, restore_sqlite
from deidweb.ports import free_port
from deidweb.settings import env as environment
from deidweb.short_files import short_text

_START_SECONDS: Final = 60.0
_STOP_SECONDS: Final = 10.0
Tell = Callable[[str], None]


def restore_and_check(
    backup: Path, data: Path, *, keys: Path | None, database_url: str, tell: Tell
) -> None:
    """Puts `backup` into the empty folder `data`, starts it, compares. Raises BackupError at the first fault."""
    manifest = read_manifest(backup)
    if damaged := damaged_files(backup, manifest):
        raise BackupError(f"Sauvegarde endommagée : {len(damaged)} fichier(s), dont {damaged[0]}.")
    tell(f"{len(manifest.files)} fichiers intacts.")
    put_back(backup, manifest, data, keys=keys, database_url=database_url)
    variables = _environment(data, database_url)
    _run(
        variables,
        "migrate",
        "--check",
        "--skip-checks",
        why="Cette version du logiciel attend d'autres tables.",
    )
    _run(variables, "check_copy", str(backup), why="La copie ne correspond pas à la sauvegarde.")
    tell("Lignes, journal, notes et fichiers correspondent à la sauvegarde.")
    with _web(variables) as address:
        for page in ("/readyz", "/comptes/connexion/"):
            _ask(address + page)
    tell("La copie démarre et répond.")


def put_back(
    backup: Path, manifest: Manifest, data: Path, *, keys: Path | None, database_url: str
) -> None:
    """Database, files and keys where an installation with DEIDWEB_DATA_DIR=`data` looks for them."""
    if data.exists() and any(data.iterdir()):
        raise BackupError(
            f"Le dossier {data} n'est pas vide : rien n'est remis par-dessus des données."
        )
    data.mkdir(parents=True, exist_ok=True, mode=0o700)
    data.chmod(0o700)
    try:
        _put_all(backup, manifest, data, keys=keys, database_url=database_url)
    except (
        BaseException
    ):  # the disk is full: half a copy would start, and lack what nobody misses at once
        for path in data.iterdir():
            shutil.rmtree(path) if path.is_dir() else path.unlink()
        raise


def _put_all(
    backup: Path, manifest: Manifest, data: Path, *, keys: Path | None, database_url: str
) -> None:
    copy = backup / manifest.database
    if manifest.database == SQLITE_NAME:
        restore_sqlite(copy, data / "db.sqlite3")
    elif database_url:
        restore_postgresql(copy, environment.database(database_url, data))
    else:
        raise BackupError("Sauvegarde de PostgreSQL : donnez une base vide par --database-url.")
    for folder in FOLDERS.values():
        if (backup / folder).is_dir():
            shutil.copytree(backup / folder, data / folder, copy_function=_private_copy)
            (data / folder).chmod(0o700)
    if keys is not None:
        shutil.copytree(keys, data / "keys", copy_function=_private_copy)
        (data / "keys").chmod(0o700)


def _private_copy(source: str, target: str) -> str:
    Path(target).touch(mode=0o600)
    return shutil.copyfile(source, target)


def _environment(data: Path, database_url: str) -> dict[str, str]:
    """Of a process that looks at the copy and at nothing else. Keys of the copy win over ours.

    Where a variable may stand in a file the file wins: it would lead the check back to the installation itself.
    """
    own = {f"{name}_FILE" for name in ("DATABASE_URL", "REDIS_URL", "SECRET_KEY", "AUDIT_KEY")}
    variables = {name: value for name, value in os.environ.items() if name not in own}
    variables |= {"DEIDWEB_DATA_DIR": str(data), "DATABASE_URL": database_url}
    variables |= {"DEIDWEB_STUDY_KEY_DIR": str(data / "keys" / "studies"), "REDIS_URL": ""}
    variables |= {
        "DEIDWEB_KEY_DIR": str(data / "keys"),
        "DEIDWEB_IDENTITY_KEY_DIR": str(data / "keys" / "identities"),
        "DEIDWEB_IDENTITY_KEK_PATH": str(data / "keys" / "identity_kek"),
    }
    variables["DJANGO_SETTINGS_MODULE"] = "deidweb.settings.embedded"
    for name in ("SECRET_KEY", "AUDIT_KEY"):
        path = data / "keys" / name.lower()
        try:
            kept = short_text(path).strip() if path.is_file() else ""
        except UnicodeDecodeError:
            raise BackupError(f"Ce n'est pas une clé : {path.name}.") from None
        variables[name] = kept or str(getattr(settings, name))
    return variables | lifeline.mark()


def _run(variables: dict[str, str], *arguments: str, why: str) -> None:
    command = [sys.executable, str(settings.BASE_DIR / "manage.py"), *arguments]
    done = subprocess.run(  # noqa: S603 - our own command
        command, env=variables, cwd=settings.BASE_DIR, check=False, capture_output=True, text=True
    )
    if done.returncode:
        said = done.stderr.strip().splitlines()
        raise BackupError(f"{why} {said[-1] if said else ''}".strip())


@contextmanager
def _web(variables: dict[str, str]) -> Iterator[str]:
    """The copy's web server on a free port of this machine; its address."""
    port = free_port()
    process = lifeline.start(
        [sys.executable, "-m", "gunicorn", "deidweb.wsgi", f"--bind=127.0.0.1:{port}", "--log-level=critical"],
        env=variables, cwd=settings.BASE_DIR, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        try:
            process.wait(timeout=_STOP_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _ask(address: str) -> None:
    """200, within the time that a start takes."""
    deadline = time.monotonic() + _START_SECONDS
    while True:
        try:
            urllib.request.urlopen(address, timeout=5).close()  # noqa: S310 - our own address
            return
        except urllib.error.HTTPError as refusal:
            raise BackupError(f"La copie répond {refusal.code} à {address}.") from None
        except OSError:
            if time.monotonic() > deadline:
                raise BackupError("La copie ne démarre pas.") from None
            time.sleep(0.2)
