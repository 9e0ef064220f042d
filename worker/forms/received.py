"""Another site's two files."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _t
from django.utils.translation import gettext_lazy as _

from worker.services.receive_representations import MOST_BYTES

_MEGABYTES: Final = MOST_BYTES // 1024**2
_ONLY = {"accept": ".safetensors"}


class ReceivedForm(forms.Form):
    """What is in the files is checked by the service."""

    site = forms.CharField(
        label=_("Site d'origine"),
        max_length=80,
        help_text=_("L'établissement qui a envoyé les fichiers. Pas de nom de personne."),
    )
    material = forms.FileField(
        label=_("Représentations"),
        allow_empty_file=True,
        help_text=_("representations.safetensors : des vecteurs et leurs étiquettes. 250 Mo au plus."),
        error_messages={"required": _("Choisissez un fichier.")},
        widget=forms.ClearableFileInput(attrs=_ONLY),
    )  # fmt: skip
    model = forms.FileField(
        label=_("Réseau"),
        allow_empty_file=True,
        help_text=_(
            "representation-model.safetensors : sans lui, vos notes ne deviennent pas des vecteurs. 250 Mo au plus."
        ),
        error_messages={"required": _("Choisissez un fichier.")},
        widget=forms.ClearableFileInput(attrs=_ONLY),
    )

    def clean_site(self) -> str:
        """On one line, of signs that are seen: a card in Markdown tells it, and it is all that tells where a model comes from."""
        site = " ".join(self.cleaned_data["site"].split())
        if not site.isprintable():
            raise forms.ValidationError(_t("Ce nom contient des caractères invisibles."))
        return site

    def clean_material(self) -> UploadedFile[Any]:
        return self._small("material")

    def clean_model(self) -> UploadedFile[Any]:
        return self._small("model")

    def _small(self, field: str) -> UploadedFile[Any]:
        """Before anything is read."""
        upload: UploadedFile[Any] = self.cleaned_data[field]
        if not upload.size:
            raise forms.ValidationError(_t("Ce fichier est vide."))
        if upload.size > MOST_BYTES:
            raise forms.ValidationError(
                _t("Le fichier dépasse %(limit)d Mo.") % {"limit": _MEGABYTES}
            )
        return upload
