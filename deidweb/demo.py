"""The demonstration that `make run` loads once: a project, accounts of every role, invented notes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Final

from django.db import transaction
from django.utils import timezone

from annotation.demo.corpus import load_corpus
from annotation.domain.notes import Note
from deidweb.accounts.demo import PROJECT_NAME
from deidweb.accounts.models import Membership, Project, User
from deidweb.accounts.services import create_user
from deidweb.audit.services import record
from deidweb.demo_history.clock import Clock
from deidweb.demo_history.recorded import Recorded
from deidweb.demo_history.story import Cast, Story, begin

READ_HERE: Final = 3  # every third of the notes that are done; the others came validated
# user name, displayed name, roles; two where it takes two people: to read a note twice, to decide what the other asked for
PEOPLE: Final = (
    ("annotatrice", "Camille (annotatrice)", ("annotator",)),
    ("annotateur", "Dominique (annotateur)", ("annotator",)),
    ("relecteur", "Sacha (relecteur)", ("reviewer",)),
    ("responsable", "Noor (responsable des données)", ("steward",)),
    ("administratrice", "Alix (administratrice)", ("admin", "access")),
    ("adjoint", "Charlie (administrateur adjoint)", ("admin",)),
    ("auditeur", "Lou (auditeur)", ("auditor",)),
)


@dataclass(frozen=True, slots=True)
class DemoAccount:
    """`password` is printed once by the command and stored nowhere in clear."""

    username: str
    role: str
    password: str


@transaction.atomic
def load_demo(
    recorded: Recorded | None = None, today: date | None = None, *, trains: bool = False
) -> list[DemoAccount]:
    """Makes the whole demo in an empty database, or nothing, and returns its accounts.

    Three weeks have gone by in it: notes of an earlier tool came validated, others were read by two people and compared,
    a third of the patients waits for the visitor. `trains`: see `Story`.
    """
    clock = Clock.before(today or timezone.localdate())
    with clock.held():
        project = begin(clock, PROJECT_NAME)
        accounts = [_account(project, *person) for person in PEOPLE]
        known = {user.username: user for user in User.objects.all()}
        cast = Cast(
            admin=known["administratrice"], annotators=(known["annotatrice"], known["annotateur"]),
            reviewer=known["relecteur"], steward=known["responsable"],
        )  # fmt: skip
        done, waiting = split_notes(load_corpus())
        read = done[::READ_HERE]
        validated = [note for note in done if note not in read]
        known_work = recorded or Recorded.read()
        Story(project, cast, clock, known_work, validated, read, waiting, trains).play()
    return accounts


def split_notes(notes: Iterable[Note]) -> tuple[list[Note], list[Note]]:
    """(validated, to annotate): every third patient, all of his notes, is left to annotate."""
    ordered = list(notes)
    patients = sorted({note.patient.id for note in ordered})
    to_annotate = set(patients[::3])
    return (
        [note for note in ordered if note.patient.id not in to_annotate],
        [note for note in ordered if note.patient.id in to_annotate],
    )


def _account(
    project: Project, username: str, full_name: str, roles: tuple[str, ...]
) -> DemoAccount:
    user, password = create_user(
        username=username, full_name=full_name, actor=None, is_superuser="access" in roles
    )
    for role in roles:
        Membership.objects.create(user=user, project=project, role=role)
        record("member.added", actor=None, project=project, target=user, role=role)
    return DemoAccount(username, roles[0], password)
