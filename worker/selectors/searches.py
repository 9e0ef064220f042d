"""What a search for the parameters of a training has found."""

from __future__ import annotations

from typing import Any, Final
from uuid import UUID

from django.db.models import Q, QuerySet

from deidweb.accounts.models import Project
from deidweb.jobs.models import Job

SEARCH: Final = "search_ner"
SEARCHED: Final = ("epochs", "max_length", "batch_size", "learning_rate")  # of a Recipe
_ENDED: Final = ("complete", "pruned")


def study_of(search: Job) -> str:
    """Several jobs may work on one search: the first one's id names what they share."""
    return str(search.payload.get("search") or search.pk)


def workers_of(project: Project, study: str) -> QuerySet[Job]:
    """The jobs of this search that wait or run, the first one first."""
    jobs = Job.objects.filter(project=project, kind=SEARCH).exclude(state__in=Job.FINISHED)
    return jobs.filter(Q(pk=study) | Q(payload__search=study)).order_by("created_at")


def newest_search(project: Project) -> Job | None:
    """Of the newest search that has tried something the job that knows most of it: who ended before the others told
    fewer trials. The caller has asked whether the person may see it."""
    jobs = Job.objects.filter(project=project, kind=SEARCH).order_by("-created_at")
    tried = jobs.filter(details__has_key="trials")
    if (newest := tried.first()) is None:
        return jobs.first()
    study = study_of(newest)
    return max(tried.filter(Q(pk=study) | Q(payload__search=study)), key=_known)


def _known(search: Job) -> tuple[int, bool]:
    """How many trials it has seen end; of two that know as many, who was stopped has found no parameters."""
    ended = sum(row["state"] in _ENDED for row in search.details["trials"])
    return ended, "recipe" in search.details


def search_of(project: Project, key: UUID) -> Job | None:
    """The caller has asked whether the person may see it."""
    return Job.objects.filter(project=project, kind=SEARCH, pk=key).first()


def best_value(search: Job) -> float | None:
    """Of its trials that ended; None where none did, all are alike, or nothing was found right.

    Example: five trials of F1 0 each have no best one.
    """
    rows = search.details.get("trials", [])
    values = [row["value"] for row in rows if row["state"] == "complete"]
    ended = [row["value"] for row in rows if row["state"] in _ENDED]
    if not values or (len(ended) > 1 and len(set(ended)) == 1):
        return None
    return max(values) or None


def recipe_found(search: Job) -> dict[str, Any] | None:
    """The fields of SEARCHED of its best trial; None while it runs, and where no trial is better than another."""
    told = search.details.get("recipe")
    if search.state != Job.State.DONE or not told or best_value(search) is None:
        return None
    return {name: told[name] for name in SEARCHED}
