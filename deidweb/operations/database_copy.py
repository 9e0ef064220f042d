"""A consistent copy of the database while people work, and the way back: SQLite and PostgreSQL."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from django.apps import apps
from django.conf import settings
from django.db import connection, transaction

from deidweb.disk import is_disk_full
from deidweb.unready import why

SQLITE_NAME: Final = "database.sqlite3"
POSTGRESQL_NAME: Final = "database.dump"


_TARGET_FULL: Final = "Le disque de la sauvegarde est plein : rien n'est gardé. Faites de la place, ou prenez un autre disque."
_NOT_COPIED: Final = "La base ne se laisse pas copier : rien n'est gardé."


class DatabaseCopyError(Exception):
    """The copy could not be made or used; the message (French) says what to do."""


@dataclass(frozen=True, slots=True)
class Contents:
    """What a database holds at the moment of its copy."""

    rows: dict[str, int]
    migrations: list[str]
    journal: dict[str, Any]


def copy_database(folder: Path) -> tuple[Path, Contents]:
    """Writes the whole database as it is at one moment into `folder`; the file and what is in it."""
    config = settings.DATABASES["default"]
    if "sqlite" in config["ENGINE"]:
        return _copy_sqlite(Path(config["NAME"]), folder / SQLITE_NAME)
    return _dump_postgresql(config, folder / POSTGRESQL_NAME)


def _copy_sqlite(source: Path, target: Path) -> tuple[Path, Contents]:
    """SQLite's own online backup: one moment, writers go on."""
    target.touch(mode=0o600)
    try:
        with closing(sqlite3.connect(source)) as origin, closing(sqlite3.connect(target)) as copy:
            origin.backup(copy)
            # one file, no write-ahead log beside it: the copy can be carried about
            copy.execute("PRAGMA journal_mode=DELETE")
            return target, contents_of(copy.cursor())
    except sqlite3.Error as error:
        told = _TARGET_FULL if is_disk_full(error) else why(error) or _NOT_COPIED
        raise DatabaseCopyError(told) from None


def _dump_postgresql(config: dict[str, Any], target: Path) -> tuple[Path, Contents]:
    """The dump and the counts share a snapshot: they speak of the same moment."""
    target.touch(mode=0o600)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        cursor.execute("SELECT pg_export_snapshot()")
        (snapshot,) = cursor.fetchone()
        _call("pg_dump", config, "--format=custom", "--no-owner", "--no-privileges",
              f"--snapshot={snapshot}", f"--file={target}")  # fmt: skip
        return target, contents_of(cursor)


def contents_of(cursor: Any) -> Contents:
    """By any cursor of the database API."""
    rows = {}
    for table in sorted({model._meta.db_table for model in apps.get_models()}):
        cursor.execute(f'SELECT COUNT(*) FROM "{table}"')  # noqa: S608 - names of our models
        rows[table] = int(cursor.fetchone()[0])
    cursor.execute("SELECT app, name FROM django_migrations")
    migrations = sorted({f"{app}.{name}" for app, name in cursor.fetchall()})
    cursor.execute("SELECT count, last_digest FROM audit_audithead WHERE id = 1")
    count, digest = cursor.fetchone() or (0, "0" * 64)
    return Contents(rows, migrations, {"rows": count, "last_digest": digest})


def restore_sqlite(copy: Path, target: Path) -> None:
    """Refuses a damaged copy: nothing is put in place then."""
    if not _is_sound(copy):
        raise DatabaseCopyError("La copie de la base est endommagée : prenez une autre sauvegarde.")
    shutil.copyfile(copy, target)
    target.chmod(0o600)


def _is_sound(copy: Path) -> bool:
    try:
        with closing(sqlite3.connect(f"{copy.absolute().as_uri()}?mode=ro", uri=True)) as rows:
            (word,) = rows.execute("PRAGMA integrity_check").fetchone()
            return word == "ok" and rows.execute("PRAGMA foreign_key_check").fetchone() is None
    except sqlite3.Error:  # no database at all
        return False


def restore_postgresql(copy: Path, config: dict[str, Any]) -> None:
    """Into the empty database of `config`; all or nothing."""
    _call("pg_restore", config, "--no-owner", "--no-privileges", "--single-transaction",
          f"--dbname={config['NAME']}", str(copy), takes_database=False)  # fmt: skip


def _call(
    program: str, config: dict[str, Any], *arguments: str, takes_database: bool = True
) -> None:
    """The password goes by the environment: a command line can be read by everybody on the machine."""
    found = shutil.which(program)
    if found is None:
        raise DatabaseCopyError(
            f"« {program} » manque : installez le paquet Debian postgresql-client."
        )
    names = {"HOST": "PGHOST", "PORT": "PGPORT", "USER": "PGUSER", "PASSWORD": "PGPASSWORD"}
    environment = {**os.environ} | {
        variable: str(config[key]) for key, variable in names.items() if config.get(key)
    }
    if takes_database:
        environment["PGDATABASE"] = str(config["NAME"])
    done = subprocess.run(  # noqa: S603 - our own command
        [found, *arguments], env=environment, check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )  # fmt: skip
    if done.returncode:
        # what the program says may quote a row
        raise DatabaseCopyError(f"« {program} » a échoué (code {done.returncode}).")
