"""The database that tests copy is the one that migrations make today."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

from tests import kept


def content(path: Path) -> list[str]:
    """Every statement that makes the database, but for the moments at which migrations ran."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("update django_migrations set applied = ''")
        return sorted(connection.iterdump())


def test_the_kept_database_is_a_migrated_one(tmp_path):
    environment = {
        **os.environ, "DJANGO_SETTINGS_MODULE": "deidweb.settings.embedded", "DATABASE_URL": "",
        "DEIDWEB_DATA_DIR": str(tmp_path), "SECRET_KEY": "s" * 64, "AUDIT_KEY": "a" * 64,
    }  # fmt: skip
    command = [
        sys.executable,
        "manage.py",
        "migrate",
        "--no-input",
        "--verbosity=0",
        "--skip-checks",
    ]
    subprocess.run(command, cwd=kept.ROOT, env=environment, check=True)
    copy = tmp_path / "copy.sqlite3"
    copy.write_bytes(kept.schema().read_bytes())
    assert content(copy) == content(tmp_path / "db.sqlite3")
    assert len(content(copy)) > 200
