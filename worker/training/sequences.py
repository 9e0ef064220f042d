"""Teaches the sequence models of worker.other_engines.sequences."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from annotation.domain.notes import Note
from worker.engine.encoder.files import CRF, CRF_WEIGHTS, LSTM, WEIGHTS, Settings, write_settings
from worker.other_engines.sequences.crf import features_of
from worker.other_engines.sequences.lines import lines_of, tags_of
from worker.other_engines.sequences.lstm import lstm_bytes
from worker.private.batches import Points
from worker.private.files import read_pair
from worker.private.learning import Recipe
from worker.private.network import Tagger
from worker.private.sentences import sentences_of
from worker.private.tagging import OnBatch, no_batch, tagger_of_material, tagger_of_sentences
from worker.private.words import WordPoints, learn_points
from worker.training.replay import replayed

# that of benches.private; not yet compared with others on bench_baselines `--dev`
RECIPE: Final = Recipe(tagger_epochs=25, rate=5e-3, batch=128)
_PARAMETERS: Final = {
    "c1": 0.1,
    "c2": 0.01,
    "max_iterations": 80,
    "feature.possible_transitions": True,
}
BASE_NOTES: Final = (
    800  # generated ones, beside the project's: as many as teach the models of bench_baselines
)
_SEED: Final = 1
OnStep = Callable[[], None]


def no_step() -> None:
    """Tells nobody."""


def adopt_crf(notes: Sequence[Note], folder: Path, on_step: OnStep = no_step) -> Settings:
    """A model's directory, learned from these notes and generated ones; see `learn_crf`."""
    model = learn_crf([*notes, *_base()], on_step)
    return _written(folder, CRF_WEIGHTS, model, Settings(name="crf", form=CRF, merge="union"))


def adopt_lstm(notes: Sequence[Note], folder: Path, on_epoch: OnStep = no_step) -> Settings:
    """The same; see `learn_lstm`."""
    model = lstm_bytes(*learn_lstm([*notes, *_base()], RECIPE, on_epoch))
    return _written(folder, WEIGHTS, model, Settings(name="lstm", form=LSTM, merge="union"))


def adopt_private(
    pair: Path, folder: Path, device: str = "cpu", on_batch: OnBatch = no_batch
) -> Settings:
    """The same, learned from another site's two files (`worker.private.reading`) and from no note. `on_batch`: see
    `tagger_of_material`. Raises BadMaterialError, OSError."""
    material, representation, words = read_pair(pair)
    tagger = tagger_of_material(material, RECIPE, device, on_batch)
    model = lstm_bytes(tagger, words, representation.lstm)
    return _written(folder, WEIGHTS, model, Settings(name="private", form=LSTM, merge="union"))


def _base() -> list[Note]:
    return list(replayed(0, _SEED, BASE_NOTES))


def _written(folder: Path, name: str, model: bytes, settings: Settings) -> Settings:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(model)
    write_settings(folder, settings)
    return settings


def learn_crf(notes: Sequence[Note], on_step: OnStep = no_step) -> bytes:
    """The model, learned from the entities of the notes; no file is left. `on_step` is called at each iteration and may not
    raise. Raises ImportError."""
    import pycrfsuite

    trainer = pycrfsuite.Trainer(verbose=False)
    trainer.message = lambda _line: on_step()
    trainer.select("lbfgs")
    trainer.set_params(_PARAMETERS)
    for note in notes:
        for bounds in lines_of(note.text):
            trainer.append(features_of(note.text, bounds), tags_of(bounds, note.entities))
    with tempfile.TemporaryDirectory(prefix="crf-") as folder:
        path = Path(folder) / CRF_WEIGHTS
        trainer.train(str(path))
        return path.read_bytes()


def learn_lstm(
    notes: Sequence[Note], recipe: Recipe = RECIPE, on_epoch: OnStep = no_step
) -> tuple[Tagger, WordPoints]:
    """Learns from the entities of the notes, its words' points from their texts. `on_epoch` may raise to stop. Raises
    NoLearnerError."""
    words = learn_points([note.text for note in notes])
    sentences = sentences_of(notes)
    return tagger_of_sentences(sentences, Points(words), recipe, on_epoch=on_epoch), words
