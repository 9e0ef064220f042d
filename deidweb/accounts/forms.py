"""Forms of the accounts pages."""

from typing import Any

from django import forms
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.utils.translation import gettext_lazy as _

from deidweb.accounts.models import Membership, Project


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


class ProjectForm(forms.ModelForm):
    class Meta:
        model = Project
        fields = ["name", "description"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["description"].widget.attrs["rows"] = 3
