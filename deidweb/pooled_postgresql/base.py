"""PostgreSQL behind a pooler that gives each transaction another server connection (PgBouncer, transaction mode).

Such a pooler refuses what a client asks for when it connects (`options`), and what a session sets stays with a server
connection that the next client gets. So each transaction says how patient it is, for itself alone.
"""

from __future__ import annotations

from typing import Any

from django.db.backends.postgresql import base


class DatabaseWrapper(base.DatabaseWrapper):
    """OPTIONS["patience"]: setting → value, for each transaction. A statement outside any has the database role's own."""

    def get_connection_params(self) -> dict[str, Any]:
        params: dict[str, Any] = super().get_connection_params()
        params.pop("patience", None)
        return params

    def _set_autocommit(self, autocommit: bool) -> None:  # noqa: FBT001 - Django's signature
        super()._set_autocommit(autocommit)  # type: ignore[misc]  # not in the stubs
        if not autocommit:
            patience = self.settings_dict["OPTIONS"].get("patience", {})
            told = (f"SET LOCAL {name} = '{value}'" for name, value in patience.items())
            self.connection.execute("; ".join(told))
