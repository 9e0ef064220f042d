"""Faults on purpose: no acknowledged save is ever missing, and the state explains itself."""

from __future__ import annotations

import json
import os
import shutil
import signal
import sqlite3
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from uuid import UUID

import psycopg
import pytest

from tests.integration.saving import SETUP, WORDS, savers, stop, upload
from tests.integration.stack import Stack, wait_until
from tests.small_disk import fill
from tests.small_disk import small_disk as disk_of


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
    master = stack.processes["web"].pid
    # stopped first: one that lives sees its worker die and starts another, which saves while the base is copied
    os.kill(master, signal.SIGSTOP)
    for pid in (*below(master), master):
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


@pytest.fixture
def small_disk(tmp_path) -> Iterator[Path]:
    with disk_of(tmp_path / "small", "24m") as disk:
        yield disk


@pytest.mark.fault("F8")
def test_a_full_disk_is_said_and_everything_goes_on_once_there_is_room(make_stack, small_disk):
    """Saves and an import while it is full: 507, in words; no acknowledged save is missing, the database is whole."""
    stack = make_stack()
    shutil.copytree(stack.folder / "var", small_disk / "var", symlinks=True)
    stack.environment["DEIDWEB_DATA_DIR"] = str(small_disk / "var")
    stack.start_web()
    people = savers(stack)
    for person in people:
        person.start()
    wait_until(lambda: sum(len(person.acknowledged) for person in people) > 20, 60, stack.logs())
    filler = fill(small_disk)
    wait_until(lambda: all(507 in person.statuses for person in people), 60, "507 for each")
    uploader = people[0]
    refused = upload(uploader, b'{"id": "n", "text": "mot"}\n' * 80_000)
    assert refused.status == 507, refused.status
    assert "Le disque du serveur est plein" in refused.page
    filler.unlink()
    before = sum(len(person.acknowledged) for person in people)
    wait_until(
        lambda: sum(len(person.acknowledged) for person in people) > before + 8, 60, "saves go on"
    )
    acknowledged = stop(people)
    assert {status for person in people for status in person.statuses} <= {409, 412, 507}
    assert acknowledged <= stored(small_disk / "var" / "db.sqlite3")
    assert not list((small_disk / "var" / "imports").glob("*")), "nothing of the refused file stays"
    assert "Chaîne intacte" in stack.manage("verify_audit")


ASK = """
from deidweb.accounts.models import Project, User
from deidweb.jobs import services
project = Project.objects.get()
print(services.enqueue(kind="measure_agreement", payload={}, project=project, actor=User.objects.first()).pk)
"""


def readiness(stack: Stack) -> dict[str, object]:
    try:
        with urllib.request.urlopen(f"{stack.url}readyz", timeout=60) as answer:
            return dict(json.load(answer))
    except urllib.error.HTTPError as refusal:
        with refusal:
            return dict(json.load(refusal))


@pytest.mark.fault("F8")
def test_a_full_disk_under_the_logs_of_the_processes_stops_none_of_them(make_stack, small_disk):
    """Saves and jobs go on, each process is the one that it was, `/readyz` says it; the next line says what is lost."""
    stack = make_stack()
    for name in ("web", "worker"):
        (stack.folder / f"{name}.log").symlink_to(small_disk / f"{name}.log")
    stack.start_web()
    stack.start_worker("worker")
    people = savers(stack, 1)
    (person,) = people
    person.start()
    wait_until(lambda: len(person.acknowledged) > 4, 60, stack.logs())
    assert readiness(stack)["log"] == "ok"
    filler = fill(small_disk)
    assert readiness(stack)["log"] == "full"
    for path in ("healthz", "nowhere/"):  # the second leaves a line
        with suppress(urllib.error.HTTPError):
            urllib.request.urlopen(stack.url + path, timeout=60).close()
    before = len(person.acknowledged)
    job = stack.run(ASK).strip()
    stack.wait(f"Job.objects.get(pk='{job}').finished_at", 60)
    wait_until(lambda: len(person.acknowledged) > before + 4, 60, "saves go on")
    assert all(process.poll() is None for process in stack.processes.values())
    filler.unlink()
    assert readiness(stack)["log"] == "ok"
    acknowledged = stop(people)
    assert acknowledged <= stored(stack.folder / "var" / "db.sqlite3")
    assert "Traceback" not in stack.logs()


@pytest.mark.fault("F8")
def test_a_full_disk_under_the_broker_leaves_nothing_there_and_jobs_are_done(
    make_stack, small_disk
):
    """The database is elsewhere: the job waits there, and goes on from there once messages have room."""
    stack = make_stack()
    queue = stack.folder / "var" / "broker" / "queue"
    queue.rmdir()
    (small_disk / "queue").mkdir(mode=0o700)
    queue.symlink_to(small_disk / "queue")
    stack.run(SETUP.format(people=1, words=WORDS))
    filler = fill(small_disk)
    stack.start_worker("worker")
    job = stack.run(ASK).strip()
    time.sleep(5)  # two turns of the sweep
    assert [path.name for path in (small_disk / "queue").iterdir()] == []
    assert stack.query(f"Job.objects.get(pk='{job}').state") == "queued"
    filler.unlink()
    stack.wait(f"Job.objects.get(pk='{job}').finished_at", 60)
    assert stack.processes["worker"].poll() is None


def closed(folder: Path, *, is_closed: bool) -> None:
    for path in (folder, *folder.rglob("*")):
        if not path.is_symlink():
            mode = 0o100 if path.is_dir() else 0
            path.chmod(0o400 | mode if is_closed else 0o600 | mode)


@pytest.mark.fault("F8")
def test_a_folder_that_takes_nothing_is_said_and_everything_goes_on_once_it_does(make_stack):
    """`var` read-only while four people save: 507, in words; no acknowledged save is missing. A folder's mode binds every
    account but root: the web is bound, too."""
    stack = make_stack()
    data = stack.folder / "var"
    stack.start("web", "tests.integration.bound_by_modes", "gunicorn", *stack.web_arguments())
    stack.wait_for_web()
    people = savers(stack)
    for person in people:
        person.start()
    wait_until(lambda: sum(len(person.acknowledged) for person in people) > 20, 60, stack.logs())
    closed(data, is_closed=True)
    try:
        wait_until(lambda: all(507 in person.statuses for person in people), 60, "507 for each")
        refused = upload(people[0], b'{"id": "n", "text": "mot"}\n')
        assert refused.status == 507, refused.status
        assert "Le serveur ne peut plus rien enregistrer" in refused.page
    finally:
        closed(data, is_closed=False)
    before = sum(len(person.acknowledged) for person in people)
    wait_until(
        lambda: sum(len(person.acknowledged) for person in people) > before + 8, 60, "saves go on"
    )
    acknowledged = stop(people)
    assert {status for person in people for status in person.statuses} <= {409, 412, 507}
    assert acknowledged <= stored(data / "db.sqlite3")
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
