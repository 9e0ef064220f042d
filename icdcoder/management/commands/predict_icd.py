"""Note JSONL in, ICD-10 codes with evidence out. No database, no server; memory stays flat."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO, TextIO

from django.core.management.base import BaseCommand, CommandError, CommandParser

from annotation.domain.formats.errors import FormatError
from annotation.domain.formats.jsonl import bounded_lines, read_notes
from annotation.domain.notes import Note
from icdcoder.domain.coder import CodePrediction, Coder
from icdcoder.domain.nomenclature import NomenclatureInvalidError, NomenclatureMissingError
from icdcoder.registry import default_coder

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
        parser.add_argument("--top", type=int, default=10, help="nombre de codes au plus par note")

    def handle(self, *args: Any, **options: Any) -> None:
        source, target = options["source"], options["target"]
        self._check(source, target, options["top"])
        coder = _coder(options["model"])
        partial = target.with_name(target.name + ".partial")
        try:
            with source.open("rb") as lines, partial.open("w", encoding="utf-8") as out:
                count = self._run(lines, out, source, coder, options["top"])
            partial.replace(target)
        except FormatError as error:
            raise CommandError(str(error)) from error
        except OSError as error:
            raise CommandError(f"{target} : écriture impossible ({error.strerror}).") from error
        finally:
            partial.unlink(missing_ok=True)
        plural = "s" if count > 1 else ""
        self.stderr.write(
            f"{count} note{plural} codée{plural} ({coder.name}, version {coder.version})."
        )

    def _check(self, source: Path, target: Path, top: int) -> None:
        if not source.is_file():
            raise CommandError(f"Fichier introuvable : {source}")
        if top < 1:
            raise CommandError("--top doit être au moins 1.")
        if target.exists() and target.resolve() == source.resolve():
            raise CommandError("Le fichier de sortie doit être différent du fichier d'entrée.")
        if not target.parent.is_dir():
            raise CommandError(f"Dossier introuvable : {target.parent}")

    def _run(self, lines: BinaryIO, out: TextIO, source: Path, coder: Coder, top: int) -> int:
        size = max(source.stat().st_size, 1)
        notes = read_notes(bounded_lines(lines), file_name=source.name)
        count = 0
        for batch in _batches(notes):
            for note, codes in zip(batch, coder.predict([n.text for n in batch], top), strict=True):
                out.write(json.dumps(_row(note, codes), ensure_ascii=False) + "\n")
            count += len(batch)
            self._progress(lines.tell() / size, count)
        return count

    def _progress(self, share: float, count: int) -> None:
        if sys.stderr.isatty():
            filled = round(30 * share)
            bar = "█" * filled + "·" * (30 - filled)
            ending = "\n" if share >= 1 else ""
            self.stderr.write(f"\r{bar} {share:4.0%}  {count} notes", ending=ending)
            self.stderr.flush()


def _coder(model: Path | None) -> Coder:
    if model is not None:
        raise CommandError(
            "Aucun modèle neuronal de codage n'est encore disponible : lancez la commande sans "
            "--model pour employer le dictionnaire."
        )
    try:
        return default_coder()
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
