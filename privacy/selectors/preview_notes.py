"""A patient's notes for the preview, read and cut once per process and version of their layers."""

from __future__ import annotations

import hashlib
import hmac
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import astuple
from threading import Lock
from typing import Final
from uuid import UUID

from django.conf import settings
from django.db.models import Max, QuerySet

from annotation.models import Document
from annotation.selectors.identities import identity_of
from annotation.selectors.in_force import counting_layers, notes_in_force
from privacy.domain.randomness import StudyKey
from privacy.domain.redraw import PatientNotes
from privacy.selectors.export_notes import note_of

KEPT_FILES: Final = 8
_cache: OrderedDict[tuple[UUID, str], PatientNotes] = OrderedDict()
_lock: Final = Lock()


def throwaway_key(*, session: str, draw: int) -> StudyKey:
    """A key that exists for this session and this draw only; no study's key is ever read here."""
    message = f"deidweb/preview/1|{session}|{draw}".encode()
    return StudyKey(hmac.new(settings.SECRET_KEY.encode(), message, hashlib.sha256).digest())


def preview_notes(document: Document) -> PatientNotes:
    """All annotated notes of the note's patient, from the cache when neither the layers, nor the notes'
    dates and types, nor the patient's identity have changed."""
    if document.patient_id is None:
        documents = Document.objects.filter(pk=document.pk)
    else:
        documents = Document.objects.filter(
            patient=document.patient_id, project=document.project_id
        )
    layers = counting_layers().filter(document__in=documents.values("pk"))
    newest = layers.aggregate(at=Max("created_at"), version=Max("version"))
    stamp = f"{layers.count()} {newest['at']} {newest['version']} {_read_with(document, documents)}"
    with _lock:
        known = _cache.get((document.pk, stamp))
        if known is not None:
            _cache.move_to_end((document.pk, stamp))
            return known
    fresh = _read(document, list(documents))
    with _lock:
        for old in [entry for entry in _cache if entry[0] == document.pk]:
            del _cache[old]
        _cache[document.pk, stamp] = fresh
        while len(_cache) > KEPT_FILES:
            _cache.popitem(last=False)
    return fresh


def _read_with(document: Document, documents: QuerySet[Document]) -> str:
    """A hash of what else `_read` takes in; the words themselves are not kept."""
    notes = documents.order_by("pk").values_list("pk", "doc_date", "doc_type", "position")
    told = repr((astuple(identity_of(document)), list(notes)))
    return hashlib.sha256(told.encode()).hexdigest()


def _read(document: Document, documents: Sequence[Document]) -> PatientNotes:
    ordered = sorted(documents, key=lambda item: item.position)
    notes = tuple(map(note_of, notes_in_force(ordered)))
    return PatientNotes(notes, [note.id for note in notes].index(str(document.pk)))
