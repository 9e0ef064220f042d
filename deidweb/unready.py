"""Why a command can't work with this installation yet, told to who typed it: the database, or a key, is not there."""

from __future__ import annotations

import sqlite3
from typing import Any


class NotReadyError(RuntimeError):
    """Something that an installation is given is missing; the message says what, and what to do."""


def why(error: Exception) -> str:
    """What to do before the command can work; "" where the installation is not the reason.

    ``manage.py create_admin`` in an empty folder → « La base de données …/db.sqlite3 n'a pas les tables de cette
    version : lancez « manage.py migrate »… »
    """
    from django.db import Error  # not before the settings are chosen

    if isinstance(error, NotReadyError):
        return str(error)
    return _of_the_database() if isinstance(error, Error | sqlite3.Error) else ""


def _of_the_database() -> str:
    from django.db import Error, connection
    from django.db.migrations.executor import MigrationExecutor

    where = _named(connection.settings_dict)
    try:
        connection.ensure_connection()
        executor = MigrationExecutor(connection)
        lacks = bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))
    except Error:
        return f"La base de données {where} ne s'ouvre pas. Existe-t-elle, et ce compte y a-t-il accès ?"
    if not lacks:
        return ""
    return f"La base de données {where} n'a pas les tables de cette version : lancez « manage.py migrate », ou donnez la bonne."


def _named(database: dict[str, Any]) -> str:
    """With the variable that chooses it, and without its password.

    « /srv/var/db.sqlite3 (DEIDWEB_DATA_DIR) », « deidweb@10.0.0.2 (DATABASE_URL) »
    """
    if "sqlite" in database["ENGINE"]:
        return f"{database['NAME']} (DEIDWEB_DATA_DIR)"
    return f"{database['NAME']}@{database['HOST'] or 'localhost'} (DATABASE_URL)"
