"""Studies of a project's notes: those that ran, and what one would cost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from annotation.selectors.in_force import golds_in_force
from deidweb.accounts.models import Project
from deidweb.jobs.models import Job
from worker.models import ModelVersion
from worker.training.arms import SEEDS, Kind, arms

STUDY: Final = "study_ner"
_ONE_IN: Final = 5  # gold notes do not teach: see annotation.domain.datasets.split.Shares


def newest_studies(project: Project) -> dict[Kind, Job]:
    """The newest of each kind that ended well."""
    jobs = Job.objects.filter(project=project, kind=STUDY, state=Job.State.DONE)
    found: dict[Kind, Job] = {}
    for job in jobs.order_by("-created_at")[:50]:
        found.setdefault(Kind(job.payload["study"]), job)
    return found


@dataclass(frozen=True, slots=True)
class Estimate:
    """`trainings` of both kinds; `seconds` None where no training and no study of the project tells how long one takes."""

    kind: Kind
    trainings: int
    seconds: float | None


def estimates(project: Project) -> list[Estimate]:
    """From the seconds for a note of the newest training, or else of a study."""
    types = sorted(golds_in_force(project).order_by().values_list("document__doc_type", flat=True))
    learning = [kind for place, kind in enumerate(types) if place % _ONE_IN]
    pace = _seconds_a_note(project)
    return [_estimate(kind, learning, pace) for kind in Kind]


def _estimate(kind: Kind, learning: list[str], pace: float | None) -> Estimate:
    sizes = [arm.size for arm in arms(kind, learning)]
    seconds = None if pace is None else SEEDS * sum(sizes) * pace
    return Estimate(kind, SEEDS * len(sizes), seconds)


def _seconds_a_note(project: Project) -> float | None:
    """Of a whole training: its epochs, its generated notes and the judging are in it."""
    for version in ModelVersion.objects.filter(project=project).order_by("-number")[:10]:
        cost = version.metrics.get("cost")
        if cost and version.train_notes:
            return float(cost["seconds"]) / version.train_notes
    return next(filter(None, map(_study_seconds_a_note, newest_studies(project).values())), None)


def _study_seconds_a_note(job: Job) -> float | None:
    """None of a study that went on after an interruption: its clock began anew."""
    learned: int = SEEDS * sum(arm["size"] for arm in job.details.get("arms", ()))
    if not learned or job.attempt != 1 or job.started_at is None or job.finished_at is None:
        return None
    seconds: float = (job.finished_at - job.started_at).total_seconds()
    return seconds / learned
