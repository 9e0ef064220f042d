"""What each pooling can learn, evidence that is faithful, killed trainings, every kind of encoder."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from tests.worker.coding import toy
from worker.coding import checkpoint
from worker.coding.coder import NeuralCoder, load_coder
from worker.coding.files import SETTINGS, WEIGHTS, CoderFilesError
from worker.coding.learn import LearntCoder, Plan, learn
from worker.coding.recipe import Architecture, Loss, Pooling
from worker.coding.scores import f1_at
from worker.coding.stays import Stay, TooFewStaysError
from worker.training.encoder.loop import Hooks

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[3]
TRAIN = toy.stays(96, words=100)
FRESH = toy.stays(40, words=100, seed=2)


def coder_of(learnt: LearntCoder) -> NeuralCoder:
    return NeuralCoder(learnt.network, learnt.encoder, learnt.settings, version="test")


def right_first(learnt: LearntCoder, fresh: list[Stay] = FRESH) -> float:
    """The share of fresh stays whose code comes first."""
    coder = coder_of(learnt)
    found = coder.probabilities([stay.texts for stay in fresh])
    gold = np.array([[code in stay.codes for code in coder.codes] for stay in fresh])
    return f1_at(gold, found, 1)


@pytest.fixture(scope="module")
def pooled(tmp_path_factory):
    """The same network, stays and steps under each pooling."""
    return {
        pooling: toy.learnt(tmp_path_factory.mktemp(pooling), TRAIN, pooling=pooling)
        for pooling in Pooling
    }


def test_attention_finds_a_rare_cue_far_into_a_note_where_mean_and_truncation_do_not(pooled):
    """Chance is one in four."""
    shares = {pooling: right_first(own) for pooling, own in pooled.items()}
    assert shares[Pooling.LAAT] >= 0.95
    assert shares[Pooling.MAX] >= 0.8
    assert shares[Pooling.MEAN] <= 0.6
    assert shares[Pooling.TRUNCATE] <= 0.5


def test_its_probabilities_are_calibrated_and_its_codes_are_proposed(pooled):
    coder = coder_of(pooled[Pooling.LAAT])
    found = coder.predict([FRESH[0].texts[0]])[0]
    assert [own.code for own in found] == list(FRESH[0].codes)
    assert found[0].score > 0.5
    assert pooled[Pooling.LAAT].figures["ece"] < 0.1


def test_evidence_is_the_cue(pooled):
    coder = coder_of(pooled[Pooling.LAAT])
    hits = 0
    for stay in FRESH[:20]:
        text = stay.texts[0]
        evidence = coder.predict([text], top=1)[0][0].evidence
        best = max(evidence, key=lambda own: own.weight)
        hits += text[best.start : best.end] in toy.CUES
        assert list(evidence) == sorted(evidence)
        assert all(0 < own.weight <= 1 for own in evidence)
    assert hits >= 18


@pytest.mark.parametrize("pooling", [Pooling.LAAT, Pooling.MAX])
def test_erasing_the_evidence_lowers_the_score_more_than_erasing_as_many_random_words(
    pooled, pooling
):
    coder, draw = coder_of(pooled[pooling]), random.Random(3)
    told, drawn = [], []
    for stay in FRESH[:20]:
        text = stay.texts[0]
        found = coder.predict([text], top=1)[0]
        if not found:
            continue
        place = coder.codes.index(found[0].code)
        spans = [(own.start, own.end) for own in found[0].evidence]
        words = sum(len(text[start:end].split()) for start, end in spans)
        random_spans = draw.sample(word_spans(text), words)
        before, without, at_random = coder.probabilities(
            [[text], [erased(text, spans)], [erased(text, random_spans)]]
        )[:, place]
        told.append(before - without)
        drawn.append(before - at_random)
    assert len(told) >= 15
    assert np.mean(told) > np.mean(drawn) + 0.3


def word_spans(text: str) -> list[tuple[int, int]]:
    spans, start = [], 0
    for word in text.split():
        spans.append((start, start + len(word)))
        start += len(word) + 1
    return spans


def erased(text: str, spans: list[tuple[int, int]]) -> str:
    for start, end in sorted(spans, reverse=True):
        text = text[:start] + text[end:]
    return text


@pytest.fixture(scope="module")
def few():
    return toy.stays(24, words=60)


def test_a_saved_coder_finds_what_the_learnt_one_finds(pooled, tmp_path):
    learnt = pooled[Pooling.LAAT]
    learnt.save(tmp_path / "model")
    loaded = load_coder(tmp_path / "model", {"J18": "Pneumopathie"}.get)
    texts = [stay.texts for stay in FRESH]
    ours, theirs = (one.probabilities(texts) for one in (coder_of(learnt), loaded))
    assert np.allclose(ours, theirs, atol=0.01)  # kept in float16
    assert loaded.version.startswith("icd-")
    own = next(stay for stay in FRESH if stay.codes == ("J18",))
    assert loaded.predict([own.texts[0]])[0][0].label == "Pneumopathie"


def test_the_codes_of_a_note_do_not_depend_on_its_neighbours(pooled):
    coder = coder_of(pooled[Pooling.LAAT])
    texts = [FRESH[0].texts[0], "alpha", "", " ".join(FRESH[1].texts * 3)]
    together = coder.probabilities([[text] for text in texts])
    alone = np.concatenate([coder.probabilities([[text]]) for text in texts])
    assert np.allclose(together, alone, atol=1e-3)
    assert coder.predict([]) == []
    with pytest.raises(ValueError, match="top"):
        coder.predict(["alpha"], top=0)


def test_the_documents_of_a_stay_are_read_together(pooled):
    coder = coder_of(pooled[Pooling.LAAT])
    found = coder.probabilities([["alpha beta", "gamma embolie delta"]])[0]
    assert coder.codes[int(found.argmax())] == "I26"


CHILD = """
import os, signal, sys
from pathlib import Path
from dataclasses import replace
from tests.worker.coding import toy
from worker.coding.learn import Plan, learn
from worker.training.encoder.loop import Hooks
folder = Path(sys.argv[1])
def die(progress):
    if (progress.epoch, progress.step) == (3, 2):
        os.kill(os.getpid(), signal.SIGKILL)
recipe = replace(toy.QUICK, epochs=4, dropout=0.1)
plan = Plan(toy.backbone(folder / "backbone"), folder / "work", recipe, hooks=Hooks(on_progress=die))
learn(toy.stays(24, words=60), plan)
"""


def test_a_training_killed_in_an_epoch_ends_with_the_weights_of_an_uninterrupted_one(few, tmp_path):
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    child = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", CHILD, str(tmp_path)],
        env=environment, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert child.returncode == -signal.SIGKILL, child.stderr[-2000:]
    work = tmp_path / "work"
    (work / ".epoch-0003.safetensors.partial").write_bytes(b"half a file")
    assert [p.name for p in work.glob("epoch-*")]
    starts = []
    recipe = replace(toy.QUICK, epochs=4, dropout=0.1)
    hooks = Hooks(on_progress=lambda progress: starts.append(progress.epoch))
    resumed = learn(few, Plan(tmp_path / "backbone", work, recipe, hooks=hooks))
    whole = learn(few, Plan(tmp_path / "backbone", tmp_path / "other", recipe))
    assert min(starts) == 3
    assert resumed.epochs == whole.epochs
    assert resumed.settings == whole.settings
    mine, theirs = resumed.network.state_dict(), whole.network.state_dict()
    assert all(torch.equal(mine[name], theirs[name]) for name in theirs)
    assert not list(work.glob(".*partial"))


def test_a_checkpoint_of_other_notes_is_refused(few, tmp_path):
    toy.learnt(tmp_path, few, epochs=1)
    with pytest.raises(checkpoint.OtherTrainingError, match="autre entraînement"):
        toy.learnt(tmp_path, few[:-1], epochs=1)


def test_it_stops_when_nothing_gets_better(few, tmp_path):
    found = toy.learnt(tmp_path, few, epochs=9, learning_rate=1e-9, patience=2)
    assert len(found.epochs) == 3


def test_labels_start_from_their_text(few, tmp_path):
    words = {code: cue for cue, code in toy.CUES.items()}
    plan = Plan(
        toy.backbone(tmp_path / "b"), tmp_path / "work",
        replace(toy.QUICK, epochs=1, learning_rate=1e-9), describe=words.get,
    )  # fmt: skip
    coder = coder_of(learn(few, plan))
    attention = coder.head.w.weight
    assert torch.allclose(attention.norm(dim=1), torch.ones(4), atol=1e-3)


def test_too_few_stays_are_refused(tmp_path):
    with pytest.raises(TooFewStaysError, match="4 séjours"):
        toy.learnt(tmp_path, toy.stays(3))


@pytest.mark.parametrize(
    "changes",
    [
        {"architecture": Architecture.CNN},
        {"architecture": Architecture.CNN, "pooling": Pooling.MAX},
        {"loss": Loss.ASYMMETRIC},
        {"attention_width": 8},
        {"top_codes": 2},
    ],
    ids=str,
)
def test_every_choice_trains_is_saved_and_predicts_the_same(few, tmp_path, changes):
    learnt = toy.learnt(tmp_path, few, epochs=1, **changes)
    learnt.save(tmp_path / "model")
    loaded = load_coder(tmp_path / "model", lambda code: "")
    assert len(loaded.codes) == changes.get("top_codes", 4)
    texts = [stay.texts for stay in few]
    assert np.allclose(
        loaded.probabilities(texts), coder_of(learnt).probabilities(texts), atol=0.02
    )
    assert len(loaded.predict([few[0].texts[0]], top=2)[0]) <= 2


def test_families_join_the_codes_of_a_category(tmp_path):
    known = [
        replace(stay, codes=(stay.codes[0] + str(number % 2),))
        for number, stay in enumerate(toy.stays(16, words=20))
    ]
    assert toy.learnt(tmp_path / "a", known, epochs=1).settings.codes != ("E11",)
    found = toy.learnt(tmp_path / "b", known, epochs=1, is_families=True)
    assert set(found.settings.codes) == set(toy.CUES.values())
    assert found.settings.is_families


def test_a_convolution_learns_the_cue_of_short_notes_too(tmp_path):
    """It starts from nothing: notes as long as the others' would take more of them."""
    learnt = toy.learnt(
        tmp_path, toy.stays(128, words=24), architecture=Architecture.CNN, epochs=5,
        learning_rate=5e-4,
    )  # fmt: skip
    assert right_first(learnt, toy.stays(40, words=24, seed=2)) >= 0.9


def test_a_directory_that_is_no_coder_is_refused_in_a_sentence(pooled, tmp_path):
    with pytest.raises(CoderFilesError, match="ne contient aucun modèle de codage"):
        load_coder(tmp_path, str)
    pooled[Pooling.MAX].save(tmp_path / "m")
    (tmp_path / "m" / WEIGHTS).write_bytes(b"cut")
    with pytest.raises(CoderFilesError, match="illisible"):
        load_coder(tmp_path / "m", str)
    (tmp_path / "m" / SETTINGS).write_text("[]")
    with pytest.raises(CoderFilesError, match="illisible"):
        load_coder(tmp_path / "m", str)
