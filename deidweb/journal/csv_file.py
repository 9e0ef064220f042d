"""The journal as a CSV file that a spreadsheet opens without running anything in it."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Iterator
from typing import Final

from django.utils import timezone
from django.utils.translation import gettext as _

from deidweb.audit.models import AuditEntry
from deidweb.audit.presentation import ACTIONS, OBJECTS
from deidweb.spreadsheets import harmless

BOM: Final = "\ufeff"  # without it Excel reads UTF-8 as Latin-1


class _Echo:
    """A file that hands back what is written into it."""

    def write(self, text: str) -> str:
        return text


def csv_lines(entries: Iterable[AuditEntry]) -> Iterator[str]:
    """Line after line, the head first. Separated by semicolons, as French spreadsheets expect."""
    writer = csv.writer(_Echo(), delimiter=";", lineterminator="\r\n")
    head = [
        _("Ligne"), _("Quand"), _("Compte"), _("Nom"), _("Action"), _("Code"), _("Objet"),
        _("Identifiant"), _("Détails"), _("Sceau"),
    ]  # fmt: skip
    yield BOM + writer.writerow(head)
    for entry in entries:
        yield writer.writerow(map(harmless, _cells(entry)))


def _cells(entry: AuditEntry) -> list[object]:
    actor = entry.actor
    return [
        entry.pk,
        timezone.localtime(entry.at).isoformat(timespec="seconds"),
        actor.username if actor else "",
        actor.display_name if actor else "",
        ACTIONS.get(entry.action, entry.action),
        entry.action,
        OBJECTS.get(entry.object_type, entry.object_type),
        entry.object_id,
        json.dumps(entry.details, ensure_ascii=False, sort_keys=True) if entry.details else "",
        entry.digest,
    ]
