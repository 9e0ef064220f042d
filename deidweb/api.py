"""What all API views share."""

from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework.exceptions import (
    APIException,
    NotAuthenticated,
    NotFound,
    PermissionDenied,
    ValidationError,
)
from rest_framework.response import Response
from rest_framework.views import exception_handler as drf_exception_handler


def exception_handler(exception: Exception, context: dict[str, Any]) -> Response | None:
    """Every error answers `{"error": French sentence}`; field errors keep their `fields`."""
    response = drf_exception_handler(exception, context)
    if response is None:
        return None
    if isinstance(exception, ValidationError):
        response.data = {"error": _("Requête refusée : champ invalide."), "fields": response.data}
    elif isinstance(exception, NotAuthenticated):
        response.data = {"error": _("Votre session est terminée : reconnectez-vous.")}
        response.status_code = 401
    elif isinstance(exception, NotFound | Http404):
        response.data = {"error": _("Introuvable.")}
    elif isinstance(exception, PermissionDenied):
        response.data = {"error": _("Votre rôle ne permet pas cette action.")}
    elif isinstance(exception, APIException):
        response.data = {"error": str(exception.detail)}
    else:
        response.data = {"error": _("Votre rôle ne permet pas cette action.")}
    return response
