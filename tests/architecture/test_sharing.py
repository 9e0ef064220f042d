"""What tests/sharing.py names is there, and goes where it says."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from tests.kept import ROOT
from tests.sharing import FIRST, PARTED, SERVERS, Sharing, sort, unit_of

NAMED = [*PARTED, *FIRST, *(start for files in SERVERS.values() for start in files)]


@pytest.mark.parametrize("start", NAMED)
def test_every_path_that_is_named_is_there(start):
    assert list(ROOT.glob(f"{start}*"))


@pytest.mark.parametrize(
    ("nodeid", "unit"),
    [
        ("tests/e2e/test_pages.py::test_page[a]", "site"),
        ("tests/e2e/test_main_loop.py::test_import_to_codes", "site"),
        ("tests/e2e/test_canvas_keys.py::test_undo", "canvas"),
        ("tests/e2e/test_preview.py::test_badges", "tests/e2e/test_preview.py"),
        ("tests/integration/test_killed_worker.py::test_a[b]", "tests/integration/test_killed_worker.py::test_a[b]"),
        ("tests/annotation/domain/test_spans.py::test_a", "tests/annotation/domain/test_spans.py"),
    ],
)  # fmt: skip
def test_tests_of_a_server_and_tests_of_a_file_stay_together(nodeid, unit):
    assert unit_of(nodeid) == unit


def test_every_browser_test_that_uses_the_server_of_the_run_is_in_its_unit(request):
    """Elsewhere the other process would start that server, too."""
    for item in request.session.items:
        unit = unit_of(item.nodeid)
        used = [fixture for name in item.fixturenames
                for fixture in item._fixtureinfo.name2fixturedefs.get(name, ())[-1:]]  # fmt: skip
        for fixture in used:
            if fixture.scope == "session" and fixture.argname in ("site", "canvas_site"):
                assert unit == fixture.argname.removesuffix("_site"), item.nodeid


class Process:
    """Stands for a test process: what it was given."""

    gateway = SimpleNamespace(id="process")
    shutting_down = False

    def __init__(self) -> None:
        self.given: list[int] = []

    def send_runtest_some(self, indices: list[int]) -> None:
        self.given += indices

    def shutdown(self) -> None:
        self.shutting_down = True


WALKS = [f"tests/e2e/test_{name}.py::test_{number}" for name in "abcdefgh" for number in range(3)]
SUMS = [f"tests/privacy/test_{name}.py::test_{number}" for name in "yz" for number in range(3)]


def given_out(processes: int) -> list[list[str]]:
    """Process → the files that it took, in their order; all take equally long."""
    told = SimpleNamespace(getvalue=lambda _name: [f"{processes}*popen"], option=SimpleNamespace())
    sharing, tests = Sharing(told), [*WALKS, *SUMS]
    nodes = [Process() for _ in range(processes)]
    for node in nodes:
        sharing.add_node(node)
        sharing.add_node_collection(node, tests)
    sharing.schedule()
    for turn in range(len(tests)):
        for node in nodes:
            if turn < len(node.given):
                sharing.mark_test_complete(node, node.given[turn])
    assert sorted(index for node in nodes for index in node.given) == list(range(len(tests)))
    return [list(dict.fromkeys(unit_of(tests[index])[-4] for index in n.given)) for n in nodes]


@pytest.mark.parametrize(
    ("processes", "files"),
    [(1, ["abcdefghyz"]), (2, ["acegy", "bdfhz"]), (3, ["aceh", "bdf", "yzg"])],
)
def test_one_process_in_three_computes_while_the_others_wait(processes, files):
    """Where there is nothing of its kind any more it takes what there is."""
    assert given_out(processes) == list(map(list, files))


def test_files_with_a_slow_test_come_before_those_without():
    def item(nodeid: str, *, slow: bool = False) -> SimpleNamespace:
        return SimpleNamespace(
            nodeid=nodeid, get_closest_marker=lambda name: slow and name == "slow"
        )

    quick, e2e, training = (f"tests/{name}/test_a.py::test_a" for name in ("worker", "e2e", "worker/training"))  # fmt: skip
    mixed = [f"tests/annotation/test_b.py::test_{number}" for number in range(2)]
    items = [item(quick), item(mixed[0]), item(mixed[1], slow=True), item(training), item(e2e)]
    sort(items)
    assert [one.nodeid for one in items] == [e2e, training, *mixed, quick]
