"""A plugin of pytest that says the fault's number of each test that makes one, a line each (`-p tests.fault_numbers`)."""

from __future__ import annotations

import pytest


def pytest_collection_finish(session: pytest.Session) -> None:
    for item in session.items:
        if marker := item.get_closest_marker("fault"):
            print(f"fault {marker.args[0]}")  # noqa: T201 - what the plugin is for
