"""The import itself: all or nothing, without holding the database's write lock for long.

Two passes over the file. The first checks every line. The second writes the notes by short
transactions; they stay unseen (`DocumentQuerySet.published`) until one last small transaction
declares the batch done. On SQLite a single transaction over 10,000 notes would keep every other
writer waiting for its whole length.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from typing import Final, NoReturn, TypeVar

from django.db import transaction
from django.utils.translation import gettext as _

from annotation.domain.formats.margins import ASK, DROP
from annotation.domain.formats.registry import FORMATS
from annotation.domain.formats.unknown import Unknown
from annotation.domain.import_file import LineError
from annotation.domain.notes import Note
from annotation.models import Document, ImportBatch
from annotation.presentation.import_report import refusal_message, report_of_done
from annotation.selectors.oppositions import opposed
from annotation.services.drop_staged import close_refused, drop_abandoned, drop_staged
from annotation.services.read_apart import ApartReader
from annotation.services.start_preannotation import queue_preannotation
from annotation.services.store_upload import delete_upload, upload_path
from annotation.services.tally import tally_first_gold
from annotation.services.write_documents import new_documents, write_documents
from annotation.services.write_patients import PatientWriter
from deidweb.accounts.lock_project import lock_project
from deidweb.audit.services import record

CHUNK_NOTES: Final = 50
# SQLite gives no turns: a writer that takes the lock again at once starves the pages that wait.
BREATH_SECONDS: Final = 0.03
CHUNK_CHARACTERS: Final = 2_000_000
GONE: Final = "le fichier n'est plus là : importez-le de nouveau"
KNOWN: Final = "identifiant déjà présent dans ce projet"
OPPOSED: Final = "ce patient s'oppose à l'usage de ses données : retirez ses notes du fichier"
T = TypeVar("T")


class ImportRefusedError(Exception):
    """The file is at fault; the batch's report says where."""


class ImportCancelledError(Exception):
    """Somebody asked to stop; nothing of the file remains."""


@dataclass(frozen=True, slots=True)
class ImportSummary:
    """What a finished import brought. `normalised`: notes whose line ends were rewritten."""

    documents: int
    gold: int
    normalised: int


@dataclass(slots=True)
class _Run:
    """One attempt at one batch. `guard` raises when another attempt owns the job."""

    batch: ImportBatch
    entities_are_gold: bool
    on_progress: Callable[[int, int], None]
    is_cancelled: Callable[[], bool]
    guard: Callable[[], None]
    total: int = 0
    gold: int = 0
    normalised: int = 0
    losses: dict[str, int] = field(default_factory=dict)
    unknown: tuple[Unknown, ...] = ()
    done: tuple[int, int] = (0, 100)
    patients: PatientWriter = field(init=False)

    def __post_init__(self) -> None:
        self.patients = PatientWriter(self.batch)

    def tick(self, done: int, total: int) -> None:
        self.done = done, total
        self.look()

    def look(self) -> None:
        """Progress as it was, and whether to stop: also while one long note is read."""
        self.on_progress(*self.done)
        if self.is_cancelled():
            raise ImportCancelledError


def import_documents(
    batch: ImportBatch,
    *,
    on_progress: Callable[[int, int], None],
    is_cancelled: Callable[[], bool],
    guard: Callable[[], None],
    entities_are_gold: bool = False,
) -> ImportSummary:
    """Brings in every note of the batch's file, or none.

    Repeatable: what an attempt that died had written is removed first. `guard` is called at the
    start of each transaction. Progress counts steps of both passes. Raises ImportRefusedError,
    ImportCancelledError.
    """
    if batch.state == ImportBatch.State.REVIEW:
        return ImportSummary(0, 0, 0)  # an attempt that died after it had asked
    if batch.state != ImportBatch.State.PENDING:
        delete_upload(batch)  # the attempt that closed the batch may have died before
    if batch.state == ImportBatch.State.DONE:
        return ImportSummary(batch.document_count, 0, 0)
    if batch.state == ImportBatch.State.REFUSED:
        raise ImportRefusedError(refusal_message(batch.report))
    path = upload_path(batch.pk)
    run = _Run(batch, entities_are_gold, on_progress, is_cancelled, guard)
    try:
        drop_abandoned(batch.project, guard)
        drop_staged(batch, guard)
        if not path.is_file():
            _refuse(batch, [LineError(0, "", GONE)])
        wanted = DROP if batch.margins == ASK else batch.margins
        reader = ApartReader(path, batch.format, run.look, wanted)
        _check(run, reader)
        if batch.margins == ASK and reader.margin_lines:
            _ask(run, reader)
            return ImportSummary(0, 0, run.normalised)
        _stage(run, ApartReader(path, batch.format, run.look, wanted))
        _publish(run)
    except (ImportRefusedError, ImportCancelledError):
        drop_staged(batch, guard)
        with transaction.atomic():
            guard()
            close_refused(batch)
        delete_upload(batch)
        raise
    delete_upload(batch)
    return ImportSummary(run.total, run.gold, run.normalised)


# --- first pass


def _check(run: _Run, reader: ApartReader) -> None:
    """Every line, and every id against the project. Raises ImportRefusedError with a report."""
    size = max(1, run.batch.size_bytes)
    for chunk in _chunks(reader.notes()):
        for error in (*_known(run.batch, chunk), *_opposed(run.batch, chunk)):
            reader.refuse(error)
        run.total += len(chunk)
        # The first pass is the shorter one: a fifth of the bar.
        run.tick(round(20 * reader.bytes_read / size), 100)
    run.normalised = reader.normalised
    run.unknown = tuple(reader.unknown)
    run.losses = {loss.value: count for loss, count in reader.losses.items() if count}
    if reader.errors:
        _refuse(run.batch, reader.errors)


def _known(batch: ImportBatch, chunk: Sequence[tuple[int, Note]]) -> list[LineError]:
    """Refusals of the notes that the project has already.

    An archive has no lines; the id of a note is its member's path.
    """
    ids = {note.id for _line, note in chunk}
    there = Document.staged_too.filter(project=batch.project_id, external_id__in=ids)
    known = set(there.values_list("external_id", flat=True))
    has_members = FORMATS[batch.format].is_binary
    return [
        LineError(line, "id", KNOWN, note.id if has_members and not line else "")
        for line, note in chunk
        if note.id in known
    ]


def _opposed(batch: ImportBatch, chunk: Sequence[tuple[int, Note]]) -> list[LineError]:
    """Refusals of the notes of people who oppose the use of their data."""
    found = opposed({index: note.patient for index, (_line, note) in enumerate(chunk)})
    has_members = FORMATS[batch.format].is_binary
    return [
        LineError(line, "patient", OPPOSED, note.id if has_members and not line else "")
        for index, (line, note) in enumerate(chunk)
        if index in found
    ]


def _refuse(batch: ImportBatch, errors: Iterable[LineError]) -> NoReturn:
    ordered = sorted(errors, key=lambda error: error.line)
    batch.report = [error.as_report() for error in ordered]
    raise ImportRefusedError(refusal_message(batch.report))


def _ask(run: _Run, reader: ApartReader) -> None:
    """Somebody looks at the headers and footers first (`choose_margins`); the file waits."""
    batch = run.batch
    with transaction.atomic():
        run.guard()
        batch.state = ImportBatch.State.REVIEW
        batch.margin_lines = [asdict(line) for line in reader.margin_lines]
        batch.save(update_fields=["state", "margin_lines"])
        record(
            "import.margins_found",
            actor=batch.created_by,
            project=batch.project,
            target=batch,
            lines=len(batch.margin_lines),
        )


# --- second pass


def _stage(run: _Run, reader: ApartReader) -> None:
    done = 0
    for chunk in _chunks(reader.notes()):
        rows = new_documents(
            run.batch,
            [note for _line, note in chunk],
            entities_are_gold=run.entities_are_gold,
        )
        with transaction.atomic():
            run.guard()
            _write(run, chunk, rows)
        time.sleep(BREATH_SECONDS)
        done += len(chunk)
        run.tick(20 + round(80 * done / run.total), 100)
    if reader.errors or done != run.total:
        _refuse(run.batch, reader.errors or [LineError(0, "", _("le fichier a changé"))])


def _write(run: _Run, chunk: Sequence[tuple[int, Note]], rows: list[Document]) -> None:
    lock_project(run.batch.project)
    # again: somebody may have opposed between the two passes
    if errors := [*_known(run.batch, chunk), *_opposed(run.batch, chunk)]:
        _refuse(run.batch, errors)
    notes = [note for _line, note in chunk]
    run.gold += write_documents(rows, notes, run.patients, entities_are_gold=run.entities_are_gold)


def _publish(run: _Run) -> None:
    """The one moment at which the notes appear."""
    batch = run.batch
    with transaction.atomic():
        run.guard()
        lock_project(batch.project)
        # identities that grow now were not there for an opposition between the chunks to find
        if opposed(run.patients.grown()):
            _refuse(batch, [LineError(0, "patient", OPPOSED)])
        run.patients.publish()
        batch.state = ImportBatch.State.DONE
        batch.document_count = run.total
        batch.report = report_of_done(run.losses, run.unknown, run.normalised)
        batch.margin_lines = []
        batch.save(update_fields=["state", "document_count", "sealed_report", "margin_lines"])
        tally_first_gold(batch.project_id, run.gold)
        record(
            "import.done",
            actor=batch.created_by,
            project=batch.project,
            target=batch,
            documents=run.total,
            gold=run.gold,
        )
        queue_preannotation(actor=batch.created_by, project=batch.project)


def _chunks(notes: Iterator[tuple[int, Note]]) -> Iterator[list[tuple[int, Note]]]:
    """At most CHUNK_NOTES notes and about CHUNK_CHARACTERS characters at a time."""
    chunk: list[tuple[int, Note]] = []
    size = 0
    for item in notes:
        chunk.append(item)
        size += len(item[1].text)
        if len(chunk) == CHUNK_NOTES or size >= CHUNK_CHARACTERS:
            yield chunk
            chunk, size = [], 0
    if chunk:
        yield chunk
