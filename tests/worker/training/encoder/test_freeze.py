"""Which layers move."""

from __future__ import annotations

import pytest

from tests.mini_model import write_mini_backbone
from worker.training.encoder.backbones import from_backbone
from worker.training.encoder.loop import freeze
from worker.training.encoder.recipe import CORRECTIONS, Recipe


@pytest.mark.parametrize(
    ("wanted", "frozen"), [(0, set()), (1, {0}), (CORRECTIONS.frozen_layers, {0, 1})]
)
def test_never_more_than_half_of_the_layers_keep_their_values(tmp_path, wanted, frozen):
    network = from_backbone(write_mini_backbone(tmp_path, layers=4))
    freeze(network, Recipe(frozen_layers=wanted))
    layers = network.backbone.encoder.layer
    still = {
        i for i, own in enumerate(layers) if not any(p.requires_grad for p in own.parameters())
    }
    assert still == frozen
    assert all(p.requires_grad for p in network.heads.parameters())
