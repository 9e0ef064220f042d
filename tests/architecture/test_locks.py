"""Locks that PostgreSQL would turn into a deadlock; SQLite has one writer and can't show it."""

from tests.integration.stack import ROOT

APPS = ("deidweb", "annotation", "privacy", "icdcoder", "worker")


def test_a_project_is_never_locked_against_new_rows_of_it():
    """Audit head, then a new job of the project; here the project, then the audit head."""
    full = [
        path.relative_to(ROOT)
        for app in APPS
        for path in (ROOT / app).rglob("*.py")
        if "Project.objects.select_for_update()" in path.read_text(encoding="utf-8")
    ]
    assert full == []
