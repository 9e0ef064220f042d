"""What is tested here takes no file in."""

import pytest


@pytest.fixture
def import_dir() -> None:
    """None: to make a folder takes as long as most of these tests."""
