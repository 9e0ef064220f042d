"""The encoder's states in 8 bits: those of PyTorch but for the rounding, for coders whose layers are BERT's."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from tests.worker.coding import toy
from tests.worker.coding.test_backbones import bert, camembert, flaubert
from worker.coding.coder import NeuralCoder, load_coder
from worker.coding.files import CoderFilesError, read_settings
from worker.coding.learn import LearntCoder, Plan, learn
from worker.coding.recipe import Architecture, Pooling
from worker.coding.segments import segment
from worker.coding.states import PlainStates, RoundedStates, rounded_states

pytestmark = pytest.mark.slow

LONG = " ".join(stay.texts[0] for stay in toy.stays(3, words=90))


def taught(source: Path, work: Path, **changes) -> LearntCoder:
    torch.manual_seed(0)
    return learn(
        toy.stays(8, words=40), Plan(source, work, replace(toy.QUICK, epochs=1, **changes))
    )


@pytest.mark.parametrize("kind", [bert, camembert])
def test_states_in_8_bits_are_those_of_the_network(tmp_path, kind):
    learnt = taught(kind(tmp_path / "source"), tmp_path / "work")
    learnt.save(tmp_path / "model")
    rounded = rounded_states(tmp_path / "model", learnt.settings, tmp_path / "cache")
    stay = segment([LONG, "alpha"], learnt.encoder, learnt.settings.limits)
    assert len(stay.ids) > 3
    plain = PlainStates(learnt.network, learnt.encoder.pad)(stay)
    assert rounded(stay).shape == plain.shape
    assert np.corrcoef(rounded(stay).ravel(), plain.ravel())[0, 1] > 0.998


def test_a_saved_coder_is_read_in_8_bits_and_its_file_is_made_once(tmp_path, monkeypatch):
    taught(bert(tmp_path / "source"), tmp_path / "work").save(tmp_path / "model")
    cache = tmp_path / "cache"
    first = load_coder(tmp_path / "model", str, cache)
    [file] = cache.glob("*.states.onnx")
    stamp = file.stat().st_mtime_ns
    second = load_coder(tmp_path / "model", str, cache)
    assert isinstance(second._states, RoundedStates)
    assert file.stat().st_mtime_ns == stamp
    texts = [[LONG], ["alpha embolie"]]
    assert np.array_equal(first.probabilities(texts), second.probabilities(texts))


def test_a_cache_that_cannot_be_written_is_said(tmp_path):
    taught(bert(tmp_path / "source"), tmp_path / "work").save(tmp_path / "model")
    (tmp_path / "cache").write_text("a file")
    with pytest.raises(CoderFilesError, match="copie en 8 bits"):
        load_coder(tmp_path / "model", str, tmp_path / "cache")


@pytest.mark.parametrize(
    ("kind", "changes"),
    [(bert, {"architecture": Architecture.CNN}), (flaubert, {})],
    ids=["cnn", "flaubert"],
)
def test_what_is_no_bert_is_read_by_pytorch(tmp_path, kind, changes):
    taught(kind(tmp_path / "source"), tmp_path / "work", **changes).save(tmp_path / "model")
    settings = read_settings(tmp_path / "model")
    assert rounded_states(tmp_path / "model", settings, tmp_path / "cache") is None
    loaded = load_coder(tmp_path / "model", str, tmp_path / "cache")
    assert isinstance(loaded._states, PlainStates)
    assert loaded.probabilities([[LONG]]).shape == (1, len(settings.codes))


@pytest.mark.parametrize("pooling", sorted(Pooling))
def test_a_note_goes_through_the_encoder_once_for_all_codes_and_their_evidence(tmp_path, pooling):
    learnt = taught(bert(tmp_path / "source"), tmp_path / "work", pooling=pooling)
    seen = []
    plain = PlainStates(learnt.network, learnt.encoder.pad)

    def counted(stay):
        seen.append(stay)
        return plain(stay)

    settings = replace(learnt.settings, threshold=0.0)
    coder = NeuralCoder(
        learnt.network, learnt.encoder, settings, version="test", states=counted
    )  # fmt: skip
    found = coder.predict([LONG, "alpha"], top=4)
    assert [len(own) for own in found] == [4, 4]
    assert all(code.evidence for own in found for code in own)
    assert len(seen) == 2
    assert (len(seen[0].ids) == 1) is (pooling is Pooling.TRUNCATE)
