"""PostgreSQL behind a pooler that gives each transaction another server connection: nothing is asked of the session."""

from __future__ import annotations

import json

import pytest

pytestmark = pytest.mark.postgresql
TOLD = """
import json
from django.db import connection, transaction
from annotation.models import Document

def shown():
    with connection.cursor() as cursor:
        told = []
        for name in ("lock_timeout", "statement_timeout"):
            cursor.execute(f"SHOW {name}")
            told.append(cursor.fetchone()[0])
        return told

before = shown()
with transaction.atomic():
    outer = shown()
    with transaction.atomic():
        inner = shown()
with connection.cursor() as cursor:
    list(Document.objects.iterator())
    cursor.execute("SELECT count(*) FROM pg_cursors WHERE is_holdable")
    held = cursor.fetchone()[0]
print(json.dumps({
    "before": before, "outer": outer, "inner": inner, "after": shown(), "held": held,
    "asked": sorted(connection.get_connection_params().keys() & {"options", "patience"}),
}))
"""
LOCKED = """
import os, psycopg
from django.db import OperationalError, connection, transaction
from deidweb.jobs.models import Job
connection.settings_dict["OPTIONS"]["patience"]["lock_timeout"] = "100ms"
with psycopg.connect(os.environ["DATABASE_URL"]) as other:
    other.execute("LOCK TABLE jobs_job IN EXCLUSIVE MODE")
    try:
        with transaction.atomic():
            Job.objects.update(message="x")
    except OperationalError as error:
        print(type(error.__cause__).__name__)
"""


@pytest.fixture
def stack(make_stack):
    stack = make_stack("postgresql")
    stack.environment |= {"DATABASE_POOLED": "true", "DATABASE_STATEMENT_SECONDS": "90"}
    return stack


def test_each_transaction_says_how_patient_it_is_and_no_session(stack):
    told = json.loads(stack.run(TOLD))
    assert told == {
        "before": ["0", "0"], "outer": ["1min", "90s"], "inner": ["1min", "90s"],
        "after": ["0", "0"], "held": 0, "asked": [],
    }  # fmt: skip


def test_a_lock_that_somebody_holds_is_given_up(stack):
    assert stack.run(LOCKED).strip() == "LockNotAvailable"


def test_without_a_pooler_the_session_is_asked_as_before(make_stack):
    told = json.loads(make_stack("postgresql").run(TOLD))
    assert told["before"][0] == "1min"
    assert told["asked"] == ["options"]
