"""Essayer: drop or paste a document, see what would be found in it and what would become of it. Nothing is kept."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Final, TypeVar
from uuid import UUID

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from deidweb.accounts.models import Project, User
from deidweb.accounts.permissions import held_in, project_or_404, signed_in
from deidweb.accounts.roles import Permission
from privacy.selectors.place_policy import place_policy_of
from privacy.selectors.preview_notes import throwaway_key
from worker.forms.trial import RedrawForm, TrialForm
from worker.presentation.trial import redaction_sentences, shown
from worker.services import redact_document, try_document
from worker.services.try_document import (
    Draw,
    Text,
    TrialBusy,
    TrialFailed,
    TrialOverQuota,
    TrialRefused,
)
from worker.trial.documents import MOST_CHARACTERS

F = TypeVar("F", TrialForm, RedrawForm)
MOST_BYTES: Final = 5_000_000  # Django reads no longer body into memory
_EXAMPLE: Final = (
    "Cher confrère,\n\n"
    "J'ai revu le 12/02/2020 Madame Jeanne LEGRANVILLE, née le 4 mai 1951, domiciliée 8 rue des Tilleuls "
    "à Beaune (tél. 06 39 98 12 34), que le Dr Paul Martel m'avait adressée pour une dyspnée d'effort.\n"
    "Elle est suivie depuis 2014 pour un diabète de type 2 et une hypertension artérielle. "
    "Elle a été hospitalisée du 3 au 7 février 2020 au CHU de Dijon pour une décompensation cardiaque.\n"
    "IPP : 8003456123. Prochaine consultation dans trois mois.\n"
)
View = Callable[..., HttpResponse]


class TrialTooLarge(Exception):
    """More than a web process reads into memory."""


def _told(view: View) -> View:
    """Why nothing can be shown, as JSON."""

    @wraps(view)
    def inner(*args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(*args, **kwargs)
        except TrialTooLarge as error:
            return _refusal(str(error), 413)
        except TrialRefused as error:
            return _refusal(str(error), 422)
        except TrialOverQuota as error:
            return _refusal(str(error), 429)
        except TrialBusy:
            return _refusal(
                _(
                    "Le moteur démarre, ou sert d'autres personnes. Réessayez dans quelques secondes."
                ),
                503,
            )
        except TrialFailed:
            return _refusal(
                _("Ce document a demandé trop de temps ou de mémoire : il a été abandonné."), 422
            )

    return inner


def _refusal(sentence: str, status: int) -> JsonResponse:
    """Reasons of readers begin small, for they follow a file's name elsewhere."""
    return JsonResponse({"error": sentence[:1].upper() + sentence[1:]}, status=status)


def _who_and_where(request: HttpRequest, project_id: UUID | None) -> tuple[User, Project | None]:
    """Outside projects whoever is signed in; in one, who reads its notes."""
    user = signed_in(request)
    return user, project_or_404(user, project_id, Permission.READ_NOTES) if project_id else None


def _addresses(project: Project | None) -> dict[str, str]:
    """What the page posts to. Nothing is taken away from the page outside projects: it has no address for it."""
    space, given = ("worker", [project.pk]) if project else ("trial", [])
    names = ("reading", "document", "redraw", "pdf")
    return {name: reverse(f"{space}:trial-{name}", args=given) for name in names}


@require_GET
def trial(request: HttpRequest, project_id: UUID | None = None) -> HttpResponse:
    """The page."""
    user, project = _who_and_where(request, project_id)
    try_document.prepare(project)
    policy = place_policy_of(project)
    initial = {
        "epsilon": "1",
        "dates": "metric",
        "places": "metric",
        "area": policy.area,
        "draw": 0,
    }
    context = {
        "project": project,
        "addresses": _addresses(project),
        "form": TrialForm(initial=initial),
        "may_take": project is not None and Permission.TAKE_TRIAL in held_in(user, project.pk),
        "example": _EXAMPLE,
        "most_bytes": MOST_BYTES,
        "too_large": _too_large(),
        "most_megabytes": MOST_BYTES // 1_000_000,
        "most_characters": number_format(MOST_CHARACTERS, force_grouping=True),
        "has_features": bool(policy.features),
    }
    return render(request, "worker/trial.html", context)


@require_POST
@_told
def document(request: HttpRequest, project_id: UUID | None = None) -> HttpResponse:
    """The text of the document that is the body: in memory, without a name."""
    user, project = _who_and_where(request, project_id)
    data = _body(request)
    return JsonResponse(
        {"text": try_document.read_document(actor=user, project=project, data=data)}
    )


@require_POST
@_told
def pdf_pages(request: HttpRequest, project_id: UUID | None = None) -> HttpResponse:
    """The pages of the PDF that is the body, before and after what is found in it was made unreadable."""
    user, project = _who_and_where(request, project_id)
    told = redact_document.show_redacted(actor=user, project=project, data=_body(request))
    return JsonResponse({"pages": told["pages"], "said": redaction_sentences(told)})


@require_POST
@_told
def pdf_result(request: HttpRequest, project_id: UUID) -> HttpResponse:
    """The redacted PDF, for who may take it away."""
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.TAKE_TRIAL)
    taken = redact_document.take_redacted(actor=user, project=project, data=_body(request))
    answer = HttpResponse(taken, content_type="application/pdf")
    answer["Content-Disposition"] = 'attachment; filename="essai-caviarde.pdf"'
    return answer


def _body(request: HttpRequest) -> bytes:
    """In memory, never in a file. Raises TrialTooLarge."""
    data = request.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise TrialTooLarge(_too_large())
    return data


def _too_large() -> str:
    told = _(
        "Ce document dépasse %(limit)d Mo : collez-en le texte, ou importez-le dans un projet."
    )
    return told % {"limit": MOST_BYTES // 1_000_000}


@require_POST
@_told
def reading(request: HttpRequest, project_id: UUID | None = None) -> HttpResponse:
    """What is found in the text, and what it becomes."""
    user, project = _who_and_where(request, project_id)
    form = _valid(TrialForm(request.POST))
    draw = _draw(request, project, form.cleaned_data)
    tried, drawn = try_document.read_text(
        actor=user, project=project, text=form.cleaned_data["text"], draw=draw
    )
    return _answer(user, tried, drawn, draw)


@require_POST
@_told
def redraw(request: HttpRequest, project_id: UUID | None = None) -> HttpResponse:
    """The same text under another policy, or with other values."""
    user, project = _who_and_where(request, project_id)
    form = _valid(RedrawForm(request.POST))
    draw, tried = _draw(request, project, form.cleaned_data), _text(form)
    drawn = try_document.redraw_text(
        actor=user, project=project, tried=tried, draw=draw, seal=form.cleaned_data["seal"]
    )
    return _answer(user, tried, drawn, draw)


def _answer(user: User, tried: Text, drawn: dict[str, Any], draw: Draw) -> JsonResponse:
    told = shown(tried.text, tried.spans, tried.doubts, drawn, draw.policy)
    return JsonResponse({**told, "seal": try_document.seal_of(user, tried)})


@require_POST
@_told
def result(request: HttpRequest, project_id: UUID) -> HttpResponse:
    """The substituted text that the page shows, for who may take it away."""
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.TAKE_TRIAL)
    form = _valid(RedrawForm(request.POST))
    draw = _draw(request, project, form.cleaned_data)
    taken = try_document.take_result(actor=user, project=project, tried=_text(form), draw=draw)
    answer = HttpResponse(taken, content_type="text/plain; charset=utf-8")
    answer["Content-Disposition"] = 'attachment; filename="essai.txt"'
    return answer


def _text(form: RedrawForm) -> Text:
    return Text(*(form.cleaned_data[name] for name in ("text", "spans", "doubts")))


def _draw(request: HttpRequest, project: Project | None, values: dict[str, Any]) -> Draw:
    session = f"{request.session.session_key}|{project.pk if project else ''}|essai"
    key = throwaway_key(session=session, draw=values["draw"] or 0)
    policy = {name: str(values[name]) for name in ("epsilon", "dates", "places", "area")}
    prior = str(place_policy_of(project).prior)
    today = timezone.localdate().isoformat()
    return Draw({**policy, "prior": prior, "today": today}, key.secret.hex())


def _valid(form: F) -> F:
    """Raises TrialRefused."""
    if not form.is_valid():
        raise TrialRefused(
            " ".join(str(error) for errors in form.errors.values() for error in errors)
        )
    return form
