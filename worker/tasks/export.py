"""Job `build_export`: writes the file of an export, scans it, opens it for decision."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

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
from worker.engine.doubts import doubts
from worker.engine.hybrid import HybridDetector
from worker.selectors.engines import detector_for
from worker.tasks.context import JobContext, JobRefused
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
    built = _write(context, export)
    try:
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
    finally:
        built.draft.unlink(missing_ok=True)  # still there only if nothing was published


def _write(context: JobContext, export: ExportRequest) -> BuiltFile:
    try:
        return write_export_draft(
            export,
            job_id=context.job.pk,
            attempt=context.job.fence,
            on_progress=context.check_often,
            codes_of=codes_of(),
            doubts_of=_doubts_of(context.job.project_id),
            near_of=_near_of(context, export),
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


def _near_of(context: JobContext, export: ExportRequest) -> NearOf:
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
    return lambda notes: Neighbours(table=sentences.table(encoder, [n.text for n in notes]))


def _doubts_of(project_id: UUID) -> DoubtsOf:
    """What the project's engine would still hide in a text, for who reads it before it leaves."""
    try:
        detector = detector_for(project_id)
    except EngineError:
        return no_doubts
    if not isinstance(detector, HybridDetector):
        return no_doubts

    def doubts_of(text: str, hidden: Hidden) -> Hidden:
        spans, reading = detector.read_closely(text)
        left = [
            (s.start, s.end) for s in spans if all(s.end <= a or b <= s.start for a, b in hidden)
        ]
        return sorted([*left, *doubts(text, [*hidden, *left], reading)])

    return doubts_of


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
