"""The database role of web and workers: rows, no tables; of the journal, adding and reading only (PostgreSQL)."""

from __future__ import annotations

from typing import Final

from django.apps import apps
from django.db import connection, transaction

# Segments are made and erased by the role that owns the tables: `manage.py purge` runs as it.
_ADD_ONLY: Final = ("audit_auditentry",)
_READ_ONLY: Final = ("audit_auditsegment", "django_migrations")


class AppRoleError(Exception):
    """Not done; the message (French) says why."""


def grant_app_role(role: str) -> int:
    """Gives `role` what it needs and takes all else away; how many tables. After each `migrate`. Raises AppRoleError."""
    if connection.vendor != "postgresql":
        raise AppRoleError("Seul PostgreSQL connaît des rôles.")
    name = connection.ops.quote_name(role)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT rolsuper OR rolcreatedb FROM pg_roles WHERE rolname = %s", [role])
        found = cursor.fetchone()
        if found is None:
            raise AppRoleError("Ce rôle n'existe pas : deploy/postgres_roles.sh le crée.")
        if found[0]:
            raise AppRoleError("Ce rôle peut tout : prenez-en un sans SUPERUSER ni CREATEDB.")
        cursor.execute(f"REVOKE ALL ON ALL TABLES IN SCHEMA public FROM {name}")
        cursor.execute(f"REVOKE CREATE ON SCHEMA public FROM {name}")
        cursor.execute(f"GRANT USAGE ON SCHEMA public TO {name}")
        cursor.execute(f"GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO {name}")
        tables = _tables()
        for table in tables:
            cursor.execute(
                f"GRANT {_rights(table)} ON {connection.ops.quote_name(table)} TO {name}"
            )
    return len(tables)


def _tables() -> list[str]:
    """Many-to-many tables included."""
    models = apps.get_models(include_auto_created=True)
    return sorted({model._meta.db_table for model in models} | {"django_migrations"})


def _rights(table: str) -> str:
    if table in _READ_ONLY:
        return "SELECT"
    return "SELECT, INSERT" if table in _ADD_ONLY else "SELECT, INSERT, UPDATE, DELETE"
