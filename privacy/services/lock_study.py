"""A study is locked, and refused once its key is gone."""

from __future__ import annotations

from django.utils.translation import gettext as _

from deidweb.accounts.lock_project import lock_project
from privacy.models import Study
from privacy.services.errors import StudyDestroyedError


def refuse_destroyed(study: Study) -> None:
    """Raises StudyDestroyedError once the key is gone."""
    if study.is_destroyed:
        raise StudyDestroyedError(
            _(
                "La clé de cette étude a été détruite : aucun export ne peut être ajouté ou refabriqué."
            )
        )


def lock_study(study: Study) -> Study:
    lock_project(study.project)
    found = Study.objects.select_for_update(of=("self",)).select_related("project").get(pk=study.pk)
    refuse_destroyed(found)
    return found
