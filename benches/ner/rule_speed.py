"""The rules alone, in one process: words a second on notes of 750 words, by how much they hold.

Every round reads notes that the process has not seen: what it remembers of words comes from
others, as in a day's work.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Final

from benches.ner import prose
from benches.ner.speed import WORDS_A_NOTE, long_notes
from benches.ner.text import count, decimal, table
from worker.engine.rules.engine import RuleDetector
from worker.training.corpus import generate
from worker.training.corpus.generator import GeneratedNote

ORDINARY: Final = "notes de 15 entités"
DENSE: Final = "notes générées, denses"
ENTITIES: Final = 15  # of an ordinary note
_NOTES: Final = 8  # of one round
_LEAST_WORDS: Final = 6  # of a line of plain text
_DRAWN: Final = 300  # generated notes that lines are taken from


@dataclass(slots=True)
class Rates:
    """Words a second of each round, by the clock and by the processor's time."""

    wall: list[float] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)
    spans: int = 0
    notes: int = 0


def measure(seed: int, repeats: int, published: Path = prose.FILE) -> dict[str, Rates]:
    """Every kind of note in each round, after one round that counts for nothing."""
    kinds = texts_by_kind(seed, _NOTES * (repeats + 1), published)
    detector = RuleDetector()
    rates = {kind: Rates() for kind in kinds}
    for round_number in range(repeats + 1):
        first = round_number * _NOTES
        for kind, texts in kinds.items():
            _read(detector, texts[first : first + _NOTES], rates[kind] if round_number else Rates())
    return rates


def _read(detector: RuleDetector, texts: Sequence[str], rates: Rates) -> None:
    words = sum(len(text.split()) for text in texts)
    wall, cpu = perf_counter(), process_time()
    found = detector.detect(texts)
    rates.cpu.append(words / (process_time() - cpu))
    rates.wall.append(words / (perf_counter() - wall))
    rates.spans += sum(map(len, found))
    rates.notes += len(texts)


def texts_by_kind(seed: int, number: int, published: Path) -> dict[str, list[str]]:
    """`number` notes of each kind; published prose only where its file is."""
    drawn = list(generate(seed, _DRAWN, "test"))
    marked = [line for made in drawn for line in _lines(made) if line[1]]
    plain = [text for made in drawn if not made.style for text, held in _lines(made) if not held]
    plain = [text for text in plain if len(text.split()) >= _LEAST_WORDS]
    kinds = {
        ORDINARY: list(_composed(marked, plain, number, ENTITIES)),
        "texte sans entité": list(_composed(marked, plain, number, 0)),
        DENSE: long_notes(number, seed),
    }
    if published.is_file():
        kinds["prose publiée"] = _cut("\n".join(prose.read(published)), number)
    return kinds


def _lines(made: GeneratedNote) -> Iterator[tuple[str, int]]:
    """The lines of a note, and how many entities each holds."""
    start = 0
    for line in made.note.text.split("\n"):
        end = start + len(line)
        yield line, sum(start <= span.start < end for span in made.note.entities)
        start = end + 1


def _composed(
    marked: Sequence[tuple[str, int]], plain: Sequence[str], number: int, entities: int
) -> Iterator[str]:
    """Texts of 750 words: lines with so many entities in all (or the few more of the last line),
    then lines without."""
    with_entities, without = cycle(marked), cycle(plain)
    for _ in range(number):
        lines: list[str] = []
        held = 0
        while held < entities:
            line, more = next(with_entities)
            lines.append(line)
            held += more
        words = sum(len(line.split()) for line in lines)
        while words < WORDS_A_NOTE:
            lines.append(next(without))
            words += len(lines[-1].split())
        yield "\n".join(lines)


def _cut(text: str, number: int) -> list[str]:
    """Pieces of 750 words, from the beginning again when the text ends."""
    words = text.split(" ")
    pieces = [
        " ".join(words[first : first + WORDS_A_NOTE])
        for first in range(0, len(words) - WORDS_A_NOTE, WORDS_A_NOTE)
    ]
    repeated = cycle(pieces)
    return [next(repeated) for _ in range(number)]


def to_text(rates: dict[str, Rates], repeats: int) -> str:
    """A row per kind of note."""
    rows = [
        [
            kind,
            decimal(found.spans / found.notes, 0),
            count(median(found.wall)),
            count(median(found.cpu)),
            f"{count(min(found.wall))} – {count(max(found.wall))}",
        ]
        for kind, found in rates.items()
    ]
    header = ["règles seules", "empans / note", "mots/s", "mots/s (processeur)", "étendue (mots/s)"]
    title = (
        f"=== débit des règles : notes de {WORDS_A_NOTE} mots jamais lues, un processus, "
        f"médianes de {repeats} tours ==="
    )
    return f"{title}\n{table(header, rows)}"
