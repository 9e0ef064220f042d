"""Every kind of French encoder: trained a step, saved, loaded, asked."""

from __future__ import annotations

import json
import string
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from tests.mini_model import write_mini_model
from tests.worker.coding import toy
from worker.coding.backbones import load_backbone, longest_segment
from worker.coding.coder import NeuralCoder, load_coder
from worker.coding.learn import Plan, learn
from worker.coding.recipe import Pooling

pytestmark = pytest.mark.slow

SIZES = {
    "hidden_size": 32,
    "num_hidden_layers": 2,
    "num_attention_heads": 2,
    "intermediate_size": 64,
}


def bert(folder: Path) -> Path:
    return toy.backbone(folder)


def ner_model(folder: Path) -> Path:
    """The layout of the shipped model: an encoder with the heads of another task."""
    return write_mini_model(folder)


def camembert(folder: Path) -> Path:
    """CamemBERT's, and DrBERT's: places are counted from the padding on."""
    from transformers import CamembertConfig, CamembertModel

    toy.backbone(folder)
    vocabulary = len(json.loads((folder / "tokenizer.json").read_text())["model"]["vocab"])
    config = CamembertConfig(
        vocab_size=vocabulary, max_position_embeddings=50, pad_token_id=1, **SIZES
    )
    CamembertModel(config, add_pooling_layer=False).save_pretrained(folder)
    return folder


def flaubert(folder: Path) -> Path:
    """FlauBERT's own model and its slow tokenizer, which needs sacremoses."""
    pytest.importorskip("sacremoses")
    from transformers import FlaubertConfig, FlaubertModel

    folder.mkdir(parents=True)
    letters = [*string.ascii_lowercase, *(f"{letter}</w>" for letter in string.ascii_lowercase)]
    pieces = ["<s>", "</s>", "<pad>", "<unk>", *(f"<special{i}>" for i in range(10)), *letters]
    (folder / "vocab.json").write_text(json.dumps({p: i for i, p in enumerate(pieces)}))
    (folder / "merges.txt").write_text("#version: 0.2\n")
    (folder / "tokenizer_config.json").write_text(
        json.dumps({"tokenizer_class": "FlaubertTokenizer", "do_lowercase": True})
    )
    config = FlaubertConfig(
        vocab_size=len(pieces), emb_dim=32, n_layers=2, n_heads=2, max_position_embeddings=64,
        pad_index=2, eos_index=1, bos_index=0, unk_index=3, pre_norm=False,
    )  # fmt: skip
    FlaubertModel(config).save_pretrained(folder)
    return folder


@pytest.mark.parametrize("kind", [bert, ner_model, camembert, flaubert])
@pytest.mark.parametrize("pooling", [Pooling.LAAT, Pooling.TRUNCATE])
def test_each_kind_of_encoder_trains_is_saved_and_predicts_the_same(tmp_path, kind, pooling):
    torch.manual_seed(0)
    source = kind(tmp_path / "source")
    stays = toy.stays(8, words=40)
    recipe = replace(toy.QUICK, epochs=1, pooling=pooling)
    words = {code: cue for cue, code in toy.CUES.items()}
    before = [p.clone() for p in load_backbone(source).parameters()]
    learnt = learn(stays, Plan(source, tmp_path / "work", recipe, describe=words.get))
    after = list(learnt.network.backbone.parameters())
    assert any(not torch.equal(own, old) for own, old in zip(after, before, strict=True))
    learnt.save(tmp_path / "model")
    loaded = load_coder(tmp_path / "model", words.get)
    ours = NeuralCoder(learnt.network, learnt.encoder, learnt.settings, version="test")
    texts = [stay.texts for stay in stays]
    assert np.allclose(loaded.probabilities(texts), ours.probabilities(texts), atol=0.02)
    assert loaded.predict([texts[0][0]], top=2) is not None


def test_a_segment_is_never_longer_than_the_encoder_reads(tmp_path):
    assert longest_segment(load_backbone(camembert(tmp_path / "c"))) == 48
    assert longest_segment(load_backbone(bert(tmp_path / "b"))) == 512
