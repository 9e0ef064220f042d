"""Stores what a coder proposes for an export's notes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import islice
from typing import Any, Final, NamedTuple
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from deidweb.accounts.models import Project
from deidweb.audit.services import record
from icdcoder.domain import coder as domain
from icdcoder.models import CodedNote, CodePrediction
from icdcoder.services.decide_code import State

BATCH = 32
_MOST_CODES: Final = 25  # of a note
# what a note's page says in the place of what its coder says of itself
UNREAD: Final = {
    "slow": _("Aucun codeur n'a lu cette note : son codage dépasse le temps prévu."),
    "broken": _("Aucun codeur n'a lu cette note : son codage arrête le programme."),
}


class CodingCancelledError(Exception):
    """The person asked to stop; what is stored stays, a later run goes on from there."""


class NoteToCode(NamedTuple):
    """`hidden`: the spans of `text` that substitution wrote; no evidence lies in them. `stay` and `patient`: their
    pseudonyms, or ""."""

    public_id: str
    text: str
    hidden: tuple[domain.Span, ...] = ()
    stay: str = ""
    patient: str = ""


@dataclass(frozen=True, slots=True)
class Stored:
    """`notes` read in this run, `skipped` done by an earlier one, `codes` proposed in this run, `unread`: notes of this run that
    the coder can't read."""

    notes: int
    skipped: int
    codes: int
    unread: int = 0


def store_predictions(
    *,
    project: Project,
    export_id: UUID,
    notes: Iterable[tuple[Any, ...]],
    coder: domain.Coder,
    on_progress: Callable[[int], None] = lambda done: None,
    is_cancelled: Callable[[], bool] = lambda: False,
    assert_owned: Callable[[], None] = lambda: None,
    effects_seen: int = 0,
    failures_of: Callable[[int, Sequence[NoteToCode]], dict[int, str]] = lambda _order, _notes: {},
) -> Stored:
    """Codes the de-identified `notes` (as `NoteToCode`) of an export, batch by batch.

    Idempotent: a note that this coder version has read is left alone; another version replaces
    what nobody decided and keeps every decision; another text is coded from nothing. `assert_owned` is called first in each
    transaction (a worker whose lease ran out publishes nothing). `effects_seen`: that of the export. `failures_of(order, notes)`: positions of the
    notes that end whoever codes them, each with a key of UNREAD; asked before each batch. Raises CodingCancelledError.
    """
    done = skipped = codes = unread = 0
    for batch in _batches(notes):
        if is_cancelled():
            raise CodingCancelledError
        order = done + skipped
        todo = _unread(project, export_id, batch, coder.version)
        failures = failures_of(order, [batch[i] for i in todo]) if todo else {}
        failed = {todo[place]: why for place, why in failures.items()}
        todo = [i for i in todo if i not in failed]
        texts, hidden = [batch[i].text for i in todo], [batch[i].hidden for i in todo]
        predictions = coder.predict(texts, _MOST_CODES, hidden)
        with transaction.atomic():
            assert_owned()
            for i, found in zip(todo, predictions, strict=True):
                note = _note(project, export_id, batch[i], order + i, effects_seen)
                codes += _replace_open(note, found, coder)
            for i, why in failed.items():
                note = _note(project, export_id, batch[i], order + i, effects_seen)
                _say_unread(note, why, coder)
        done += len(todo) + len(failed)
        unread += len(failed)
        skipped += len(batch) - len(todo) - len(failed)
        on_progress(done + skipped)
    return Stored(done, skipped, codes, unread)


def _batches(notes: Iterable[tuple[Any, ...]]) -> Iterator[list[NoteToCode]]:
    iterator = (NoteToCode(*given) for given in notes)
    while batch := list(islice(iterator, BATCH)):
        yield batch


def _unread(project: Project, export_id: UUID, batch: list[NoteToCode], version: str) -> list[int]:
    """Positions of the notes that this version has not read, or not with this text."""
    read = dict(
        CodedNote.objects.filter(
            project=project,
            export_id=export_id,
            public_id__in=[given.public_id for given in batch],
            coder_version=version,
        ).values_list("public_id", "text")
    )
    return [i for i, given in enumerate(batch) if read.get(given.public_id) != given.text]


def _note(
    project: Project, export_id: UUID, given: NoteToCode, order: int, effects_seen: int
) -> CodedNote:
    public_id, text = given.public_id, given.text
    hidden = [list(span) for span in given.hidden]
    note, _created = CodedNote.objects.get_or_create(
        project=project,
        export_id=export_id,
        public_id=public_id,
        defaults={
            "text": text,
            "hidden": hidden,
            "order": order,
            "stay": given.stay[:200],
            "effects_seen": effects_seen,
            "patient": given.patient[:200],
        },
    )
    told = given.stay[:200], given.patient[:200], hidden
    if (note.stay, note.patient, note.hidden) != told:
        note.stay, note.patient, note.hidden = told
        note.save(update_fields=["stay", "patient", "hidden"])
    if note.text != text:  # the export was built again: its codes spoke of another text
        note.predictions.all().delete()
        note.text, note.order, note.effects_seen = text, order, effects_seen
        note.save(update_fields=["text", "order", "effects_seen"])
    return note


def _say_unread(note: CodedNote, why: str, coder: domain.Coder) -> None:
    """For this version of the coder: another one tries again."""
    note.predictions.filter(state=State.PROPOSED).delete()
    note.coder_version, note.coder_says = coder.version, str(UNREAD[why])
    note.save(update_fields=["coder_version", "coder_says"])
    record("icd.note_unread", actor=None, project=note.project_id, target=note, why=why)


def _replace_open(note: CodedNote, found: list[domain.CodePrediction], coder: domain.Coder) -> int:
    note.predictions.filter(state=State.PROPOSED).delete()
    decided = set(note.predictions.values_list("code", flat=True))
    fresh = [
        CodePrediction(
            note=note,
            code=prediction.code,
            label=prediction.label[:400],
            score=prediction.score,
            evidence=[asdict(evidence) for evidence in prediction.evidence],
            coder_version=coder.version,
        )
        for prediction in found
        if prediction.code not in decided
    ]
    CodePrediction.objects.bulk_create(fresh)
    note.coder_version, note.coder_says = coder.version, coder.says
    note.save(update_fields=["coder_version", "coder_says"])
    return len(fresh)
