"""Pages of no app: errors. They say what happened and what to do, in the person's language."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.csrf import requires_csrf_token


def _error(request: HttpRequest, status: int, title: str, advice: str) -> HttpResponse:
    context = {"status": status, "title": title, "advice": advice}
    return render(request, "errors/error.html", context, status=status)


@requires_csrf_token
def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return _error(
        request,
        404,
        _("Page introuvable"),
        _("Cette page n'existe pas, ou elle ne fait pas partie de vos projets."),
    )


@requires_csrf_token
def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return _error(
        request,
        403,
        _("Action non permise"),
        _("Votre rôle ne permet pas cette action. Un administrateur du projet peut vous l'ouvrir."),
    )


@requires_csrf_token
def server_error(request: HttpRequest) -> HttpResponse:
    return _error(
        request,
        500,
        _("Une erreur est survenue"),
        _(
            "Rien de ce qui était enregistré n'est perdu. Revenez à la page précédente et réessayez."
        ),
    )


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    return _error(
        request,
        403,
        _("Formulaire expiré"),
        _("Revenez à la page précédente, rechargez-la et envoyez de nouveau : votre saisie y est."),
    )
