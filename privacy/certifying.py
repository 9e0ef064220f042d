"""Certificates asked for from the page: at once where that is quick, else by a job, kept by content."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, Final, Self

from django.conf import settings

from deidweb.accounts.models import Project, User
from deidweb.accounts.permissions import require
from deidweb.accounts.roles import Permission
from deidweb.jobs import services as jobs
from deidweb.jobs.models import Job
from privacy.building import CERTIFICATES
from privacy.domain.certificates import (
    certify_dates,
    certify_places,
    known_places,
    name_of,
    prove_places,
)
from privacy.domain.places.geography import Geography
from privacy.domain.policy import DateMechanism, PlaceMechanism, PlacePrior
from privacy.place_features import Chosen, chosen_of, tables_with

KIND: Final = "certify"
AT_ONCE: Final = 5000  # communes whose pairs are compared while the person waits: about a second

OnProgress = Callable[[float], None]


@dataclass(frozen=True, slots=True)
class Question:
    """What is to be certified: ε of one element, the public area, the s of the place draw (None: the one in use),
    the features in the distance, the prior of the draw."""

    epsilon: Fraction
    area: str = "FR"
    scale: Fraction | None = None
    features: tuple[Chosen, ...] = ()
    prior: PlacePrior = PlacePrior.UNIFORM

    def as_json(self) -> dict[str, Any]:
        """As a job's payload keeps it, exactly."""
        return {
            "epsilon": str(self.epsilon),
            "area": self.area,
            "scale": None if self.scale is None else str(self.scale),
            "features": [item.as_json() for item in self.features],
            "prior": self.prior.value,
        }

    @classmethod
    def of_json(cls, values: dict[str, Any]) -> Self:
        scale = values["scale"]
        return cls(
            epsilon=Fraction(values["epsilon"]),
            area=values["area"],
            scale=None if scale is None else Fraction(scale),
            features=chosen_of(values["features"]),
            prior=PlacePrior(values.get("prior", PlacePrior.UNIFORM)),
        )


@dataclass(frozen=True, slots=True)
class Answer:
    """The certificates as JSON objects. `job`: the latest one that enumerates what is not known yet; `pairs`: how
    many pairs it has to compare, 0 when nothing is left to do."""

    dates: Sequence[dict[str, Any]]
    places: Sequence[dict[str, Any]]
    pairs: int = 0
    job: Job | None = None


def geography_of(question: Question) -> Geography:
    """The communes with the distance that the question speaks of.

    Raises BadPolicyError for an unknown area or a file of features that is gone.
    """
    found = tables_with(question.features, question.prior).atlas.geography
    found.area(question.area)
    return found


def answer(project: Project, question: Question) -> Answer:
    """Every mechanism's certificate. Writes nothing. Raises PrivacyError."""
    geography = geography_of(question)
    dates = [certify_dates(name, question.epsilon).as_json() for name in DateMechanism]
    places = [
        certify_places(name, question.epsilon, geography=geography, area=question.area).as_json()
        for name in PlaceMechanism
        if name is not PlaceMechanism.METRIC
    ]
    job = None
    metric = known_places(
        geography, question.epsilon, question.area, scale=question.scale, folder=folder()
    )
    if metric is None:
        job = _job_of(project, question, geography)
        metric = job.result.get("certificate") if job is not None else None
    size = len(geography.area(question.area))
    if metric is None and size <= AT_ONCE:
        metric = prove_places(geography, question.epsilon, question.area, scale=question.scale)
    if metric is None:
        return Answer(dates, places, size * (size - 1) // 2, job)
    return Answer(dates, [metric, *places])


def start(*, actor: User, project: Project, question: Question) -> Job:
    """The job that enumerates the pairs; the one under way when there is one. Raises PrivacyError."""
    require(actor, project, Permission.PREVIEW)
    geography = geography_of(question)
    job = _job_of(project, question, geography)
    if job is not None and job.state not in (Job.State.FAILED, Job.State.DEAD, Job.State.CANCELLED):
        return job
    payload = question.as_json() | {"name": _name(question, geography)}
    return jobs.enqueue(kind=KIND, project=project, actor=actor, payload=payload)


def prove(question: Question, *, on_progress: OnProgress) -> dict[str, Any]:
    """What the job computes; kept, so that exports find it too. `on_progress(share)` is called from other threads
    and may raise to stop."""
    return prove_places(
        geography_of(question),
        question.epsilon,
        question.area,
        scale=question.scale,
        folder=folder(),
        on_progress=on_progress,
    )


def folder() -> Path:
    """Where builds of exports keep their enumerations, too."""
    return Path(settings.EXPORT_DIR) / CERTIFICATES


def _name(question: Question, geography: Geography) -> str:
    return name_of(geography, question.epsilon, question.area, question.scale)


def _job_of(project: Project, question: Question, geography: Geography) -> Job | None:
    asked = Job.objects.filter(project=project, kind=KIND, payload__name=_name(question, geography))
    return asked.order_by("-created_at").first()
