"""Note JSONL in, ICD-10 codes with evidence out. No database, no server; memory stays flat."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO, TextIO

from django.core.management.base import BaseCommand, CommandError, CommandParser

from annotation.domain.files import (
    PathError,
    ProgressBar,
    check_paths,
    reason_of,
    replaced_when_done,
    tell,
)
from annotation.domain.formats.errors import FormatError
from annotation.domain.formats.jsonl import bounded_lines, read_notes
from annotation.domain.notes import Note
from icdcoder.domain.coder import CodePrediction, Coder
from icdcoder.domain.nomenclature import NomenclatureInvalidError, NomenclatureMissingError
from icdcoder.selectors.coder import UnusableModelError, default_coder, trained_coder

BATCH = 32


class Command(BaseCommand):
    help = "Propose des codes CIM-10 avec leurs preuves pour chaque note d'un fichier JSONL."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("source", type=Path, metavar="IN.jsonl")
        parser.add_argument("target", type=Path, metavar="OUT.jsonl")
        parser.add_argument(
            "--model", type=Path, metavar="DIR", help="dossier d'un modèle neuronal"
        )
        parser.add_argument("--top", type=int, default=25, help="nombre de codes au plus par note")

    def handle(self, *args: Any, **options: Any) -> None:
        source, target = options["source"], options["target"]
        if options["top"] < 1:
            raise CommandError("--top doit être au moins 1.")
        coder = _coder(options["model"])
        try:
            check_paths(source, target)
            with source.open("rb") as lines, replaced_when_done(target) as out:
                count = self._run(lines, out, source, coder, options["top"])
        except (PathError, FormatError) as error:
            raise CommandError(str(error)) from error
        except OSError as error:
            raise CommandError(f"{target} : écriture impossible ({reason_of(error)}).") from error
        plural = "s" if count > 1 else ""
        self.stderr.write(
            f"{count} note{plural} codée{plural} ({coder.name}, version {coder.version})."
        )

    def _run(self, lines: BinaryIO, out: TextIO, source: Path, coder: Coder, top: int) -> int:
        bar = ProgressBar(sys.stderr, source.stat().st_size)
        notes = read_notes(bounded_lines(lines), file_name=source.name)
        count = 0
        for batch in _batches(notes):
            hidden = [[(span.start, span.end) for span in note.entities] for note in batch]
            coded = coder.predict([note.text for note in batch], top, hidden)
            for note, codes in zip(batch, coded, strict=True):
                out.write(json.dumps(_row(note, codes), ensure_ascii=False) + "\n")
            count += len(batch)
            bar.show(count, tell(lines))
        bar.show(count, 0, final=True)
        return count


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
