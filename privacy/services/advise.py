"""What each ε would do to the project's own notes, worked out by a job: ids go in, means and counts come out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Final

from django.db import transaction
from django.utils import timezone

from deidweb.accounts.models import Project, User
from deidweb.accounts.permissions import require
from deidweb.accounts.roles import Permission
from deidweb.audit.services import record
from deidweb.jobs import services as jobs
from deidweb.jobs.models import Job
from privacy.domain.advice import Advice, Known, advise, changed_codes, known_of
from privacy.domain.attacks.read_cohort import CodesOf
from privacy.domain.policy import PlaceMechanism, SubstitutionPolicy
from privacy.domain.randomness import StudyKey
from privacy.models import ExportRequest
from privacy.selectors.export_notes import export_plan, read_patients
from privacy.selectors.place_policy import place_policy_of, tables_for

KIND: Final = "advise"
MOST: Final = (
    200  # patients read, of a large project: drawn by the pseudonyms of a key that nobody keeps
)
OnProgress = Callable[[int, int], None]


class NothingToReadError(Exception):
    """No annotated note in the project."""


@transaction.atomic
def start_advice(*, actor: User, project: Project) -> Job:
    """The job; the one under way when there is one."""
    require(actor, project, Permission.PREVIEW)
    if running := jobs.under_way(project, KIND):
        return running
    job = jobs.enqueue(kind=KIND, project=project, actor=actor, payload={})
    record("privacy.advice_asked", actor=actor, project=project, target=project)
    return job


def advice_of_job(job: Job, *, on_progress: OnProgress, codes_of: CodesOf | None = None) -> Advice:
    """What the job works out. `codes_of`: where a coder is installed. Raises NothingToReadError, PrivacyError."""
    project, scope, key = job.project, ExportRequest.Scope.ALL, StudyKey.fresh()
    tables, metric = tables_for(project, PlaceMechanism.METRIC)
    area = place_policy_of(project).area
    policy = SubstitutionPolicy(Fraction(1), timezone.localdate(), area=area, metric=metric)
    entries = export_plan(project, scope, key)[:MOST]
    people: list[Known] = []
    for done, source in enumerate(read_patients(project, scope, key, entries)):
        on_progress(done, len(entries))
        known = known_of(source.notes, policy, key, tables)
        if codes_of is not None and known.elements:
            changed = changed_codes(source.notes, policy, key, tables, codes_of)
            known = replace(known, changed=changed)
        people += [known] if known.elements else []
    if not people:
        raise NothingToReadError
    return advise(people, policy, key, tables, on_progress)
