"""The database itself refuses to change or delete an audit row."""

from django.db.backends.base.base import BaseDatabaseWrapper

_REFUSED = "audit rows are append-only"
_ERASED = """EXISTS (SELECT 1 FROM audit_auditsegment s WHERE s.erased_at IS NOT NULL
             AND OLD.id BETWEEN s.first_row AND s.last_row)"""
# What a segment says never changes; it is erased once.
_KEPT = """(OLD.erased_at IS NULL AND NEW.number = OLD.number AND NEW.first_row = OLD.first_row
           AND NEW.last_row = OLD.last_row AND NEW.seal = OLD.seal)"""
# name → table, verb, what is let through
_RULES = {
    "audit_no_update": ("audit_auditentry", "UPDATE", "FALSE"),
    "audit_no_delete": ("audit_auditentry", "DELETE", _ERASED),
    "audit_segment_no_update": ("audit_auditsegment", "UPDATE", _KEPT),
    "audit_segment_no_delete": ("audit_auditsegment", "DELETE", "FALSE"),
}


def _sqlite() -> list[str]:
    return [
        f"""CREATE TRIGGER IF NOT EXISTS {name} BEFORE {verb} ON {table} WHEN NOT ({allowed})
            BEGIN SELECT RAISE(ABORT, '{_REFUSED}'); END"""
        for name, (table, verb, allowed) in _RULES.items()
    ]


def _postgresql() -> list[str]:
    statements = []
    for name, (table, verb, allowed) in _RULES.items():
        row = "OLD" if verb == "DELETE" else "NEW"
        statements += [
            f"""CREATE OR REPLACE FUNCTION {name}() RETURNS trigger AS $$
                BEGIN IF NOT ({allowed}) THEN RAISE EXCEPTION '{_REFUSED}'; END IF; RETURN {row}; END
                $$ LANGUAGE plpgsql""",
            f"""CREATE OR REPLACE TRIGGER {name} BEFORE {verb} ON {table}
                FOR EACH ROW EXECUTE FUNCTION {name}()""",
        ]
    return statements


def install(connection: BaseDatabaseWrapper) -> None:
    """Creates the triggers; does nothing where they are."""
    statements = _postgresql() if connection.vendor == "postgresql" else _sqlite()
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


def remove(connection: BaseDatabaseWrapper) -> None:
    """Drops the triggers (tests that empty the tables between two runs; reversed migration)."""
    is_postgresql = connection.vendor == "postgresql"
    with connection.cursor() as cursor:
        if is_postgresql:  # the one trigger of older versions
            cursor.execute("DROP TRIGGER IF EXISTS audit_append_only ON audit_auditentry")
        for name, (table, _verb, _allowed) in _RULES.items():
            on = f" ON {table}" if is_postgresql else ""
            cursor.execute(f"DROP TRIGGER IF EXISTS {name}{on}")
