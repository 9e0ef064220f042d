"""Job `predict_codes`: ICD-10 codes for the notes of a released export, from its approved bytes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from icdcoder.domain.coder import CodePrediction, Coder, Span
from icdcoder.domain.nomenclature import NomenclatureInvalidError, NomenclatureMissingError
from icdcoder.selectors.coder import UnusableModelError
from icdcoder.services.store_predictions import (
    CodingCancelledError,
    NoteToCode,
    store_predictions,
)
from privacy.models import ExportRequest
from privacy.selectors.export_files import export_path, substituted_notes
from privacy.services.errors import ExportError
from privacy.services.open_released import open_released, refuse_if_opposed_since
from worker.selectors.coders import coder_for
from worker.tasks.context import JobCancelled, JobContext, JobRefused
from worker.tasks.rehearsal import InHand, Rehearsal

STAGE: Final = "predict_codes"


def run(context: JobContext) -> dict[str, Any]:
    """Codes the export of the payload; goes on where an earlier attempt stopped."""
    export = ExportRequest.objects.filter(
        pk=UUID(context.job.payload["export"]), project=context.job.project
    ).first()
    if export is None:
        raise JobRefused(_("Cet export n'existe plus."))
    try:
        coder = coder_for(context.job.project_id)
        with open_released(export) as file, _guarded(context, export) as guard:
            stored = store_predictions(
                project=context.job.project,
                export_id=export.pk,
                notes=substituted_notes(file),
                coder=guard.wrapped(coder),
                on_progress=lambda done: context.progress(done, export.document_count),
                is_cancelled=context.is_cancelled,
                assert_owned=lambda: _still_ours(context, export),
                effects_seen=export.effects_seen,
                failures_of=guard.failures_of,
            )
    except UnusableModelError:
        reason = _(
            "Le codeur en service ne peut pas être lu. Revenez au précédent ou au dictionnaire."
        )
        raise JobRefused(reason) from None
    except (NomenclatureMissingError, NomenclatureInvalidError, ExportError) as error:
        raise JobRefused(str(error)) from None
    except CodingCancelledError:
        raise JobCancelled from None
    told = {"export": str(export.pk), "notes": stored.notes + stored.skipped, "codes": stored.codes}
    if not stored.unread:
        return told
    context.say(_said(stored.unread))
    return told | {"unread": stored.unread}


def _said(unread: int) -> str:
    words = ngettext(
        "%(count)d note n'a pas pu être codée", "%(count)d notes n'ont pas pu être codées", unread
    )
    return words % {"count": unread}


@contextmanager
def _guarded(context: JobContext, export: ExportRequest) -> Iterator[_CodingGuard]:
    """For one attempt. What it has in hand stays written down where it ends by what nobody expected."""
    in_hand = InHand(export_path(export).with_suffix(f".{context.job.pk}.hand.draft"))
    rehearsal = Rehearsal((STAGE, str(context.job.project_id)), context.sign_or_stop)
    try:
        yield _CodingGuard(in_hand, rehearsal, in_hand.left())
    except (JobCancelled, JobRefused, CodingCancelledError, ExportError):
        in_hand.put_down()
        raise
    else:
        in_hand.put_down()
    finally:
        rehearsal.close()


@dataclass(slots=True)
class _CodingGuard:
    """`left`: the place in the export of the batch that a former attempt had in hand. From there on notes are coded one by one,
    each by a child first."""

    in_hand: InHand
    rehearsal: Rehearsal
    left: str

    def wrapped(self, coder: Coder) -> Coder:
        return _OneByOne(coder) if self.left else coder

    def failures_of(self, order: int, notes: Sequence[NoteToCode]) -> dict[int, str]:
        self.in_hand.take(str(order))
        if not self.left or order < int(self.left):
            return {}
        found = {place: self._failure(note) for place, note in enumerate(notes)}
        failures = {place: why for place, why in found.items() if why}
        if failures:
            self.rehearsal.require_sound()
        return failures

    def _failure(self, note: NoteToCode) -> str:
        """Asked twice."""
        asked, length = [[note.text, note.hidden]], len(note.text)
        return self.rehearsal.failure(asked, length) and self.rehearsal.failure(asked, length)


@dataclass(frozen=True, slots=True)
class _OneByOne:
    """As the coder, but no two notes share its memory."""

    coder: Coder

    @property
    def name(self) -> str:
        return self.coder.name

    @property
    def version(self) -> str:
        return self.coder.version

    @property
    def says(self) -> str:
        return self.coder.says

    def predict(
        self, texts: Sequence[str], top: int = 25, hidden: Sequence[Sequence[Span]] = ()
    ) -> list[list[CodePrediction]]:
        spans = hidden or [()] * len(texts)
        return [
            self.coder.predict([text], top, [own])[0]
            for text, own in zip(texts, spans, strict=True)
        ]


def _still_ours(context: JobContext, export: ExportRequest) -> None:
    """Before each batch is written. Raises LeaseLost, ExportError when a patient has opposed since the build."""
    context.assert_owned()
    refuse_if_opposed_since(export)
