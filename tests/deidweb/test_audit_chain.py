"""The audit chain notices every change, and the database refuses it."""

import pytest
from django.db import DatabaseError, connection, transaction

from deidweb.audit import triggers
from deidweb.audit.models import AuditEntry, AuditHead
from deidweb.audit.services import NoAuditKeyError, record, verify_chain


@pytest.fixture
def three_rows(admin, project):
    return [record("test.step", actor=admin, project=project, step=i) for i in range(3)]


def test_an_untouched_chain_is_intact(three_rows):
    report = verify_chain()
    assert report.is_intact
    assert report.checked == 3


def test_a_changed_row_is_named(three_rows):
    AuditEntry.objects.filter(pk=three_rows[1].pk).update(details={"step": 7})
    assert verify_chain().broken_at == three_rows[1].pk


def test_a_missing_row_is_noticed_in_the_middle_and_at_the_end(three_rows):
    with transaction.atomic():
        AuditEntry.objects.filter(pk=three_rows[1].pk).delete()
        assert verify_chain().broken_at == three_rows[2].pk
        transaction.set_rollback(True)
    AuditEntry.objects.filter(pk=three_rows[2].pk).delete()
    assert not verify_chain().is_intact


def test_rows_written_while_the_chain_is_checked_are_no_alarm(three_rows, admin, monkeypatch):
    whole = AuditEntry.objects.order_by("pk").iterator

    class Rows:
        def filter(self, **_conditions):
            return self

        def order_by(self, *_fields):
            return self

        def iterator(self):
            record("test.meanwhile", actor=admin)  # after the head was read, or before the rows
            yield from whole()
            record("test.meanwhile", actor=admin)

    monkeypatch.setattr(AuditEntry, "objects", Rows())
    assert verify_chain().is_intact


def test_a_tail_cut_off_is_noticed_even_with_the_head_rewritten(three_rows):
    AuditEntry.objects.filter(pk=three_rows[2].pk).delete()
    AuditHead.objects.update(count=2, last_digest=three_rows[1].digest)
    report = verify_chain()
    assert not report.is_intact
    assert "décompte" in report.reason


def test_a_row_is_neither_saved_again_nor_deleted(three_rows):
    with pytest.raises(TypeError):
        three_rows[0].save()
    with pytest.raises(TypeError):
        three_rows[0].delete()


def test_the_database_refuses_update_and_delete(three_rows):
    triggers.install(connection)
    try:
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
            AuditEntry.objects.filter(pk=three_rows[0].pk).update(action="x")
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
            AuditEntry.objects.filter(pk=three_rows[0].pk).delete()
    finally:
        triggers.remove(connection)


def test_a_process_without_the_key_writes_nothing_to_the_journal(admin, settings):
    settings.AUDIT_KEY = ""
    with pytest.raises(NoAuditKeyError):
        record("test.step", actor=admin)
    assert not AuditEntry.objects.exists()
