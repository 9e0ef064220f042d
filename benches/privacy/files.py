"""Invented patients' files: notes of 750 words with 15 entities, and files whose true values are known."""

import itertools
import json
import random
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from pathlib import Path
from typing import Final

from annotation.domain.notes import Note, PatientIdentity
from annotation.domain.spans import Span, sort_spans
from worker.training.corpus import generate

WORDS: Final = 750
ENTITIES: Final = 15
NOTES_A_PATIENT: Final = 3
DAYS: Final = 6
_FIRST_DAY: Final = date(2019, 1, 7)


@dataclass(frozen=True, slots=True)
class KnownFile:
    """A file of one note whose spans are, in order, `days`, the birth date and an age of a relative."""

    note: Note
    days: tuple[date, ...]
    birth: date
    age: int


def long_notes(count: int, seed: int) -> Iterator[Note]:
    """Generated notes joined until each has 750 words. Fifteen of their entities, evenly spread, stay; the others
    are cut out of the text, so nothing that names a patient is left without its annotation."""
    short = (generated.note for generated in generate(seed, 20 * count, "train"))
    for rank in range(count):
        parts: list[str] = []
        spans: list[Span] = []
        offset = words = 0
        while words < WORDS:  # without those of entities, which may all go
            note = next(short)
            spans += [replace(s, start=s.start + offset, end=s.end + offset) for s in note.entities]
            parts.append(note.text)
            offset += len(note.text) + 1
            words += len(note.text.split())
            words -= sum(len(note.text[s.start : s.end].split()) for s in note.entities)
        step = max(1.0, len(spans) / ENTITIES)
        kept = {int(i * step) for i in range(min(ENTITIES, len(spans)))}
        text, entities = _only("\n".join(parts), sort_spans(spans), kept)
        patient = PatientIdentity(f"p{rank // NOTES_A_PATIENT}")
        yield Note(f"n{rank}", text, entities=entities, patient=patient)


def _only(text: str, spans: Sequence[Span], chosen: Container[int]) -> tuple[str, tuple[Span, ...]]:
    """The text without the surfaces of the spans that are not chosen, and the others where they stand now."""
    parts: list[str] = []
    kept: list[Span] = []
    read = written = 0
    for rank, span in enumerate(spans):
        before = text[read : span.start]
        surface = text[span.start : span.end] if rank in chosen else ""
        start = written + len(before)
        written = start + len(surface)
        parts += [before, surface]
        read = span.end
        if surface:
            kept.append(replace(span, start=start, end=written))
    return "".join(parts) + text[read:], tuple(kept)


def write_notes(path: Path, count: int, *, different: int, seed: int) -> None:
    """`count` notes as JSONL: `different` ones, then the same again for other patients."""
    pool = list(long_notes(min(different, count), seed))
    with path.open("w", encoding="utf-8") as output:
        for rank, note in zip(range(count), itertools.cycle(pool), strict=False):
            entities = [
                {"start": s.start, "end": s.end, "label": s.label, "subtype": s.subtype}
                for s in note.entities
            ]
            record = {
                "id": f"n{rank}",
                "text": note.text,
                "entities": entities,
                "patient": {"id": f"p{rank // NOTES_A_PATIENT}"},
            }
            output.write(json.dumps(record, ensure_ascii=False) + "\n")


def known_files(count: int, seed: int) -> list[KnownFile]:
    """Files of six days some weeks apart, a birth date and the age of a relative, all written in full."""
    draw = random.Random(seed)
    return [_known_file(rank, draw) for rank in range(count)]


def _known_file(rank: int, draw: random.Random) -> KnownFile:
    day = _FIRST_DAY + timedelta(days=draw.randrange(1500))
    days = [day]
    while len(days) < DAYS:
        days.append(days[-1] + timedelta(days=draw.choice((1, 2, 7, 30, 180))))
    birth = day - timedelta(days=draw.randrange(20 * 365, 90 * 365))
    age = draw.randrange(20, 95)
    text, spans = "", []
    for value in days:
        text += "Vu le "
        spans.append(Span(len(text), len(text) + 10, "DATE", "DATE"))
        text += f"{value:%d/%m/%Y}.\n"
    text += "Né le "
    spans.append(Span(len(text), len(text) + 10, "DATE", "DATE_NAISSANCE"))
    text += f"{birth:%d/%m/%Y}. Son père, "
    spans.append(Span(len(text), len(text) + 6, "AGE", "AGE"))
    text += f"{age} ans, va bien."
    note = Note(f"n{rank}", text, entities=tuple(spans), patient=PatientIdentity(f"p{rank}"))
    return KnownFile(note, tuple(days), birth, age)
