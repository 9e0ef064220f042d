"""The BiLSTM-CRF of the table: `worker.other_engines.sequences.lstm`, taught by generated notes alone."""

from __future__ import annotations

from collections.abc import Sequence

from annotation.domain.notes import Note
from annotation.domain.text import text_sha256
from worker.other_engines.sequences.lstm import LstmCrfDetector
from worker.private.learning import Recipe
from worker.training.sequences import RECIPE, learn_lstm


def train(notes: Sequence[Note], recipe: Recipe = RECIPE) -> LstmCrfDetector:
    """Learns from the entities of the notes, its words' points from their texts. Raises NoLearnerError."""
    digest = text_sha256("".join(note.text for note in notes))[:8]
    name = f"BiLSTM-CRF, {recipe.tagger_epochs} passages, {len(notes)} notes {digest}"
    return LstmCrfDetector(*learn_lstm(notes, recipe), name)
