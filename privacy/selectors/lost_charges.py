"""How many settled charges the database has lost, by a count kept beside the keys.

The file holds how many charges of a project have been settled. These rows are never deleted, so the table can hold fewer
only if it went back in time: an older backup was restored.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from uuid import UUID

from django.conf import settings

from deidweb.accounts.models import Project
from deidweb.short_files import short_text
from privacy.models import LedgerCharge


def settled_in_table(project: Project) -> int:
    """Charges of approved exports that the database knows."""
    return LedgerCharge.objects.filter(project=project).exclude(settled_at=None).count()


def lost_charges(project: Project) -> int:
    """How many settled charges the database has lost; 0 when all is well."""
    return max(0, settled_on_file(project.pk) - settled_in_table(project))


def settled_file(project_id: UUID) -> Path:
    return Path(settings.STUDY_KEY_DIR) / f"ledger-{project_id}.settled"


def settled_on_file(project_id: UUID) -> int:
    with suppress(OSError, ValueError):
        return int(short_text(settled_file(project_id)))
    return 0
