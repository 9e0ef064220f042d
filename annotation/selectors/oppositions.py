"""Who opposes, asked at the three doors: import, what is built, what leaves."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import TypeVar
from uuid import UUID

from django.conf import settings
from django.utils.translation import gettext as _

from annotation.domain.identity_record import identity_from_record
from annotation.domain.notes import PatientIdentity
from annotation.domain.opposition import digests_of, numbers_of
from annotation.models import DatasetSnapshot, Opposition, OppositionEffect, Patient
from deidweb.accounts.models import Project

T = TypeVar("T")
_CHUNK = 400  # below the number of variables of an old SQLite


def opposition_key() -> bytes:
    """AUDIT_KEY: the one secret of an installation that is never replaced; digests of another kind than the journal's."""
    return settings.AUDIT_KEY.encode()


def opposed(identities: Mapping[T, PatientIdentity]) -> set[T]:
    """Those of the patients who oppose; two indexed queries for a chunk of an import."""
    if not Opposition.objects.exists():
        return set()
    key = opposition_key()
    by_digest: dict[str, list[T]] = {}
    for own, identity in identities.items():
        for number in numbers_of(identity):
            for digest in digests_of(number, key):
                by_digest.setdefault(digest, []).append(own)
    return {own for digest in _listed(list(by_digest)) for own in by_digest[digest]}


def _listed(digests: list[str]) -> Iterator[str]:
    for start in range(0, len(digests), _CHUNK):
        chunk = digests[start : start + _CHUNK]
        yield from Opposition.objects.filter(pk__in=chunk).values_list("pk", flat=True)


class NamedPatients:
    """Patients of all projects whom one of the digests names.

    To open every identity takes seconds, which nobody should wait for. Asked again, it opens only those that have come or
    changed since, so that it can be asked once before a transaction and once in it.
    """

    def __init__(self, digests: Collection[str]) -> None:
        self._digests, self._key = frozenset(digests), opposition_key()
        self._seen: dict[UUID, int] = {}  # patient → a hash of what is sealed of him
        self._named: dict[UUID, Project] = {}

    def found(self) -> dict[Project, list[UUID]]:
        """Those of this moment, by project, in the order of the projects."""
        rows = Patient.objects.order_by("project", "pk")
        sealed = rows.values_list("pk", "sealed_id", "record__sealed").iterator(chunk_size=2000)
        present = {pk: hash((number, identity)) for pk, number, identity in sealed}
        changed = [pk for pk, state in present.items() if self._seen.get(pk) != state]
        for start in range(0, len(changed), _CHUNK):
            self._open(changed[start : start + _CHUNK])
        self._seen = present
        found: dict[Project, list[UUID]] = {}
        for pk in present:
            if pk in self._named:
                found.setdefault(self._named[pk], []).append(pk)
        return found

    def _open(self, patients: list[UUID]) -> None:
        for pk in patients:
            self._named.pop(pk, None)
        for patient in Patient.objects.select_related("project", "record").filter(pk__in=patients):
            record = getattr(patient, "record", None)
            identity = identity_from_record(record.identity if record else {}, patient.external_id)
            numbers = numbers_of(identity)
            own = {digest for number in numbers for digest in digests_of(number, self._key)}
            if not own.isdisjoint(self._digests):
                self._named[patient.pk] = patient.project


def effects_on(project_id: UUID) -> int:
    """How often oppositions have taken patients from the project. It only grows: what is made notes it before it reads,
    and no clock decides whether it came before or after."""
    return OppositionEffect.objects.filter(project=project_id).count()


def has_lost_patients(project_id: UUID, seen: int) -> bool:
    """Whether somebody of the project has opposed since `effects_on` said `seen`: what was made then may hold him."""
    return effects_on(project_id) > seen


def opposition_refusal(snapshot: DatasetSnapshot) -> str:
    """Why nothing may be made of the snapshot or leave with it any more; "" when nobody has opposed since."""
    if not has_lost_patients(snapshot.project_id, snapshot.effects_seen):
        return ""
    return _("Un patient s'est opposé depuis que ce jeu est constitué : constituez-en un nouveau.")
