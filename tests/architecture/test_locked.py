"""Every pinned package has its hashes, so that `pip install --require-hashes` takes what was looked at and nothing else."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_the_lock_holds_every_pin_with_a_hash():
    pins = set(
        re.findall(r"(?m)^([\w.-]+(?:\[\w+\])?==[\w.]+)", (ROOT / "requirements.txt").read_text())
    )
    blocks = re.split(r"(?m)^(?=\w)", (ROOT / "requirements.lock").read_text())
    locked = {}
    for block in filter(None, blocks):
        name = block.split()[0]
        locked[name] = re.findall(r"--hash=sha256:([0-9a-f]{64})\b", block)
    assert all(locked.values())
    # PyTorch comes from an index of its own, for processors or for cards: Dockerfile
    assert {pin.split("[")[0].split("==")[0].lower() for pin in pins} - {"torch"} == {
        name.split("[")[0].split("==")[0].lower() for name in locked
    }
    assert set(locked) <= pins
