"""Pages of no app: errors. They say what happened and what to do, in the person's language."""

import sys

from django.conf import settings
from django.core.exceptions import BadRequest, RequestDataTooBig, TooManyFieldsSent
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.csrf import requires_csrf_token

from deidweb.disk import is_disk_full, is_read_only


def _error(request: HttpRequest, status: int, title: str, advice: str) -> HttpResponse:
    """A page; to who reads no pages, the same sentences as JSON."""
    if _reads_json(request):
        return _told(f"{title}. {advice}", status)
    return _page(request, status, title, advice)


def _page(request: HttpRequest, status: int, title: str, advice: str) -> HttpResponse:
    context = {"status": status, "title": title, "advice": advice}
    return render(request, "errors/error.html", context, status=status)


def _reads_json(request: HttpRequest) -> bool:
    """True below /api/, and for a script that asks for JSON elsewhere ("Essayer")."""
    return request.path.startswith("/api/") or "application/json" in request.headers.get(
        "Accept", ""
    )


def _told(message: str, status: int) -> JsonResponse:
    """As `deidweb.api.exception_handler` says it."""
    options = {"ensure_ascii": False}
    return JsonResponse({"error": message}, status=status, json_dumps_params=options)


@requires_csrf_token
def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Our own refusals say what is wrong, a form that is too big is told so; what else Django finds (a host) is nobody's business."""
    if isinstance(exception, RequestDataTooBig | TooManyFieldsSent):
        return _too_big(request)
    told = str(exception) if isinstance(exception, BadRequest) and exception.args else ""
    advice = told or _("Ce qui a été envoyé ne peut pas être lu. Revenez à la page précédente.")
    if _reads_json(request):
        return _told(advice, 400)
    return _error(request, 400, _("Demande illisible"), advice)


def _too_big(request: HttpRequest) -> HttpResponse:
    most = settings.DATA_UPLOAD_MAX_MEMORY_SIZE // 1024**2
    advice = _(
        "Rien n'a été enregistré : un formulaire prend %(most)d Mo au plus. Revenez à la page précédente et envoyez moins à la fois, "
        "ou un fichier."
    ) % {"most": most}
    if _reads_json(request):
        return _told(advice, 413)
    return _error(request, 413, _("Envoi trop gros"), advice)


@requires_csrf_token
def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return _error(
        request,
        404,
        _("Page introuvable"),
        _("Cette page n'existe pas, ou elle ne fait pas partie de vos projets."),
    )


def no_page(request: HttpRequest) -> HttpResponse:
    """An address that only receives forms, opened as a page: the language was changed, or a refused form reloaded."""
    return _error(
        request,
        405,
        _("Cette adresse n'est pas une page"),
        _(
            "Elle reçoit un formulaire : rien n'a été envoyé cette fois. Revenez à la page précédente, ou repartez de l'accueil."
        ),
    )


@requires_csrf_token
def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Our own refusals say why; without a word it is the role."""
    advice = str(exception or "") or _(
        "Votre rôle ne permet pas cette action. Qui gère les accès du projet peut vous l'ouvrir."
    )
    return _error(request, 403, _("Action non permise"), advice)


@requires_csrf_token
def server_error(request: HttpRequest) -> HttpResponse:
    """507 where nothing can be stored: what to do is another thing then."""
    if is_disk_full(sys.exception()):
        return _not_stored(request, _("Le disque du serveur est plein"))
    if is_read_only(sys.exception()):
        return _not_stored(request, _("Le serveur ne peut plus rien enregistrer"))
    return _error(
        request,
        500,
        _("Une erreur est survenue"),
        _(
            "Rien de ce qui était enregistré n'est perdu. Revenez à la page précédente et réessayez."
        ),
    )


def too_many_jobs(request: HttpRequest) -> HttpResponse:
    advice = _("Trop de vos travaux attendent déjà : laissez-en finir, ou annulez-en.")
    if _reads_json(request):
        return _told(advice, 429)
    return _error(request, 429, _("Trop de travaux en attente"), advice)


def _not_stored(request: HttpRequest, title: str) -> HttpResponse:
    advice = _(
        "Ce que vous venez d'envoyer n'est pas enregistré ; tout le reste l'est. Prévenez la personne qui tient le "
        "serveur, gardez cette page ouverte et renvoyez quand c'est réparé."
    )
    return _error(request, 507, title, advice)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Always a page: by that the canvas knows it from a right that is lacking (`static/js/annotator/http.js`)."""
    return _page(
        request,
        403,
        _("Formulaire expiré"),
        _(
            "Rien n'a été enregistré. Revenez à la page précédente : si votre saisie y est encore, copiez-la, "
            "puis rechargez la page et envoyez de nouveau."
        ),
    )
