"""The journal's retention: closed months are sealed, and sealed months erased when their time is over."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet, Sum
from django.utils import timezone

from deidweb.audit.models import AuditEntry, AuditHead, AuditSegment
from deidweb.audit.past import erasure_seal_of, seal_of
from deidweb.audit.services import keyed, verify_chain

_CHUNK: Final = 5000


class BrokenChainError(Exception):
    """A journal that was touched is neither sealed nor erased: it is evidence."""


def seal_past() -> int:
    """Seals each month (UTC) that is over; how many. Raises BrokenChainError."""
    if not verify_chain().is_intact:
        raise BrokenChainError
    sealed = 0
    while _seal_one():
        sealed += 1
    return sealed


@transaction.atomic
def _seal_one() -> bool:
    """The oldest month that is over and not sealed. The head is locked: two sealers take turns."""
    AuditHead.objects.select_for_update().filter(pk=1).first()
    last = AuditSegment.objects.order_by("-number").first()
    rows = AuditEntry.objects.filter(pk__gt=last.last_row if last else 0).order_by("pk")
    first = rows.first()
    if first is None:
        return False
    end = _next_month(first.at)
    if end > timezone.now():
        return False
    # by number, not by time: a clock that was set back leaves no hole
    after = rows.filter(at__gte=end).first()
    if after is not None:
        rows = rows.filter(pk__lt=after.pk)
    final = rows.order_by("-pk").first() or first
    segment = AuditSegment(
        number=last.number + 1 if last else 1,
        first_row=first.pk, last_row=final.pk, row_count=rows.count(),
        began=first.at, ended=final.at, previous=first.previous, last_digest=final.digest,
    )  # fmt: skip
    segment.seal = seal_of(segment, keyed)
    segment.save(force_insert=True)
    return True


def _next_month(moment: datetime) -> datetime:
    day = moment.astimezone(UTC)
    return datetime(day.year + day.month // 12, day.month % 12 + 1, 1, tzinfo=UTC)


def _over() -> QuerySet[AuditSegment]:
    before = timezone.now() - timedelta(days=settings.AUDIT_RETENTION_DAYS)
    return AuditSegment.objects.filter(erased_at=None, ended__lt=before).order_by("number")


def erasable_rows() -> int:
    """Rows of sealed months whose time is over."""
    return _over().aggregate(rows=Sum("row_count"))["rows"] or 0


def erase_sealed() -> int:
    """Erases the sealed months that are older than AUDIT_RETENTION_DAYS; how many rows went.

    The erasure is written down first: cut off in the middle, the next run goes on with what is left.
    """
    for segment in _over():
        segment.erased_at = timezone.now()
        segment.erasure_seal = erasure_seal_of(segment, keyed)
        segment.save(update_fields=["erased_at", "erasure_seal"])
    erased = AuditSegment.objects.exclude(erased_at=None).order_by("-number").first()
    return _delete_until(erased.last_row) if erased else 0


def _delete_until(last: int) -> int:
    """By short transactions: pages write to the journal meanwhile."""
    gone = 0
    while ids := list(
        AuditEntry.objects.filter(pk__lte=last).order_by("pk").values_list("pk", flat=True)[:_CHUNK]
    ):
        AuditEntry.objects.filter(pk__lte=ids[-1]).delete()
        gone += len(ids)
    return gone
