"""Masked-language adaptation: it learns how the notes are written, goes on after a kill, keeps the heads."""

from __future__ import annotations

from dataclasses import replace

import pytest
import torch

from annotation.domain.notes import Note
from tests.mini_model import write_mini_backbone, write_mini_model
from worker.engine.encoder import network as networks
from worker.engine.encoder.files import is_model, read_settings
from worker.engine.encoder.pieces import PieceEncoder
from worker.training import adapt as adapting
from worker.training.adapt import AdaptPlan, Raw, adapt
from worker.training.encoder import masked
from worker.training.encoder.backbones import from_backbone
from worker.training.encoder.loop import TrainingCancelled
from worker.training.encoder.masked import Adaptation, Adapter

HABIT = "Vu ce jour bracelet est bon état"  # always the same words in the same order
NOTES = [Note(f"n{number}", ". ".join([HABIT] * 3)) for number in range(24)]
HOW = Adaptation(passes=3, learning_rate=1e-2, micro_batch=4, accumulated=1, max_length=32)


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch):
    monkeypatch.setattr(masked, "CHUNK", 10)


def raw() -> Raw:
    return Raw.of(NOTES, kept=[note.id for note in NOTES[:4]])


def test_what_stands_behind_the_mask_is_guessed_better_and_better(tmp_path):
    start = write_mini_backbone(tmp_path / "start")
    chunks = adapt(raw(), AdaptPlan(start, tmp_path / "work", HOW), tmp_path / "out")
    assert [chunk.done for chunk in chunks] == list(range(1, 7))
    assert {chunk.total for chunk in chunks} == {6}
    assert chunks[-1].loss < chunks[0].loss - 0.5
    assert not is_model(tmp_path / "out")
    loaded = from_backbone(tmp_path / "out")
    PieceEncoder.of(tmp_path / "out")
    before = from_backbone(start)
    assert any(
        not torch.equal(own, other)
        for own, other in zip(loaded.backbone.parameters(), before.backbone.parameters(), strict=True)
    )  # fmt: skip


def test_a_model_keeps_its_heads_and_its_settings(tmp_path):
    start = write_mini_model(tmp_path / "start", name="petit")
    adapt(raw(), AdaptPlan(start, tmp_path / "work", HOW), tmp_path / "out")
    old, new = networks.load(start), networks.load(tmp_path / "out")
    assert torch.equal(old.heads.weight, new.heads.weight)
    assert torch.equal(old.heads.bias, new.heads.bias)
    assert read_settings(tmp_path / "out") == read_settings(start)


def test_a_killed_adaptation_ends_as_one_that_ran_through(tmp_path):
    start = write_mini_backbone(tmp_path / "start")
    adapt(raw(), AdaptPlan(start, tmp_path / "work", HOW), tmp_path / "through")

    def die(chunk: adapting.Chunk) -> None:
        if chunk.done == 3:
            raise KeyboardInterrupt

    killed = AdaptPlan(start, tmp_path / "killed", HOW)
    with pytest.raises(KeyboardInterrupt):
        adapt(raw(), killed, tmp_path / "out", die)
    assert not (tmp_path / "out").exists()
    seen: list[int] = []
    chunks = adapt(raw(), killed, tmp_path / "out", lambda chunk: seen.append(chunk.done))
    assert seen == [4, 5, 6]
    assert [chunk.done for chunk in chunks] == list(range(1, 7))
    through, again = (from_backbone(tmp_path / name) for name in ("through", "out"))
    for own, other in zip(through.backbone.parameters(), again.backbone.parameters(), strict=True):
        assert torch.allclose(own, other, atol=1e-6)


def test_its_progress_is_told_within_a_chunk(tmp_path, monkeypatch):
    monkeypatch.setattr(masked, "CHUNK", 1000)  # as most projects: all notes are one
    start = write_mini_backbone(tmp_path / "start")
    seen: list[tuple[int, int]] = []
    once = AdaptPlan(start, tmp_path / "work", replace(HOW, passes=1))
    adapt(raw(), once, tmp_path / "out", on_progress=lambda done, total: seen.append((done, total)))
    assert seen[0] == (0, 100)
    assert seen[-1] == (100, 100)
    assert len({done for done, _total in seen}) > 3
    assert seen == sorted(seen)


def test_a_cancel_is_heard_within_a_chunk(tmp_path):
    start = write_mini_backbone(tmp_path / "start")
    asked = iter([False] * 12 + [True] * 1000)
    with pytest.raises(TrainingCancelled):
        adapt(
            raw(), AdaptPlan(start, tmp_path / "work", HOW), tmp_path / "out",
            is_cancelled=lambda: next(asked),
        )  # fmt: skip
    assert not (tmp_path / "out").exists()


def test_special_pieces_are_never_asked_and_a_window_always_asks_something(tmp_path):
    start = write_mini_backbone(tmp_path / "start")
    encoder = PieceEncoder.of(start)
    backbone = from_backbone(start).backbone
    learner = Adapter(backbone, encoder, [], lambda keys: [], Adaptation(asked=0.0))
    ids = torch.tensor([[encoder.first, 9, 10, encoder.last, encoder.pad]])
    mask = torch.tensor([[1, 1, 1, 1, 0]])
    assert learner._asked(ids, mask).tolist() == [[False, True, True, False, False]]
    hidden = learner._hidden(ids.repeat(400, 1), learner._asked(ids, mask).repeat(400, 1))
    assert torch.equal(hidden[:, [0, 3, 4]], ids[:, [0, 3, 4]].repeat(400, 1))
    behind = (hidden[:, 1:3] == encoder.mask).float().mean()
    assert 0.72 < behind < 0.88
