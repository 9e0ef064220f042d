"""What a search for the parameters of a training has found."""

from __future__ import annotations

from typing import Any, Final
from uuid import UUID

from deidweb.accounts.models import Project
from deidweb.jobs.models import Job

SEARCH: Final = "search_ner"
SEARCHED: Final = ("epochs", "max_length", "batch_size", "learning_rate")  # of a Recipe


def search_of(project: Project, key: UUID) -> Job | None:
    """The caller has asked whether the person may see it."""
    return Job.objects.filter(project=project, kind=SEARCH, pk=key).first()


def recipe_found(search: Job) -> dict[str, Any] | None:
    """The fields of SEARCHED of its best trial; None while it runs, and where no trial ended."""
    told = search.details.get("recipe")
    ended = any(row["state"] == "complete" for row in search.details.get("trials", []))
    if search.state != Job.State.DONE or not told or not ended:
        return None
    return {name: told[name] for name in SEARCHED}
