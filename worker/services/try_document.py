"""« Essayer »: what would be found in a document, and what would become of it. Nothing of it is kept.

The journal says who tried, how long the text was and what was found, never a word of it. Its lines are also the quota:
they are counted in the transaction that adds one, so that no number of calls at once passes it.

Outside projects (`project` is None) anybody signed in may try, with the shipped model and the whole country; in a
project, who reads its notes, with its model.
"""

from __future__ import annotations

import json
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, Final

from django.conf import settings
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext as _

from deidweb.accounts.models import Project, User
from deidweb.accounts.permissions import require
from deidweb.accounts.roles import Permission
from deidweb.audit.models import AuditEntry
from deidweb.audit.services import record
from deidweb.sentences import localised
from worker.selectors.versions import promoted_hash
from worker.services import trial_processes
from worker.services.trial_processes import Files, TrialBusy, TrialFailed, files_of

COUNTED: Final = ("trial.document_read", "trial.text_read", "trial.result_taken", "trial.pdf_shown")  # fmt: skip
WINDOW: Final = timedelta(minutes=10)
AT_ONCE: Final = 2  # calls of one person in one web process
DRAWS_A_TEXT: Final = 50  # likewise, within WINDOW, for each text of the quota: a slider that is dragged asks ten times a second


class TrialRefused(Exception):
    """The document can't be read; the message (French) says why."""


class TrialOverQuota(Exception):
    """Too much at once, or too often."""


@dataclass(frozen=True, slots=True)
class Text:
    """What a person tries: the text, and what was found in it."""

    text: str = field(repr=False)
    spans: list[list[Any]] = field(repr=False)
    doubts: list[list[int]]


@dataclass(frozen=True, slots=True)
class Draw:
    """How it is substituted: values of a policy, and a key that exists for this session and this draw alone."""

    policy: dict[str, str]
    key: str = field(repr=False)


def read_document(*, actor: User, project: Project | None, data: bytes) -> str:
    """The text of a document's bytes. Raises TrialRefused, TrialOverQuota, TrialBusy, TrialFailed."""
    may_try(actor, project)
    with one_more_of(actor):
        count_use(actor, project, "trial.document_read", bytes=len(data))
        told = trial_processes.read_bytes(data)
    if "refusal" in told:
        raise TrialRefused(localised(str(told["refusal"])))
    return str(told["text"])


def read_text(
    *, actor: User, project: Project | None, text: str, draw: Draw
) -> tuple[Text, dict[str, Any]]:
    """What is found in the text, and what it becomes. Raises as `read_document` does."""
    may_try(actor, project)
    with one_more_of(actor):
        count_use(actor, project, "trial.text_read", characters=len(text))
        told = _ask(project, {"do": "read", "text": text}, draw)
    return Text(text, told["spans"], told["doubts"]), told["drawn"]


def redraw_text(
    *, actor: User, project: Project | None, tried: Text, draw: Draw, seal: str
) -> dict[str, Any]:
    """What a text that `read_text` has read, and counted, becomes under another policy; `seal` proves it. Raises as
    `read_document` does."""
    may_try(actor, project)
    if not constant_time_compare(seal, seal_of(actor, tried)):
        raise TrialRefused(_("Recommencez l'essai : ce texte n'est pas celui qui a été lu."))
    with one_more_of(actor):
        _count_draw(actor)
        return _drawn(project, tried, draw)


def seal_of(actor: User, tried: Text) -> str:
    """Made when a text was read, and counted, for this person: nothing else is drawn anew."""
    spans = [span[:4] for span in tried.spans]
    told = json.dumps([actor.pk, tried.text, spans, tried.doubts])
    return salted_hmac("worker.trial", told, algorithm="sha256").hexdigest()


def take_result(*, actor: User, project: Project, tried: Text, draw: Draw) -> str:
    """The substituted text, to be copied or kept elsewhere: a permission of its own. Raises as `read_document` does."""
    require(actor, project, Permission.TAKE_TRIAL)
    with one_more_of(actor):
        drawn = _drawn(project, tried, draw)
        count_use(
            actor,
            project,
            "trial.result_taken",
            characters=len(drawn["text"]),
            verdict=drawn["verdict"],
        )
    return str(drawn["text"])


def may_try(actor: User, project: Project | None) -> None:
    """Raises Http404, PermissionDenied."""
    if project is not None:
        require(actor, project, Permission.READ_NOTES)
    elif not actor.is_active:
        raise PermissionDenied


def engine_of(project: Project | None) -> Files:
    """What the engine loads for a project; the shipped model outside."""
    return files_of(promoted_hash(project.pk) if project else "")


def prepare(project: Project | None) -> None:
    """Has the engine ready for who has opened the page; who opens the one outside projects takes none from a project."""
    if settings.TRIAL_WARM_UP:
        trial_processes.warm_up(engine_of(project), instead=project is not None)


def _drawn(project: Project | None, tried: Text, draw: Draw) -> dict[str, Any]:
    asked = {"do": "draw", "text": tried.text, "spans": tried.spans, "doubts": len(tried.doubts)}
    drawn: dict[str, Any] = _ask(project, asked, draw)["drawn"]
    return drawn


def _ask(project: Project | None, asked: dict[str, Any], draw: Draw) -> dict[str, Any]:
    told = trial_processes.ask(
        engine_of(project), {**asked, "policy": draw.policy, "key": draw.key}
    )
    if "refusal" in told:
        raise TrialRefused(localised(str(told["refusal"])))
    return told


def count_use(actor: User, project: Project | None, action: str, **details: Any) -> None:
    """A line in the journal, which is the quota, too. Raises TrialOverQuota."""
    with transaction.atomic():
        record(action, actor=actor, project=project, **details)
        since = timezone.now() - WINDOW
        own = AuditEntry.objects.filter(actor=actor, action__in=COUNTED, at__gte=since)
        if own.count() > settings.TRIAL_QUOTA:
            raise TrialOverQuota(
                _(
                    "Vous avez beaucoup essayé : attendez quelques minutes avant le document suivant."
                )
            )


def _count_draw(actor: User) -> None:
    """In this process's memory: a draw shows nothing new, and a line each would fill the journal. Raises TrialOverQuota."""
    key = f"trial-draws-{actor.pk}"
    cache.add(key, 0, WINDOW.total_seconds())
    if cache.incr(key) > DRAWS_A_TEXT * settings.TRIAL_QUOTA:
        raise TrialOverQuota(
            _("Vous avez beaucoup essayé : attendez quelques minutes avant le tirage suivant.")
        )


_calls: Final[Counter[int]] = Counter()
_calls_lock: Final = threading.Lock()


@contextmanager
def one_more_of(actor: User) -> Iterator[None]:
    """While this person's call lasts. Raises TrialOverQuota."""
    with _calls_lock:
        if _calls[actor.pk] >= AT_ONCE:
            raise TrialOverQuota(_("Un essai est déjà en cours pour vous : attendez sa réponse."))
        _calls[actor.pk] += 1
    try:
        yield
    finally:
        with _calls_lock:
            _calls[actor.pk] -= 1
            if not _calls[actor.pk]:
                del _calls[actor.pk]


__all__ = ["Draw", "Text", "TrialBusy", "TrialFailed", "TrialOverQuota", "TrialRefused", "count_use", "engine_of", "may_try", "one_more_of",
           "prepare", "read_document", "read_text", "redraw_text", "seal_of", "take_result"]  # fmt: skip
