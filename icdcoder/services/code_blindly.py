"""What a coder does with a note of a blind study. Each request adds to the time that he has spent on it."""

from __future__ import annotations

from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext as _

from annotation.domain.active_time import IDLE_AFTER
from deidweb.accounts.models import User
from deidweb.accounts.permissions import require
from deidweb.accounts.roles import Permission
from deidweb.audit.services import record
from icdcoder.models import BlindCode, BlindReading
from icdcoder.services.add_code import codable
from icdcoder.services.errors import CodingError


@transaction.atomic
def open_reading(*, actor: User, reading_id: UUID) -> BlindReading:
    """The note for its page; the journal says whether it was an original. Raises as `hold_reading`."""
    reading = hold_reading(actor, reading_id)
    record("blind.note_read", actor=actor, project=reading.study.project, target=reading.document
           if reading.is_original else reading.note, original=reading.is_original)  # fmt: skip
    return reading


@transaction.atomic
def add_blind_code(*, actor: User, reading_id: UUID, code: str) -> BlindCode:
    """Again without harm. Raises as `hold_reading` and `codable`."""
    reading, entry = hold_reading(actor, reading_id), codable(code)
    given, is_new = reading.codes.get_or_create(
        code=entry.code, defaults={"label": entry.label[:400]}
    )
    if is_new:
        _tell("blind.coded", actor, reading)
    return given


@transaction.atomic
def take_blind_code_back(*, actor: User, reading_id: UUID, code: str) -> None:
    """Raises as `hold_reading`."""
    reading = hold_reading(actor, reading_id)
    if reading.codes.filter(code=code).delete()[0]:
        _tell("blind.code_withdrawn", actor, reading)


@transaction.atomic
def mark_blind_principal(*, actor: User, reading_id: UUID, code: str) -> None:
    """The only principal diagnosis of the note; a second time takes the mark off. Raises as `hold_reading`."""
    reading = hold_reading(actor, reading_id)
    given = reading.codes.filter(code=code).first()
    if given is None:
        raise Http404
    was_principal = given.is_principal
    reading.codes.update(is_principal=False)
    given.is_principal = not was_principal
    given.save(update_fields=["is_principal"])
    _tell("blind.principal", actor, reading)


@transaction.atomic
def finish_reading(*, actor: User, reading_id: UUID, guess: str = "") -> BlindReading:
    """The reading stays as it is from now on. Raises as `hold_reading`; CodingError without the guess that the study asks
    for."""
    reading = hold_reading(actor, reading_id)
    if reading.study.asks_guess and guess not in BlindReading.Guess.values:
        raise CodingError(_("Dites encore ce que vous pensez avoir lu."))
    reading.guess = guess if reading.study.asks_guess else ""
    reading.finished_at = timezone.now()
    reading.save(update_fields=["guess", "finished_at"])
    _tell("blind.finished", actor, reading)
    return reading


@transaction.atomic
def hold_reading(actor: User, reading_id: UUID) -> BlindReading:
    """The person's own unfinished reading, locked, its time told. Raises Http404, PermissionDenied without the rights to code and
    to read notes, CodingError when it is finished or its study closed."""
    rows = BlindReading.objects.select_for_update(of=("self",)).select_related(
        "study__project", "note", "document"
    )
    reading = rows.filter(pk=reading_id).first()
    if reading is None:
        raise Http404
    require(actor, reading.study.project, Permission.CODE)
    require(actor, reading.study.project, Permission.READ_NOTES)
    if reading.coder_id != actor.pk:
        raise PermissionDenied
    if not BlindReading.objects.of_coder(actor).filter(pk=reading_id).exists():
        raise Http404  # of a patient who may have opposed
    is_closed = reading.study.closed_at is not None or reading.document is None
    if reading.finished_at is not None or is_closed:
        raise CodingError(_("Cette note est déjà codée, ou son étude est close."))
    now = timezone.now()
    if reading.last_at is not None:
        reading.seconds += min(now - reading.last_at, IDLE_AFTER).total_seconds()
    reading.last_at = now
    reading.save(update_fields=["last_at", "seconds"])
    return reading


def _tell(action: str, actor: User, reading: BlindReading) -> None:
    record(action, actor=actor, project=reading.study.project, target=reading)
