"""What tests/lean.py leaves out is asked for by nobody."""

from __future__ import annotations

from typing import Any

import pytest

from tests import lean

PASSED = {"nodeid": "a", "location": ("a", 1, "a"), "keywords": {"a": 1}, "outcome": "passed"}


def reported(**fields: Any) -> tuple[pytest.TestReport, dict[str, Any]]:
    report = pytest.TestReport(**({**PASSED, "longrepr": None, "when": "setup"} | fields))
    return report, report._to_json()


def test_a_test_without_a_marker_gets_no_fixture_of_it(request):
    assert not set(lean.ASKED_BY) & set(request.node.fixturenames)


@pytest.mark.django_db
def test_a_test_with_a_marker_gets_it(request):
    assert set(lean.ASKED_BY) & set(request.node.fixturenames) == {"_django_db_marker"}


@pytest.mark.parametrize(
    "fields",
    [
        {"when": "call"},
        {"duration": 0.01},
        {"sections": [("Captured stdout", "a")]},
        {"outcome": "failed", "longrepr": "why"},
        {"outcome": "skipped", "longrepr": ("a", 1, "why")},  # pytest wants a tuple
    ],
)
def test_what_somebody_may_look_at_arrives_as_it_was_sent(fields):
    report, data = reported(**fields)
    sent = {**lean.packed(report, dict(data)), "worker_id": "gw0"}
    assert lean.unpacked(sent) == {**data, "worker_id": "gw0"}


def test_a_start_and_a_short_setup_are_not_sent():
    sent = []
    send = lean._less(lambda name, **told: sent.append((name, told)))
    send("logstart", nodeid="a")
    send("testreport", data=lean.packed(*reported()))
    assert sent == []
    send("testreport", data=lean.packed(*reported(when="call")))
    send("logfinish", nodeid="a")
    assert [name for name, _told in sent] == ["testreport", "logfinish"]
