"""Processes that carry a token in their environment, and all below them; gone or not, by their numbers."""

from __future__ import annotations

import time
from pathlib import Path

GONE_SECONDS = 60.0
Tree = dict[tuple[int, str], str]  # (pid, time of its start) → command line


def tree(token: str) -> Tree:
    """Taken while they live: PostgreSQL and Redis write their titles over their environment."""
    table = _table()
    found = {key for key in table if token.encode() in _read(key[0], "environ")}
    below = found
    while below:
        parents = {pid for pid, _started in below}
        below = {key for key, (parent, _command) in table.items() if parent in parents} - found
        found |= below
    return {key: table[key][1] for key in found}


def wait_until_gone(tree: Tree) -> None:
    deadline = time.monotonic() + GONE_SECONDS
    while (left := {key: tree[key] for key in tree.keys() & _table().keys()}) and (
        time.monotonic() < deadline
    ):
        time.sleep(0.1)
    assert left == {}


def _table() -> dict[tuple[int, str], tuple[int, str]]:
    """(pid, time of its start) → (parent, command line) of all that run."""
    rows = {}
    for folder in Path("/proc").glob("[0-9]*"):
        pid = int(folder.name)
        fields = _read(pid, "stat").decode(errors="replace").rpartition(")")[2].split()
        if fields and fields[0] != "Z":
            command = _read(pid, "cmdline").replace(b"\0", b" ").decode(errors="replace")
            rows[pid, fields[19]] = (int(fields[1]), command)
    return rows


def _read(pid: int, name: str) -> bytes:
    try:
        return Path(f"/proc/{pid}/{name}").read_bytes()
    except OSError:
        return b""  # gone meanwhile


def is_running(pid: int) -> bool:
    """False, too, for one that has ended and that its parent has not asked for yet (a zombie)."""
    try:
        return "Z" not in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
