"""What a training on a processor holds at once: of a stay of many segments no more than of one layer."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import torch
from torch.autograd.graph import saved_tensors_hooks

from tests.worker.coding import toy
from worker.coding.backbones import load_backbone
from worker.coding.network import CodingNetwork
from worker.coding.recipe import Pooling
from worker.coding.segments import batch_of, segment
from worker.coding.training import CodingTrainer, Example
from worker.engine.encoder.pieces import PieceEncoder

pytestmark = pytest.mark.slow

LIMITS = replace(toy.QUICK.limits, overlap=0)


def example(encoder: PieceEncoder, words: int, seed: int = 1) -> Example:
    (stay,) = toy.stays(1, words=words, seed=seed)
    return Example(segment(stay.texts, encoder, LIMITS), np.array([1, 0, 0, 0], dtype=np.float32))


@pytest.fixture
def start(tmp_path):
    folder = toy.backbone(tmp_path / "backbone")
    torch.manual_seed(0)
    return CodingNetwork(load_backbone(folder), 4, Pooling.LAAT), PieceEncoder(folder)


def kept_bytes(trainer: CodingTrainer, chosen: list[Example]) -> int:
    """What is kept between forward and backward, the parameters left out."""
    known = {own.untyped_storage().data_ptr() for own in trainer.network.parameters()}
    kept: dict[int, int] = {}

    def keep(tensor: torch.Tensor) -> torch.Tensor:
        storage = tensor.untyped_storage()
        if storage.data_ptr() not in known:
            kept[storage.data_ptr()] = storage.nbytes()
        return tensor

    with saved_tensors_hooks(keep, lambda tensor: tensor):
        trainer.network.train()
        loss = trainer._loss(chosen)
    assert loss.requires_grad
    return sum(kept.values())


def test_only_what_goes_into_each_layer_is_kept(start):
    network, encoder = start
    one = [example(encoder, 40)]
    trainer = CodingTrainer(network, one, toy.QUICK, encoder.pad)
    spared = kept_bytes(trainer, one)
    for module in network.backbone.modules():
        if hasattr(module, "gradient_checkpointing"):
            module.gradient_checkpointing = False
    assert spared < kept_bytes(trainer, one) / 2


def test_stays_are_taken_one_at_a_time(start, monkeypatch):
    network, encoder = start
    several = [example(encoder, 60, seed) for seed in range(4)]
    trainer = CodingTrainer(network, several, toy.QUICK, encoder.pad)
    taken = []
    loss_of = trainer._loss

    def loss(own):
        taken.append(len(own))
        return loss_of(own)

    monkeypatch.setattr(trainer, "_loss", loss)
    trainer.run_epoch()
    assert taken == [1, 1, 1, 1]


def test_segments_one_by_one_say_what_they_say_side_by_side(start):
    """Each as long as it is: what pads the others changes nothing."""
    network, encoder = start
    stays = [example(encoder, words, seed).stay for seed, words in enumerate((20, 130))]
    batch = batch_of(stays, encoder.pad)
    network.eval()
    with torch.inference_mode():
        states, kept = network.states(batch)
        ids, mask, rows, columns = map(
            torch.from_numpy, (batch.ids, batch.mask, batch.rows, batch.columns)
        )
        together = network._last(ids, mask)[rows, columns]
    assert torch.allclose(states[kept], together[kept], atol=1e-5)


def test_gradients_are_those_of_a_network_that_keeps_everything(start):
    network, encoder = start
    long = [example(encoder, 130)]
    trainer = CodingTrainer(network, long, replace(toy.QUICK, dropout=0.3), encoder.pad)
    network.train()

    def gradients():
        torch.manual_seed(3)
        network.zero_grad()
        trainer._loss(long).backward()
        return [own.grad.clone() for own in network.parameters() if own.grad is not None]

    spared = gradients()
    for module in network.backbone.modules():
        if hasattr(module, "gradient_checkpointing"):
            module.gradient_checkpointing = False
    for one, other in zip(spared, gradients(), strict=True):
        assert torch.allclose(one, other, atol=1e-6)
