"""A full disk is said: 507 in words, on pages and to the editor, and nothing is half written."""

from __future__ import annotations

import errno

import psycopg
import pytest
from django.db import OperationalError, connection
from django.urls import reverse

from deidweb.accounts.models import Project, User
from deidweb.disk import is_disk_full, is_read_only


@pytest.mark.django_db(transaction=True)
def test_a_full_database_is_a_507_and_works_again_with_room(client):
    """SQLite's own error: the file may not grow by a page."""
    client.force_login(User.objects.create_superuser("racine", password="pw-for-tests-only"))
    client.raise_request_exception = False
    sent = {"name": "Cardiologie", "description": "mot " * 200_000}
    with connection.cursor() as cursor:
        pages = cursor.execute("PRAGMA page_count").fetchone()[0]
        cursor.execute(f"PRAGMA max_page_count = {pages + 2}")
        answer = client.post(reverse("project-create"), sent)
        cursor.execute("PRAGMA max_page_count = 1073741823")
    assert answer.status_code == 507
    assert "Le disque du serveur est plein" in answer.content.decode()
    assert not Project.objects.exists()
    assert client.post(reverse("project-create"), sent).status_code == 302


@pytest.mark.parametrize(
    ("error", "is_full"),
    [
        (OSError(errno.ENOSPC, "x"), True),
        (OSError(errno.EDQUOT, "x"), True),
        (OSError(errno.EACCES, "x"), False),
        (psycopg.errors.DiskFull(), True),
        (psycopg.errors.DeadlockDetected(), False),
        (OperationalError("database is locked"), False),
        (None, False),
    ],
)
def test_which_errors_say_so(error, is_full):
    assert is_disk_full(error) is is_full
    wrapped = OperationalError()
    wrapped.__cause__ = error
    assert is_disk_full(wrapped) is is_full


@pytest.mark.django_db(transaction=True)
def test_a_database_that_takes_nothing_is_a_507_and_works_again(client):
    """SQLite's own error, as of a file that may only be read."""
    client.force_login(User.objects.create_superuser("racine", password="pw-for-tests-only"))
    client.raise_request_exception = False
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA query_only = 1")
        answer = client.post(reverse("project-create"), {"name": "Cardiologie"})
        cursor.execute("PRAGMA query_only = 0")
    assert answer.status_code == 507
    assert "Le serveur ne peut plus rien enregistrer" in answer.content.decode()
    assert client.post(reverse("project-create"), {"name": "Cardiologie"}).status_code == 302


@pytest.mark.parametrize(
    ("error", "is_closed"),
    [
        (OSError(errno.EROFS, "x"), True),
        (PermissionError(errno.EACCES, "x"), True),
        (OSError(errno.ENOSPC, "x"), False),
        (psycopg.errors.ReadOnlySqlTransaction(), True),
        (psycopg.errors.DiskFull(), False),
        (OperationalError("database is locked"), False),
        (None, False),
    ],
)
def test_which_errors_say_that_nothing_can_be_written(error, is_closed):
    assert is_read_only(error) is is_closed
