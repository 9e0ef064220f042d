"""`make demo-history`: what the demonstration's three weeks can't work out anew at each start.

In an empty data folder. Reads every note with the shipped engine, plays the story with a true retraining and true
certificates in it, and writes all of it down (`deidweb/demo_history/recorded.json.gz`).
"""

from argparse import ArgumentParser
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from annotation.demo.corpus import load_corpus
from deidweb.accounts.models import User
from deidweb.demo import load_demo
from deidweb.demo_history.doubts import in_pieces, known_by
from deidweb.demo_history.recorded import FILE, InPiece, Reading, Recorded, Training
from deidweb.jobs.models import Job
from privacy.domain.exported_note import pseudonym_in, read_replaced
from privacy.models import ExportRequest
from privacy.selectors.export_files import export_path
from worker.models import ModelVersion, NoteResult
from worker.services.read_notes import ApartNoteReader


class Command(BaseCommand):
    help = "Enregistre l'histoire de la démonstration : suggestions du moteur et un réentraînement."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--readings", action="store_true", help="garde le réentraînement déjà enregistré"
        )
        parser.add_argument(
            "--doubts",
            action="store_true",
            help="n'enregistre que ce dont le modèle doute dans les notes exportées",
        )
        parser.add_argument(
            "--training", action="store_true", help="garde les suggestions déjà enregistrées"
        )

    def handle(
        self, *args: Any, readings: bool, training: bool, doubts: bool, **options: Any
    ) -> None:
        if User.objects.exists():
            raise CommandError(
                "La base contient des comptes : donnez un dossier vide (DEIDWEB_DATA_DIR)."
            )
        if doubts:
            load_demo(Recorded.read())
            replace(Recorded.read(), doubts=doubts_told()).write()
        else:
            self._read_or_train(reads_alone=readings, trains_alone=training)
        self.stdout.write(f"{FILE.name} : {FILE.stat().st_size} octets")

    def _read_or_train(self, *, reads_alone: bool, trains_alone: bool) -> None:
        read = Recorded.read() if trains_alone else read_corpus()
        if reads_alone:
            replace(Recorded.read(), engine=read.engine, readings=read.readings).write()
            return
        load_demo(replace(read, certificates={}), trains=True)
        done = training_of(ModelVersion.objects.get())
        made = replace(read, certificates=certificates_made(), training=done, doubts=doubts_told())
        made.write()


def read_corpus() -> Recorded:
    """Every note of the demonstration, as the shipped engine reads it."""
    notes = load_corpus()
    reader = ApartNoteReader(Path(settings.SHIPPED_MODEL), Path(settings.ENGINE_CACHE))
    try:
        found = reader.read([note.text for note in notes], [note.patient for note in notes])
        engine = reader.version
    finally:
        reader.close()
    readings = {}
    for note, one in zip(notes, found, strict=True):
        if one.priority is None:
            raise CommandError(f"{note.id} : {one.failure}")
        readings[note.id] = Reading(one.spans, one.priority)
    return Recorded(engine, readings)


def certificates_made() -> dict[str, list[dict[str, Any]]]:
    """Of the story's exports, by their ε."""
    exports = ExportRequest.objects.order_by("number")
    return {f"{one.epsilon.normalize():f}": one.manifest["certificates"] for one in exports}


def doubts_told() -> dict[str, list[InPiece]]:
    """Of every note of the story's exports, by what is left of it: which are shown to the steward follows from the key."""
    reader = ApartNoteReader(Path(settings.SHIPPED_MODEL), Path(settings.ENGINE_CACHE))
    try:
        return {
            known_by(text, hidden): in_pieces(len(text), hidden, found)
            for text, hidden in _exported_notes()
            if (found := reader.left_in_clear(text, hidden)) is not None
        }
    finally:
        reader.close()


def _exported_notes() -> Iterator[tuple[str, list[tuple[int, int]]]]:
    """Text and replaced places."""
    for export in ExportRequest.objects.order_by("number"):
        for line in export_path(export).read_bytes().splitlines():
            if pseudonym_in(line):
                _id, text, marks = read_replaced(line)
                yield text, [(start, end) for start, end, *_rest in marks]


def training_of(version: ModelVersion) -> Training:
    """What the job has left in the database."""
    if version.job_id is None:
        raise CommandError("This model has no training of its own.")
    job = Job.objects.get(pk=version.job_id)
    metrics = {key: value for key, value in version.metrics.items() if key != "snapshot"}
    results = NoteResult.objects.filter(version=version).select_related("document")
    return Training(
        content_hash=version.content_hash,
        train_notes=version.train_notes,
        test_notes=version.test_notes,
        metrics=metrics,
        details=job.details,
        seconds=int(version.metrics["cost"]["seconds"]),
        notes={
            row.document.external_id: (row.before, row.after)
            for row in results.order_by("document__external_id")
        },
    )
