"""One charge after the other over the whole installation: accounts are common to all projects."""

from __future__ import annotations

from privacy.models import Ledger


def lock_ledger() -> None:
    """After the project's lock, never before: the order keeps PostgreSQL from a deadlock."""
    Ledger.objects.select_for_update().get_or_create(pk=1)
