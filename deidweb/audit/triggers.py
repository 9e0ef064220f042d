"""The database itself refuses to change or delete an audit row."""

from django.db.backends.base.base import BaseDatabaseWrapper

_SQLITE = [
    f"""CREATE TRIGGER IF NOT EXISTS audit_no_{verb} BEFORE {verb.upper()} ON audit_auditentry
        BEGIN SELECT RAISE(ABORT, 'audit rows are append-only'); END"""
    for verb in ("update", "delete")
]
_POSTGRESQL = [
    """CREATE OR REPLACE FUNCTION audit_append_only() RETURNS trigger AS $$
       BEGIN RAISE EXCEPTION 'audit rows are append-only'; END $$ LANGUAGE plpgsql""",
    """CREATE OR REPLACE TRIGGER audit_append_only BEFORE UPDATE OR DELETE ON audit_auditentry
       FOR EACH ROW EXECUTE FUNCTION audit_append_only()""",
]


def install(connection: BaseDatabaseWrapper) -> None:
    """Creates the triggers; does nothing where they are."""
    statements = _POSTGRESQL if connection.vendor == "postgresql" else _SQLITE
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


def remove(connection: BaseDatabaseWrapper) -> None:
    """Drops the triggers (tests that empty the tables between two runs; reversed migration)."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("DROP TRIGGER IF EXISTS audit_append_only ON audit_auditentry")
        else:
            cursor.execute("DROP TRIGGER IF EXISTS audit_no_update")
            cursor.execute("DROP TRIGGER IF EXISTS audit_no_delete")
