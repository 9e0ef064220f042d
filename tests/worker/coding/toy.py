"""Stays in which one rare word, far into a long note, decides the code."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

from annotation.domain.notes import Note
from tests.mini_model import write_mini_backbone
from worker.coding.learn import LearntCoder, Plan, learn
from worker.coding.recipe import CodingRecipe
from worker.coding.segments import Limits
from worker.coding.stays import Stay

CUES = {"pneumopathie": "J18", "embolie": "I26", "diabete": "E11", "fracture": "S72"}
FILLERS = (
    "alpha", "beta", "gamma", "delta", "epsilon", "zeta", "theta", "iota", "kappa", "lambda", "omicron", "sigma",
)  # fmt: skip
QUICK = CodingRecipe(
    epochs=8,
    learning_rate=2e-3,
    head_factor=5.0,
    batch_size=8,
    micro_batch=8,
    dropout=0.0,
    patience=20,
    freezes_embeddings=False,
    limits=Limits(length=48, overlap=8),
)


def backbone(folder: Path) -> Path:
    return write_mini_backbone(folder, more_words=(*CUES, *FILLERS))


def stays(count: int, *, words: int = 150, seed: int = 1) -> list[Stay]:
    """One cue each, in the last two thirds of the note."""
    draw = random.Random(seed)
    found = []
    for number in range(count):
        cue = sorted(CUES)[number % len(CUES)]
        text = [draw.choice(FILLERS) for _ in range(words)]
        text[draw.randrange(words // 3, words)] = cue
        note = Note(f"n{number}", " ".join(text))
        found.append(Stay(note.id, f"p{number}", (note,), (CUES[cue],)))
    return found


def learnt(folder: Path, known: list[Stay], recipe: CodingRecipe = QUICK, **changes) -> LearntCoder:
    plan = Plan(backbone(folder / "backbone"), folder / "work", replace(recipe, **changes))
    return learn(known, plan)
