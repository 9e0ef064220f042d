"""A backup made while people work is restored elsewhere, started and walked; a damaged one is refused."""

from __future__ import annotations

import json
import re
import shutil
import sqlite3
import urllib.parse
import urllib.request
from http.cookiejar import CookieJar
from pathlib import Path

import pytest

from tests.integration import scenario

READ = "Document.objects.filter(state='preannotated').count() == 25"


@pytest.fixture
def worked(either_stack):
    """An installation with notes, a released export and its study's key."""
    stack = either_stack
    stack.environment["DEIDWEB_STUDY_KEY_DIR"] = str(stack.folder / "var" / "keys" / "studies")
    stack.run(scenario.setup())
    stack.start_worker("w")
    stack.start_beat()
    stack.wait(READ, 60)
    stack.run(scenario.EXPORT)
    stack.wait("ExportRequest.objects.get().state in ('built', 'quarantined')", 60)
    stack.run(scenario.APPROVE)
    stack.wait("not Job.objects.exclude(state='done').exists()", 60)
    return stack


def made(stack, *options: str) -> Path:
    said = stack.manage("backup", str(stack.folder / "backups"), *options)
    return Path(re.search(r"Sauvegarde faite : (\S+)", said).group(1))


def walk(address: str) -> dict[str, str]:
    """Signs in as the administrator and opens the pages; page → what it shows."""
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))

    def page(path: str, data: bytes | None = None) -> str:
        return browser.open(address + path, data, timeout=60).read().decode()

    token = re.search(
        r'name="csrfmiddlewaretoken" value="(\w+)"', page("/comptes/connexion/")
    ).group(1)
    form = {"csrfmiddlewaretoken": token, "username": "admin", "password": "pw-for-tests-only"}
    home = page("/comptes/connexion/", urllib.parse.urlencode(form).encode())
    project = re.search(r"/projets/([0-9a-f-]{36})/", home).group(1)
    notes = page(f"/projets/{project}/notes/")
    note = re.search(rf"/projets/{project}/notes/[0-9a-f-]{{36}}/", notes).group(0)
    return {
        "home": home, "notes": notes, "note": page(note),
        "exports": page(f"/projets/{project}/exports/"), "jobs": page(f"/projets/{project}/travaux/"),
    }  # fmt: skip


@pytest.mark.fault("F20")
def test_a_restored_copy_starts_and_shows_what_was_there(worked, request):
    backup = made(worked, "--keys", str(worked.folder / "keys-apart"))
    names = {path.name for path in backup.rglob("*")}
    assert not [name for name in names if name.endswith(".key") or "secret" in name]
    assert {oct(path.stat().st_mode & 0o077) for path in backup.rglob("*")} == {"0o0"}
    keys = worked.folder / "keys-apart" / backup.name
    assert list((keys / "studies").glob("*.key"))

    copy, options = worked.folder / "copy", ["--keys", str(keys)]
    database_url = ""
    if worked.environment["DATABASE_URL"]:
        database_url = request.getfixturevalue("cluster").empty()
        options += ["--database-url", database_url]
    said = worked.manage("restore_check", str(backup), "--into", str(copy), *options)
    assert "Sauvegarde bonne" in said

    worked.stop()
    worked.environment |= {
        "DEIDWEB_DATA_DIR": str(copy), "DATABASE_URL": database_url,
        "DEIDWEB_STUDY_KEY_DIR": str(copy / "keys" / "studies"),
    }  # fmt: skip
    worked.start_web()
    seen = walk(f"http://127.0.0.1:{worked.port}")
    assert "Essai" in seen["home"]
    assert "25" in seen["notes"]
    assert "approuvé" in seen["exports"]
    assert worked.query("ExportRequest.objects.get().sha256") == worked.query(
        "__import__('privacy.selectors.export_files', fromlist=['x']).file_sha256(ExportRequest.objects.get())"
    )
    assert "Chaîne intacte" in worked.manage("verify_audit")


def damaged(stack, backup: Path, *options: str) -> str:
    with pytest.raises(AssertionError) as refused:
        stack.manage("restore_check", str(backup), *options)
    return str(refused.value)


def test_a_backup_that_was_touched_is_refused(make_stack):
    stack = make_stack()
    stack.run(scenario.setup())
    stack.start_worker("w")
    stack.wait(READ, 60)
    backup = made(stack)
    assert "Sauvegarde bonne" in stack.manage("restore_check", str(backup))

    # a byte of the database
    broken = Path(shutil.copytree(backup, stack.folder / "broken"))
    with (broken / "database.sqlite3").open("r+b") as file:
        file.seek(5000)
        file.write(b"X")
    assert "endommagée" in damaged(stack, broken)

    # a row of the journal, with a manifest that agrees with the file
    forged = Path(shutil.copytree(backup, stack.folder / "forged"))
    with sqlite3.connect(forged / "database.sqlite3") as rows:
        rows.execute("DROP TRIGGER audit_no_update")
        rows.execute("UPDATE audit_auditentry SET action = 'note.read' WHERE id = 2")
    forge(forged)
    assert "Journal rompu à la ligne 2" in damaged(stack, forged)

    # a note's text, likewise
    other = Path(shutil.copytree(backup, stack.folder / "other"))
    with sqlite3.connect(other / "database.sqlite3") as rows:
        rows.execute("UPDATE annotation_document SET text = text || '.' WHERE position = 3")
    forge(other)
    assert "1 note(s)" in damaged(stack, other)

    full = stack.folder / "full"
    full.mkdir()
    (full / "something").touch()
    assert "n'est pas vide" in damaged(stack, backup, "--into", str(full))
    assert [path.name for path in full.iterdir()] == ["something"]


def forge(backup: Path) -> None:
    from deidweb.operations.backup import _facts

    manifest = json.loads((backup / "manifest.json").read_text())
    manifest["files"]["database.sqlite3"] = _facts(backup / "database.sqlite3")
    (backup / "manifest.json").write_text(json.dumps(manifest))


def test_a_backup_never_lies_in_the_data_nor_keys_beside_it(make_stack):
    stack = make_stack()
    for arguments in (
        [str(stack.folder / "var" / "b")],
        [str(stack.folder / "b"), "--keys", str(stack.folder / "b" / "keys")],
        [str(stack.folder / "b"), "--keys", str(stack.folder / "var" / "k")],
    ):
        with pytest.raises(AssertionError, match="dossier"):
            stack.manage("backup", *arguments)
    assert not (stack.folder / "b").exists()
