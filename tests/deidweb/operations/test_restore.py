"""Where a check of a restored copy looks, and what is said of a backup or of a disk that will not do."""

from __future__ import annotations

import errno
import json
import shutil
import sqlite3
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError

from deidweb.management.commands import backup as backup_command
from deidweb.operations import backup
from deidweb.operations.database_copy import SQLITE_NAME, DatabaseCopyError, _copy_sqlite
from deidweb.operations.restore import _environment, put_back
from tests.small_disk import small_disk as disk_of

GOOD = {
    "format": 1, "made_at": "2026-11-28T10:00:00+00:00", "database": SQLITE_NAME, "files": {}, "rows": {},
    "migrations": [], "journal": {},
}  # fmt: skip


def test_the_check_never_looks_at_the_installation_itself(monkeypatch, tmp_path):
    """Containers are told their database by a file, and a file wins over a value."""
    for name in ("DATABASE_URL", "REDIS_URL", "SECRET_KEY", "AUDIT_KEY"):
        monkeypatch.setenv(f"{name}_FILE", "/run/secrets/live")
    (tmp_path / "keys").mkdir()
    (tmp_path / "keys" / "audit_key").write_text("of the copy")
    variables = _environment(Path(tmp_path), "postgres://copy")
    assert not [name for name, value in variables.items() if value == "/run/secrets/live"]
    assert variables["DATABASE_URL"] == "postgres://copy"
    assert variables["AUDIT_KEY"] == "of the copy"
    assert variables["SECRET_KEY"].startswith("test-only-")


@pytest.fixture
def small_disk(tmp_path) -> Iterator[Path]:
    with disk_of(tmp_path / "small", "1m") as disk:
        yield disk


def database(path: Path, size: int = 3_000_000) -> Path:
    with sqlite3.connect(path) as rows:
        rows.execute("CREATE TABLE t (x)")
        rows.execute("INSERT INTO t VALUES (zeroblob(?))", (size,))
    return path


def held(folder: Path, **changed: object) -> Path:
    """A backup of one file, its manifest changed."""
    folder.mkdir()
    database(folder / SQLITE_NAME)
    facts = {SQLITE_NAME: backup._facts(folder / SQLITE_NAME)}
    (folder / backup.MANIFEST).write_text(json.dumps({**GOOD, "files": facts, **changed}))
    return folder


def refusal(*arguments: str) -> str:
    with pytest.raises(CommandError) as error:
        call_command(*arguments, stdout=StringIO(), stderr=StringIO())
    return str(error.value)


@pytest.mark.django_db
def test_a_backup_onto_a_full_disk_is_said_in_words_and_leaves_nothing(
    small_disk, tmp_path, monkeypatch
):
    """SQLite copies pages itself: its error is none of the system's."""
    source = database(tmp_path / "source.sqlite3")
    monkeypatch.setattr(
        backup, "copy_database", lambda partial: _copy_sqlite(source, partial / SQLITE_NAME)
    )
    assert "Le disque de la sauvegarde est plein" in refusal("backup", str(small_disk))
    assert list(small_disk.iterdir()) == []


@pytest.mark.django_db
def test_a_database_that_is_none_is_not_copied(tmp_path):
    (tmp_path / "a").write_bytes(b"no database" * 1000)
    with pytest.raises(DatabaseCopyError, match="ne se laisse pas copier"):
        _copy_sqlite(tmp_path / "a", tmp_path / "b")


@pytest.mark.django_db
def test_with_the_data_s_own_disk_full_a_backup_is_made_and_said(settings, tmp_path, monkeypatch):
    def full(*_told: object, **_more: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    def unwritten(*_told: object, **_more: object) -> None:
        raise OperationalError from sqlite_full()

    settings.DATA_DIR = tmp_path / "var"
    for name in backup.FOLDERS:
        setattr(settings, name, tmp_path / "var" / name.lower())
    source = database(tmp_path / "source.sqlite3", 10)
    monkeypatch.setattr(
        backup, "copy_database", lambda partial: (partial / SQLITE_NAME, backup_contents(partial, source))
    )  # fmt: skip
    monkeypatch.setattr(backup, "remember_backup", full)
    monkeypatch.setattr(backup_command, "record", unwritten)
    call_command(
        "backup", str(tmp_path / "to"), stdout=(out := StringIO()), stderr=(err := StringIO())
    )
    (made,) = (tmp_path / "to").iterdir()
    assert f"Sauvegarde faite : {made}" in out.getvalue()
    assert "n'a pas pu le noter" in err.getvalue()


def backup_contents(partial: Path, source: Path) -> object:
    from deidweb.operations.database_copy import Contents

    shutil.copy(source, partial / SQLITE_NAME)
    return Contents({}, [], {})


def sqlite_full() -> Exception:
    error = sqlite3.OperationalError("database or disk is full")
    error.sqlite_errorcode = sqlite3.SQLITE_FULL
    return error


@pytest.mark.parametrize(
    "changed",
    [
        {"files": None}, {"files": []}, {"files": "a"}, {"rows": None}, {"rows": [["a", 1]]}, {"migrations": {}},
        {"journal": []}, {"database": "../../../etc/passwd"}, {"database": ""}, {"database": None}, {"more": 1},
        {"format": 2}, {"format": "1"}, {"format": None},
    ],
)  # fmt: skip
def test_a_manifest_that_says_something_else_is_refused_in_words(tmp_path, changed):
    told = refusal("restore_check", str(held(tmp_path / "b", **changed)))
    assert "n'est pas une sauvegarde" in told or "autre version" in told


@pytest.mark.parametrize(
    "made", [b"", b"[]", b"null", b"{", b"[" * 200_000, b'{"a":' * 200_000, b"\xff\xfe", b"9" * 5000]
)  # fmt: skip
def test_a_manifest_that_is_none_is_refused_in_words(tmp_path, made):
    (held(tmp_path / "b") / backup.MANIFEST).write_bytes(made)
    assert "n'est pas une sauvegarde" in refusal("restore_check", str(tmp_path / "b"))


@pytest.mark.parametrize(
    "spoil",
    [
        lambda raw: b"no database" * 1000,
        lambda raw: b"",
        lambda raw: raw[: len(raw) // 2],
        lambda raw: raw[:100] + bytes(4000) + raw[4100:],
        lambda raw: b"\0" * 16 + raw[16:],
    ],
)
def test_a_database_that_was_spoiled_with_its_manifest_is_refused_in_words(tmp_path, spoil):
    path = held(tmp_path / "b") / SQLITE_NAME
    path.write_bytes(spoil(path.read_bytes()))
    (path.parent / backup.MANIFEST).write_text(
        json.dumps({**GOOD, "files": {SQLITE_NAME: backup._facts(path)}})
    )
    told = refusal("restore_check", str(path.parent), "--into", str(tmp_path / "copy"))
    assert "endommagée" in told or "d'autres tables" in told


def test_a_folder_with_a_sign_of_addresses_in_its_name_is_restored(tmp_path):
    """« # » and « ? » end the path of an address, and SQLite is given one."""
    kept = held(tmp_path / "sauvegarde n°1 #2?")
    put_back(kept, backup.read_manifest(kept), tmp_path / "copy", keys=None, database_url="")
    assert (tmp_path / "copy" / "db.sqlite3").is_file()
    assert sorted(tmp_path.iterdir()) == [tmp_path / "copy", kept], (
        "no other database was looked at"
    )


def test_a_copy_that_finds_no_room_leaves_no_half(small_disk, tmp_path):
    kept = held(tmp_path / "b")
    told = refusal("restore_check", str(kept), "--into", str(small_disk / "copy"))
    assert "impossible" in told
    assert list((small_disk / "copy").iterdir()) == []


def test_what_is_no_key_is_said_in_words(tmp_path):
    (tmp_path / "keys").mkdir()
    (tmp_path / "keys" / "audit_key").write_bytes(b"\xff\xfe")
    with pytest.raises(backup.BackupError, match="audit_key"):
        _environment(tmp_path, "")
