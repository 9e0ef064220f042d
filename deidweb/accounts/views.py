"""Sign-in, members of a project, new projects."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth import views as auth_views
from django.contrib.auth.forms import PasswordChangeForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from deidweb.accounts import services
from deidweb.accounts.forms import MemberForm
from deidweb.accounts.models import Membership
from deidweb.accounts.permissions import project_or_404, signed_in
from deidweb.accounts.roles import Permission


class LoginView(auth_views.LoginView):
    template_name = "accounts/login.html"
    redirect_authenticated_user = True


class LogoutView(auth_views.LogoutView):
    """Also tells the browser to forget what it kept."""

    def post(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        response: HttpResponse = super().post(request, *args, **kwargs)
        response["Clear-Site-Data"] = '"cache", "storage"'
        return response


@require_http_methods(["GET", "POST"])
def password_change(request: HttpRequest) -> HttpResponse:
    """The person's own password; all their other sessions end."""
    user = signed_in(request)
    form = PasswordChangeForm(user, request.POST or None)
    if request.method == "POST" and form.is_valid():
        services.change_password(user=user, password=form.cleaned_data["new_password1"])
        update_session_auth_hash(request, user)
        messages.success(request, _("Mot de passe changé."))
        return redirect("home")
    context = {"form": form, "is_temporary": user.password_is_temporary}
    status = 422 if form.is_bound else 200
    return render(request, "accounts/password_change.html", context, status=status)


@require_http_methods(["GET", "POST"])
def member_list(request: HttpRequest, project_id: UUID) -> HttpResponse:
    """Who may do what; adding somebody shows a new account's password once."""
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.MANAGE_MEMBERS)
    form = MemberForm(request.POST or None)
    new_account: tuple[str, str] | None = None
    if request.method == "POST" and form.is_valid():
        added = services.add_member(actor=user, project=project, **form.cleaned_data)
        if added.password:
            new_account = (added.membership.user.username, added.password)
        else:
            messages.success(request, _("Rôle ajouté."))
        form = MemberForm()
    context = {
        "project": project,
        "form": form,
        "new_account": new_account,
        "memberships": project.memberships.select_related("user"),
    }
    status = 422 if form.is_bound and not form.is_valid() else 200
    return render(request, "accounts/member_list.html", context, status=status)


@require_POST
def member_remove(request: HttpRequest, project_id: UUID, membership_id: int) -> HttpResponse:
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.MANAGE_MEMBERS)
    membership = get_object_or_404(Membership, pk=membership_id, project=project)
    try:
        services.remove_member(actor=user, membership=membership)
        messages.success(request, _("Rôle retiré."))
    except services.LastAdminError as error:
        messages.error(request, str(error))
    return redirect("members:list", project_id)
