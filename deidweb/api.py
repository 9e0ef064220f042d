"""What all API views share."""

from collections.abc import Iterator
from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework.exceptions import (
    APIException,
    NotAuthenticated,
    NotFound,
    ParseError,
    PermissionDenied,
    ValidationError,
)
from rest_framework.parsers import JSONParser
from rest_framework.response import Response
from rest_framework.views import exception_handler as drf_exception_handler


class ReadableJSON(JSONParser):
    """JSON that can be stored: no NUL, no half of a surrogate pair, and not so deep that it ends the parser."""

    def parse(self, stream: Any, media_type: Any = None, parser_context: Any = None) -> Any:
        """Raises ParseError."""
        try:
            sent = super().parse(stream, media_type, parser_context)
        except RecursionError:
            raise ParseError(_("Le JSON envoyé est trop profond.")) from None
        if any(map(_unreadable, _texts(sent))):
            raise ParseError(_("Le JSON envoyé contient un caractère qui ne peut pas être gardé."))
        return sent


def _unreadable(text: str) -> bool:
    return "\0" in text or any("\ud800" <= char <= "\udfff" for char in text)


def _texts(value: Any) -> Iterator[str]:
    """Every string in it, keys too; without recursion."""
    left = [value]
    while left:
        one = left.pop()
        if isinstance(one, str):
            yield one
        elif isinstance(one, dict):
            left += [*one.keys(), *one.values()]
        elif isinstance(one, list):
            left += one


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
