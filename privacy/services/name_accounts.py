"""The key that names the accounts of a project's ledger."""

from __future__ import annotations

from deidweb.accounts.models import Project
from privacy.domain.randomness import StudyKey
from privacy.models import LedgerCharge
from privacy.services.keep_keys import ledger_key


def account_key(project: Project) -> StudyKey:
    """The key that names the project's accounts, made at the first build. Raises StudyKeyError."""
    has_rows = LedgerCharge.objects.filter(project=project).exists()
    return ledger_key(project.pk, may_create=not has_rows)
