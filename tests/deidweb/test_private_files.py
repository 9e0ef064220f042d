"""What is written at run time is for this account alone."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import call_command

from deidweb import checks
from deidweb.private_files import exposed, mend

ROOT = Path(__file__).resolve().parents[2]
# each prints the umask that it leaves behind
ENTRY_POINTS = {
    "commands": "import manage, sys; sys.argv = ['manage.py', 'help', 'check']; manage.main()",
    "web": "import deidweb.wsgi",
    "workers": "import deidweb.celery",
}


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.slow
@pytest.mark.parametrize("entry", list(ENTRY_POINTS))
def test_every_entry_point_keeps_its_files_private(entry, tmp_path):
    code = f"import os; os.umask(0o022); {ENTRY_POINTS[entry]}; print('umask', oct(os.umask(0)))"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**os.environ, "DEIDWEB_DATA_DIR": str(tmp_path), "SECRET_KEY": "s" * 40,
             "DJANGO_SETTINGS_MODULE": "deidweb.settings.embedded"},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert "umask 0o77" in done.stdout


@pytest.mark.slow
def test_the_first_migration_makes_a_private_database(tmp_path):
    data = tmp_path / "var"
    data.mkdir(mode=0o755)
    variables = {**os.environ, "DEIDWEB_DATA_DIR": str(data), "SECRET_KEY": "s" * 40, "AUDIT_KEY": "a" * 40,
                 "DJANGO_SETTINGS_MODULE": "deidweb.settings.embedded", "DATABASE_URL": ""}  # fmt: skip
    command = (
        f"umask 022; {sys.executable} manage.py migrate --no-input --verbosity=0 accounts 0001"
    )
    subprocess.run(["/bin/sh", "-c", command], cwd=ROOT, env=variables, check=True)
    assert mode(data / "db.sqlite3") == 0o600


@pytest.fixture
def old_var(tmp_path) -> Path:
    """As an older version left it."""
    folder = tmp_path / "var"
    (folder / "exports" / "p").mkdir(parents=True)
    (folder / "db.sqlite3").write_text("notes")
    (folder / "exports" / "p" / "file.jsonl").write_text("notes")
    (tmp_path / "elsewhere").write_text("not ours")
    (folder / "link").symlink_to(tmp_path / "elsewhere")
    for path in (folder, folder / "exports", folder / "exports" / "p"):
        path.chmod(0o755)
    for path in (
        folder / "db.sqlite3",
        folder / "exports" / "p" / "file.jsonl",
        tmp_path / "elsewhere",
    ):
        path.chmod(0o644)
    return folder


def test_an_old_folder_is_mended(old_var):
    assert mend(old_var) == 5
    assert {mode(old_var), mode(old_var / "exports"), mode(old_var / "exports" / "p")} == {0o700}
    assert mode(old_var / "db.sqlite3") == mode(old_var / "exports" / "p" / "file.jsonl") == 0o600
    assert mode(old_var.parent / "elsewhere") == 0o644, "a link leads elsewhere"
    assert mend(old_var) == 0


def test_the_check_names_what_others_can_read(old_var, settings):
    settings.DATA_DIR = old_var
    assert exposed(old_var) == ["exports", "db.sqlite3"]
    (message,) = checks.data_is_private()
    assert (message.id, "exports, db.sqlite3" in message.msg) == ("deidweb.W001", True)
    old_var.chmod(0o700)
    assert checks.data_is_private() == [], "nobody passes a closed folder"


def test_a_public_nomenclature_alone_is_no_reason_to_warn(tmp_path, settings):
    (tmp_path / "cim10").mkdir()
    tmp_path.chmod(0o755)
    settings.DATA_DIR = tmp_path
    assert checks.data_is_private() == []


def test_the_check_is_part_of_the_usual_ones(settings, old_var, capsys):
    settings.DATA_DIR = old_var
    call_command("check")
    assert "deidweb.W001" in capsys.readouterr().err


def test_keys_beside_the_data_are_named(settings, tmp_path):
    from deidweb.checks import keys_lie_apart

    data, apart = tmp_path / "data", tmp_path / "keys"
    settings.DATA_DIR = data
    settings.IDENTITY_KEY_DIR, settings.STUDY_KEY_DIR = data / "keys", apart
    settings.SECRET_FILE = settings.AUDIT_KEY_FILE = settings.STUDY_KEK_FILE = apart / "kek"
    settings.IDENTITY_KEK_FILE = apart / "identity_kek"
    (found,) = keys_lie_apart()
    assert found.id == "deidweb.W002"
    assert "IDENTITY_KEY_DIR" in found.msg
    assert "STUDY_KEY_DIR" not in found.msg
    settings.IDENTITY_KEY_DIR = apart / "identities"
    assert keys_lie_apart() == []
    settings.AUDIT_KEY_FILE = data / "audit_key"
    assert keys_lie_apart() == [], "drawn elsewhere: the environment gives it"
    data.mkdir()
    settings.AUDIT_KEY_FILE.touch()
    assert "DEIDWEB_KEY_DIR" in keys_lie_apart()[0].msg
