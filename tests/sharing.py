"""Which tests one process runs one after another: those that share a started server, else those of a file.

pytest-xdist's own groups do nothing under pytest 9.2: it deals out test by test, so that both processes start
every server and make every module's fixtures (pytest-dev/pytest-xdist, issue 1386).
"""

from __future__ import annotations

from typing import Any

import pytest
from xdist.scheduler import LoadScopeScheduling

# The fixtures `site` and `canvas_site` of tests/e2e/conftest.py: a server each, for the whole run.
SERVERS = {
    "site": ("tests/e2e/test_main_loop.py", "tests/e2e/test_pages.py", "tests/e2e/test_steward.py"),
    "canvas": (
        "tests/e2e/test_canvas_", "tests/e2e/test_never_lose_", "tests/e2e/test_residual_check.py",
        "tests/e2e/test_security_key.py", "tests/e2e/test_progress.py",
    ),
}  # fmt: skip
# Nothing is shared here, and each test takes long: any process may take any of them.
PARTED = (
    "tests/e2e/test_adjudication.py",
    "tests/integration/test_builds_together.py",
    "tests/integration/test_killed_worker.py",
    "tests/integration/test_nothing_left_behind.py",
)
# They wait for servers, browsers and other processes, and leave a core idle for half of their time.
WAITING = ("tests/e2e/", "tests/integration/")
# What takes long comes first, then files with a test that is marked slow: at the end all processes have something short to take.
FIRST = (*WAITING, "tests/worker/training/")
# Of so many processes one computes while the others wait: three that wait together leave cores to nobody.
_COMPUTES = 3


def unit_of(nodeid: str) -> str:
    if nodeid.startswith(PARTED):
        return nodeid
    path = nodeid.partition("::")[0]
    return next((name for name, files in SERVERS.items() if path.startswith(files)), path)


def waits(unit: str) -> bool:
    return unit in SERVERS or unit.startswith(WAITING)


def sort(items: list[pytest.Item]) -> None:
    """By unit, in the order of what takes long; within a unit as they were found."""
    slow = {unit_of(item.nodeid) for item in items if item.get_closest_marker("slow")}

    def rank(item: pytest.Item) -> int:
        unit = unit_of(item.nodeid)
        if unit in SERVERS:
            return 0
        places = (place for place, start in enumerate(FIRST, 1) if item.nodeid.startswith(start))
        return next(places, len(FIRST) + (1 if unit in slow else 2))

    items.sort(key=rank)


class Sharing(LoadScopeScheduling):
    def __init__(self, config: pytest.Config, log: Any = None) -> None:
        super().__init__(config, log)
        config.option.loadscopereorder = False  # it would go by the number of tests

    def _split_scope(self, nodeid: str) -> str:
        return unit_of(nodeid)

    def _assign_work_unit(self, node: Any) -> None:
        """The next unit of the kind that this process takes, as long as there is one."""
        computes = (1 + self.nodes.index(node)) % _COMPUTES == 0
        own = (unit for unit in self.workqueue if waits(unit) != computes)
        if unit := next(own, None):
            self.workqueue.move_to_end(unit, last=False)
        super()._assign_work_unit(node)

    def mark_test_complete(self, node: Any, item_index: int, duration: float = 0) -> None:
        """What is done goes: after each test xdist counts what is left in every unit that it has given out."""
        unit = unit_of(self.registered_collections[node][item_index])
        super().mark_test_complete(node, item_index, duration)
        if all(self.assigned_work[node][unit].values()):
            del self.assigned_work[node][unit]
