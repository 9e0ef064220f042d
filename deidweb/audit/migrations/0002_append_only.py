from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

# As they were; 0004 replaces them by those of `deidweb.audit.triggers`, which know sealed months.
SQLITE = [
    f"""CREATE TRIGGER IF NOT EXISTS audit_no_{verb} BEFORE {verb.upper()} ON audit_auditentry
        BEGIN SELECT RAISE(ABORT, 'audit rows are append-only'); END"""
    for verb in ("update", "delete")
]
POSTGRESQL = [
    """CREATE OR REPLACE FUNCTION audit_append_only() RETURNS trigger AS $$
       BEGIN RAISE EXCEPTION 'audit rows are append-only'; END $$ LANGUAGE plpgsql""",
    """CREATE OR REPLACE TRIGGER audit_append_only BEFORE UPDATE OR DELETE ON audit_auditentry
       FOR EACH ROW EXECUTE FUNCTION audit_append_only()""",
]


def install(_apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    is_postgresql = schema_editor.connection.vendor == "postgresql"
    for statement in POSTGRESQL if is_postgresql else SQLITE:
        schema_editor.execute(statement, params=None)


def remove(_apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("DROP TRIGGER IF EXISTS audit_append_only ON audit_auditentry")
    else:
        schema_editor.execute("DROP TRIGGER IF EXISTS audit_no_update")
        schema_editor.execute("DROP TRIGGER IF EXISTS audit_no_delete")


class Migration(migrations.Migration):
    dependencies = [("audit", "0001_initial")]
    operations = [migrations.RunPython(install, remove)]
