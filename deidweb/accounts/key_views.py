"""What the page of the second factor asks for security keys; static/js/accounts/security_key.js calls it."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from deidweb.accounts import security_keys
from deidweb.accounts.access_views import codes_page, is_asked, passed, shown, who_may_change
from deidweb.accounts.on_the_way import target
from deidweb.accounts.permissions import signed_in


@require_POST
def key_options(request: HttpRequest) -> HttpResponse:
    """The challenge: to add a key, or to show one."""
    user, site = signed_in(request), security_keys.Site.of(request)
    if request.POST.get("purpose") == "check":
        text = security_keys.authentication_options(user, site, request.session)
        return HttpResponse(text, content_type="application/json")
    who_may_change(request)
    try:
        text = security_keys.registration_options(user, site, request.session)
    except security_keys.KeyRefusedError as error:
        return JsonResponse({"error": str(error)}, status=422)
    return HttpResponse(text, content_type="application/json")


@require_POST
def key_add(request: HttpRequest) -> HttpResponse:
    user = who_may_change(request)
    try:
        codes = security_keys.add(
            user, security_keys.Site.of(request), request.session,
            name=request.POST.get("name", ""), answer=request.POST.get("answer", ""),
        )  # fmt: skip
    except security_keys.KeyRefusedError as error:
        messages.error(request, str(error))
        return redirect("accounts:second-factor")
    if codes:
        return codes_page(request, codes, target(request))
    messages.success(request, _("Clé ajoutée."))
    return passed(request, redirect("accounts:second-factor"))


@require_POST
def key_check(request: HttpRequest) -> HttpResponse:
    user = signed_in(request)
    if not (is_asked(request, user) and security_keys.has_keys(user)):
        return redirect("home")
    try:
        security_keys.check(
            user,
            security_keys.Site.of(request),
            request.session,
            answer=request.POST.get("answer", ""),
        )
    except security_keys.KeyRefusedError as error:
        messages.error(request, str(error))
        return redirect("accounts:second-factor")
    return shown(request)


@require_POST
def key_rename(request: HttpRequest, key_id: int) -> HttpResponse:
    user = who_may_change(request)
    try:
        if not security_keys.rename(user, key_id, request.POST.get("name", "")):
            raise Http404
        messages.success(request, _("Nom enregistré."))
    except security_keys.KeyRefusedError as error:
        messages.error(request, str(error))
    return redirect("accounts:second-factor")


@require_POST
def key_remove(request: HttpRequest, key_id: int) -> HttpResponse:
    user = who_may_change(request)
    try:
        if not security_keys.remove(user, key_id):
            raise Http404
        messages.success(request, _("Clé retirée."))
    except security_keys.KeyRefusedError as error:
        messages.error(request, str(error))
    return redirect("accounts:second-factor")
