"""Installations of one's own, stopped at the end; one PostgreSQL a test process."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.conf import settings

from tests import kept
from tests.integration.postgresql import Cluster, postgresql_server
from tests.integration.stack import Stack


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """The address of a database that has its tables."""
    # Not pytest's own folder: PostgreSQL runs under another account and must get through.
    folder = Path(settings.DATA_DIR) / "postgresql"
    folder.parent.chmod(0o711)
    folder.mkdir()
    kept.copy_cluster(folder / "cluster")
    with postgresql_server(folder) as address:
        yield address


@pytest.fixture(scope="session")
def cluster(postgresql) -> Cluster:
    return Cluster(postgresql)


@pytest.fixture
def make_stack(request, tmp_path) -> Iterator[Callable[..., Stack]]:
    """make_stack("sqlite" or "postgresql", is_empty=True, lease_seconds=4, …) → an installation. `is_empty`: without a table."""
    made: list[Stack] = []

    def make(database: str = "sqlite", *, is_empty: bool = False, **options) -> Stack:
        if database == "postgresql":
            cluster = request.getfixturevalue("cluster")
            options["database_url"] = cluster.empty() if is_empty else cluster.database()
        made.append(stack := Stack(tmp_path / f"it{len(made)}", **options))
        if is_empty and database == "sqlite":
            (stack.folder / "var" / "db.sqlite3").unlink()
        return stack

    yield make
    for stack in made:
        stack.stop()


EITHER = ["sqlite", pytest.param("postgresql", marks=pytest.mark.postgresql)]


@pytest.fixture(params=EITHER)
def either_stack(request, make_stack) -> Stack:
    """The same test on both databases."""
    return make_stack(request.param)


@pytest.fixture(params=EITHER)
def empty_stack(request, make_stack) -> Stack:
    """The same, before its first `migrate`."""
    return make_stack(request.param, is_empty=True)
