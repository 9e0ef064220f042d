"""Accueil: what awaits this person, as sentences with a count and one button each."""

from __future__ import annotations

from collections import Counter
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

from annotation.models import Document
from annotation.selectors.counts import NoteCounts, count_notes
from annotation.selectors.queue import UNTOUCHED
from annotation.selectors.tasks import oldest_waiting
from annotation.services.change_work import create_work_settings
from annotation.services.create_project_labels import create_project_labels
from deidweb.accounts.access import ended_roles
from deidweb.accounts.demo import demo_people
from deidweb.accounts.forms import ProjectForm
from deidweb.accounts.models import Project, User
from deidweb.accounts.permissions import held_in, project_and_permissions, signed_in
from deidweb.accounts.roles import Permission
from deidweb.accounts.services import create_project
from deidweb.home.awaiting import Asked, Awaiting, awaiting
from deidweb.home.stages import Stage, stages
from deidweb.keys.places import keys_beside_data
from deidweb.tour import address_of
from icdcoder.selectors.coded_notes import Coding, coding_of
from worker.selectors.versions import models_to_decide


@dataclass(frozen=True, slots=True)
class ProjectSummary:
    project: Project
    progress: str
    gold_url: str  # the validated notes, "" where there is none
    awaiting: tuple[Awaiting, ...]
    stages: tuple[Stage, ...]
    entry_url: str
    entry_name: str | Promise
    tour_url: str
    import_url: str  # where nothing was imported yet and the person may, else ""

    @property
    def waits_elsewhere(self) -> str:
        """What waits in the project, though not for this person: "Annotées (30 attendent, depuis 3 jours)"."""
        return ", ".join(f"{stage.name} ({stage.waits})" for stage in self.stages if stage.waits)


_ENTRIES = [
    (Permission.READ_NOTES, "annotation:document-list", gettext_lazy("Voir les notes")),
    (Permission.READ_AUDIT, "audit:journal", gettext_lazy("Voir le journal")),
    (Permission.SEE_EXPORTS, "privacy:export-list", gettext_lazy("Voir les exports")),
    (Permission.MANAGE_MEMBERS, "members:list", gettext_lazy("Voir les membres")),
]


def _progress(counts: NoteCounts) -> str:
    if not counts.of():
        return _("Aucune note pour l'instant.")
    gold = counts.of(Document.State.GOLD)
    words = ngettext(
        "%(gold)d note validée sur %(total)d.", "%(gold)d notes validées sur %(total)d.", gold
    )
    return words % {"gold": gold, "total": counts.of()}


def _gold_url(asked: Asked) -> str:
    """Counts are those of who may read notes: nobody else is led to a list that he may not open."""
    if not asked.counts.of(Document.State.GOLD):
        return ""
    notes = reverse("annotation:document-list", args=[asked.project.pk])
    return f"{notes}?state={Document.State.GOLD}"


def _import_url(asked: Asked) -> str:
    if asked.counts.of() or not {Permission.READ_NOTES, Permission.IMPORT_NOTES} <= asked.held:
        return ""
    return reverse("annotation:import-create", args=[asked.project.pk])


def _asked(user: User, project: Project) -> Asked:
    held = held_in(user, project.pk)
    counts = count_notes(project) if Permission.READ_NOTES in held else NoteCounts()
    state = Counter(counts.by_state())
    waiting = [untouched for untouched in UNTOUCHED if state[untouched]]
    coding = coding_of(user, project) if Permission.CODE in held else Coding(0, 0, None)
    oldest = oldest_waiting(user, project, waiting)
    models = models_to_decide(user, project) if Permission.MANAGE_MODELS in held else []
    return Asked(user, project, held, counts, oldest, coding, models)


def _entry(held: frozenset[Permission]) -> tuple[str, Promise]:
    """The page where somebody's work in a project begins, and what a link to it says."""
    return next((entry[1:] for entry in _ENTRIES if entry[0] in held), _ENTRIES[-1][1:])


def _summary(user: User, project: Project) -> ProjectSummary:
    asked = _asked(user, project)
    view, name = _entry(asked.held)
    return ProjectSummary(
        project=project,
        progress=_progress(asked.counts) if Permission.READ_NOTES in asked.held else "",
        gold_url=_gold_url(asked),
        awaiting=tuple(awaiting(asked)),
        stages=tuple(stages(asked)),
        entry_url=reverse(view, args=[project.pk]),
        entry_name=name,
        tour_url=address_of(1, project, asked.held),
        import_url=_import_url(asked),
    )


@require_GET
def home(request: HttpRequest) -> HttpResponse:
    """One section a project; nothing that does not await this person."""
    user = signed_in(request)
    summaries = [_summary(user, project) for project in Project.objects.visible_to(user)]
    # a demonstration seals invented notes only: the first thing that it shows is no warning
    keys = keys_beside_data() if user.is_superuser and not demo_people(request) else []
    context = {"summaries": summaries, "ended": ended_roles(user), "keys_beside_data": keys}
    return render(request, "home.html", context)


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
