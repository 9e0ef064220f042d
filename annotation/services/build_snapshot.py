"""Builds a snapshot of gold: asked for by a person, written by a job, kept under its content's address."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final
from uuid import UUID

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from annotation.domain.datasets.split import Member, Part, Shares, split
from annotation.domain.datasets.statistics import Statistics
from annotation.domain.formats.jsonl import note_to_json
from annotation.domain.notes import Note
from annotation.models import DatasetSnapshot, Layer
from annotation.models.sealed import open_id
from annotation.selectors.dataset_files import (
    SPLIT_KEY,
    dataset_folder,
    private_file,
    snapshot_path,
)
from annotation.selectors.in_force import NoteInForce, golds_in_force, notes_of_layers
from annotation.selectors.oppositions import effects_on, has_lost_patients
from deidweb.accounts.lock_project import lock_project
from deidweb.accounts.models import Project, User
from deidweb.accounts.permissions import require
from deidweb.accounts.roles import Permission
from deidweb.audit.services import record
from deidweb.jobs import services as jobs
from deidweb.jobs.models import Job

CHUNK_NOTES: Final = 200
OnProgress = Callable[[int, int], None]


class NoGoldError(Exception):
    """The project has no gold note."""


class OpposedMeanwhileError(Exception):
    """A patient opposed while the notes were read."""


@dataclass(frozen=True, slots=True)
class Order:
    """What a snapshot is made with."""

    seed: int = 0
    shares: Shares = field(default_factory=Shares)

    def header(self) -> bytes:
        """Part of the address: the same notes split otherwise are another data set."""
        test, validation = self.shares.test, self.shares.validation
        return f"deidweb-dataset 1\nseed {self.seed}\nshares {test:.6f} {validation:.6f}\n".encode()


@dataclass(frozen=True, slots=True)
class Draft:
    """A written file that no row names yet."""

    path: Path
    address: str
    content_sha256: str
    size_bytes: int
    statistics: Statistics
    effects_seen: int  # oppositions before the notes were read


def request_snapshot(*, actor: User, project: Project, order: Order) -> Job:
    """Queues a snapshot; the one that waits already is returned instead of a second."""
    require(actor, project, Permission.BUILD_DATASETS)
    payload = {
        "seed": order.seed,
        "test": order.shares.test,
        "validation": order.shares.validation,
    }
    with transaction.atomic():
        waiting = Job.objects.filter(
            project=project, kind="build_dataset", state=Job.State.QUEUED, payload=payload
        )
        return waiting.first() or jobs.enqueue(
            kind="build_dataset", project=project, actor=actor, payload=payload
        )


def write_snapshot(project: Project, order: Order, *, name: str, on_progress: OnProgress) -> Draft:
    """Writes all gold notes of the project, ordered by id. Raises NoGoldError.

    Gold layers never change, so the list of them taken first is the snapshot. `name` is that of the
    attempt: two attempts never write into one file.
    """
    effects_seen = effects_on(project.pk)
    rows = sorted(
        golds_in_force(project).values_list(
            "document__external_id",
            "pk",
            "document__patient_id",
            "document__patient__sealed_id",
        )
    )
    if not rows:
        raise NoGoldError
    members = [
        Member(note, open_id(project.pk, patient, sealed) if patient else "")
        for note, _pk, patient, sealed in rows
    ]
    parts = split(members, order.shares, order.seed)
    folder = dataset_folder(project)
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    path = folder / f".draft-{name}"
    statistics = Statistics()
    content, address, size, done = hashlib.sha256(), hashlib.sha256(order.header()), 0, 0
    try:
        with private_file(path) as stream:
            for chunk in _chunks([row[1] for row in rows]):
                for note in _notes(chunk):
                    part = parts[note.id]
                    line = note_to_json(_marked(note, part)).encode() + b"\n"
                    stream.write(line)
                    content.update(line)
                    address.update(line)
                    size += len(line)
                    statistics.add(note, part)
                done += len(chunk)
                on_progress(done, len(rows))
            stream.flush()
            os.fsync(stream.fileno())
    except BaseException:
        path.unlink(missing_ok=True)
        raise
    return Draft(path, address.hexdigest(), content.hexdigest(), size, statistics, effects_seen)


def publish_snapshot(
    *, project: Project, actor: User, order: Order, draft: Draft
) -> tuple[DatasetSnapshot, bool]:
    """Gives the draft its place and its row, in the caller's transaction.

    The same content, seed and shares give the snapshot that is there already, and False: what oppositions barred is
    open again, since the notes of today are the same. Raises OpposedMeanwhileError.
    """
    lock_project(project)
    if has_lost_patients(project.pk, draft.effects_seen):
        raise OpposedMeanwhileError(_("Un patient s'est opposé entre-temps : recommencez."))
    known = DatasetSnapshot.objects.filter(project=project, address=draft.address).first()
    if known is not None:
        draft.path.replace(snapshot_path(known))  # the same bytes; heals a file that was lost
        DatasetSnapshot.objects.filter(pk=known.pk).update(effects_seen=draft.effects_seen)
        known.effects_seen = draft.effects_seen
        return known, False
    last = DatasetSnapshot.objects.filter(project=project).aggregate(last=Max("number"))["last"]
    figures = draft.statistics.to_json()
    snapshot = DatasetSnapshot(
        project=project,
        number=(last or 0) + 1,
        address=draft.address,
        content_sha256=draft.content_sha256,
        seed=order.seed,
        test_share=order.shares.test,
        validation_share=order.shares.validation,
        note_count=sum(figures["notes"].values()),
        span_count=sum(figures["spans"].values()),
        patient_count=sum(figures["patients"].values()),
        size_bytes=draft.size_bytes,
        statistics=figures,
        effects_seen=draft.effects_seen,
        created_by=actor,
    )
    draft.path.replace(snapshot_path(snapshot))
    snapshot.save()
    record(
        "dataset.built",
        actor=actor,
        project=project,
        target=snapshot,
        notes=snapshot.note_count,
        spans=snapshot.span_count,
        address=snapshot.address,
    )
    return snapshot, True


def _notes(layer_ids: Sequence[UUID]) -> list[Note]:
    """Gold layers as notes under their ids in the hospital, in the order given."""
    found = Layer.objects.select_related("document").in_bulk(layer_ids)
    return [_note(each) for each in notes_of_layers(found[pk] for pk in layer_ids)]


def _note(found: NoteInForce) -> Note:
    document = found.document
    meta = {"type": document.doc_type} if document.doc_type else {}
    if document.doc_date:
        meta["date"] = document.doc_date.isoformat()
    if document.stay:
        meta["stay"] = document.stay
    if document.service:
        meta["service"] = document.service
    spans = tuple(sorted(found.spans))
    return Note(document.external_id, document.text, found.identity, meta, spans)


def _marked(note: Note, part: Part) -> Note:
    return replace(note, meta={**note.meta, SPLIT_KEY: part.value})


def _chunks(ids: Sequence[UUID]) -> Iterator[Sequence[UUID]]:
    for start in range(0, len(ids), CHUNK_NOTES):
        yield ids[start : start + CHUNK_NOTES]
