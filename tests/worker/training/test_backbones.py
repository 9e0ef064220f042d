"""Every backbone of the articles trains a step, is saved, loaded and served; none of them is downloaded."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from django.utils import translation
from safetensors.torch import load_file, save_file
from tokenizers import Tokenizer, models, pre_tokenizers

from annotation.domain.notes import Note, PatientIdentity
from annotation.domain.spans import Span
from deidweb.sentences import localised
from tests.mini_model import write_mini_backbone
from worker.engine.build import load_model
from worker.engine.encoder.files import ModelFilesError
from worker.engine.encoder.pieces import PieceEncoder, TokenizerError
from worker.engine.rules.engine import RuleDetector
from worker.training.encoder.loop import DivergedError, Trainer
from worker.training.encoder.recipe import Recipe
from worker.training.learn import learn
from worker.training.plan import Plan, Watch
from worker.training.retrain import Opponents, retrain
from worker.training.splitting import parts_of

pytestmark = pytest.mark.usefixtures("few_regression_notes")

WORDS = ["Vu", "ce", "jour", "bracelet", "kelvo", "marig", "bon", "état"]
SIZES = {"pad_token_id": 1, "bos_token_id": 0, "eos_token_id": 2}


def bert(folder: Path) -> None:
    """A WordPiece vocabulary, as BERT's."""
    from transformers import BertConfig, BertModel

    specials = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"]
    pieces = [*specials, *WORDS, *"abcdefghijklmnopqrstuvwxyzéè", *(f"##{c}" for c in "abcdefghijklmnopqrstuvwxyzéè")]  # fmt: skip
    vocabulary = {piece: rank for rank, piece in enumerate(pieces)}
    tokenizer = Tokenizer(models.WordPiece(vocabulary, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.add_special_tokens(specials)
    tokenizer.save(str(folder / "tokenizer.json"))
    BertModel(
        BertConfig(
            vocab_size=len(pieces), hidden_size=32, num_hidden_layers=2, num_attention_heads=2,
            intermediate_size=64, pad_token_id=0,
        )
    ).save_pretrained(folder)  # fmt: skip


def _like_roberta(folder: Path, config: type, network: type) -> None:
    write_mini_backbone(folder)
    count = len(json.loads((folder / "tokenizer.json").read_text())["model"]["vocab"])
    for name in ("config.json", "model.safetensors"):
        (folder / name).unlink()
    settings = config(
        vocab_size=count, hidden_size=32, num_hidden_layers=2, num_attention_heads=2,
        intermediate_size=64, max_position_embeddings=514, type_vocab_size=1, **SIZES,
    )  # fmt: skip
    network(settings, add_pooling_layer=True).save_pretrained(folder)


def camembert(folder: Path) -> None:
    from transformers import CamembertConfig, CamembertModel

    _like_roberta(folder, CamembertConfig, CamembertModel)


def xlm_roberta(folder: Path) -> None:
    from transformers import XLMRobertaConfig, XLMRobertaModel

    _like_roberta(folder, XLMRobertaConfig, XLMRobertaModel)


def flaubert(folder: Path) -> None:
    """A tokenizer of two files, which transformers reads with sacremoses' help."""
    from transformers import FlaubertConfig, FlaubertModel

    specials = ["<s>", "</s>", "<pad>", "<unk>", *(f"<special{i}>" for i in range(10))]
    letters = list("abcdefghijklmnopqrstuvwxyzVéè,.")
    pieces = [*specials, *letters, *(f"{c}</w>" for c in letters)]
    (folder / "vocab.json").write_text(json.dumps({p: i for i, p in enumerate(pieces)}))
    (folder / "merges.txt").write_text("#version: 0.2\na b</w> 5\n")
    (folder / "tokenizer_config.json").write_text(json.dumps({"tokenizer_class": "FlaubertTokenizer", "do_lowercase": False}))  # fmt: skip
    settings = FlaubertConfig(
        vocab_size=len(pieces), emb_dim=32, n_layers=2, n_heads=2, pre_norm=False,
        bos_index=0, eos_index=1, pad_index=2, unk_index=3, pad_token_id=2,
    )  # fmt: skip
    FlaubertModel(settings).save_pretrained(folder)


WRITERS = {"bert": bert, "camembert": camembert, "xlm-roberta": xlm_roberta, "flaubert": flaubert}


def notes() -> list[Note]:
    found = []
    for number in range(12):
        code = ("kelvo", "marig")[number % 2]
        text = f"Vu ce jour, bracelet {code}, bon état."
        start = text.index(code)
        span = Span(start, start + 5, "QID", "AUTRE")
        found.append(Note(f"n{number}", text, PatientIdentity(id=f"p{number}"), entities=(span,)))
    return found


@pytest.fixture(params=WRITERS)
def backbone(request, tmp_path) -> Path:
    folder = tmp_path / request.param
    folder.mkdir()
    torch.manual_seed(1)
    WRITERS[request.param](folder)
    return folder


def test_it_trains_is_saved_loaded_and_served(backbone, tmp_path, monkeypatch):
    recipe = Recipe(epochs=1, batch_size=4, micro_batch=4, max_length=32, learning_rate=1e-3)
    rules = RuleDetector()
    plan = Plan(backbone, tmp_path / "work", recipe, name="essai")
    done = retrain(parts_of(notes()), plan, Opponents(rules, rules, rules), Watch())
    assert done.learnt.epochs[0].loss > 0
    model = tmp_path / "model"
    model.mkdir()
    done.learnt.save(model, backbone)
    served = load_model(model, "cpu", cache=tmp_path / "cache")
    text = notes()[0].text
    [found] = served.read([text])
    live = done.learnt.detector().read([text])[0]
    assert list(found.starts) == list(live.starts)
    # 8 bits or 16 against 32: near, and of each word's own
    assert found.outside == pytest.approx(live.outside, abs=0.1)


def test_a_tokenizer_whose_library_is_missing_is_told_in_words(tmp_path, monkeypatch):
    import transformers

    def missing(folder):
        raise ImportError("You must install sacremoses to use FlaubertTokenizer.")

    monkeypatch.setattr(transformers.AutoTokenizer, "from_pretrained", missing)
    with pytest.raises(TokenizerError, match="« sacremoses », qui n'est pas installée"):
        PieceEncoder(tmp_path)


def rewrite(folder: Path, **fields: object) -> None:
    path = folder / "config.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | fields))


def as_pickle(folder: Path) -> None:
    torch.save(load_file(folder / "model.safetensors"), folder / "pytorch_model.bin")
    (folder / "model.safetensors").unlink()


def of_another_network(folder: Path) -> None:
    save_file({"other": torch.zeros(2)}, folder / "model.safetensors")


def no_numbers(folder: Path) -> None:
    tensors = load_file(folder / "model.safetensors")
    tensors["embeddings.word_embeddings.weight"][0, 0] = float("nan")
    save_file(tensors, folder / "model.safetensors")


def with_own_code(folder: Path) -> None:
    """`transformers` would ask on the terminal whether to run it."""
    rewrite(folder, model_type="own", auto_map={"AutoModel": "own.Own", "AutoConfig": "own.Config"})
    (folder / "own.py").write_text("raise SystemExit\n")


def instead_of_settings(folder: Path, make: Callable[[Path], object]) -> None:
    (folder / "config.json").unlink()
    make(folder / "config.json")


def with_more_pieces(folder: Path) -> None:
    """As if somebody had added words to the tokenizer and not to the weights."""
    path = folder / "tokenizer.json"
    told = json.loads(path.read_text())
    told["model"]["vocab"]["kelvos"] = len(told["model"]["vocab"])
    path.write_text(json.dumps(told))


def reading_little(folder: Path, **sizes: int) -> None:
    """Of another shape, its weights fitting to it."""
    from transformers import AutoConfig, AutoModel

    config = AutoConfig.from_pretrained(folder, **sizes)
    AutoModel.from_config(config).save_pretrained(folder)


SPOILED = {
    "more_pieces": (with_more_pieces, "numérote \\d+ morceaux, ses poids n'en connaissent que"),
    "few_places": (lambda f: reading_little(f, max_position_embeddings=64), "ne lit pas 128 morceaux"),
    "no_types": (lambda f: reading_little(f, type_vocab_size=0), "ne lit pas 128 morceaux"),
    "as_pickle": (as_pickle, "illisible : config.json ou model.safetensors"),
    "no_weights": (lambda f: (f / "model.safetensors").unlink(), "illisible : config.json ou model"),
    "no_file": (lambda f: (f / "model.safetensors").write_bytes(b"\xff" * 99), "illisible"),
    "of_another_network": (of_another_network, "poids absents"),
    "no_numbers": (no_numbers, "ne sont pas des nombres"),
    "with_own_code": (with_own_code, "config.json illisible ou inconnu"),
    "endless": (lambda f: rewrite(f, num_hidden_layers=10**6), "illisible ou inconnu"),
    "too_wide": (lambda f: rewrite(f, hidden_size=10**6), "illisible"),
    "no_json": (lambda f: (f / "config.json").write_text("{"), "illisible ou inconnu"),
    "too_deep": (lambda f: (f / "config.json").write_text("[" * 200_000), "illisible ou inconnu"),
    "a_pipe": (lambda f: instead_of_settings(f, os.mkfifo), "illisible ou inconnu"),
    "a_device": (
        lambda f: instead_of_settings(f, lambda file: file.symlink_to("/dev/zero")),
        "illisible ou inconnu",
    ),
    "a_list": (lambda f: (f / "config.json").write_text("[]"), "illisible ou inconnu"),
    "unknown": (lambda f: rewrite(f, model_type=["bert"]), "illisible ou inconnu"),
    "no_pieces": (lambda f: (f / "tokenizer.json").write_text("{"), "tokenizer.json illisible"),
}  # fmt: skip


@pytest.mark.parametrize("way", SPOILED)
def test_an_encoder_that_is_none_is_refused_in_words_and_teaches_nothing(way, tmp_path, capfd):
    bert(tmp_path)
    spoil, told = SPOILED[way]
    spoil(tmp_path)
    parts, plan = parts_of(notes()), Plan(tmp_path, tmp_path / "work", Recipe(epochs=1), name="x")
    with pytest.raises(ModelFilesError, match=told) as refused:
        learn(parts, plan, Watch())
    with translation.override("en"):
        assert localised(str(refused.value)) != str(refused.value)
    assert "[y/N]" not in capfd.readouterr().out


def test_errors_that_are_no_numbers_end_a_training_in_words(tmp_path, monkeypatch):
    """Else they would stand among a job's figures, where a database takes none."""
    bert(tmp_path)
    monkeypatch.setattr(Trainer, "_gold_loss", lambda self, logits, gold: logits.sum() * torch.nan)
    parts, plan = parts_of(notes()), Plan(tmp_path, tmp_path / "work", Recipe(epochs=1), name="x")
    with pytest.raises(DivergedError, match="divergé") as refused:
        learn(parts, plan, Watch())
    with translation.override("en"):
        assert "diverged" in localised(str(refused.value))
