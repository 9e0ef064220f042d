"""Writing and checking the audit chain."""

from __future__ import annotations

import hashlib
import hmac
import json
from dataclasses import dataclass
from datetime import UTC
from typing import TYPE_CHECKING
from uuid import UUID

from django.conf import settings
from django.db import models, transaction
from django.utils import timezone

from deidweb.audit.models import AuditEntry, AuditHead
from deidweb.audit.past import Past, read_past
from deidweb.unready import NotReadyError

if TYPE_CHECKING:
    from deidweb.accounts.models import Project, User


class NoAuditKeyError(NotReadyError):
    """This process was given no AUDIT_KEY (DEIDWEB_KEYS): it must not write to the journal."""

    def __init__(self) -> None:
        super().__init__(
            f"Pas de clé du journal (AUDIT_KEY). Sur une seule machine, « manage.py serve » la tire dans {settings.KEY_DIR} "
            "à son premier démarrage : lancez-le d'abord, ou donnez le bon DEIDWEB_DATA_DIR."
        )


def keyed(text: str) -> str:
    if not settings.AUDIT_KEY:
        raise NoAuditKeyError
    return hmac.new(settings.AUDIT_KEY.encode(), text.encode(), hashlib.sha256).hexdigest()


def _seal(head: AuditHead) -> str:
    return keyed(f"{head.count}:{head.last_digest}")


def _digest(entry: AuditEntry) -> str:
    row = json.dumps(
        [
            entry.previous,
            entry.at.astimezone(UTC).isoformat(timespec="microseconds"),
            entry.actor_id,
            entry.action,
            str(entry.project_ref or ""),
            entry.object_type,
            entry.object_id,
            entry.details,
        ],
        sort_keys=True,
        separators=(",", ":"),
        ensure_ascii=True,
    )
    return keyed(row)


def _reference(target: models.Model | None) -> tuple[str, str]:
    return ("", "") if target is None else (target._meta.label_lower, str(target.pk))


def record(
    action: str,
    *,
    actor: User | None,
    project: Project | UUID | None = None,
    target: models.Model | None = None,
    **details: str | float | bool | None,
) -> AuditEntry:
    """Appends one row in the caller's transaction (opens one when there is none).

    `details` holds ids, counts, states: never a name, a text or a file name.
    """
    object_type, object_id = _reference(target)
    with transaction.atomic():
        head, _created = AuditHead.objects.select_for_update().get_or_create(pk=1)
        entry = AuditEntry(
            at=timezone.now(),
            actor=actor,
            action=action,
            project_ref=project.pk if isinstance(project, models.Model) else project,
            object_type=object_type,
            object_id=object_id,
            details=details,
            previous=head.last_digest,
        )
        entry.digest = _digest(entry)
        entry.save()
        head.last_digest = entry.digest
        head.count += 1
        head.seal = _seal(head)
        head.save()
    return entry


@dataclass(frozen=True, slots=True)
class ChainReport:
    """`broken_at` is the first row that does not follow from the one before; None = whole."""

    checked: int
    broken_at: int | None
    reason: str = ""

    @property
    def is_intact(self) -> bool:
        return self.broken_at is None


def verify_chain() -> ChainReport:
    """Recomputes every digest; also notices rows cut off at the end, and at the beginning without a sealed erasure.

    The head is read first: rows that others write meanwhile come after it and are checked as well.
    """
    past = read_past(keyed)
    report = _verify(past)
    # months that were erased while the rows were read are no fault
    return report if report.is_intact or read_past(keyed) == past else verify_chain()


def _verify(past: Past) -> ChainReport:
    head = AuditHead.objects.filter(pk=1).first() or AuditHead()
    if past.fault:
        return ChainReport(0, past.until_row, past.fault)
    previous = at_head = past.digest
    checked = 0
    for entry in AuditEntry.objects.filter(pk__gt=past.until_row).order_by("pk").iterator():
        checked += 1
        if entry.previous != previous:
            return ChainReport(checked, entry.pk, "une ligne manque avant celle-ci")
        if not hmac.compare_digest(_digest(entry), entry.digest):
            return ChainReport(checked, entry.pk, "cette ligne a été modifiée")
        previous = entry.digest
        if past.sealed.get(entry.pk, previous) != previous:
            return ChainReport(checked, entry.pk, "un mois scellé ne finit pas par cette ligne")
        if checked + past.rows == head.count:
            at_head = previous
    if head.count and not hmac.compare_digest(_seal(head), head.seal):
        return ChainReport(checked, checked + 1, "le décompte des lignes a été modifié")
    if checked + past.rows < head.count or at_head != head.last_digest:
        return ChainReport(checked, checked + 1, "des lignes manquent à la fin")
    return ChainReport(checked, None)
