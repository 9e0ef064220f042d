"""The small nomenclature, and coders that know it."""

from __future__ import annotations

from pathlib import Path

import pytest

from icdcoder.domain.dictionary import DictionaryCoder
from icdcoder.domain.nomenclature import Nomenclature, load_nomenclature
from tests.nomenclature import write_nomenclature


@pytest.fixture(scope="session")
def nomenclature_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("cim10") / "cim10.csv.gz"
    write_nomenclature(path)
    return path


@pytest.fixture(scope="session")
def small_nomenclature(nomenclature_file: Path) -> Nomenclature:
    return load_nomenclature(nomenclature_file)


@pytest.fixture
def installed(nomenclature_file: Path, settings, tmp_path: Path) -> None:
    """The invented nomenclature is the one of this installation."""
    settings.DATA_DIR = tmp_path
    (tmp_path / "cim10").mkdir()
    (tmp_path / "cim10" / "cim10.csv.gz").write_bytes(nomenclature_file.read_bytes())


@pytest.fixture(scope="session")
def coder(small_nomenclature: Nomenclature) -> DictionaryCoder:
    return DictionaryCoder(small_nomenclature)
