"""A new blind study."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any
from uuid import UUID

from django import forms
from django.utils import formats, timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from deidweb.accounts.models import User
from icdcoder.selectors.blind import MOST_NOTES
from icdcoder.selectors.coded_notes import CodedExport

_USUAL = 40


class BlindStudyForm(forms.Form):
    """Which export, how many of its notes, who codes them."""

    export = forms.TypedChoiceField(label=gettext_lazy("Export"), coerce=UUID)
    notes = forms.IntegerField(
        label=gettext_lazy("Nombre de notes"), min_value=1, max_value=MOST_NOTES
    )
    coders = forms.TypedMultipleChoiceField(
        label=gettext_lazy("Qui code"),
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
        help_text=gettext_lazy(
            "Deux personnes au moins ; chacune lit des originaux : seules celles qui peuvent lire les notes sont proposées."
        ),
    )
    asks_guess = forms.BooleanField(
        label=gettext_lazy("Demander à chaque note si c'est un original"), required=False
    )

    def __init__(
        self,
        data: Any,
        *,
        exports: Sequence[CodedExport],
        coders: Sequence[User],
        able: Callable[[UUID], Collection[User]],
    ) -> None:
        """`able`: who may code blindly what an export holds."""
        super().__init__(data)
        self._able = able
        self._coders = {user.pk: user for user in coders}
        self._notes = {own.export_id: own.notes for own in exports}
        # the first export is the one that the page has chosen
        self.fields["notes"].initial = min([_USUAL, *(own.notes for own in exports[:1])])
        self.fields["export"].choices = [(str(own.export_id), _named(own)) for own in exports]  # type: ignore[attr-defined]
        self.fields["coders"].choices = [(user.pk, user.display_name) for user in coders]  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """No more notes than the export has; names those who know them already: the page offers whoever may code any export."""
        cleaned = super().clean() or {}
        there = self._notes[cleaned["export"]] if cleaned.get("export") else MOST_NOTES
        if cleaned.get("notes", 0) > there:
            told = _("Cet export a moins de notes codées : %(there)d.")
            self.add_error("notes", told % {"there": there})
        if cleaned.get("export") and cleaned.get("coders"):
            able = set(self._able(cleaned["export"]))
            knowing = [user.display_name for user in self.people() if user not in able]
            if knowing:
                told = _(
                    "Ont déjà décidé de codes de cet export : %(names)s. Choisissez d'autres personnes."
                )
                self.add_error("coders", told % {"names": ", ".join(knowing)})
        return cleaned

    def people(self) -> list[User]:
        return [self._coders[pk] for pk in self.cleaned_data["coders"]]


def _named(export: CodedExport) -> str:
    when = formats.date_format(timezone.localtime(export.since), "j N Y, H:i")
    said = _("codé le %(date)s, %(notes)d notes") % {"date": when, "notes": export.notes}
    return f"{export.title}, {said}" if export.title else said
