"""Writes oppositions down and acts on them: the patients' notes go at once, from every project."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db import IntegrityError, transaction
from django.utils import timezone

from annotation.domain.opposition import digests_of
from annotation.models import Document, Opposition, OppositionEffect
from annotation.selectors.oppositions import NamedPatients, opposition_key
from annotation.services.erase_patients import erase_patients
from deidweb.accounts.lock_project import lock_projects
from deidweb.audit.services import record
from deidweb.jobs import services as jobs


@dataclass(frozen=True, slots=True)
class Outcome:
    """`numbers`: new on the list; `patients` and `notes`: erased, or to be erased."""

    numbers: int
    patients: int
    notes: int
    projects: int


def foresee_oppositions(numbers: Iterable[str]) -> Outcome:
    """What `oppose` would do; writes nothing."""
    digests = _digests(numbers)
    found = NamedPatients(digests).found()
    patients = [patient for own in found.values() for patient in own]
    notes = sum(
        Document.staged_too.filter(patient__in=patients[start : start + 400]).count()
        for start in range(0, len(patients), 400)
    )
    listed = sorted(digests)
    known = sum(
        Opposition.objects.filter(pk__in=listed[start : start + 400]).count()
        for start in range(0, len(listed), 400)
    )
    return Outcome(len(digests) - known, len(patients), notes, len(found))


def oppose(numbers: Iterable[str]) -> Outcome:
    """All or nothing. The numbers themselves are kept nowhere; the journal has counts."""
    digests = _digests(numbers)
    named = NamedPatients(digests)
    named.found()  # before anybody has to wait: every identity is opened
    try:
        return _apply(digests, named)
    except IntegrityError:  # who does not hold the project has just written about a note that goes
        return _apply(digests, named)  # it is there to be seen now, and goes, too


@transaction.atomic
def _apply(digests: set[str], named: NamedPatients) -> Outcome:
    # first: whoever writes notes, or publishes what was made from them, does so before this or sees it
    lock_projects()
    before = Opposition.objects.count()
    Opposition.objects.bulk_create(
        [Opposition(digest=digest) for digest in sorted(digests)], ignore_conflicts=True
    )
    new = Opposition.objects.count() - before
    erased = patients = 0
    found = named.found()  # with those who have come since
    # all notes before the first line of the journal: who holds a note waits for the journal's end
    gone = {project: erase_patients(own) for project, own in found.items()}
    for project, own in found.items():
        notes = gone[project]
        OppositionEffect.objects.create(
            project=project, at=timezone.now(), patient_count=len(own), note_count=notes
        )
        record("opposition.applied", actor=None, project=project, target=project,
               patients=len(own), notes=notes)  # fmt: skip
        jobs.enqueue(kind="forget_notes", project=project, actor=None)
        erased, patients = erased + notes, patients + len(own)
    record("opposition.added", actor=None, numbers=new)
    return Outcome(new, patients, erased, len(found))


@transaction.atomic
def withdraw_oppositions(numbers: Iterable[str]) -> int:
    """The person has changed his mind: his notes may be imported again. How many digests went."""
    gone, _by_model = Opposition.objects.filter(pk__in=_digests(numbers)).delete()
    record("opposition.withdrawn", actor=None, numbers=gone)
    return gone


def _digests(numbers: Iterable[str]) -> set[str]:
    key = opposition_key()
    return {digest for number in numbers for digest in digests_of(number, key)}
