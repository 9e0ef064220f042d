"""Sign-in, members of a project, new projects."""

from typing import Any, Final
from uuid import UUID, uuid4

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, update_session_auth_hash
from django.contrib.auth import views as auth_views
from django.contrib.auth.forms import AuthenticationForm
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from deidweb.accounts import oidc, services
from deidweb.accounts.asked_again import asked_again
from deidweb.accounts.demo import demo_people, demo_user
from deidweb.accounts.forms import MemberForm, OwnPasswordForm, SignInForm
from deidweb.accounts.models import Membership, Project, RoleProposal, User
from deidweb.accounts.on_the_way import goes_on
from deidweb.accounts.permissions import held_in, project_or_404, signed_in
from deidweb.accounts.roles import Permission
from deidweb.accounts.sessions import forget
from deidweb.accounts.throttle import is_throttled, remember_browser
from deidweb.tour import address_of

_GIVEN: Final = "passwords_given"  # in the session: the forms that have given a password
_KEPT_FORMS: Final = 20


class LoginView(auth_views.LoginView):
    template_name = "accounts/login.html"
    form_class = SignInForm
    redirect_authenticated_user = True

    def get_success_url_allowed_hosts(self, request: HttpRequest | None = None) -> set[str]:
        """None: only addresses without a host lead on, whatever the Host header says."""
        return set()

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        response = super().form_valid(form)
        remember_browser(self.request, response, signed_in(self.request))
        return response

    def form_invalid(self, form: AuthenticationForm) -> HttpResponse:
        return _locked(self.request) if is_throttled(self.request) else super().form_invalid(form)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        people = demo_people(self.request)
        return super().get_context_data(**kwargs) | {
            "demo_people": people,
            "has_second": any(person.is_second for person in people),
            "sso_name": settings.OIDC_NAME if oidc.is_on() else "",
            "has_accounts": User.objects.exists(),
        }


def _locked(request: HttpRequest) -> HttpResponse:
    return render(request, "accounts/locked.html", status=429)


def demo_sign_in(request: HttpRequest) -> HttpResponse:
    """Signs in the person of the demonstration whose role was clicked; 403 everywhere else."""
    user = demo_user(request, request.POST.get("role", ""))
    if user is None:
        raise PermissionDenied
    target = request.POST.get("next", "")
    login(request, user)
    is_inside = url_has_allowed_host_and_scheme(target, allowed_hosts=None)
    # who opens the start page without a session is sent here with its address
    is_on_the_way = is_inside and target != reverse("home")
    return redirect(target if is_on_the_way else _first_step(user))


def _first_step(user: User) -> str:
    """« Essayer », where the guided tour begins: nobody is on his way anywhere yet."""
    project = Project.objects.visible_to(user)[0]
    return address_of(1, project, held_in(user, project.pk))


class LogoutView(auth_views.LogoutView):
    """Also tells the browser to forget what it kept."""

    def post(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        response: HttpResponse = super().post(request, *args, **kwargs)
        response["Clear-Site-Data"] = '"cache", "storage"'
        forget(response)
        return response


@require_http_methods(["GET", "POST"])
def password_change(request: HttpRequest) -> HttpResponse:
    """The person's own password, whose change ends all their other sessions; the way to the second factor and the sessions."""
    user = signed_in(request)
    if not user.has_usable_password():
        told = _("Votre mot de passe est celui de l'établissement : changez-le là-bas.")
        if request.method == "POST":
            raise PermissionDenied(told)
        return render(request, "accounts/password_change.html", {"elsewhere": told})
    form = OwnPasswordForm(request, request.POST or None)
    if request.method == "POST" and form.is_valid():
        services.change_password(user=user, password=form.cleaned_data["new_password1"])
        update_session_auth_hash(request, user)
        messages.success(request, _("Mot de passe changé."))
        return goes_on(request)
    if is_throttled(request):
        return _locked(request)
    context = {"form": form, "is_temporary": user.password_is_temporary}
    status = 422 if form.is_bound else 200
    return render(request, "accounts/password_change.html", context, status=status)


@require_http_methods(["GET", "POST"])
@asked_again
def member_list(request: HttpRequest, project_id: UUID) -> HttpResponse:
    """Who may do what; adding somebody shows a new account's password once."""
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.MANAGE_MEMBERS)
    form = MemberForm(request.POST or None)
    new_account: tuple[str, str] | None = None
    if request.method == "POST" and form.is_valid():
        added = services.add_member(actor=user, project=project, **form.cleaned_data)
        if added.password:
            new_account = (added.user.username, added.password)
        if added.is_proposed:
            messages.info(request, _("Rôle proposé : une autre personne doit le confirmer."))
        elif not added.password:
            messages.success(request, _("Rôle ajouté."))
        form = MemberForm()
    return _members(request, project, form, new_account=new_account)


def _members(
    request: HttpRequest, project: Project, form: MemberForm, **shown: tuple[str, str] | None
) -> HttpResponse:
    """`shown`: a name and the password that is told this once."""
    memberships = project.memberships.select_related("user")
    people = {one.user_id: one.user for one in memberships if one.user_id != signed_in(request).pk}
    context = {
        "project": project,
        "form": form,
        "memberships": memberships,
        "once": uuid4().hex,
        "people": sorted(people.values(), key=lambda one: one.display_name.casefold()),
        "proposals": project.role_proposals.select_related("user", "proposed_by"),
    }
    status = 422 if form.is_bound and not form.is_valid() else 200
    return render(request, "accounts/member_list.html", context | shown, status=status)


@require_POST
@asked_again
def member_password(request: HttpRequest, project_id: UUID) -> HttpResponse:
    """A temporary password for who has forgotten his, shown once; a page that is loaded again gives no other."""
    actor = signed_in(request)
    project = project_or_404(actor, project_id, Permission.MANAGE_MEMBERS)
    number = request.POST.get("person", "")
    members = User.objects.filter(memberships__project=project).distinct()
    user = get_object_or_404(members, pk=int(number) if number.isdecimal() else 0)
    if _is_sent_again(request, user):
        messages.warning(
            request,
            _(
                "Ce mot de passe a déjà été donné et reste valable, mais il ne s'affiche qu'une fois. "
                "S'il n'a pas été noté, donnez-en un nouveau."
            ),
        )
        return redirect("members:list", project_id)
    try:
        password = services.renew_password(actor=actor, project=project, user=user)
    except services.NotRenewedError as error:
        messages.error(request, str(error))
        return redirect("members:list", project_id)
    return _members(request, project, MemberForm(), renewed=(user.username, password))


def _is_sent_again(request: HttpRequest, user: User) -> bool:
    """Whether this very form (its field `once`) has already given this person a password: a page that is loaded again."""
    form = f"{request.POST.get('once', '')[:40]}:{user.pk}"
    given = request.session.get(_GIVEN, [])
    request.session[_GIVEN] = [*given, form][-_KEPT_FORMS:]
    return "once" in request.POST and form in given


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


@require_POST
@asked_again
def proposal_confirm(request: HttpRequest, project_id: UUID, proposal_id: int) -> HttpResponse:
    user = signed_in(request)
    proposal = _proposal(user, project_id, proposal_id)
    try:
        services.confirm_role(actor=user, proposal=proposal)
        messages.success(request, _("Rôle confirmé."))
    except services.NotApartError as error:
        messages.error(request, str(error))
    return redirect("members:list", project_id)


@require_POST
def proposal_withdraw(request: HttpRequest, project_id: UUID, proposal_id: int) -> HttpResponse:
    user = signed_in(request)
    services.withdraw_proposal(actor=user, proposal=_proposal(user, project_id, proposal_id))
    messages.success(request, _("Proposition retirée."))
    return redirect("members:list", project_id)


def _proposal(user: User, project_id: UUID, proposal_id: int) -> RoleProposal:
    project = project_or_404(user, project_id, Permission.MANAGE_MEMBERS)
    return get_object_or_404(RoleProposal, pk=proposal_id, project=project)
