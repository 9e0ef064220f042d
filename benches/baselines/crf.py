"""The CRF of the table: `worker.other_engines.sequences.crf`, taught by generated notes alone."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import version

from annotation.domain.notes import Note
from annotation.domain.text import text_sha256
from worker.other_engines.sequences.crf import CrfDetector
from worker.training.sequences import learn_crf


def train(notes: Sequence[Note]) -> CrfDetector:
    """Learns from the entities of the notes; no file is left."""
    digest = text_sha256("".join(note.text for note in notes))[:8]
    name = f"crfsuite {version('python-crfsuite')}, {len(notes)} notes {digest}"
    return CrfDetector(learn_crf(notes), name)
