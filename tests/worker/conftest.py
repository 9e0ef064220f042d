"""A transformer small enough to learn in seconds, written to a directory as any other."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.mini_model import write_mini_backbone, write_mini_model


@pytest.fixture(scope="session")
def tiny_backbone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_mini_backbone(tmp_path_factory.mktemp("backbone"))


@pytest.fixture(scope="session")
def tiny_model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_mini_model(tmp_path_factory.mktemp("model"))
