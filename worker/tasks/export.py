"""Job `build_export`: writes the file of an export, scans it, opens it for decision."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from annotation.domain.notes import Note
from annotation.services.build_snapshot import OpposedMeanwhileError
from deidweb.jobs.services import asked_by
from privacy.domain.errors import PrivacyError
from privacy.domain.obfuscation.method import Neighbours
from privacy.models import ExportRequest
from privacy.selectors.word_spaces import NO_POOL, NOT_LEARNED, words_of
from privacy.services.build_export import (
    BuiltFile,
    DoubtsOf,
    Hidden,
    NearOf,
    NothingToExportError,
    no_doubts,
    no_neighbours,
    write_export_draft,
)
from privacy.services.charge_ledger import give_back, hold_charges
from privacy.services.errors import (
    FileChangedError,
    LedgerBehindError,
    OverCapError,
    StateConflictError,
    StudyDestroyedError,
)
from privacy.services.keep_keys import StudyKeyError
from privacy.services.open_released import open_released
from privacy.services.publish_build import mark_build_failed, publish_build
from worker.engine.build import EngineError
from worker.selectors.engines import model_of
from worker.services.read_notes import ApartNoteReader
from worker.tasks.context import JobContext, JobRefused
from worker.tasks.export_guard import guarded
from worker.tasks.neighbours import sentence_pool, shipped_encoder
from worker.tasks.text_codes import codes_of

State = ExportRequest.State


def build(context: JobContext) -> dict[str, Any]:
    """Builds the export of the payload; again without harm when it is built already."""
    export = (
        ExportRequest.objects.select_related("project", "study")
        .filter(pk=UUID(context.job.payload["export"]), project=context.job.project)
        .first()
    )
    if export is None:
        raise JobRefused(_("Cet export n'existe plus."))
    if export.state not in (State.REQUESTED, State.FAILED):
        return _result(export)  # a former attempt published it and died before saying so
    give_back(export, assert_owned=context.assert_owned)  # one that died held what it had charged
    built = _write(context, export)
    try:
        everybody = built.patient_count
        hold_charges(
            export,
            built.bills,
            assert_owned=context.assert_owned,
            on_block=lambda: context.check_often(everybody, everybody),
        )
        with transaction.atomic():
            context.assert_owned()
            return _result(publish_build(export, built, askers=asked_by(context.job)))
    except (
        LedgerBehindError,
        OpposedMeanwhileError,
        OverCapError,
        StudyDestroyedError,
    ) as error:
        raise _failed(context, export, str(error)) from None
    except BaseException:
        give_back(export, assert_owned=context.assert_owned)
        raise
    finally:
        built.draft.unlink(missing_ok=True)  # still there only if nothing was published


def _write(context: JobContext, export: ExportRequest) -> BuiltFile:
    try:
        with _doubts_of(context.job.project_id) as doubts_of, guarded(context, export) as guard:
            return write_export_draft(
                export,
                job_id=context.job.pk,
                attempt=context.job.fence,
                on_progress=context.check_often,
                codes_of=codes_of(),
                doubts_of=doubts_of,
                near_of=near_of(context, export),
                guard=guard,
            )
    except NothingToExportError:
        reason = _("Aucune note à exporter : validez d'abord des notes, ou élargissez le choix.")
    except StudyKeyError as error:
        reason = error.reason
    except JobRefused as error:  # neighbours that are not to be had
        reason = str(error)
    except PrivacyError as error:
        reason = str(error)
    raise _failed(context, export, reason)


def near_of(context: JobContext, export: ExportRequest) -> NearOf:
    """Where whole texts get their neighbours. Raises JobRefused."""
    pool = export.pool
    if not export.texts:
        return no_neighbours
    if pool is None:
        raise JobRefused(str(NO_POOL))
    try:
        open_released(pool).close()
        if export.texts != ExportRequest.Texts.SENTENCE:
            words = words_of(pool)
            return lambda _notes: words
    except (StateConflictError, FileChangedError) as error:
        raise JobRefused(str(error)) from None
    except FileNotFoundError:
        raise JobRefused(str(NOT_LEARNED)) from None
    encoder = shipped_encoder()
    sentences = sentence_pool(context, pool, encoder)

    def near_sentences(notes: Sequence[Note]) -> Neighbours:
        texts = [note.text for note in notes]
        return Neighbours(table=sentences.table(encoder, texts, context.sign))

    return near_sentences


@contextmanager
def _doubts_of(project_id: UUID) -> Iterator[DoubtsOf]:
    """What the project's engine would still hide in a text, for who reads it before it leaves. The engine is a process of
    its own that reads while patients are written; it is gone at the end. On the processor: the card of a worker that trains,
    too, is locked by a training, of another worker as well, and ten notes are read in seconds."""
    model = model_of(project_id)
    if not model.is_dir():
        yield no_doubts
        return
    start = partial(ApartNoteReader, model, Path(settings.ENGINE_CACHE), may_use_card=False)
    apart = _EngineApart(start)
    try:
        yield apart.doubts_of
    finally:
        apart.close()


class _Unwanted(Exception):
    """Nobody waits for the answer any more."""


class _EngineApart:
    """Started at once; its texts wait in one queue. `start(on_start=…)` makes the reader."""

    def __init__(self, start: Callable[..., ApartNoteReader]) -> None:
        self._thread = ThreadPoolExecutor(1)
        self._is_over = threading.Event()
        self._reader = self._thread.submit(start, on_start=self._go_on)

    def doubts_of(self, text: str, hidden: Hidden) -> Future[Hidden | None]:
        return self._thread.submit(self._read, text, hidden)

    def _read(self, text: str, hidden: Hidden) -> Hidden | None:
        try:
            return self._reader.result().left_in_clear(text, hidden, self._go_on)
        except (
            EngineError,
            MemoryError,
        ):  # at the start, or of the one that takes a killed one's place
            return None

    def _go_on(self) -> None:
        if self._is_over.is_set():
            raise _Unwanted

    def close(self) -> None:
        self._is_over.set()
        self._thread.shutdown(cancel_futures=True)
        if not self._reader.cancelled() and self._reader.exception() is None:
            self._reader.result().close()


def _failed(context: JobContext, export: ExportRequest, reason: str) -> JobRefused:
    """Closes the build as failed; the caller raises what it returns."""
    with transaction.atomic():
        context.assert_owned()
        mark_build_failed(export)
    return JobRefused(reason)


def _result(export: ExportRequest) -> dict[str, Any]:
    return {
        "export": str(export.pk),
        "notes": export.document_count,
        "findings": export.finding_count,
        "sha256": export.sha256,
    }
