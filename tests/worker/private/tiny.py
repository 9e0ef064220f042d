"""A few invented lines, and points of a handful of words without gensim."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
from safetensors.numpy import load, save

from annotation.domain.notes import Note, PatientIdentity
from annotation.domain.spans import Span
from worker.private.attacks import Verdict, attack
from worker.private.batches import Points
from worker.private.files import material_bytes, model_bytes, sha256_of
from worker.private.learning import Recipe, new_networks, shape_of
from worker.private.reading import MATERIAL, MODEL
from worker.private.sentences import Sentence, sentences_of
from worker.private.words import WordPoints

NAMES = ("petit", "durand", "morel", "garnier", "lopez", "simon", "fabre", "roux")
OTHERS = ("vu", "mme", "par", "le", "dr", "toux", "fièvre", "repos", "suivi", "traitement")


def words(size: int = 8) -> WordPoints:
    """Names lie together, other words apart from them."""
    draw = np.random.default_rng(3)
    vectors = draw.normal(size=(len(NAMES) + len(OTHERS), size)).astype("float32")
    vectors[: len(NAMES)] += 2.5
    return WordPoints((*NAMES, *OTHERS), vectors, np.zeros((4, size), dtype="float32"))


def sentences(count: int = 40) -> list[Sentence]:
    return sentences_of(notes(count))


def notes(count: int) -> list[Note]:
    """Each of a patient of its own."""
    found = []
    for number in range(count):
        name = NAMES[number % 6].capitalize()
        text = f"Mme {name} vu par le Dr {NAMES[(number * 3 + 1) % 6].upper()}\n{OTHERS[number % 5 + 5]} toux"
        second = text.upper().rindex(NAMES[(number * 3 + 1) % 6].upper())
        marks = [(4, 4 + len(name)), (second, text.index("\n"))]
        spans = tuple(Span(start, end, "PER") for start, end in marks)
        found.append(Note(str(number), text, PatientIdentity(f"p{number}"), entities=spans))
    return found


ACCEPTED = Verdict(
    tuple(
        attack(f"T{number} {kind}", 9, 3900 if kind == "control" else 2010, 4000)
        for kind in ("continued", "fresh", "control")
        for number in (1, 2)
    )
)


def write_pair(folder: Path, count: int = 4) -> Path:
    """Another site's two files, of a network that has learned nothing: its states say much of a word all the same."""
    points, recipe = Points(words()), Recipe(size=8, hidden=8)
    network = new_networks(points, recipe).representation
    model = model_bytes(network, words(), shape_of(points, recipe))
    (folder / MODEL).write_bytes(model)
    (folder / MATERIAL).write_bytes(
        material_bytes(network, points, sentences(count), ACCEPTED, neighbours=4, model_sha256=sha256_of(model))
    )  # fmt: skip
    return folder


def change(
    folder: Path,
    name: str,
    manifest: dict[str, Any] | None = None,
    arrays: dict[str, Any] | None = None,
) -> None:
    """Of a good file; a model that has changed is named by the material, so that only the change is wrong."""
    path = folder / name
    raw = path.read_bytes()
    told = json.loads(
        json.loads(raw[8 : 8 + int.from_bytes(raw[:8], "little")])["__metadata__"]["manifest"]
    )
    kept = {key: value for key, value in (load(raw) | (arrays or {})).items() if value is not None}
    path.write_bytes(save(kept, {"manifest": json.dumps(told | (manifest or {}))}))
    if name == MODEL:
        change(folder, MATERIAL, {"model": sha256_of(path.read_bytes())})
