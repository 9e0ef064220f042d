"""`manage.py migrate`: Django's. A migration that a squashed one replaces is still reached, forwards and backwards."""

from __future__ import annotations

from typing import Any

from django.core.management.commands import migrate
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader


class OldLoader(MigrationLoader):
    """Knows the migrations as they were before any was squashed."""

    def load_disk(self) -> None:
        super().load_disk()
        self.disk_migrations = {
            key: migration
            for key, migration in self.disk_migrations.items()
            if not migration.replaces
        }


class OldExecutor(MigrationExecutor):
    """Goes the way of earlier releases, also where the database was made at once."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.loader = OldLoader(self.connection)


class Command(migrate.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        if not _is_replaced(options["app_label"], options["migration_name"]):
            super().handle(*args, **options)
            return
        migrate.MigrationExecutor = OldExecutor  # type: ignore[attr-defined]
        try:
            super().handle(*args, **options)
        finally:
            migrate.MigrationExecutor = MigrationExecutor  # type: ignore[attr-defined]


def _is_replaced(app: str | None, name: str | None) -> bool:
    """Does `name`, or its beginning, mean a migration that Django alone would no longer find?"""
    squashed = [one for one in MigrationLoader(None).disk_migrations.values() if one.replaces]
    replaced = {key for one in squashed for key in one.replaces}
    return bool(name) and any(key[0] == app and key[1].startswith(str(name)) for key in replaced)
