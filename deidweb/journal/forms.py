"""What an auditor may ask the journal."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any, Final, cast

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from deidweb.accounts.models import Project
from deidweb.audit.presentation import ACTIONS, OBJECTS
from deidweb.journal.selectors import Wanted, people_of

_OUTSIDE: Final = "hors"
# no journal is older, and at the ends of the calendar there is no day before or after
_DAYS: Final = (MinValueValidator(date(2000, 1, 1)), MaxValueValidator(date(2999, 12, 31)))


def _day() -> forms.DateInput:
    return forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")


class JournalForm(forms.Form):
    """By GET; `wanted()` is what the selector takes, everything when the form says nothing."""

    qui = forms.TypedChoiceField(label=_("Personne"), coerce=int, empty_value=None, required=False)
    action = forms.ChoiceField(label=_("Action"), required=False)
    objet = forms.ChoiceField(label=_("Objet"), required=False)
    lieu = forms.ChoiceField(
        label=_("Où"),
        required=False,
        choices=[("", _("dans ce projet")), (_OUTSIDE, _("Essayer, hors projet"))],
    )
    du = forms.DateField(label=_("Du"), required=False, widget=_day(), validators=_DAYS)
    au = forms.DateField(label=_("Au"), required=False, widget=_day(), validators=_DAYS)
    # of one object: by its link in the list
    numero = forms.CharField(max_length=64, required=False, widget=forms.HiddenInput)

    def __init__(self, data: Any, *, project: Project) -> None:
        super().__init__(data)
        self._offer("qui", _("tout le monde"), people_of(project))
        self._offer("action", _("toutes"), _by_name(ACTIONS))
        self._offer("objet", _("tous"), _by_name(OBJECTS))

    def _offer(self, name: str, nothing: Promise, choices: Sequence[tuple[Any, str]]) -> None:
        cast(forms.ChoiceField, self.fields[name]).choices = [("", nothing), *choices]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        first, last = cleaned.get("du"), cleaned.get("au")
        if first and last and first > last:
            self.add_error("au", _("Cette date est avant la première."))
        return cleaned

    def wanted(self) -> Wanted:
        told = self.cleaned_data
        return Wanted(
            actor=told["qui"], action=told["action"], object_type=told["objet"],
            object_id=told["numero"], first=told["du"], last=told["au"], outside=told["lieu"] == _OUTSIDE,
        )  # fmt: skip


def _by_name(names: dict[str, Any]) -> list[tuple[str, str]]:
    found = [(code, str(words)) for code, words in names.items()]
    return sorted(found, key=lambda pair: pair[1].casefold())
