"""Snapshots of gold: list, one, compared with another, and their files."""

from __future__ import annotations

from itertools import chain
from uuid import UUID

from django.contrib import messages
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from annotation.domain.formats.registry import FORMATS
from annotation.forms.datasets import CompareForm, FileDecisionForm, FileForm, SnapshotForm
from annotation.models import DatasetFile, DatasetSnapshot, Document
from annotation.presentation import datasets as presentation
from annotation.selectors import datasets as selectors
from annotation.selectors.counts import notes_by_state
from annotation.selectors.oppositions import has_lost_patients
from annotation.services.build_snapshot import request_snapshot
from annotation.services.dataset_source import source_of
from annotation.services.decide_dataset_file import NotDecidedError, decide_dataset_file
from annotation.services.open_dataset_file import (
    ExpiredError,
    FileChangedError,
    NotReleasedError,
    OpposedSinceError,
    SourceGoneError,
    open_dataset_file,
)
from annotation.services.write_dataset_file import request_dataset_file
from deidweb.accounts.apartness import Hands
from deidweb.accounts.models import User
from deidweb.accounts.permissions import held_in, project_or_404, signed_in
from deidweb.accounts.roles import Permission
from deidweb.jobs.selectors import unfinished_jobs


@require_GET
def dataset_list(request: HttpRequest, project_id: UUID) -> HttpResponse:
    """All snapshots of the project and how its gold grew."""
    return _list(request, project_id, SnapshotForm())


def _list(
    request: HttpRequest, project_id: UUID, form: SnapshotForm, status: int = 200
) -> HttpResponse:
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.SEE_DATASETS)
    context = {
        "project": project,
        "snapshots": selectors.snapshots_of(user, project),
        "growth": presentation.growth_chart(selectors.gold_growth(project)),
        "gold": notes_by_state(project).get(Document.State.GOLD, 0),
        "jobs": unfinished_jobs(user, project, "build_dataset"),
        "form": form,
        "can_build": Permission.BUILD_DATASETS in held_in(user, project.pk),
    }
    return render(request, "annotation/dataset_list.html", context, status=status)


@require_POST
def dataset_create(request: HttpRequest, project_id: UUID) -> HttpResponse:
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.BUILD_DATASETS)
    form = SnapshotForm(request.POST)
    if not form.is_valid():
        return _list(request, project_id, form, status=422)
    request_snapshot(actor=user, project=project, order=form.order())
    return redirect("annotation:dataset-list", project_id)


@require_GET
def dataset_detail(request: HttpRequest, project_id: UUID, snapshot_id: UUID) -> HttpResponse:
    """What a snapshot holds, and its files."""
    user = signed_in(request)
    return _detail(request, user, _snapshot(user, project_id, snapshot_id))


def _detail(
    request: HttpRequest,
    user: User,
    snapshot: DatasetSnapshot,
    *,
    form: FileDecisionForm | None = None,
    refusal: str = "",
    status: int = 200,
) -> HttpResponse:
    held = held_in(user, snapshot.project_id)
    files = [(file, source_of(file)) for file in selectors.files_of(snapshot)]
    waiting = [own for own in files if own[0].state == DatasetFile.State.WRITTEN]
    hands = Hands([user, *chain.from_iterable(file.askers() for file, _source in waiting)])
    context = {
        "project": snapshot.project,
        "snapshot": snapshot,
        "charts": presentation.charts_of(snapshot),
        "files": [
            (
                file,
                source,
                presentation.format_title(file.format),
                presentation.losses_in_words(file),
            )
            for file, source in files
        ],
        "to_decide": [own for own in waiting if hands.may_sign(user, own[0].askers())]
        if Permission.DECIDE_DATASET in held
        else [],
        "form": form or FileDecisionForm(request),
        "refusal": refusal,
        "formats": presentation.format_choices(),
        "file_form": FileForm(),
        "compare_form": CompareForm(None, snapshot),
        "jobs": unfinished_jobs(user, snapshot.project, "write_dataset"),
        "is_barred": has_lost_patients(snapshot.project_id, snapshot.effects_seen),
        "can_build": Permission.BUILD_DATASETS in held,
        "can_download": Permission.DOWNLOAD_DATASET in held,
    }
    return render(request, "annotation/dataset_detail.html", context, status=status)


@require_GET
def dataset_compare(request: HttpRequest, project_id: UUID, snapshot_id: UUID) -> HttpResponse:
    """What changed since another snapshot."""
    user = signed_in(request)
    snapshot = _snapshot(user, project_id, snapshot_id)
    form = CompareForm(request.GET, snapshot)
    if not form.is_valid():
        raise Http404
    before = form.cleaned_data["before"]
    try:
        found = presentation.comparison_page(selectors.comparison(user, before, snapshot))
    except FileNotFoundError:
        found = None
    context = {"project": snapshot.project, "snapshot": snapshot, "before": before, "found": found}
    return render(request, "annotation/dataset_compare.html", context)


@require_POST
def dataset_file_create(request: HttpRequest, project_id: UUID, snapshot_id: UUID) -> HttpResponse:
    user = signed_in(request)
    snapshot = _snapshot(user, project_id, snapshot_id, Permission.DOWNLOAD_DATASET)
    form = FileForm(request.POST)
    if form.is_valid():
        request_dataset_file(
            actor=user,
            snapshot=snapshot,
            format_name=form.cleaned_data["format"],
            part=form.cleaned_data["part"],
        )
    else:
        messages.error(request, _("Choisissez un format et les notes à y mettre."))
    return redirect("annotation:dataset-detail", project_id, snapshot_id)


@require_POST
def dataset_download(
    request: HttpRequest, project_id: UUID, dataset_file_id: UUID
) -> HttpResponseBase:
    """The file itself, notes with all identifiers. A POST: a download is recorded."""
    user = signed_in(request)
    file = _file(user, project_id, dataset_file_id, Permission.DOWNLOAD_DATASET)
    try:
        stream = open_dataset_file(actor=user, file=file)
    except NotReleasedError:
        messages.error(
            request,
            _("Ce fichier ne part que si un responsable des données l'autorise."),
        )
        return redirect("annotation:dataset-detail", project_id, file.snapshot_id)
    except ExpiredError:
        messages.error(
            request,
            _("Ce fichier ne se télécharge plus : son délai est passé. Demandez-le de nouveau."),
        )
        return redirect("annotation:dataset-detail", project_id, file.snapshot_id)
    except FileChangedError:
        messages.error(
            request,
            _("Ce fichier a changé ou disparu : rien n'a été envoyé. Demandez-le de nouveau."),
        )
        return redirect("annotation:dataset-detail", project_id, file.snapshot_id)
    except SourceGoneError as error:
        messages.error(request, str(error))
        return redirect("annotation:dataset-detail", project_id, file.snapshot_id)
    except OpposedSinceError:
        messages.error(
            request,
            _(
                "Un patient s'est opposé à l'usage de ses données depuis : constituez un nouveau jeu, rien n'a été envoyé."
            ),
        )
        return redirect("annotation:dataset-detail", project_id, file.snapshot_id)
    kind = FORMATS[file.format]
    name = f"jeu-{file.snapshot.number}-{file.part}-{file.format}{kind.extension}"
    response = FileResponse(stream, as_attachment=True, filename=name, content_type=kind.media_type)
    response["Cache-Control"] = "no-store"
    return response


@require_POST
def dataset_file_decide(
    request: HttpRequest, project_id: UUID, dataset_file_id: UUID
) -> HttpResponse:
    """Lets the file leave, or not; what is missing shows the page again."""
    user = signed_in(request)
    file = _file(user, project_id, dataset_file_id, Permission.DECIDE_DATASET)
    form = FileDecisionForm(request, request.POST)
    if not form.is_valid():
        return _detail(request, user, file.snapshot, form=form, status=422)
    data = form.cleaned_data
    try:
        decide_dataset_file(
            actor=user,
            file=file,
            approve=data["decision"] == "approve",
            sha256=data["sha256"],
            reason=data["reason"],
            override=data["override"],
        )
    except NotDecidedError as error:
        return _detail(request, user, file.snapshot, refusal=str(error), status=error.status)
    messages.success(request, _("Décision inscrite au journal."))
    return redirect("annotation:dataset-detail", project_id, file.snapshot_id)


def _file(
    user: User, project_id: UUID, dataset_file_id: UUID, permission: Permission
) -> DatasetFile:
    project = project_or_404(user, project_id, permission)
    found = DatasetFile.objects.select_related("snapshot__project", "created_by")
    file = found.filter(pk=dataset_file_id, snapshot__project=project).first()
    if file is None:
        raise Http404
    return file


def _snapshot(
    user: User,
    project_id: UUID,
    snapshot_id: UUID,
    permission: Permission = Permission.SEE_DATASETS,
) -> DatasetSnapshot:
    project = project_or_404(user, project_id, permission)
    snapshot = selectors.snapshots_of(user, project).filter(pk=snapshot_id).first()
    if snapshot is None:
        raise Http404
    return snapshot
