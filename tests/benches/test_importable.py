"""No bench names what has moved: those that are seldom run break unseen."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

ELSEWHERE = {
    "benches/load/locustfile.py"
}  # runs in an environment of its own (requirements-load.txt)


@pytest.mark.slow
def test_every_bench_can_be_imported():
    files = [path.relative_to(ROOT) for path in sorted((ROOT / "benches").rglob("*.py"))]
    names = [_module(path) for path in files if path.as_posix() not in ELSEWHERE]
    assert len(names) > 50
    for name in names:
        importlib.import_module(name)


def _module(path: Path) -> str:
    return ".".join(path.with_suffix("").parts).removesuffix(".__init__")
