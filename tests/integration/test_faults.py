"""Faults on purpose: no acknowledged save is ever missing, and the state explains itself."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import subprocess
import time
from contextlib import closing
from pathlib import Path
from uuid import UUID

import psycopg
import pytest

from tests.integration.saving import savers, stop
from tests.integration.stack import wait_until


def below(pid: int) -> list[int]:
    done = subprocess.run(
        ["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True, check=False
    )
    return [int(word) for word in done.stdout.split()]


def stored(database: Path) -> set[str]:
    with closing(sqlite3.connect(database)) as rows:
        assert rows.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return {
            str(UUID(op_id)) for (op_id,) in rows.execute("select op_id from annotation_spanop")
        }


@pytest.mark.fault("F9")
@pytest.mark.parametrize("moment", [0.5, 1.5, 3.0])
def test_a_server_killed_while_four_people_save_loses_no_acknowledged_save(make_stack, moment):
    stack = make_stack()
    stack.start_web()
    people = savers(stack)
    for person in people:
        person.start()
    wait_until(lambda: sum(len(person.acknowledged) for person in people) > 20, 60, stack.logs())
    time.sleep(moment)
    victims = [*below(stack.processes["web"].pid), stack.processes["web"].pid]
    for pid in victims:
        os.kill(pid, signal.SIGKILL)
    stack.processes["web"].wait()
    copy = stack.folder / "copy"
    copy.mkdir()
    for path in (stack.folder / "var").glob("db.sqlite3*"):
        shutil.copy(path, copy / path.name)
    acknowledged = stop(people)
    assert len(acknowledged) > 20
    assert acknowledged <= stored(copy / "db.sqlite3")
    assert acknowledged <= stored(stack.folder / "var" / "db.sqlite3")
    assert "Chaîne intacte" in stack.manage("verify_audit")


@pytest.mark.fault("F7")
@pytest.mark.postgresql
def test_a_database_that_cuts_every_connection_loses_no_acknowledged_save(make_stack):
    stack = make_stack("postgresql")
    stack.start_web()
    people = savers(stack)
    for person in people:
        person.start()
    address = stack.environment["DATABASE_URL"]
    for _cut in range(3):
        before = sum(len(person.acknowledged) for person in people)
        wait_until(
            lambda before=before: sum(len(person.acknowledged) for person in people) > before + 8,
            60, stack.logs(),
        )  # fmt: skip
        with psycopg.connect(f"{address.rpartition('/')[0]}/postgres", autocommit=True) as server:
            server.execute(
                "select pg_terminate_backend(pid) from pg_stat_activity where datname = %s",
                (address.rpartition("/")[2],),
            )
    after = sum(len(person.acknowledged) for person in people)
    wait_until(
        lambda: sum(len(person.acknowledged) for person in people) > after + 8, 60, "saves go on"
    )
    acknowledged = stop(people)
    ops = set(stack.query("[str(op) for op in SpanOp.objects.values_list('op_id', flat=True)]"))
    assert acknowledged <= ops
    assert stack.query("SpanOp.objects.count()") == stack.query(
        "sum(Layer.objects.values_list('rev', flat=True))"
    ), "revisions = accepted ops"
