"""The pure JavaScript modules, by Node's own runner: one test here for each of its files."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

FILES = sorted(Path(__file__).parent.rglob("*.test.mjs"))


def test_there_are_files():
    assert len(FILES) >= 7


@pytest.mark.node
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_node(path):
    done = subprocess.run(
        ["node", "--test", str(path)], capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == 0, done.stdout[-4000:]
    assert "# fail 0" in done.stdout
    assert "# pass 0" not in done.stdout
