"""A network of fewer layers learns from gold and from a trained one."""

import pytest
import torch

from annotation.domain.notes import Note
from annotation.domain.spans import Span
from tests.mini_model import write_mini_backbone
from worker.engine.encoder.pieces import PieceEncoder
from worker.training.encoder.backbones import from_backbone
from worker.training.encoder.distill import Distiller, student_of
from worker.training.encoder.loop import Trainer
from worker.training.encoder.recipe import Recipe

TEXT = "Vu ce jour M. Durand"
NOTES = [Note("n", TEXT, entities=(Span(14, 20, "PER", "NOM"),))] * 8
RECIPE = Recipe(epochs=3, batch_size=4, micro_batch=4, dropout=0.0, learning_rate=2e-3)


@pytest.fixture
def folder(tmp_path):
    return write_mini_backbone(tmp_path / "backbone", layers=4)


@pytest.fixture
def teacher(folder):
    torch.manual_seed(1)
    return from_backbone(folder)


def distiller(teacher, folder, layers=2, recipe=RECIPE):
    student = student_of(teacher, layers)
    return Distiller(teacher, student, PieceEncoder(folder), lambda epoch: NOTES, recipe)


def test_a_student_keeps_every_second_layer_and_the_heads(teacher):
    student = student_of(teacher, 2)
    kept, theirs = student.backbone.encoder.layer, teacher.backbone.encoder.layer
    assert student.backbone.config.num_hidden_layers == len(kept) == 2
    for mine, source in zip(kept, (theirs[1], theirs[3]), strict=True):
        assert all(map(torch.equal, mine.state_dict().values(), source.state_dict().values()))
    assert torch.equal(student.heads.weight, teacher.heads.weight)
    assert teacher.backbone.config.num_hidden_layers == len(theirs) == 4


def test_the_kept_layers_are_evenly_spread_and_the_last_is_among_them(teacher):
    student = student_of(teacher, 3)
    theirs = teacher.backbone.encoder.layer
    for mine, place in zip(student.backbone.encoder.layer, (1, 2, 4), strict=True):
        weights = theirs[place - 1].state_dict().values()
        assert all(map(torch.equal, mine.state_dict().values(), weights))


@pytest.mark.parametrize("layers", [0, 5])
def test_no_more_layers_are_kept_than_there_are_and_at_least_one(teacher, layers):
    with pytest.raises(ValueError, match=f"{layers} couches"):
        student_of(teacher, layers)


def test_a_student_with_all_layers_thinks_as_its_teacher(teacher, folder):
    """Nothing is left to learn from the teacher: the loss is that of gold alone."""
    recipe = Recipe(batch_size=4, micro_batch=4, dropout=0.0, word_dropout=0.0, epochs=1, learning_rate=0.0)  # fmt: skip
    loss = distiller(teacher, folder, layers=4, recipe=recipe).run_epoch()
    plain = Trainer(student_of(teacher, 4), PieceEncoder(folder), lambda epoch: NOTES, recipe)
    assert loss == pytest.approx(plain.run_epoch(), abs=1e-4)


def test_the_student_learns_and_the_teacher_stays(teacher, folder):
    before = {name: value.clone() for name, value in teacher.state_dict().items()}
    trainer = distiller(teacher, folder)
    losses = [trainer.run_epoch() for _ in range(3)]
    assert losses[-1] < losses[0]
    assert all(torch.equal(value, before[name]) for name, value in teacher.state_dict().items())


def test_the_teacher_counts_only_where_gold_agrees(teacher, folder):
    """A teacher that tags every word wrongly adds nothing to the loss of gold."""
    with torch.no_grad():
        teacher.heads.bias[-1] = 0
        teacher.heads.bias[5] = 1000  # one fine tag, that of no word here
    recipe = Recipe(batch_size=4, micro_batch=4, dropout=0.0, word_dropout=0.0, epochs=1, learning_rate=0.0)  # fmt: skip
    loss = distiller(teacher, folder, recipe=recipe).run_epoch()
    plain = Trainer(student_of(teacher, 2), PieceEncoder(folder), lambda epoch: NOTES, recipe)
    assert loss == pytest.approx(plain.run_epoch(), abs=1e-3)
