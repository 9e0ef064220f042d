"""What is measured, in the order of its weight: each task by itself, since they are learned beside one another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from time import perf_counter
from typing import Any, Final

from benches.private.data import Data
from worker.private.batches import Points
from worker.private.files import material_bytes, read_bytes
from worker.private.learning import Method, Recipe, learn
from worker.private.pseudonyms import Pseudonyms
from worker.private.tagging import f1, tagger_of_material, tagger_of_sentences
from worker.private.verdict import judge

NEIGHBOURS: Final = (1, 2, 5, 10, 50, 100, 500)
RUNS: Final = 5
POINT_RUNS: Final = 3  # of a point of a curve
RAW, PSEUDONYMS, PRIVATE = "raw", "pseudonyms", "private"


@dataclass(frozen=True, slots=True)
class Task:
    """`runs` taggers of `seed`, `seed` + 1, …; for `private` all of one representation, that of `seed`."""

    kind: str
    neighbours: int = 100
    size: int = 50
    method: Method = Method.THREE_PHASES
    seed: int = 1
    runs: int = RUNS

    @property
    def key(self) -> str:
        if self.kind == RAW:
            return RAW
        if self.kind == PSEUDONYMS:
            return f"{PSEUDONYMS} N={self.neighbours}"
        return f"{PRIVATE} N={self.neighbours} d={self.size} {self.method} seed={self.seed}"


def all_tasks() -> list[Task]:
    """The recipe of the paper first, again from other seeds, then curves over N and d (their ends and the middle first), DANN."""
    main = Task(PRIVATE)
    point = replace(main, runs=POINT_RUNS)
    return [
        main,
        Task(RAW),
        *(Task(PSEUDONYMS, count) for count in NEIGHBOURS),
        *(replace(main, seed=seed, runs=1) for seed in range(2, RUNS + 1)),
        *(replace(point, neighbours=count) for count in (1, 10, 500)),
        replace(point, size=300),
        replace(point, method=Method.DANN),
        *(replace(point, neighbours=count) for count in (2, 5, 50)),
        replace(point, size=100),
    ]


def measured(task: Task, data: Data, recipe: Recipe, device: str) -> dict[str, Any]:
    """F1 of each run; of representations the verdict, too."""
    began = perf_counter()
    own = replace(
        recipe,
        size=task.size, neighbours=task.neighbours, method=task.method, seed=task.seed,
    )  # fmt: skip
    points = Points(data.words, device)
    runs = [replace(own, seed=task.seed + run) for run in range(task.runs)]
    if task.kind == RAW:
        told: dict[str, Any] = {"f1": [_of_text(data, points, run) for run in runs]}
    else:
        pseudonyms = Pseudonyms(data.words, [*data.teaching, *data.judging], task.neighbours)
        if task.kind == PSEUDONYMS:
            told = {"f1": [_of_text(data, points, run, pseudonyms) for run in runs]}
            told["returning"] = pseudonyms.returning()
        else:
            told = _private(data, points, pseudonyms, runs)
    return told | asdict(task) | {"seconds": round(perf_counter() - began, 1)}


def _of_text(data: Data, points: Points, recipe: Recipe, pseudonyms: Pseudonyms | None = None) -> float:  # fmt: skip
    change = pseudonyms.of if pseudonyms else None
    return f1(tagger_of_sentences(data.teaching, points, recipe, change), data.judging, points)


def _private(
    data: Data, points: Points, pseudonyms: Pseudonyms, runs: Sequence[Recipe]
) -> dict[str, Any]:
    device = str(points.device)
    networks = learn(data.teaching, points, pseudonyms, runs[0])
    verdict = judge(networks, data.teaching, data.judging, points, pseudonyms, runs[0])
    content = material_bytes(
        networks.representation, points, data.teaching, None, neighbours=pseudonyms.count, model_sha256=""
    )  # fmt: skip
    material = read_bytes(content)
    taggers = [tagger_of_material(material, run, device) for run in runs]
    return {
        "f1": [f1(one, data.judging, points, networks.representation) for one in taggers],
        "own_f1": f1(networks.tagger, data.judging, points, networks.representation),
        "verdict": verdict.to_json(),
    }
