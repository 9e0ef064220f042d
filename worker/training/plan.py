"""What a training is asked, and what it tells while it runs."""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from worker.training.encoder.loop import Hooks, Progress
from worker.training.encoder.recipe import Recipe


class Stage(StrEnum):
    LEARN = "learn"
    CALIBRATE = "calibrate"
    JUDGE = "judge"


@dataclass(frozen=True, slots=True)
class EpochFigures:
    """After an epoch, on the patients kept aside for validation; shares in [0, 1], `corrections` a note."""

    epoch: int
    loss: float
    f1: float
    redacted: float
    f1_by_label: dict[str, float]
    corrections: float | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """`epochs` are the finished ones; `progress` says where the running one is."""

    stage: Stage
    epochs: tuple[EpochFigures, ...] = ()
    progress: Progress | None = None


@dataclass(frozen=True, slots=True)
class Watch:
    """What the caller wants to know and may ask."""

    on_step: Callable[[Step], None] = lambda step: None
    is_cancelled: Callable[[], bool] = lambda: False

    def check(self) -> None:
        """Raises TrainingCancelled."""
        Hooks(is_cancelled=self.is_cancelled).check()


@dataclass(frozen=True, slots=True)
class Plan:
    """`start` is a model's directory (its heads go on), a backbone's directory or a hub id.

    `merge` names how rules and model are put together (`worker.engine.hybrid.MERGES`), "" as the start does it.
    `learns_transitions`: a table beside the weights, by which the model decodes (`worker.training.transitions`).
    `work` keeps the checkpoint: the same plan given again goes on after the last finished epoch.
    """

    start: str | Path
    work: Path
    recipe: Recipe = field(default_factory=Recipe)
    device: str = "cpu"
    name: str = "encoder"
    merge: str = ""
    learns_transitions: bool = False
