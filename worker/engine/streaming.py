"""Notes in, notes with spans out: one file at a time, in order, on several processes if asked."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import replace
from itertools import islice
from multiprocessing import get_context
from typing import Final

from annotation.domain.notes import Note
from annotation.domain.spans import sort_spans
from worker.engine.detector import Detector

BATCH: Final = 16


def annotate(notes: Iterable[Note], detector: Detector) -> Iterator[Note]:
    """The same notes with the detector's spans in place of their own."""
    for batch in _batches(notes):
        yield from _annotated(batch, detector)


def annotate_with_workers(
    notes: Iterable[Note], build: Callable[[], Detector], workers: int
) -> Iterator[Note]:
    """As `annotate`, on `workers` processes; order is kept and only a few batches are in flight. `build` goes to each
    process: ``partial(build_detector, "hybrid")``."""
    if workers <= 1:
        yield from annotate(notes, build())
        return
    context = get_context("spawn")
    with ProcessPoolExecutor(workers, context, _start, (build,)) as pool:
        pending: deque[Future[list[Note]]] = deque()
        for batch in _batches(notes):
            pending.append(pool.submit(_work, batch))
            if len(pending) > 2 * workers:
                yield from pending.popleft().result()
        while pending:
            yield from pending.popleft().result()


_detectors: list[Detector] = []


def _start(build: Callable[[], Detector]) -> None:
    """Runs once in each worker process."""
    _detectors.append(build())


def _work(batch: list[Note]) -> list[Note]:
    return _annotated(batch, _detectors[0])


def _annotated(batch: list[Note], detector: Detector) -> list[Note]:
    """By one call of the detector."""
    found = detector.detect([note.text for note in batch], [note.patient for note in batch])
    return [
        replace(note, entities=tuple(sort_spans(spans)))
        for note, spans in zip(batch, found, strict=True)
    ]


def _batches(notes: Iterable[Note]) -> Iterator[list[Note]]:
    iterator = iter(notes)
    while batch := list(islice(iterator, BATCH)):
        yield batch
