"""A transformer of a few kilobytes in a directory as any other: it finds nothing, it can learn."""

from __future__ import annotations

import json
import math
import string
from pathlib import Path

SPECIALS = ("<s>", "<pad>", "</s>", "<unk>", "<nl>")


def write_mini_backbone(
    folder: Path, seed: int = 0, layers: int = 2, more_words: tuple[str, ...] = ()
) -> Path:
    """`layers` of 32; pieces are single characters, a few words and `more_words`."""
    import torch
    from transformers import BertConfig, BertModel

    torch.manual_seed(seed)
    characters = string.ascii_letters + string.digits + string.punctuation + "éèàç"
    words = ("▁bracelet", "▁Vu", "▁ce", "▁jour", "▁est", "▁bon", "▁état")
    words += tuple(f"▁{word}" for word in more_words)
    pieces = [*SPECIALS, "▁", *characters, *words]
    folder.mkdir(parents=True, exist_ok=True)
    settings = BertConfig(
        vocab_size=len(pieces),
        hidden_size=32,
        num_hidden_layers=layers,
        num_attention_heads=2,
        intermediate_size=64,
        pad_token_id=1,
        hidden_dropout_prob=0.0,
        attention_probs_dropout_prob=0.0,
    )
    BertModel(settings, add_pooling_layer=False).save_pretrained(folder)
    special = {"single_word": False, "lstrip": False, "rstrip": False, "normalized": False}
    tokenizer = {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": [
            {"id": i, "content": piece, "special": True, **special}
            for i, piece in enumerate(SPECIALS)
        ],
        "normalizer": None,
        "pre_tokenizer": {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "always"},
        "post_processor": None,
        "decoder": None,
        "model": {
            "type": "Unigram",
            "unk_id": 3,
            "vocab": [[p, -2.0 if p in words else -5.0] for p in pieces],
        },
    }
    (folder / "tokenizer.json").write_text(json.dumps(tokenizer), encoding="utf-8")
    return folder


def write_mini_tagger(folder: Path, labels: dict[str, str], found: str = "O") -> Path:
    """A token classifier of others', which says `found` of every piece, with its map of labels."""
    import torch
    from transformers import BertConfig, BertForTokenClassification

    write_mini_backbone(folder)
    names = ["O", *(f"B-{theirs}" for theirs in labels)]
    config = BertConfig.from_pretrained(folder, id2label=dict(enumerate(names)))
    tagger = BertForTokenClassification(config)
    with torch.no_grad():
        tagger.classifier.weight.zero_()
        tagger.classifier.bias.zero_()
        tagger.classifier.bias[names.index(found)] = 3.0
    tagger.save_pretrained(folder)
    (folder / "labels.json").write_text(json.dumps(labels), encoding="utf-8")
    return folder


def write_mini_model(folder: Path, seed: int = 0, name: str = "mini") -> Path:
    """A model that has learnt nothing: its heads are as drawn."""
    import torch

    from worker.engine.encoder import network
    from worker.engine.encoder.files import Settings, write_settings
    from worker.engine.encoder.tags import FINE_TAGS
    from worker.training.encoder.backbones import from_backbone

    write_mini_backbone(folder, seed)
    torch.manual_seed(seed)
    tagger = from_backbone(folder)
    with torch.no_grad():
        tagger.heads.weight.zero_()
        tagger.heads.bias.zero_()
        # P(O) = 0.9 everywhere: it finds nothing, and is never sure against a rule.
        tagger.heads.bias[0] = math.log(9 * (FINE_TAGS - 1))
    network.save(tagger, folder)
    write_settings(folder, Settings(name=name))
    return folder
