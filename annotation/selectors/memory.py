"""What a project remembers of the lines that come back in its notes."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator

from django.conf import settings
from django.db.models import QuerySet

from annotation.domain.line_memory import Known, Lessons, learn
from annotation.models import Document, KnownLine
from annotation.selectors.in_force import golds_in_force, notes_of_layers
from deidweb.accounts.models import Project

_AT_ONCE = 200


def line_secret(project: Project) -> bytes:
    """Of AUDIT_KEY, which is never replaced; another one for each project."""
    purpose = f"deidweb:lines:{project.pk}"
    return hmac.new(settings.AUDIT_KEY.encode(), purpose.encode(), hashlib.sha256).digest()


def memory_of(project: Project) -> dict[str, Known]:
    """By the line's hash."""
    rows = KnownLine.objects.filter(project=project)
    return {row.digest: Known(tuple(map(tuple, row.marks)), row.golds, row.notes) for row in rows}


def known_lines(project: Project) -> QuerySet[KnownLine]:
    """Those in most notes first."""
    return KnownLine.objects.filter(project=project).select_related("sample").defer("sample__text")


def lessons_of(project: Project) -> dict[str, Lessons]:
    """What the validated notes say of their lines."""
    lessons: dict[str, Lessons] = {}
    secret = line_secret(project)
    layers = golds_in_force(project).order_by("pk")
    keys = list(layers.values_list("pk", flat=True))
    for first in range(0, len(keys), _AT_ONCE):
        part = layers.filter(pk__in=keys[first : first + _AT_ONCE])
        for note in notes_of_layers(part):
            learn(lessons, note.document.text, note.spans, secret)
    return lessons


def texts_of(project: Project) -> Iterator[Document]:
    """Every note with its text and its patient's key, little by little."""
    notes = Document.objects.filter(project=project).order_by("pk")
    return notes.only("pk", "patient_id", "text").iterator(chunk_size=_AT_ONCE)
