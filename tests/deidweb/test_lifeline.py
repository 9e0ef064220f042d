"""Nothing that a process started outlives it, whatever it did to be on its own."""

from __future__ import annotations

import os
import secrets
import signal
import subprocess
import sys

import pytest

from deidweb import lifeline
from tests.integration.stack import wait_until
from tests.processes import Tree, tree, wait_until_gone

pytestmark = pytest.mark.slow

# One in a session of its own, one that has lost its parent, one that does not listen, one of another account.
TREE = "setsid sleep 600 & (sleep 600 &); sh -c \"trap '' TERM; sleep 600\" & "
TREE += "runuser -u nobody -- sleep 600" if os.getuid() == 0 else "sleep 600"
# As Redis, it has no mark.
TITLED = ["env", "-u", "DEIDWEB_LIFELINE", "sleep", "600"]
HOLDER = f"""
import subprocess, sys, time
from pathlib import Path
from deidweb import lifeline
lifeline.hold(Path(sys.argv[1]))
subprocess.Popen(["sh", "-c", {TREE!r}])
lifeline.start({TITLED!r})
print("ready", flush=True)
sys.stdin.readline()
if sys.argv[2] == "again":
    with lifeline.held():
        pass
    print("again", flush=True)
    sys.stdin.readline()
if sys.argv[2] == "release":
    lifeline.release()
    print("released", flush=True)
    sys.stdin.readline()
"""


@pytest.fixture
def token() -> str:
    return secrets.token_hex(8)


@pytest.fixture
def holder(tmp_path, token):
    """holder() → a process that holds five sleepers, and the folder that goes with it."""
    started: list[subprocess.Popen[str]] = []

    def start(then: str = "end") -> subprocess.Popen[str]:
        (tmp_path / "folder").mkdir()
        (tmp_path / "folder" / "file").touch()
        started.append(subprocess.Popen(
            [sys.executable, "-c", HOLDER, str(tmp_path / "folder"), then],
            env=os.environ | {"TOKEN": token}, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        ))  # fmt: skip
        assert started[-1].stdout.readline() == "ready\n"
        return started[-1]

    yield start
    for process in started:
        process.kill()
        process.communicate()


def tree_of(token: str, sleepers: int) -> Tree:
    """When all sleep."""
    wait_until(lambda: list(tree(token).values()).count("sleep 600 ") == sleepers, 30, "all sleep")
    return tree(token)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT, None])
def test_however_it_ends(holder, token, tmp_path, number):
    process = holder()
    started = tree_of(token, 5)
    if number is None:
        process.stdin.write("\n")
        process.stdin.flush()
    else:
        process.send_signal(number)
    process.wait(timeout=60)
    wait_until_gone(started)
    assert not (tmp_path / "folder").exists()


def test_released_while_it_goes_on(holder, token):
    process = holder("release")
    started = tree_of(token, 5)
    process.stdin.write("\n")
    process.stdin.flush()
    assert process.stdout.readline() == "released\n"
    del started[next(key for key in started if key[0] == process.pid)]
    wait_until_gone(started)
    assert process.poll() is None


def test_a_block_in_a_held_process_takes_nothing_of_it_away(holder, token, tmp_path):
    """A command with a block of its own, called inside a test, took the data folder of all tests with it."""
    process = holder("again")
    started = tree_of(token, 5)
    process.stdin.write("\n")
    process.stdin.flush()
    assert process.stdout.readline() == "again\n"
    assert tree(token) == started
    assert (tmp_path / "folder" / "file").exists()


def test_what_a_held_process_holds_ends_with_either(holder, token):
    """serve below pytest: both have a guard."""
    hold = "import subprocess, sys; from deidweb import lifeline; lifeline.hold(); subprocess.run"
    inner = f"{hold}(['sh', '-c', {TREE!r}])"
    code = f"{hold}([sys.executable, '-c', {inner!r}])"
    process = subprocess.Popen([sys.executable, "-c", code], env=os.environ | {"TOKEN": token})
    started = tree_of(token, 4)
    process.kill()
    process.wait()
    wait_until_gone(started)


def test_an_environment_written_by_hand_takes_the_mark_along(monkeypatch):
    monkeypatch.delenv(lifeline.MARK, raising=False)
    assert lifeline.mark() == {}
    monkeypatch.setenv(lifeline.MARK, "a:b")
    assert lifeline.mark() == {lifeline.MARK: "a:b"}
