"""Where a check of a restored copy looks."""

from __future__ import annotations

from pathlib import Path

from deidweb.operations.restore import _environment


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
