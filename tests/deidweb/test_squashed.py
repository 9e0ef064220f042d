"""Wherever an installation of before stands, `migrate` has a way to today's tables."""

from __future__ import annotations

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder

from deidweb.management.commands.migrate import OldLoader

Key = tuple[str, str]


@pytest.fixture(scope="module")
def way() -> list[Key]:
    """Every migration of before, in the order in which an empty database meets them."""
    graph = OldLoader(None).graph
    keys = (key for leaf in sorted(graph.leaf_nodes()) for key in graph.forwards_plan(leaf))
    return list(dict.fromkeys(keys))


def test_every_state_of_before_has_a_way_to_today(way, monkeypatch):
    """From some of the migrations of before, the rest of them; from none of an app's, what replaces them."""
    for count in range(len(way) + 1):
        applied = dict.fromkeys(way[:count])
        monkeypatch.setattr(MigrationRecorder, "applied_migrations", lambda _self, a=applied: a)
        executor = MigrationExecutor(connection)  # refuses circles
        executor.loader.check_consistent_history(connection)
        assert executor.loader.detect_conflicts() == {}
        done = list(applied)
        for migration, is_backwards in executor.migration_plan(executor.loader.graph.leaf_nodes()):
            assert not is_backwards
            done += migration.replaces or [(migration.app_label, migration.name)]
        assert len(done) == len(set(done)), f"something is made twice after {way[:count]}"
        assert set(way) <= set(done)
