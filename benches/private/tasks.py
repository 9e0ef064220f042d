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
FEW: Final = 10
FLOOR: Final = 1.5
FLOORS: Final = (1.0, 1.5, 2.0, 3.0)
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
    floor: float = 0.0
    reads_copies: bool = False
    seed: int = 1
    runs: int = RUNS

    @property
    def key(self) -> str:
        if self.kind == RAW:
            return RAW
        if self.kind == PSEUDONYMS:
            return f"{PSEUDONYMS} N={self.neighbours}"
        read = "copies" if self.reads_copies else "originals"
        return f"{PRIVATE} N={self.neighbours} d={self.size} {self.method} floor={self.floor:g} {read} seed={self.seed}"


def all_tasks() -> list[Task]:
    """A floor of the noise and few neighbours, the paper's recipe without one; then other floors, DANN, the sizes, the curve over N
    (figure 5 of the paper; that of pseudonyms is figure 4), other seeds."""
    main = Task(PRIVATE, FEW, floor=FLOOR, reads_copies=True)
    point = replace(main, runs=POINT_RUNS)
    return [
        Task(RAW),
        main,
        Task(PRIVATE),
        *(replace(point, floor=floor) for floor in FLOORS if floor != FLOOR),
        replace(point, reads_copies=False),
        replace(main, method=Method.DANN),
        *(replace(main, size=size) for size in (300, 100)),
        *(replace(point, neighbours=count) for count in NEIGHBOURS[1:] if count != main.neighbours),
        *(Task(PSEUDONYMS, count) for count in NEIGHBOURS),
        *(replace(main, seed=seed, runs=1) for seed in range(2, RUNS + 1)),
    ]


def measured(task: Task, data: Data, recipe: Recipe, device: str) -> dict[str, Any]:
    """F1 of each run; of representations the verdict, too."""
    began = perf_counter()
    own = replace(
        recipe,
        size=task.size, neighbours=task.neighbours, method=task.method, seed=task.seed,
        floor=task.floor, reads_copies=task.reads_copies,
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
            told["staying"] = pseudonyms.staying(data.teaching)
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
