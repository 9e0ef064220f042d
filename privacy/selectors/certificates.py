"""Certificates that are known, or quickly found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from django.conf import settings

from deidweb.accounts.models import Project
from deidweb.jobs.models import Job
from privacy.domain.certificates import (
    certify_dates,
    certify_places,
    known_places,
    name_of,
    prove_places,
)
from privacy.domain.certificates.question import Question
from privacy.domain.places.geography import Geography
from privacy.domain.policy import DateMechanism, PlaceMechanism
from privacy.selectors.export_files import CERTIFICATES
from privacy.selectors.place_policy import tables_with

KIND: Final = "certify"
AT_ONCE: Final = 5000  # communes whose pairs are compared while the person waits: about a second


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


def answer_question(project: Project, question: Question) -> Answer:
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
        geography,
        question.epsilon,
        question.area,
        scale=question.scale,
        folder=certificate_folder(),
    )
    if metric is None:
        job = job_of(project, question, geography)
        metric = job.result.get("certificate") if job is not None else None
    size = len(geography.area(question.area))
    if metric is None and size <= AT_ONCE:
        metric = prove_places(geography, question.epsilon, question.area, scale=question.scale)
    if metric is None:
        return Answer(dates, places, size * (size - 1) // 2, job)
    return Answer(dates, [metric, *places])


def certificate_folder() -> Path:
    """Where builds of exports keep their enumerations, too."""
    return Path(settings.EXPORT_DIR) / CERTIFICATES


def enumeration_name(question: Question, geography: Geography) -> str:
    return name_of(geography, question.epsilon, question.area, question.scale)


def job_of(project: Project, question: Question, geography: Geography) -> Job | None:
    asked = Job.objects.filter(
        project=project, kind=KIND, payload__name=enumeration_name(question, geography)
    )
    return asked.order_by("-created_at").first()
