"""What a password signs."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth import authenticate
from django.http import HttpRequest
from django.utils.translation import gettext as _t
from django.utils.translation import gettext_lazy as _

from deidweb.accounts.demo import demo_people
from deidweb.accounts.models import User
from deidweb.accounts.permissions import signed_in
from deidweb.accounts.second_factor import check, confirmed_factor
from deidweb.accounts.throttle import is_throttled


class SignedForm(forms.Form):
    """What the person's password signs: an open session alone must not let data out or end a key."""

    password = forms.CharField(
        label=_("Votre mot de passe"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
        error_messages={"required": _("Saisissez votre mot de passe pour signer la décision.")},
    )

    def __init__(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._request = request
        if not signed_in(request).has_usable_password():
            self._ask_for_code()
        elif demo_people(request):
            self._tell_of_the_demo(signed_in(request))

    def _tell_of_the_demo(self, user: User) -> None:
        """Who came in by a click has never typed the password, and may not know that there is one."""
        self.fields["password"].help_text = _t(
            "Démonstration : c'est celui du compte « %(account)s », affiché dans le terminal au premier démarrage. Pour en "
            "choisir un autre : manage.py changepassword %(account)s."
        ) % {"account": user.get_username()}

    def _ask_for_code(self) -> None:
        """Of people whom the hospital's directory knows: the password is not ours to ask for."""
        field = self.fields["password"]
        field.label = _("Code de votre téléphone")
        field.widget.attrs["autocomplete"] = "one-time-code"
        field.error_messages["required"] = _t("Saisissez un code pour signer la décision.")

    def clean_password(self) -> str:
        """Through `authenticate`, so that wrong tries count towards the lock-out."""
        password: str = self.cleaned_data["password"]
        user = signed_in(self._request)
        if not user.has_usable_password():
            return self._checked_code(user, password)
        known = authenticate(self._request, username=user.get_username(), password=password)
        if is_throttled(self._request):
            raise forms.ValidationError(
                _t("Trop de mots de passe refusés : réessayez dans 15 minutes.")
            )
        if known is None or known.pk != user.pk:
            raise forms.ValidationError(_t("Ce mot de passe n'est pas le vôtre."))
        return password

    @staticmethod
    def _checked_code(user: User, code: str) -> str:
        if confirmed_factor(user) is None:
            raise forms.ValidationError(
                _t("Mettez d'abord en place un code de téléphone (page du second facteur).")
            )
        if not check(user, code):
            raise forms.ValidationError(_t("Ce code n'est pas le bon, ou il a déjà servi."))
        return code
