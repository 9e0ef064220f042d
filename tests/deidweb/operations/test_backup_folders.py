"""What a backup copies is what the documentation says that it does, and no raw upload."""

from __future__ import annotations

import re
from pathlib import Path

from deidweb.operations import backup
from deidweb.operations.database_copy import Contents

TABLE = Path(__file__).resolve().parents[3] / "docs" / "operations.md"


def test_a_backup_has_what_the_table_says_and_no_upload(settings, tmp_path, monkeypatch):
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
    made = backup.make_backup(tmp_path / "elsewhere")
    copied = {path.name for path in made.iterdir() if path.is_dir()}
    assert copied == set(told("yes"))
    assert "imports" in told("no")


def told(answer: str) -> list[str]:
    """Folders of the data that the documentation says are in a backup, or are not."""
    rows = re.findall(r"(?m)^\| (`[^|]+`) \| [^|]+ \| (\w+)", TABLE.read_text(encoding="utf-8"))
    return [
        name for names, said in rows if said == answer for name in re.findall(r"`(\w+)/`", names)
    ]
