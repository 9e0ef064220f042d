"""Every pinned package has its hashes, so that `pip install --require-hashes` takes what was looked at and nothing else."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
# Holes of what we use that the trust report names, and the first version without them; no index of holes is reached from here.
MENDED_IN = {
    "django": "5.2.11",  # CVE-2025-13372, CVE-2025-64459, CVE-2026-1207, -1287, -1312
    "celery": "5.7.0",  # CVE-2021-23727; its 9997 (password in logs), 10345 (deaf after a reset)
    "kombu": "5.7.0",
    "torch": "2.10.0",  # CVE-2025-32434, CVE-2026-24747
}
# readers of PDF that ran code (CVE-2025-64512), and one that read paths of the task (CVE-2025-25295)
NEVER = ("pdfminer.six", "pdfminer", "pypdf", "label-studio-sdk")


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
    # PyTorch comes from an index of its own, for processors or for cards: locks of its own
    assert {pin.split("[")[0].split("==")[0].lower() for pin in pins} - {"torch"} == {
        name.split("[")[0].split("==")[0].lower() for name in locked
    }
    assert set(locked) <= pins


@pytest.mark.parametrize(("build", "version"), [("cpu", "2.13.0+cpu"), ("cuda", "2.13.0")])
def test_pytorch_and_what_it_brings_have_their_hashes_too(build, version):
    text = (ROOT / f"requirements-torch-{build}.lock").read_text()
    blocks = list(filter(None, re.split(r"(?m)^(?=\w)", text)))
    locked = dict(block.split()[0].split("==") for block in blocks)
    assert all(re.search(r"--hash=sha256:[0-9a-f]{64}\b", block) for block in blocks)
    assert locked["torch"] == version
    pins = dict(
        line.split("==") for line in (ROOT / "requirements.txt").read_text().split() if "==" in line
    )
    assert pins["torch"] == version.partition("+")[0]
    assert {name: locked[name] for name in locked.keys() & pins.keys() - {"torch"}} == {
        name: pins[name] for name in locked.keys() & pins.keys() - {"torch"}
    }


def test_the_image_takes_no_file_without_its_hash():
    text = (ROOT / "Dockerfile").read_text().replace("\\\n", " ")
    taken = re.findall(r"pip install [^&\n]*", text)
    assert len(taken) == 2
    assert all("--require-hashes --no-deps" in each for each in taken)


def test_no_hole_that_the_report_names_is_shipped():
    pins = dict(
        re.findall(r"(?m)^([\w.-]+)(?:\[\w+\])?==([\w.]+)", (ROOT / "requirements.txt").read_text())
    )
    for name, floor in MENDED_IN.items():
        assert parts(pins[name]) >= parts(floor), name
    assert not set(NEVER) & pins.keys()


def parts(version: str) -> list[int]:
    return [int(part) for part in version.split(".")]
