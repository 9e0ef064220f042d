"""Notes in, notes with spans out: one file at a time, in order, on several processes if asked."""

from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass, replace
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import Final

from annotation.domain.notes import Note
from annotation.domain.spans import sort_spans
from worker.engine.build import build_detector
from worker.engine.detector import Detector

BATCH: Final = 16


@dataclass(frozen=True, slots=True)
class EngineChoice:
    """What `build_detector` needs, small enough to be sent to another process."""

    engine: str = "hybrid"
    model_dir: Path | None = None
    device: str | None = None
    threads: int = 0  # of one process; 0 takes every core
    cache: Path | None = None

    def build(self) -> Detector:
        """Raises worker.engine.build.EngineError."""
        return build_detector(self.engine, self.model_dir, self.device, self.threads, self.cache)


def annotate(notes: Iterable[Note], detector: Detector) -> Iterator[Note]:
    """The same notes with the detector's spans in place of their own."""
    for batch in _batches(notes):
        yield from annotate_batch(batch, detector)


def annotate_batch(batch: list[Note], detector: Detector) -> list[Note]:
    """One call of the detector for these notes."""
    found = detector.detect([note.text for note in batch], [note.patient for note in batch])
    return [
        replace(note, entities=tuple(sort_spans(spans)))
        for note, spans in zip(batch, found, strict=True)
    ]


def annotate_with_workers(
    notes: Iterable[Note], choice: EngineChoice, workers: int
) -> Iterator[Note]:
    """As `annotate`, on `workers` processes; order is kept and only a few batches are in flight."""
    if workers <= 1:
        yield from annotate(notes, choice.build())
        return
    context = get_context("spawn")
    with ProcessPoolExecutor(workers, context, _start, (choice,)) as pool:
        pending: deque[Future[list[Note]]] = deque()
        for batch in _batches(notes):
            pending.append(pool.submit(_work, batch))
            if len(pending) > 2 * workers:
                yield from pending.popleft().result()
        while pending:
            yield from pending.popleft().result()


_detectors: list[Detector] = []


def _start(choice: EngineChoice) -> None:
    """Runs once in each worker process."""
    _detectors.append(choice.build())


def _work(batch: list[Note]) -> list[Note]:
    return annotate_batch(batch, _detectors[0])


def _batches(notes: Iterable[Note]) -> Iterator[list[Note]]:
    iterator = iter(notes)
    while batch := list(islice(iterator, BATCH)):
        yield batch
