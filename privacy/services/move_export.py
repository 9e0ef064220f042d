"""An export is locked, moved from state to state, its file removed."""

from __future__ import annotations

from functools import partial

from django.db import transaction
from django.utils.translation import gettext as _

from annotation.services.dataset_source import forget_learned
from privacy.domain.export_moves import may_move
from privacy.models import ExportRequest
from privacy.selectors.export_files import export_path, learned_paths
from privacy.services.errors import StateConflictError

State = ExportRequest.State


def remove_export_file(export: ExportRequest) -> None:
    """What will never leave need not lie about."""
    forget_learned(export.pk)
    for path in (export_path(export), *learned_paths(export)):
        transaction.on_commit(partial(path.unlink, missing_ok=True))


def lock_export(export: ExportRequest) -> ExportRequest:
    return (
        ExportRequest.objects.select_for_update(of=("self",))
        .select_related("project", "study", "requested_by")
        .get(pk=export.pk)
    )


def require_move(export: ExportRequest, target: str) -> None:
    if not may_move(export.state, target):
        raise StateConflictError(
            _("L'export n° %(number)s est « %(state)s » : cette décision n'est plus possible.")
            % {"number": export.number, "state": export.get_state_display()}
        )


def move_export(export: ExportRequest, target: str) -> None:
    require_move(export, target)
    export.state = target
