"""Accueil: what awaits this person, as sentences with a count and one button each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_GET, require_http_methods

from annotation.selectors.adjudications import adjudications_for
from annotation.selectors.progress import progress_of
from annotation.selectors.tasks import project_tasks
from annotation.services.change_work import create_work_settings
from annotation.services.create_project_labels import create_project_labels
from deidweb.accounts.forms import ProjectForm
from deidweb.accounts.models import Project, User
from deidweb.accounts.permissions import permissions_in, project_and_permissions, signed_in
from deidweb.accounts.roles import Permission
from deidweb.accounts.services import create_project
from deidweb.jobs.selectors import dead_jobs
from privacy.selectors.exports import exports_to_decide
from worker.selectors.versions import models_to_decide


@dataclass(frozen=True, slots=True)
class Awaiting:
    """`count` things of one kind await the person; `url` is where to begin, by POST if it `acts`."""

    count: int
    sentence: str
    action: str
    url: str
    acts: bool = False


@dataclass(frozen=True, slots=True)
class ProjectSummary:
    project: Project
    progress: str
    awaiting: tuple[Awaiting, ...]
    entry_url: str
    entry_name: str | Promise


def _notes_to_annotate(user: User, project: Project) -> Awaiting | None:
    tasks = project_tasks(user, project)
    count = tasks.waiting + tasks.in_progress
    if not count:
        return None
    sentence = ngettext("note à annoter", "notes à annoter", count)
    if tasks.resume:
        url = reverse("annotation:document-detail", args=[project.pk, tasks.resume])
        return Awaiting(count, sentence, _("Reprendre"), url)
    url = reverse("annotation:queue-next", args=[project.pk])
    return Awaiting(count, sentence, _("Commencer"), url, acts=True)


def _notes_to_compare(user: User, project: Project) -> Awaiting | None:
    count = adjudications_for(user, project).count()
    sentence = ngettext("note à comparer", "notes à comparer", count)
    url = reverse("annotation:adjudication-list", args=[project.pk])
    return Awaiting(count, sentence, _("Comparer"), url) if count else None


def _exports_to_decide(user: User, project: Project) -> Awaiting | None:
    count = exports_to_decide(user, project).count()
    sentence = ngettext("export à décider", "exports à décider", count)
    url = reverse("privacy:export-list", args=[project.pk])
    return Awaiting(count, sentence, _("Examiner"), url) if count else None


def _models_to_decide(user: User, project: Project) -> Awaiting | None:
    count = models_to_decide(user, project).count()
    sentence = ngettext(
        "modèle à promouvoir ou à écarter", "modèles à promouvoir ou à écarter", count
    )
    url = reverse("worker:model-list", args=[project.pk])
    return Awaiting(count, sentence, _("Comparer"), url) if count else None


def _stopped_jobs(user: User, project: Project) -> Awaiting | None:
    count = dead_jobs(user, project).count()
    sentence = ngettext("travail abandonné", "travaux abandonnés", count)
    url = reverse("jobs:list", args=[project.pk])
    return Awaiting(count, sentence, _("Voir"), url) if count else None


_QUESTIONS = [
    (Permission.ANNOTATE, _notes_to_annotate),
    (Permission.ADJUDICATE, _notes_to_compare),
    (Permission.DECIDE_EXPORT, _exports_to_decide),
    (Permission.MANAGE_MODELS, _models_to_decide),
    (Permission.RUN_JOBS, _stopped_jobs),
]
_ENTRIES = [
    (Permission.READ_NOTES, "annotation:document-list", gettext_lazy("Voir les notes")),
    (Permission.READ_AUDIT, "audit:journal", gettext_lazy("Voir le journal")),
    (Permission.SEE_EXPORTS, "privacy:export-list", gettext_lazy("Voir les exports")),
]


def _awaiting(user: User, project: Project, held: frozenset[Permission]) -> Iterator[Awaiting]:
    for permission, question in _QUESTIONS:
        if permission in held and (answer := question(user, project)):
            yield answer


def _progress(user: User, project: Project) -> str:
    progress = progress_of(user, project)
    if not progress.total:
        return _("Aucune note pour l'instant.")
    counts = {"gold": progress.gold, "total": progress.total}
    return _("%(gold)d notes validées sur %(total)d.") % counts


def _entry(held: frozenset[Permission]) -> tuple[str, Promise]:
    """The page where somebody's work in a project begins, and what a link to it says."""
    return next((entry[1:] for entry in _ENTRIES if entry[0] in held), _ENTRIES[-1][1:])


def _summary(user: User, project: Project) -> ProjectSummary:
    held = permissions_in(user, project)
    view, name = _entry(held)
    return ProjectSummary(
        project=project,
        progress=_progress(user, project) if Permission.READ_NOTES in held else "",
        awaiting=tuple(_awaiting(user, project, held)),
        entry_url=reverse(view, args=[project.pk]),
        entry_name=name,
    )


@require_GET
def home(request: HttpRequest) -> HttpResponse:
    """One section a project; nothing that does not await this person."""
    user = signed_in(request)
    summaries = [_summary(user, project) for project in Project.objects.visible_to(user)]
    return render(request, "home.html", {"summaries": summaries})


@require_GET
def project_home(request: HttpRequest, project_id: UUID) -> HttpResponse:
    """Leads to the person's first page of the project."""
    found = project_and_permissions(signed_in(request), project_id)
    if found is None:
        raise Http404
    view, _name = _entry(found[1])
    return redirect(view, project_id)


@require_http_methods(["GET", "POST"])
def project_create(request: HttpRequest) -> HttpResponse:
    """A new project; only the instance's administrators."""
    user = signed_in(request)
    if not user.is_superuser:
        raise PermissionDenied
    form = ProjectForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with transaction.atomic():
            project = create_project(actor=user, **form.cleaned_data)
            create_project_labels(project)
            create_work_settings(project)
        messages.success(request, _("Projet créé. Ajoutez ses membres, puis importez des notes."))
        return redirect("members:list", project.pk)
    status = 422 if form.is_bound else 200
    return render(request, "accounts/project_create.html", {"form": form}, status=status)
