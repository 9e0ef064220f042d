"""Forms of the note pages."""

from __future__ import annotations

import json

from django import forms
from django.utils.translation import gettext_lazy
from django.utils.translation import gettext_lazy as _

from annotation.domain.formats.margins import ASK, DROP, KEEP
from annotation.domain.formats.registry import READABLE
from annotation.models import Document


class ImportForm(forms.Form):
    """A file of notes. What is in it is checked by the job, line by line."""

    file = forms.FileField(
        label=_("Fichier"),
        # An empty file gets the service's own sentence.
        allow_empty_file=True,
        help_text=_("500 Mo au plus. Tout est importé, ou rien."),
        error_messages={"required": _("Choisissez un fichier.")},
    )
    format = forms.ChoiceField(
        label=_("Format"),
        choices=[(item.name, gettext_lazy(item.title)) for item in READABLE],
        initial="jsonl",
        # the first format of an extension is what a file of that name most likely is
        widget=forms.Select(
            attrs={
                "data-by-extension": json.dumps(
                    {item.extension: item.name for item in reversed(READABLE)}
                )
            }
        ),
    )
    gold = forms.BooleanField(
        label=_("Les entités de ce fichier sont validées"),
        required=False,
        help_text=_(
            "Cochez si des personnes les ont vérifiées : les notes qui en portent deviennent des "
            "notes validées. Sinon elles servent de suggestions."
        ),
    )
    margins = forms.ChoiceField(
        label=_("En-têtes et pieds de page des PDF"),
        required=False,
        choices=[
            (DROP, _("Les retirer")),
            (ASK, _("Me les montrer d'abord, ligne à ligne")),
            (KEEP, _("Les garder")),
        ],
        help_text=_(
            "Ce que les pages répètent en haut et en bas. Les autres formats n'en ont pas."
        ),
    )

    def clean_margins(self) -> str:
        """Who does not know the field gets what there was before it."""
        return self.cleaned_data["margins"] or DROP


class DocumentFilterForm(forms.Form):
    """The list's filters; an unknown value means "all"."""

    state = forms.ChoiceField(
        label=_("État"),
        required=False,
        choices=[("", _("Tous")), *Document.State.choices],
    )
    doc_type = forms.ChoiceField(label=_("Type"), required=False)
    sort = forms.ChoiceField(
        label=_("Tri"),
        required=False,
        choices=[
            ("position", _("Ordre d'arrivée")),
            ("-position", _("Dernières arrivées")),
            ("-date", _("Date, récentes d'abord")),
            ("date", _("Date, anciennes d'abord")),
            ("type", _("Type")),
            ("state", _("État")),
        ],
    )

    def __init__(self, data: object, types: list[str]) -> None:
        super().__init__(data)  # type: ignore[arg-type]
        field = self.fields["doc_type"]
        field.choices = [("", _("Tous")), *((name, name) for name in types)]  # type: ignore[attr-defined]
