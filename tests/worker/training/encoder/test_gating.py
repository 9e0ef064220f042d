"""A gate learns which words may stop, and never stops what the whole network finds."""

import itertools
from pathlib import Path

import numpy as np
import pytest
import torch

from annotation.domain.notes import Note
from annotation.domain.spans import Span
from tests.mini_model import write_mini_backbone
from worker.engine.encoder import network
from worker.engine.encoder.files import Settings
from worker.engine.encoder.network import EncoderTagger
from worker.engine.encoder.pieces import PieceEncoder
from worker.engine.encoder.tags import OUTSIDE
from worker.training.encoder import gating
from worker.training.encoder.gating import Fitted, Reader, fit

CODES = ("kelvo", "marig", "tonsa", "belur")
SETTINGS = Settings(window=64, overlap=16)


class StopError(Exception):
    """A cancel."""


def note(number: int) -> Note:
    code = CODES[number % len(CODES)]
    text = f"Vu ce jour en salle, bracelet {code}, bon état.\n" + "Examen normal au lit.\n" * 12
    start = text.index(code)
    return Note(f"n{number}", text, entities=(Span(start, start + len(code), "REF", "AUTRE"),))


NOTES = [note(number) for number in range(24)]


@pytest.fixture(scope="module")
def deep(tmp_path_factory: pytest.TempPathFactory) -> tuple[EncoderTagger, PieceEncoder]:
    """Six layers, and heads that redact everything."""
    folder: Path = write_mini_backbone(tmp_path_factory.mktemp("deep"), seed=4, layers=6)
    torch.manual_seed(3)
    tagger = network.from_backbone(folder).eval()
    with torch.no_grad():
        tagger.heads.bias[OUTSIDE] -= 50
    return tagger, PieceEncoder(folder)


@pytest.fixture(autouse=True)
def _any_gate_is_worth_it(monkeypatch):
    monkeypatch.setattr(gating, "_WORTH", 1.0)


def fitted(deep, times: int = 1, **given) -> Fitted | None:
    return fit(*deep, SETTINGS, learn=NOTES[:16] * times, choose=NOTES[16:], **given)


def test_what_the_network_finds_never_stops_and_ordinary_words_do(deep):
    found = fitted(deep, times=10)
    assert found is not None
    assert found.gate.depth == 1
    assert found.entity_words == 8  # one code in each of the eight notes
    assert found.going_on < 0.8
    reader = Reader(*deep, SETTINGS, "cpu", lambda given: (), lambda: None)
    for window in reader.read(NOTES[16:], whole=True):
        scores = found.gate.scores(window.states.astype(np.float32))
        assert found.gate.near(scores, window.suspected)[window.gold & window.redacted].all()


def test_a_gate_that_spares_little_is_none(deep, monkeypatch):
    monkeypatch.setattr(gating, "_THRESHOLDS", np.array([-1e6]))  # lets everything through
    found = fitted(deep)
    assert found is not None
    assert found.going_on == 1.0
    monkeypatch.setattr(gating, "_WORTH", 0.99)
    assert fitted(deep) is None


def test_the_same_notes_give_the_same_gate(deep):
    torch.manual_seed(1)
    first = fitted(deep)
    torch.manual_seed(2)
    second = fitted(deep)
    assert first is not None
    assert second is not None
    assert (first.gate.outer == second.gate.outer).all()
    assert first.gate.threshold == second.gate.threshold


def test_words_that_others_suspect_need_no_score(deep, monkeypatch):
    monkeypatch.setattr(gating, "_THRESHOLDS", np.array([1e6]))  # stops everything
    assert fitted(deep) is None
    found = fitted(deep, suspect=lambda given: given.entities)
    assert found is not None
    assert found.entity_words == 8


def test_it_is_cancelled_wherever_it_is(deep):
    calls = itertools.count(1)

    def counting() -> None:
        next(calls)

    fitted(deep, check=counting)
    total = next(calls)
    for last in (1, total // 2, total - 2):
        left = iter(range(last))

        def check(left=left) -> None:
            if next(left, None) is None:
                raise StopError

        with pytest.raises(StopError):
            fitted(deep, check=check)


def test_few_layers_need_no_gate(tmp_path):
    folder = write_mini_backbone(tmp_path, seed=4)
    assert fitted((network.from_backbone(folder), PieceEncoder(folder))) is None
