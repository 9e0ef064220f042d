"""From a hospital's notes to what it may share: everything in one place, for the command, the job and the bench."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from random import Random
from typing import Any, Final

from annotation.domain.notes import Note
from worker.private.batches import Points
from worker.private.files import (
    material_bytes,
    model_bytes,
    read_bytes,
    refuse_too_large,
    sha256_of,
)
from worker.private.learning import Method, Networks, Recipe, Told, learn, shape_of
from worker.private.network import Representation
from worker.private.pseudonyms import Pseudonyms
from worker.private.sentences import Sentence, sentences_of
from worker.private.tagging import f1, tagger_of_material, tagger_of_sentences
from worker.private.verdict import Verdict, judge
from worker.private.words import WordPoints

KEPT: Final = (
    4  # one patient in four teaches nothing: adversaries and taggers are judged on his notes
)
FEWEST_PATIENTS: Final = 8


class TooFewPatientsError(ValueError):
    """Nobody is left to judge on."""


@dataclass(frozen=True, slots=True)
class Shared:
    """`material` is None where the verdict refuses. `report` holds counts and shares, no word of a note."""

    model: bytes
    material: bytes | None
    report: dict[str, Any]


def split(notes: Sequence[Note], seed: int) -> tuple[list[Note], list[Note]]:
    """Notes that teach, notes that judge; a patient's stay together. Raises TooFewPatientsError."""
    patients = sorted({note.patient.id or f"note {note.id}" for note in notes})
    if len(patients) < FEWEST_PATIENTS:
        raise TooFewPatientsError
    Random(seed).shuffle(patients)  # noqa: S311 (a split, no secret)
    kept = set(patients[: max(2, len(patients) // KEPT)])
    teaching: list[Note] = []
    judging: list[Note] = []
    for note in notes:
        (judging if (note.patient.id or f"note {note.id}") in kept else teaching).append(note)
    return teaching, judging


def share(
    teaching_notes: Sequence[Note],
    judging_notes: Sequence[Note],
    words: WordPoints,
    recipe: Recipe,
    *,
    runs: int = 1,
    device: str = "cpu",
    tell: Told = lambda _phase, _epoch: None,
) -> Shared:
    """Learns, lets the adversaries go on, measures taggers; `tell` may raise to stop. Raises TooLargeError."""
    teaching, judging = sentences_of(teaching_notes), sentences_of(judging_notes)
    refuse_too_large(teaching, words, recipe.size)
    points = Points(words, device)
    pseudonyms = Pseudonyms(words, [*teaching, *judging], recipe.neighbours)
    networks = learn(teaching, points, pseudonyms, recipe, tell)
    verdict = judge(networks, teaching, judging, points, pseudonyms, recipe, tell)
    model = model_bytes(networks.representation, words, shape_of(points, recipe))

    def file_of(told: Verdict | None) -> bytes:
        return material_bytes(
            networks.representation, points, teaching, told, neighbours=pseudonyms.count, model_sha256=sha256_of(model)
        )  # fmt: skip

    trial = file_of(None)  # measured here, and never written
    report = {
        "recipe": asdict(recipe), "sentences": len(teaching), "sentences_judged": len(judging),
        "words": len(words.words), "neighbours": pseudonyms.count, "returning": pseudonyms.returning(),
        "noise": _noise(networks.representation), "verdict": verdict.to_json(),
        "f1": _measured(teaching, judging, points, pseudonyms, networks, trial, recipe, runs, tell),
    }  # fmt: skip
    return Shared(model, file_of(verdict) if verdict.is_accepted else None, report)


def _noise(representation: Representation) -> dict[str, float]:
    """Mean standard deviations; the states that they are added to lie in (-1, 1)."""
    return {
        "in": representation.noise_in.scale.mean().item(),
        "out": representation.noise_out.scale.mean().item(),
    }


def _measured(
    teaching: Sequence[Sentence],
    judging: Sequence[Sentence],
    points: Points,
    pseudonyms: Pseudonyms,
    networks: Networks,
    trial: bytes,
    recipe: Recipe,
    runs: int,
    tell: Told,
) -> dict[str, list[float]]:
    """F1 on the judging notes of one architecture taught by raw text, by pseudonymous text, by the file; a figure a run."""
    material = read_bytes(trial)
    ways: dict[str, Callable[[Recipe], float]] = {
        "raw": lambda own: f1(tagger_of_sentences(teaching, points, own), judging, points),
        "pseudonyms": lambda own: f1(
            tagger_of_sentences(teaching, points, own, pseudonyms.of), judging, points
        ),
        "private": lambda own: f1(
            tagger_of_material(material, own, str(points.device)),
            judging,
            points,
            networks.representation,
        ),
    }
    found: dict[str, list[float]] = {name: [] for name in ways}
    for run in range(runs):
        for name, measure in ways.items():
            found[name].append(measure(replace(recipe, seed=recipe.seed + run)))
        tell("f1", run + 1)
    return found


def passages(recipe: Recipe, runs: int) -> int:
    """How often `share` tells something."""
    learned = recipe.tagger_epochs + recipe.joint_epochs
    if recipe.method is Method.THREE_PHASES:
        learned += recipe.adversary_epochs
    return learned + recipe.probe_epochs + runs
