"""What tests/sharing.py names is there, and goes where it says."""

from __future__ import annotations

import pytest

from tests.kept import ROOT
from tests.sharing import FIRST, PARTED, SERVERS, unit_of

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
