"""Shows what every step of the detection makes of one note. No database, no server."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from annotation.domain.formats.errors import FormatError
from annotation.domain.formats.jsonl import notes_in
from annotation.domain.notes import Note
from annotation.domain.spans import Span
from annotation.management.given_file import given_file
from annotation.management.refusals import refusals
from worker.engine.build import EngineError, hybrid_of, load_model


class Command(BaseCommand):
    help = "Montre les entités d'une note après chaque étape de la détection."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "source",
            type=given_file,
            metavar="NOTES.jsonl",
            help="notes, une par ligne (docs/formats.md)",
        )
        parser.add_argument("--note", required=True, metavar="ID", help="identifiant de la note")
        parser.add_argument("--model", type=Path, metavar="DIR", help="dossier d'un modèle")
        parser.add_argument("--all", action="store_true", help="toutes les entités à chaque étape")

    def handle(self, *args: Any, **options: Any) -> None:
        source: Path = options["source"]
        with refusals(FormatError, EngineError, of=source):
            note = _note(source, options["note"])
            model = options["model"] or Path(settings.SHIPPED_MODEL)
            network = load_model(model, cache=Path(settings.ENGINE_CACHE))
        before: Sequence[Span] = ()
        hybrid = hybrid_of(model, network)
        for name, spans in hybrid.stages(note.text, note.patient):
            self.stdout.write(f"{name} · {len(spans)} entités")
            for sign, span in _changes(before, spans, unchanged=options["all"]):
                self.stdout.write(_line(note.text, sign, span))
            before = () if name == "rules" else spans


def _note(source: Path, note_id: str) -> Note:
    for note in notes_in(source):
        if note.id == note_id:
            return note
    raise CommandError(f"{source.name} : aucune note « {note_id} ».")


def _changes(
    before: Sequence[Span], after: Sequence[Span], *, unchanged: bool
) -> Iterator[tuple[str, Span]]:
    """What came (+), what went (−) and, if asked for, what stayed ( ), in reading order."""
    for span in sorted({*before, *after}):
        sign = "+" if span not in before else "−" if span not in after else " "
        if unchanged or sign != " ":
            yield sign, span


def _line(text: str, sign: str, span: Span) -> str:
    words = " ".join(text[span.start : span.end].split())
    score = f"{span.score:.2f}" if span.score else ""
    return f"  {sign} {span.start}-{span.end} {span.subtype or span.label} {score} {span.source} « {words} »"
