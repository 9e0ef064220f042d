"""What a training took, over its attempts."""

from __future__ import annotations

import pytest

from worker.training.cost import Meter


@pytest.mark.parametrize("left", ["", '{"seconds": 3', '{"joules": 1}', "[]", "0"])
def test_a_file_that_lost_its_content_with_the_machine_s_power_ends_no_training(tmp_path, left):
    (tmp_path / "spent.json").write_text(left)
    assert Meter("cpu", tmp_path).read().earlier.seconds == 0
