"""What holds for every page: no NUL comes in, nothing private is kept, a temporary password opens nothing."""

from collections.abc import Callable, Iterator, Sequence
from http import HTTPStatus
from typing import Any, Final

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse, QueryDict
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _

from deidweb.accounts.on_the_way import comes_first
from deidweb.jobs.services import TooManyJobsError
from deidweb.views.errors import no_page, too_many_jobs

NUL: Final = "\0"


class PrivateResponses:
    """`Cache-Control: no-store` on every answer to a signed-in person."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        # before: an API view whose body cannot be read forgets who asked
        is_signed_in = request.user.is_authenticated
        response = self.get_response(request)
        if is_signed_in or request.user.is_authenticated:
            response.headers.setdefault("Cache-Control", "no-store")
            response.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
            patch_vary_headers(response, ("HX-Request",))
        return response


class OwnPassword:
    """Whoever signs in with a password that somebody else has seen changes it first."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        user = getattr(request, "user", None)
        if user is not None and getattr(user, "password_is_temporary", False):
            allowed = (
                "accounts:password-change",
                "accounts:logout",
                "set_language",
                "javascript-catalog",
            )
            if request.path not in {reverse(name) for name in allowed}:
                return comes_first(request, "accounts:password-change")
        return self.get_response(request)


class FairQueue:
    """Who has too many jobs waiting is told so, 429, whatever page asked for one more."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        return too_many_jobs(request) if isinstance(exception, TooManyJobsError) else None


class NoBlankPage:
    """Who opens as a page what takes only forms gets a page that says so, 405; Django's own answer is empty."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        is_visit = request.method == "GET" and "text/html" in request.headers.get("Accept", "")
        if (
            response.status_code != HTTPStatus.METHOD_NOT_ALLOWED
            or response.content
            or not is_visit
        ):
            return response
        page = no_page(request)
        page.headers["Allow"] = response.headers["Allow"]
        return page


class NoNul:
    """Refuses a NUL in an address, a query or a form: PostgreSQL can hold none, and no person types one.

    The form of somebody unknown is read only where the middleware of CSRF reads it, too. JSON: `deidweb.api.ReadableJSON`. A cookie with one is
    not looked at: nobody could get rid of it by himself.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request.COOKIES = {k: v for k, v in request.COOKIES.items() if NUL not in k + v}
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Callable[..., Any], *args: Any) -> None:
        """Raises BadRequest, whose page says which field."""
        if NUL in request.path:
            raise BadRequest(_("L'adresse contient un caractère nul."))
        fields = [request.GET]
        if request.user.is_authenticated or not getattr(view, "csrf_exempt", False):
            fields.append(request.POST)
        for name, value in _sent(fields):
            if NUL in name or NUL in value:
                raise BadRequest(
                    _(
                        "Le champ « %(name)s » contient un caractère nul : retirez-le, puis renvoyez."
                    )
                    % {"name": name.replace(NUL, "")[:60]}
                )


def _sent(fields: Sequence[QueryDict]) -> Iterator[tuple[str, str]]:
    for some in fields:
        for name, values in some.lists():
            yield from ((name, str(value)) for value in values)
