"""What a backup copies is what the documentation says that it does, and no raw upload."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from deidweb.operations import backup
from deidweb.operations.database_copy import Contents

TABLE = Path(__file__).resolve().parents[3] / "docs" / "operations.md"


@pytest.fixture
def data(settings, tmp_path, monkeypatch) -> Path:
    """A data folder with a file in each of its folders."""
    settings.DATA_DIR = tmp_path / "var"
    for kind in ("export", "dataset", "model", "backbone", "tagger", "import"):
        folder = settings.DATA_DIR / f"{kind}s"
        setattr(settings, f"{kind.upper()}_DIR", folder)
        folder.mkdir(parents=True)
        (folder / "file").write_text("x")

    def copy(partial):
        (partial / "database.sqlite3").write_text("x")
        return partial / "database.sqlite3", Contents({}, [], {})

    monkeypatch.setattr(backup, "copy_database", copy)
    monkeypatch.setattr(backup, "remember_backup", lambda _now: None)
    for name in ("KEY_DIR", "STUDY_KEY_DIR", "IDENTITY_KEY_DIR", "STUDY_KEKS_DIR"):
        setattr(settings, name, tmp_path / "keys" / name.lower())
    return settings.DATA_DIR


def test_a_backup_has_what_the_table_says_and_no_upload(data, tmp_path):
    made = backup.make_backup(tmp_path / "elsewhere")
    copied = {path.name for path in made.iterdir() if path.is_dir()}
    assert copied == set(told("yes"))
    assert "imports" in told("no")


@pytest.mark.parametrize("target", ["file", "folder", "nothing"])
def test_a_link_is_named_and_nothing_is_kept(data, tmp_path, target):
    """Left out in silence, what it leads to would be missed on the day of the restore."""
    (tmp_path / "file").write_text("x")
    (tmp_path / "folder").mkdir()
    link = data / "models" / "linked"
    link.symlink_to(tmp_path / target)
    with pytest.raises(backup.BackupError, match=re.escape(str(link))):
        backup.make_backup(tmp_path / "elsewhere")
    assert list((tmp_path / "elsewhere").iterdir()) == []
    link.unlink()
    assert backup.make_backup(tmp_path / "elsewhere").is_dir()


def test_a_key_behind_a_link_is_taken_and_a_folder_of_keys_refused(data, settings, tmp_path):
    (tmp_path / "disk").mkdir()
    (tmp_path / "disk" / "a.key").write_text("k")
    studies = Path(settings.STUDY_KEY_DIR)
    studies.mkdir(parents=True)
    (studies / "a.key").symlink_to(tmp_path / "disk" / "a.key")
    made = backup.make_backup(tmp_path / "elsewhere", keys=tmp_path / "apart")
    copied = tmp_path / "apart" / made.name / "studies" / "a.key"
    assert copied.read_text() == "k"
    assert not copied.is_symlink()
    (studies / "more").symlink_to(tmp_path / "disk")
    with pytest.raises(backup.BackupError, match="more"):
        backup.make_backup(tmp_path / "again", keys=tmp_path / "apart2")
    assert list((tmp_path / "apart2").iterdir()) == []


def told(answer: str) -> list[str]:
    """Folders of the data that the documentation says are in a backup, or are not."""
    rows = re.findall(r"(?m)^\| (`[^|]+`) \| [^|]+ \| (\w+)", TABLE.read_text(encoding="utf-8"))
    return [
        name for names, said in rows if said == answer for name in re.findall(r"`(\w+)/`", names)
    ]
