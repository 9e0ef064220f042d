"""Forms of the accounts pages."""

from typing import Any

from django import forms
from django.contrib.auth import authenticate
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.http import HttpRequest
from django.utils.translation import gettext as _t
from django.utils.translation import gettext_lazy as _

from deidweb.accounts.models import Membership, Project, User
from deidweb.accounts.permissions import signed_in
from deidweb.accounts.throttle import directory_says, is_closed_account


class SignInForm(AuthenticationForm):
    def get_invalid_login_error(self) -> forms.ValidationError:
        if is_closed_account(self.request):
            told = _t("Ce compte est fermé : demandez à un administrateur.")
            return forms.ValidationError(told, code="inactive")
        if told := directory_says(self.request):
            return forms.ValidationError(told, code="outside")
        return super().get_invalid_login_error()


class MemberForm(forms.Form):
    """Adds a person to a project; makes the account when the name is new."""

    username = forms.CharField(
        label=_("Identifiant"),
        max_length=150,
        validators=[UnicodeUsernameValidator()],
        help_text=_("Celui d'un compte existant, ou d'un compte à créer."),
    )
    full_name = forms.CharField(label=_("Nom affiché"), max_length=150, required=False)
    role = forms.ChoiceField(label=_("Rôle"), choices=Membership.RoleChoice.choices)

    def clean_username(self) -> str:
        """Another spelling of a name that is there would make a second account beside the person's own."""
        name: str = self.cleaned_data["username"]
        names = User.objects.filter(username__iexact=name).values_list("username", flat=True)
        if names and name not in names:
            raise forms.ValidationError(
                _t("Un compte porte déjà ce nom : écrivez-le « %(name)s ».") % {"name": names[0]}
            )
        return name


class ProjectForm(forms.ModelForm):
    class Meta:
        model = Project
        fields = ["name", "description"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["description"].widget.attrs["rows"] = 3


class OwnPasswordForm(PasswordChangeForm):
    """The old password, through `authenticate` so that wrong tries are counted, and a new one that is another."""

    def __init__(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().__init__(signed_in(request), *args, **kwargs)
        self._request = request

    def clean_old_password(self) -> str:
        old: str = self.cleaned_data["old_password"]
        if (
            authenticate(self._request, username=self.user.get_username(), password=old)
            != self.user
        ):
            raise forms.ValidationError(
                self.error_messages["password_incorrect"], code="password_incorrect"
            )
        return old

    def validate_password_for_user(self, user: User, password_field_name: str = "") -> None:
        """What is wrong with the new password is said at it, not at its repetition, where Django says it."""
        super().validate_password_for_user(user, "new_password1")

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if cleaned.get("new_password1") and cleaned["new_password1"] == cleaned.get("old_password"):
            self.add_error("new_password1", _t("Choisissez un mot de passe différent de l'ancien."))
        return cleaned
