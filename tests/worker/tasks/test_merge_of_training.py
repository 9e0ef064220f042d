"""How a candidate puts rules and model together: as asked, else as the engine in service does."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from worker.tasks.train import _merge


@pytest.mark.parametrize(
    ("asked", "in_service", "found"),
    [
        ({"merge": "union"}, {"merge": "steps"}, "union"),
        ({"merge": ""}, {"merge": "union"}, "union"),
        ({}, {"merge": "union"}, "union"),
        ({}, {"merge": "alone"}, "steps"),  # of another engine: ours works beside the rules
        ({}, {}, "steps"),  # trained before merges could be chosen
        ({}, None, "steps"),  # the shipped model serves
    ],
)
def test_as_asked_else_as_in_service(asked, in_service, found):
    promoted = None if in_service is None else SimpleNamespace(metrics=in_service)
    assert _merge(SimpleNamespace(payload=asked), promoted) == found
