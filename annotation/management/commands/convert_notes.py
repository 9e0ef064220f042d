"""Notes of one file format in, the same notes in another out. No database, no server."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

from django.core.management.base import BaseCommand, CommandParser

from annotation.domain.files import (
    PathError,
    ProgressBar,
    bytes_replaced_when_done,
    check_paths,
    tell,
)
from annotation.domain.formats.errors import FormatError
from annotation.domain.formats.losses import sentences
from annotation.domain.formats.reading import Reading
from annotation.domain.formats.registry import FORMATS, READABLE, WRITABLE
from annotation.domain.formats.writing import Writing
from annotation.domain.import_file import wrong_kind
from annotation.domain.notes import Note
from annotation.management.given_file import given_file
from annotation.management.refusals import refusals


class Command(BaseCommand):
    help = "Convertit un fichier de notes d'un format à un autre et dit ce qui s'y perd."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("source", type=given_file, metavar="IN", help="fichier à lire")
        parser.add_argument("target", type=Path, metavar="OUT", help="fichier à écrire")
        parser.add_argument(
            "--from",
            dest="source_format",
            choices=[item.name for item in READABLE],
            default="jsonl",
            help="format lu (défaut : jsonl)",
        )
        parser.add_argument(
            "--to",
            dest="target_format",
            choices=[item.name for item in WRITABLE],
            default="jsonl",
            help="format écrit (défaut : jsonl)",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        source: Path = options["source"]
        target: Path = options["target"]
        reading, writing = Reading(source.name), Writing()
        with refusals(PathError, FormatError, of=target):
            check_paths(source, target)
            _convert(source, target, options, reading, writing)
        self.stderr.write(f"{writing.notes} note(s) écrite(s).")
        for sentence in reading.unknown.sentences(source.name):
            self.stderr.write(sentence)
        for title, losses in (("À la lecture", reading.losses), ("À l'écriture", writing.losses)):
            for sentence in sentences(losses):
                self.stderr.write(f"{title} : {sentence}")


def _convert(
    source: Path, target: Path, options: dict[str, Any], reading: Reading, writing: Writing
) -> None:
    reads = FORMATS[options["source_format"]].reads
    writes = FORMATS[options["target_format"]].writes
    if reads is None or writes is None:
        raise LookupError(options)
    bar = ProgressBar(sys.stderr, source.stat().st_size)

    def notes(stream: BinaryIO) -> Iterator[Note]:
        for _line, note in reads(stream, reading):
            yield note
            bar.show(reading.notes, tell(stream))

    is_binary = FORMATS[options["source_format"]].is_binary
    with source.open("rb") as stream, bytes_replaced_when_done(target) as out:
        if stream.seekable() and (reason := wrong_kind(stream, is_binary=is_binary)):
            reading.refuse(0, "", reason)
        writes(notes(stream), out, writing)
    bar.show(reading.notes, 0, final=True)
