"""The journal's past: sealed by months, erased when its time is over, and the chain still proves the rest."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from deidweb.audit import services, triggers
from deidweb.audit.models import AuditEntry, AuditHead, AuditSegment
from deidweb.audit.segments import BrokenChainError, erase_sealed, seal_past
from deidweb.audit.services import record, verify_chain

NOW = datetime(2026, 11, 23, 12, tzinfo=UTC)


@pytest.fixture
def at(monkeypatch):
    """at(moment) → the clock says so."""

    def set_clock(moment: datetime) -> None:
        monkeypatch.setattr(timezone, "now", lambda: moment)

    return set_clock


@pytest.fixture
def two_years(at, admin, project):
    """Two rows a month from December 2024 to November 2026; the clock stands at the end."""
    for month in range(24):
        year, number = 2024 + (month + 11) // 12, (month + 11) % 12 + 1
        for day in (3, 17):
            at(datetime(year, number, day, tzinfo=UTC))
            record("note.read", actor=admin, project=project)
    at(NOW)


def test_each_month_that_is_over_is_sealed_once(two_years):
    assert seal_past() == 23
    assert seal_past() == 0
    segments = list(AuditSegment.objects.all())
    assert [segment.number for segment in segments] == list(range(1, 24))
    assert {segment.row_count for segment in segments} == {2}
    assert verify_chain().is_intact


def test_old_months_go_the_chain_goes_on_and_new_rows_follow(two_years, admin, settings):
    settings.AUDIT_RETENTION_DAYS = 365
    seal_past()
    # December 2024 … October 2025: what ended before 23 November 2025 is eleven months and a row of none
    assert erase_sealed() == 22 + 2
    assert AuditEntry.objects.count() == 48 - 24
    report = verify_chain()
    assert report.is_intact
    assert report.checked == 24
    record("note.read", actor=admin)
    assert verify_chain().checked == 25
    assert AuditHead.objects.get().count == 49
    assert erase_sealed() == 0


def test_what_is_not_sealed_stays_however_old(two_years, settings):
    settings.AUDIT_RETENTION_DAYS = 180
    assert erase_sealed() == 0
    assert AuditEntry.objects.count() == 48


def test_an_erasure_that_was_cut_off_goes_on(two_years, settings, monkeypatch):
    seal_past()
    monkeypatch.setattr("deidweb.audit.segments._delete_until", lambda last: 0)
    erase_sealed()
    monkeypatch.undo()
    assert verify_chain().is_intact, "rows that wait for their erasure are no alarm"
    assert erase_sealed() > 0
    assert verify_chain().is_intact


def forged(**changes) -> str:
    with transaction.atomic():
        AuditSegment.objects.filter(number=1).update(**changes)
        report = verify_chain()
        transaction.set_rollback(True)
    assert not report.is_intact
    return report.reason


def test_no_month_is_erased_without_the_key(two_years):
    """Somebody with the database and without the key marks a month as erased and deletes its rows."""
    seal_past()
    with transaction.atomic():
        AuditEntry.objects.filter(pk__lte=AuditSegment.objects.get(number=1).last_row).delete()
        assert "manque" in verify_chain().reason
        transaction.set_rollback(True)
    assert "sceau" in forged(erased_at=NOW)
    assert "sceau" in forged(erased_at=NOW, erasure_seal="0" * 64)
    assert "sceau" in forged(last_row=40)
    assert "sceau" in forged(row_count=1)
    with transaction.atomic():
        AuditSegment.objects.filter(number=1).delete()
        assert "manque" in verify_chain().reason
        transaction.set_rollback(True)
    assert verify_chain().is_intact


def test_a_younger_month_is_not_erased_before_an_older_one(two_years):
    from deidweb.audit.past import erasure_seal_of

    seal_past()
    segment = AuditSegment.objects.get(number=2)
    segment.erased_at = NOW
    segment.erasure_seal = erasure_seal_of(segment, services.keyed)
    segment.save()
    assert "plus ancien" in verify_chain().reason


def test_a_touched_journal_is_neither_sealed_nor_erased(two_years):
    AuditEntry.objects.filter(pk=AuditEntry.objects.first().pk).update(action="x")
    with pytest.raises(BrokenChainError):
        seal_past()
    assert not AuditSegment.objects.exists()


def test_a_changed_row_of_a_sealed_month_is_still_named(two_years):
    seal_past()
    row = AuditEntry.objects.all()[5]
    AuditEntry.objects.filter(pk=row.pk).update(details={"x": 1})
    assert verify_chain().broken_at == row.pk


def test_the_database_lets_go_of_erased_months_only(two_years):
    seal_past()
    first = AuditSegment.objects.get(number=1)
    old = AuditEntry.objects.filter(pk__lte=first.last_row)
    triggers.install(connection)
    try:
        for refused in (
            lambda: old.delete(),
            lambda: old.update(action="x"),
            lambda: AuditSegment.objects.all().delete(),
            lambda: AuditSegment.objects.update(last_row=40),
        ):
            with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
                refused()
        erase_sealed()
        assert not old.exists()
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
            AuditEntry.objects.all().delete()
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
            AuditSegment.objects.filter(number=1).update(erased_at=None)
    finally:
        triggers.remove(connection)


@pytest.mark.fault("F17")
def test_a_clock_set_back_leaves_no_hole(at, admin):
    for moment in (
        NOW - timedelta(days=90),
        NOW - timedelta(days=20),
        NOW - timedelta(days=80),
        NOW,
    ):
        at(moment)
        record("note.read", actor=admin)
    seal_past()
    assert verify_chain().is_intact
    covered = AuditSegment.objects.order_by("number")
    assert [segment.first_row for segment in covered[1:]] == [
        segment.last_row + 1 for segment in covered[: len(covered) - 1]
    ]
