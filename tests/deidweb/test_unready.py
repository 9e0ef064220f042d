"""A command that finds no database, or no key, says so in a sentence."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.db import DatabaseError, ProgrammingError

from deidweb.audit.services import NoAuditKeyError, keyed
from deidweb.unready import _named, why


def manage(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    kept = {key: value for key, value in os.environ.items() if not key.startswith("DATABASE_")}
    environment = kept | {
        "DEIDWEB_DATA_DIR": str(folder),
        "DJANGO_SETTINGS_MODULE": "deidweb.settings.embedded",
    }
    command = [sys.executable, str(settings.BASE_DIR / "manage.py"), *arguments]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.slow
@pytest.mark.parametrize("command", [["create_admin", "alix"], ["backup", "copie"]])
def test_a_folder_without_tables_is_told_with_what_to_do(tmp_path, command):
    told = manage(tmp_path, *command)
    assert told.returncode == 1
    assert told.stderr.startswith(f"CommandError: La base de données {tmp_path}/db.sqlite3")
    assert "lancez « manage.py migrate »" in told.stderr
    assert "CRITICAL" not in told.stderr


@pytest.mark.slow
def test_a_folder_that_is_not_there_is_told(tmp_path):
    told = manage(tmp_path / "ailleurs", "migrate")
    assert told.returncode == 1
    assert told.stderr.startswith("CommandError: La base de données")
    assert "ne s'ouvre pas" in told.stderr
    assert "(DEIDWEB_DATA_DIR)" in told.stderr


def test_a_missing_key_of_the_journal_names_the_key_and_who_draws_it(settings):
    settings.AUDIT_KEY = ""
    with pytest.raises(NoAuditKeyError) as caught:
        keyed("ligne")
    assert "AUDIT_KEY" in why(caught.value)
    assert "manage.py serve" in why(caught.value)


@pytest.mark.django_db
@pytest.mark.parametrize("error", [DatabaseError("x"), ProgrammingError("x"), ValueError("x")])
def test_what_is_no_fault_of_the_installation_is_left_to_the_log(error):
    assert why(error) == ""


def test_a_database_is_named_without_its_password():
    database = {"ENGINE": "django.db.backends.postgresql", "NAME": "deidweb", "HOST": "10.0.0.2"}
    assert _named(database | {"PASSWORD": "secret"}) == "deidweb@10.0.0.2 (DATABASE_URL)"
