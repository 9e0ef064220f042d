"""Note JSONL in, note JSONL with suggested spans out. No database, no server."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from annotation.domain.files import (
    PathError,
    ProgressBar,
    check_paths,
    replaced_when_done,
    tell,
)
from annotation.domain.formats.errors import FormatError
from annotation.domain.formats.jsonl import bounded_lines, note_to_json, read_notes
from annotation.domain.formats.unknown import UnknownFields
from annotation.management.given_file import given_file
from annotation.management.refusals import refusals
from worker.engine.build import EngineError, build_detector
from worker.engine.detector import Detector
from worker.engine.streaming import annotate_with_workers
from worker.management.engine_options import add_engine


class Command(BaseCommand):
    help = "Propose les entités identifiantes de chaque note d'un fichier JSONL."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "source",
            type=given_file,
            metavar="IN.jsonl",
            help="notes, une par ligne (docs/formats.md)",
        )
        parser.add_argument("target", type=Path, metavar="OUT.jsonl", help="fichier à écrire")
        add_engine(parser)
        parser.add_argument("--device", choices=("cpu", "cuda"), help="matériel du modèle")
        parser.add_argument("--workers", type=int, default=1, help="processus (défaut : 1)")

    def handle(self, *args: Any, **options: Any) -> None:
        source: Path = options["source"]
        target: Path = options["target"]
        if options["workers"] < 1:
            raise CommandError("--workers doit être au moins 1.")
        threads = max(1, (os.cpu_count() or 1) // options["workers"])
        build = partial(
            build_detector,
            options["engine"],
            options["model"],
            options["device"],
            threads,
            Path(settings.ENGINE_CACHE),
        )
        with refusals(PathError, FormatError, EngineError, of=target):
            check_paths(source, target)
            version = build().version
            count, rewritten, unknown = _run(source, target, build, options["workers"])
        self.stderr.write(f"{count} note(s) annotée(s), moteur {version}.")
        if rewritten:
            self.stderr.write(
                f"Fins de ligne normalisées dans {rewritten} note(s) : les positions valent pour le "
                "texte normalisé."
            )
        for sentence in unknown.sentences(source.name):
            self.stderr.write(sentence)


def _run(
    source: Path, target: Path, build: Callable[[], Detector], workers: int
) -> tuple[int, int, UnknownFields]:
    """Number of notes, how many had their line ends rewritten, and the fields that were not read."""
    unknown, rewritten = UnknownFields(), [0]

    def count_rewritten(_line: int) -> None:
        rewritten[0] += 1

    count = 0
    bar = ProgressBar(sys.stderr, source.stat().st_size)
    with source.open("rb") as lines, replaced_when_done(target) as out:
        notes = read_notes(
            bounded_lines(lines),
            file_name=source.name,
            on_normalised=count_rewritten,
            unknown=unknown,
        )
        for count, note in enumerate(annotate_with_workers(notes, build, workers), start=1):
            out.write(note_to_json(note) + "\n")
            bar.show(count, tell(lines))
        bar.show(count, 0, final=True)
    return count, rewritten[0], unknown
