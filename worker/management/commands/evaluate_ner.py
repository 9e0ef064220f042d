"""Compares predicted spans with gold spans of the same notes. No database, no server."""

from __future__ import annotations

import csv
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from django.core.management.base import BaseCommand, CommandError, CommandParser

from annotation.domain.files import ProgressBar, replaced_when_done, tell
from annotation.domain.formats.errors import FormatError
from annotation.domain.formats.jsonl import bounded_lines, read_notes
from annotation.domain.ner_errors import confusion, confusion_text, errors
from annotation.domain.ner_metrics import Annotated, evaluate
from annotation.domain.notes import Note
from annotation.management.given_file import given_file
from annotation.management.refusals import refusals


class Command(BaseCommand):
    help = "Compare les entités prédites aux entités de référence (précision, rappel, masquage)."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "gold", type=given_file, metavar="GOLD.jsonl", help="notes de référence"
        )
        parser.add_argument(
            "predicted",
            type=given_file,
            metavar="PRED.jsonl",
            help="les mêmes notes, telles que prédites",
        )
        parser.add_argument("--json", action="store_true", help="un objet JSON en dernière ligne")
        parser.add_argument(
            "--gallery",
            type=Path,
            metavar="ERREURS.csv",
            help="écrit une ligne par erreur : note, positions, étiquettes ; aucun texte de note",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        confused: Counter[tuple[str, str]] = Counter()
        with refusals(FormatError, of=options["gallery"] or options["predicted"]):
            for path in (options["gold"], options["predicted"]):
                if not path.is_file():
                    raise CommandError(f"Fichier introuvable : {path}")
            with _gallery(options["gallery"]) as write:
                report = evaluate(
                    _watched(_pairs(options["gold"], options["predicted"]), confused, write)
                )
        if options["json"]:
            pairs = [[*pair, count] for pair, count in confused.most_common()]
            content = {**report.to_json(), "confusion": pairs}
            self.stdout.write(json.dumps(content, ensure_ascii=False))
        else:
            self.stdout.write(report.to_text() + "\n\n" + confusion_text(confused))


Writer = Callable[[str, Annotated], None]


@contextmanager
def _gallery(path: Path | None) -> Iterator[Writer]:
    """One line an error; without a path nothing is written."""
    if path is None:
        yield lambda name, note: None
        return
    with replaced_when_done(path) as file:
        rows = csv.writer(file)
        rows.writerow(
            ["note", "erreur", "début", "fin", "référence", "prédit", "début prédit", "fin prédite"]
        )

        def write(name: str, note: Annotated) -> None:
            for error in errors(note.gold, note.predicted):
                gold, found = error.gold, error.predicted
                rows.writerow(
                    [
                        name,
                        error.kind.value,
                        error.place.start,
                        error.place.end,
                        gold.subtype or gold.label if gold else "",
                        found.subtype or found.label if found else "",
                        found.start if found else "",
                        found.end if found else "",
                    ]
                )

        yield write


def _watched(
    pairs: Iterable[tuple[str, Annotated]], confused: Counter[tuple[str, str]], write: Writer
) -> Iterator[Annotated]:
    for name, note in pairs:
        confused.update(confusion([note]))
        write(name, note)
        yield note


def _pairs(gold_path: Path, predicted_path: Path) -> Iterator[tuple[str, Annotated]]:
    """Each gold note with its predicted twin, whatever the order of the second file."""
    bar = ProgressBar(sys.stderr, gold_path.stat().st_size)
    count = 0
    with gold_path.open("rb") as gold_lines, predicted_path.open("rb") as predicted_lines:
        twins = _Twins(predicted_lines, predicted_path.name)
        for count, gold in enumerate(
            read_notes(bounded_lines(gold_lines), file_name=gold_path.name), start=1
        ):
            twin = twins.find(gold, gold_path.name)
            yield gold.id, Annotated(gold.text, gold.entities, twin.entities)
            bar.show(count, tell(gold_lines))
        twins.refuse_more_than(count, gold_path.name)
        bar.show(count, 0, final=True)


class _Twins:
    """Predicted notes by id: only the place of each line is kept, not the note."""

    def __init__(self, stream: BinaryIO, name: str) -> None:
        self._stream = stream
        self._name = name
        self._places: dict[str, int] = {}
        place = 0
        for note in read_notes(self._tracked(), file_name=name):
            place = self._line_start
            self._places[note.id] = place

    def _tracked(self) -> Iterator[bytes]:
        self._line_start = 0
        while True:
            start = self._stream.tell()
            line = next(bounded_lines(self._stream), b"")
            if not line:
                return
            self._line_start = start
            yield line

    def find(self, gold: Note, gold_name: str) -> Note:
        place = self._places.get(gold.id)
        if place is None:
            raise FormatError(self._name, 0, "id", f"la note « {gold.id} » de {gold_name} manque")
        self._stream.seek(place)
        note = next(read_notes([self._stream.readline()], file_name=self._name))
        if note.text != gold.text:
            raise FormatError(
                self._name, 0, "text", f"la note « {gold.id} » n'a pas le texte de {gold_name}"
            )
        return note

    def refuse_more_than(self, count: int, gold_name: str) -> None:
        extra = len(self._places) - count
        if extra > 0:
            raise FormatError(self._name, 0, "id", f"{extra} note(s) absente(s) de {gold_name}")
