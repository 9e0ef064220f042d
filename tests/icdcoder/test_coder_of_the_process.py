"""What is built once a process from the installed CIM-10."""

from __future__ import annotations

import pytest

from icdcoder.domain.nomenclature import NomenclatureMissingError
from icdcoder.selectors import coder


@pytest.mark.parametrize("build", [coder.nomenclature, coder.code_search, coder.default_coder])
def test_a_nomenclature_that_goes_meanwhile_is_no_failure(
    build, installed, nomenclature_file, tmp_path, monkeypatch
):
    """The search is built beside a page, whose thread nobody catches: the file is looked for once."""
    paths = iter([nomenclature_file])
    monkeypatch.setattr(coder, "nomenclature_path", lambda: next(paths))
    assert build()
    monkeypatch.setattr(coder, "nomenclature_path", lambda: tmp_path / "gone.csv.gz")
    with pytest.raises(NomenclatureMissingError):
        build()
