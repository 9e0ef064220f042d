"""A child ends with its parent, and answers by whole lines."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

from deidweb.children import Child, TooSlowError
from tests.processes import is_running

ROOT = Path(__file__).resolve().parents[2]
# starts a child that computes for ever, says its number, and waits
PARENT = """
import subprocess, sys, time
code = "from deidweb import children\\nwith children.private_output() as o:\\n o.write(b'up\\\\n'); o.flush()\\n while True: pass"
child = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
child.stdout.readline()
print(child.pid, flush=True)
time.sleep(600)
"""


@pytest.mark.slow
def test_it_ends_with_a_parent_that_is_killed():
    parent = subprocess.Popen([sys.executable, "-c", PARENT], cwd=ROOT, stdout=subprocess.PIPE)
    pid = int(parent.stdout.readline())
    assert is_running(pid)
    parent.kill()
    parent.wait()
    parent.stdout.close()
    for _try in range(1200):
        if not is_running(pid):
            return
        time.sleep(0.05)
    pytest.fail("the child lives on")


@pytest.mark.slow
def test_what_says_nothing_is_killed():
    with Child("tests.data.hostile.sleeper") as child:
        with pytest.raises(TooSlowError):
            child.line(1)
        assert child.process.poll() is not None


LIMITED = """
from deidweb import children
print(children.data_left())
children.limit_data(1 << 30)
before = children.data_left()
held = bytearray(100 << 20)
print(before, children.data_left())
"""


def test_a_child_knows_what_it_may_still_take():
    told = subprocess.run(
        [sys.executable, "-c", LIMITED], cwd=ROOT, capture_output=True, text=True, check=True
    )
    without, before, after = told.stdout.split()
    assert (without, int(before) < 1 << 30) == ("inf", True)
    assert 100 << 20 <= int(before) - int(after) < 110 << 20
