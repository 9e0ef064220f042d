"""Words a second on notes of 750 words, everything in one run, beside the reference."""

import os
import resource
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from itertools import cycle, islice
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from time import perf_counter, sleep
from typing import Final

from annotation.domain.notes import Note
from benches.ner.reference import Reference
from benches.ner.text import count, decimal, table
from worker.engine.build import build_detector, load_model
from worker.engine.detector import Detector
from worker.engine.encoder.choice import has_cuda
from worker.engine.hybrid import HybridDetector
from worker.engine.rules.engine import RuleDetector
from worker.engine.streaming import annotate_with_workers
from worker.training.corpus import generate

WORDS_A_NOTE: Final = 750
DAY_NOTES: Final = 5000
PROCESSES: Final = 2
_REFERENCE_NOTES: Final = 4
REFERENCE: Final = "réf. CamemBERT-base fp32"
HYBRID: Final = "hybride, 1 processus"
WORKERS: Final = f"hybride, {PROCESSES} processus"


def long_notes(number: int, seed: int) -> list[str]:
    """Texts of exactly 750 blank-separated words: generated notes of the test families, in a row."""
    found: list[str] = []
    parts: list[str] = []
    words = 0
    for made in generate(seed, number * 40, "test"):
        own = len(made.note.text.split())
        if words + own < WORDS_A_NOTE:
            parts.append(made.note.text)
            words += own
            continue
        parts.append(_first_words(made.note.text, WORDS_A_NOTE - words))
        found.append("\n\n".join(parts))
        parts, words = [], 0
        if len(found) == number:
            return found
    return list(islice(cycle(found), number))


def _first_words(text: str, number: int) -> str:
    end = 0
    for word in text.split()[:number]:
        end = text.index(word, end) + len(word)
    return text[:end]


@dataclass(slots=True)
class Series:
    """Words a second of each round; `ratios` to the reference of the same round."""

    rates: list[float] = field(default_factory=list)
    ratios: list[float] = field(default_factory=list)

    @property
    def rate(self) -> float:
        return median(self.rates)

    @property
    def ratio(self) -> float:
        return median(self.ratios)


@dataclass(frozen=True, slots=True)
class Speed:
    """`memory` in bytes: peak resident size of one worker process of the hybrid."""

    series: dict[str, Series]
    memory: int


@dataclass(frozen=True, slots=True)
class Run:
    """A file of notes through `preannotate`'s function: processes started, models loaded."""

    notes: int
    words: int
    seconds: float

    @property
    def rate(self) -> float:
        """Words a second, all processes together."""
        return self.words / self.seconds

    def day_s(self, short: "Run") -> float:
        """Seconds of the day's notes: starting is paid once, so each further word costs what this run's cost after those of `short`."""
        a_word = (self.seconds - short.seconds) / (self.words - short.words)
        return self.seconds + (DAY_NOTES * WORDS_A_NOTE - self.words) * a_word


Build = Callable[[], Detector]
Task = Callable[[], int]  # reads texts; returns how many words


def measure(model_dir: Path, repeats: int, texts: list[str]) -> Speed:
    """Rounds one after the other, every engine in each: noise falls on all alike."""
    with Pool(partial(build_detector, "hybrid", model_dir, "cpu", 1)) as pool:
        tasks: dict[str, Task] = {
            "règles": partial(_detect, RuleDetector(), texts * 2),
            **_model_tasks(model_dir, texts),
            WORKERS: partial(pool.read, texts * PROCESSES),
        }
        for task in tasks.values():
            task()  # loads, compiles, warms caches
        series = _rounds(tasks, repeats)
        memory = pool.peak_memory()
    return Speed(series, memory)


def _model_tasks(model_dir: Path, texts: list[str]) -> dict[str, Task]:
    one, two = (build_detector("model", model_dir, "cpu", threads) for threads in (1, 2))
    hybrid = HybridDetector(RuleDetector(), load_model(model_dir, "cpu"))
    some = texts[:_REFERENCE_NOTES]
    reference = Reference(model_dir)
    tasks: dict[str, Task] = {
        REFERENCE: lambda: _words(some) if reference.read(some) else 0,
        "modèle, 1 fil": partial(_detect, one, texts),
        "modèle, 2 fils": partial(_detect, two, texts),
        HYBRID: partial(_detect, hybrid, texts),
    }
    if has_cuda():
        card = load_model(model_dir, "cuda")
        alone = build_detector("model", model_dir, "cuda")
        tasks["modèle, carte graphique"] = partial(_detect, alone, texts * 20)
        tasks["hybride, carte graphique"] = partial(
            _detect, HybridDetector(RuleDetector(), card), texts * 4
        )
    return tasks


def _rounds(tasks: dict[str, Task], repeats: int) -> dict[str, Series]:
    series = {name: Series() for name in tasks}
    for _ in range(repeats):
        rates = {name: _rate(task) for name, task in tasks.items()}
        for name, rate in rates.items():
            series[name].rates.append(rate)
            series[name].ratios.append(rate / rates[REFERENCE])
    return series


def _rate(task: Task) -> float:
    began = perf_counter()
    words = task()
    return words / (perf_counter() - began)


def _detect(detector: Detector, texts: Sequence[str]) -> int:
    detector.detect(texts)
    return _words(texts)


def _words(texts: Sequence[str]) -> int:
    return sum(len(text.split()) for text in texts)


class Pool:
    """Processes that keep their engine, as the workers of the product do."""

    def __init__(self, build: Build) -> None:
        self._pool = ProcessPoolExecutor(PROCESSES, get_context("spawn"), _start, (build,))

    def __enter__(self) -> "Pool":
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.shutdown()

    def read(self, texts: Sequence[str]) -> int:
        """All texts, two at a time to a process; how many words."""
        parts = [texts[first : first + 2] for first in range(0, len(texts), 2)]
        return sum(self._pool.map(_work, parts))

    def peak_memory(self) -> int:
        """Bytes, of the process that took most."""
        return max(self._pool.map(_peak, range(PROCESSES * 4)))


_detectors: list[Detector] = []


def _start(build: Build) -> None:
    _detectors.append(build())


def _work(texts: Sequence[str]) -> int:
    return _detect(_detectors[0], texts)


def _peak(_: int) -> int:
    sleep(0.05)  # leaves the next call to the other process
    try:
        # getrusage counts what the parent held when it started this process, too.
        lines = Path("/proc/self/status").read_text(encoding="utf-8").splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) * 1024
    except (OSError, StopIteration):
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def measure_run(model_dir: Path, texts: Sequence[str], number: int) -> Run:
    """`number` notes, `texts` in turn, on PROCESSES processes from nothing."""

    def notes() -> Iterator[Note]:
        for index, text in enumerate(islice(cycle(texts), number)):
            yield Note(f"n{index}", text)

    began = perf_counter()
    build = partial(build_detector, "hybrid", model_dir, "cpu", 1)
    words = sum(len(note.text.split()) for note in annotate_with_workers(notes(), build, PROCESSES))
    return Run(number, words, perf_counter() - began)


def run_to_text(run: Run, short: Run) -> str:
    """What was measured, and the time of the day's notes."""
    day = run.day_s(short)
    return (
        f"{count(run.notes)} notes sur {PROCESSES} processus, démarrage compris : "
        f"{decimal(run.seconds, 1)} s, {count(run.rate)} mots/s, "
        f"{count(DAY_NOTES)} notes en {decimal(day / 60, 1)} min "
        f"(après {count(short.notes)} en {decimal(short.seconds, 1)} s)"
    )


def to_text(speed: Speed, repeats: int, kind: str) -> str:
    """A row per engine; then a worker's memory and the day's time."""
    rows = [
        [
            name,
            count(found.rate),
            decimal(found.rate / WORDS_A_NOTE, 1),
            f"{decimal(found.ratio, 1)} ×",
            f"{count(min(found.rates))} – {count(max(found.rates))}",
        ]
        for name, found in speed.series.items()
    ]
    header = ["moteur", "mots/s", "notes/s", "/ référence", "étendue (mots/s)"]
    lines = [
        f"=== débit, {kind} : {WORDS_A_NOTE} mots par note, médianes de {repeats} tours, "
        f"{os.cpu_count()} cœurs ===",
        table(header, rows),
        f"Mémoire d'un processus au plus haut : {count(speed.memory / 1e6)} Mo",
    ]
    return "\n".join(lines)
