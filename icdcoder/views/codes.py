"""Codes: the exports that were coded, their notes, one note or one stay with its codes."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from deidweb.accounts.models import Project, User
from deidweb.accounts.permissions import project_or_404, signed_in
from deidweb.accounts.roles import Permission
from deidweb.audit.services import record
from deidweb.jobs.models import Job
from deidweb.jobs.selectors import newest_job, unfinished_jobs
from icdcoder.presentation.note import code_rows, is_decided, shown_notes, written_in
from icdcoder.selectors.coded_notes import (
    coded_exports,
    export_titles,
    next_undecided,
    note_in_export,
    notes_of,
    stay_in_export,
    stay_sizes,
)
from icdcoder.selectors.coder import is_installed, prepare_search

PAGE_SIZE = 50


@require_GET
def export_list(request: HttpRequest, project_id: UUID) -> HttpResponse:
    """Exports whose notes were coded."""
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.CODE)
    context = {
        "project": project,
        "exports": coded_exports(user, project),
        "jobs": _coding_jobs(user, project),
        "is_installed": is_installed(),
    }
    return render(request, "icdcoder/export_list.html", context)


def _coding_jobs(user: User, project: Project) -> list[Job]:
    """Those that wait or run; else the newest, if it has ended without codes: its reason is worth showing."""
    running = list(unfinished_jobs(user, project, "predict_codes"))
    newest = newest_job(project, "predict_codes")
    stopped = [newest] if newest and newest.state != Job.State.DONE else []
    return running or stopped


@require_GET
def note_list(request: HttpRequest, project_id: UUID, export_id: UUID) -> HttpResponse:
    """The notes of one export, with what is left to decide."""
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.CODE)
    notes = notes_of(user, project, export_id)
    page = Paginator(notes, PAGE_SIZE).get_page(request.GET.get("page"))
    next_open = next_undecided(user, project, export_id)
    sizes = stay_sizes(user, project, export_id, [*page, *filter(None, [next_open])])
    context = {
        "project": project,
        "export_id": export_id,
        "title": export_titles([export_id]).get(export_id, ""),
        "page": page,
        "rows": [(note, sizes.get(note.stay, 1)) for note in page],
        "has_stays": bool(sizes),
        "next_open": next_open,
    }
    return render(request, "icdcoder/note_list.html", context)


@require_GET
def note_detail(
    request: HttpRequest, project_id: UUID, export_id: UUID, note_id: UUID
) -> HttpResponse:
    """De-identified note left, ranked codes right."""
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.CODE)
    page = note_in_export(user, project, export_id, note_id)
    record("icd.note_read", actor=user, project=project, target=page.note)
    context: dict[str, Any] = {
        "project": project,
        "export_id": export_id,
        "note": page.note,
        "page": page,
        "following": page.following,
        "waiting": page.waiting,
        "scope": "note",
        "notes": shown_notes([page.note], page.predictions),
        "rows": (rows := code_rows(page.predictions)),
        "is_done": is_decided(rows),
        "written": written_in(rows, request.GET.get("ecrit", "")),
        "is_installed": is_installed(),
    }
    prepare_search()
    return render(request, "icdcoder/note_detail.html", context)


@require_GET
def stay_detail(
    request: HttpRequest, project_id: UUID, export_id: UUID, note_id: UUID
) -> HttpResponse:
    """All notes of the note's stay left, one list of codes right."""
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.CODE)
    stay = stay_in_export(user, project, export_id, note_id)
    for note in stay.notes:
        record("icd.note_read", actor=user, project=project, target=note)
    context: dict[str, Any] = {
        "project": project,
        "export_id": export_id,
        "note": stay.notes[0],
        "stay": stay,
        "following": stay.following,
        "waiting": stay.waiting,
        "scope": "stay",
        "notes": shown_notes(stay.notes, stay.predictions),
        "rows": (rows := code_rows(stay.predictions)),
        "is_done": is_decided(rows),
        "written": written_in(rows, request.GET.get("ecrit", "")),
        "is_installed": is_installed(),
    }
    prepare_search()
    return render(request, "icdcoder/note_detail.html", context)
