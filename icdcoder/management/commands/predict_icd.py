"""Note JSONL in, ICD-10 codes with evidence out. No database, no server; memory stays flat."""

from __future__ import annotations

import json
import sys
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import Any, BinaryIO, TextIO

from django.core.management.base import BaseCommand, CommandError, CommandParser

from annotation.domain.files import (
    PathError,
    ProgressBar,
    check_paths,
    replaced_when_done,
    tell,
)
from annotation.domain.formats.errors import FormatError
from annotation.domain.formats.jsonl import bounded_lines, read_notes
from annotation.domain.notes import Note
from annotation.management.given_file import given_file
from annotation.management.refusals import refusals
from icdcoder.domain.coder import CodePrediction, Coder
from icdcoder.domain.nomenclature import NomenclatureInvalidError, NomenclatureMissingError
from icdcoder.selectors.coder import UnusableModelError, default_coder, trained_coder

BATCH = 32
Coded = list[list[CodePrediction]]


class Command(BaseCommand):
    help = "Propose des codes CIM-10 avec leurs preuves pour chaque note d'un fichier JSONL."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "source",
            type=given_file,
            metavar="IN.jsonl",
            help="notes, une par ligne (docs/formats.md)",
        )
        parser.add_argument("target", type=Path, metavar="OUT.jsonl", help="fichier à écrire")
        parser.add_argument(
            "--model", type=Path, metavar="DIR", help="dossier d'un modèle neuronal"
        )
        parser.add_argument("--top", type=int, default=25, help="nombre de codes au plus par note")
        parser.add_argument("--workers", type=int, default=1, help="processus (défaut : 1)")

    def handle(self, *args: Any, **options: Any) -> None:
        source, target = options["source"], options["target"]
        if options["top"] < 1:
            raise CommandError("--top doit être au moins 1.")
        if options["workers"] < 1:
            raise CommandError("--workers doit être au moins 1.")
        if options["model"] is not None and options["workers"] > 1:
            raise CommandError("--workers : un modèle neuronal occupe déjà tous les cœurs.")
        coder = _coder(options["model"])
        reader = Reader(coder, options["top"], options["workers"])
        with refusals(PathError, FormatError, of=target):
            check_paths(source, target)
            with source.open("rb") as lines, replaced_when_done(target) as out:
                count = self._run(lines, out, source, reader)
        plural = "s" if count > 1 else ""
        self.stderr.write(
            f"{count} note{plural} codée{plural} ({coder.name}, version {coder.version})."
        )

    def _run(self, lines: BinaryIO, out: TextIO, source: Path, reader: Reader) -> int:
        bar = ProgressBar(sys.stderr, source.stat().st_size)
        notes = read_notes(bounded_lines(lines), file_name=source.name)
        count = 0
        for batch, coded in reader.read(_batches(notes)):
            for note, codes in zip(batch, coded, strict=True):
                out.write(json.dumps(_row(note, codes), ensure_ascii=False) + "\n")
            count += len(batch)
            bar.show(count, tell(lines))
        bar.show(count, 0, final=True)
        return count


@dataclass(frozen=True, slots=True)
class Reader:
    """Codes batches of notes, here or on several processes that share the dictionary's memory."""

    coder: Coder
    top: int
    workers: int

    def read(self, batches: Iterator[list[Note]]) -> Iterator[tuple[list[Note], Coded]]:
        """In the order of `batches`; only a few are in flight. Raises BrokenProcessPool."""
        if self.workers == 1:
            yield from ((batch, self.codes(batch)) for batch in batches)
            return
        _readers[:] = [self]  # what a forked process finds there
        with ProcessPoolExecutor(self.workers, get_context("fork")) as pool:
            waiting: deque[tuple[list[Note], Future[Coded]]] = deque()
            for batch in batches:
                waiting.append((batch, pool.submit(_work, batch)))
                if len(waiting) > 2 * self.workers:
                    yield _answered(*waiting.popleft())
            while waiting:
                yield _answered(*waiting.popleft())

    def codes(self, batch: list[Note]) -> Coded:
        """One call of the coder for these notes."""
        hidden = [[(span.start, span.end) for span in note.entities] for note in batch]
        return self.coder.predict([note.text for note in batch], self.top, hidden)


_readers: list[Reader] = []


def _work(batch: list[Note]) -> Coded:
    return _readers[0].codes(batch)


def _answered(batch: list[Note], coded: Future[Coded]) -> tuple[list[Note], Coded]:
    return batch, coded.result()


def _coder(model: Path | None) -> Coder:
    try:
        return default_coder() if model is None else trained_coder(model)
    except UnusableModelError as error:
        raise CommandError(f"--model : {error}") from error
    except (NomenclatureMissingError, NomenclatureInvalidError) as error:
        raise CommandError(str(error)) from error


def _batches(notes: Iterator[Note]) -> Iterator[list[Note]]:
    while batch := list(islice(notes, BATCH)):
        yield batch


def _row(note: Note, codes: list[CodePrediction]) -> dict[str, Any]:
    return {
        "id": note.id,
        "codes": [
            {
                "code": code.code,
                "label": code.label,
                "score": code.score,
                "evidence": [
                    {"start": e.start, "end": e.end, "weight": e.weight} for e in code.evidence
                ],
            }
            for code in codes
        ],
    }
