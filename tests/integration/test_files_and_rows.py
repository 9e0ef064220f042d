"""Killed between a file and its row, at every step: no file without a row after the collector, no row without its file."""

from __future__ import annotations

import json

import pytest

from tests.integration.stack import Stack

KILL = """
import json
from tests.integration.file_actions import kill_all
print(json.dumps(kill_all()))
"""
# where each was killed: before a file was made, put in place or removed; before a commit; after it, which is before the next step
STEPS = {
    "upload": "open | commit",
    "import": "unlink | commit",
    "data set": "open | replace | commit | unlink | commit",
    "file of a data set": "open | replace | commit | unlink | commit",
    "file of a data set again": "open | replace | commit | unlink | commit",
    "export": "open .tmp | unlink .draft | commit | replace .tmp | commit | unlink .tmp | commit",
    "export built again": "unlink .jsonl | commit",
    "export withdrawn": "unlink .jsonl | unlink .words | unlink .sentences | unlink .near",
    "model": "replace | commit | unlink | rmdir | commit",
    "model discarded": "replace | commit | unlink .json | unlink .json | unlink .safetensors | unlink .md | unlink .json | rmdir",
}


@pytest.fixture(scope="module")
def killed(tmp_path_factory) -> dict[str, tuple[list[str], list[str]]]:
    """Each action → the steps at which it was killed, and what was wrong afterwards. No process but those that die: the data are
    put back before each death."""
    stack = Stack(tmp_path_factory.mktemp("stack"), lease_seconds=3600)
    try:
        return json.loads(stack.run(KILL).splitlines()[-1])
    finally:
        stack.stop()


@pytest.mark.fault("F16")
@pytest.mark.parametrize("name", STEPS)
def test_killed_at_every_step(killed, name):
    steps, wrong = killed[name]
    assert wrong == []
    assert " | ".join(steps) == STEPS[name]
