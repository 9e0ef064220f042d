"""Findings of the check in words, as the canvas shows them."""

from __future__ import annotations

from typing import Any, Final

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from annotation.domain.residual import Kind
from annotation.models import Layer
from annotation.selectors.residues import Residue

_KINDS: Final[dict[Kind, Promise]] = {
    Kind.NIR: _("numéro de sécurité sociale (clé juste)"),
    Kind.AT: _("adresse électronique"),
    Kind.TITLE: _("nom après une civilité"),
    Kind.CODE: _("numéro ou code d'identification"),
    Kind.DIGITS: _("nombre de sept chiffres ou plus"),
}
_OWN: Final[dict[str, Promise]] = {
    "last_name": _("nom du patient"),
    "first_name": _("prénom du patient"),
    "initials": _("initiales du patient"),
    "birth_date": _("date de naissance du patient"),
    "nir": _("NIR du patient"),
    "ipp": _("IPP du patient"),
    "phone": _("téléphone du patient"),
    "mail": _("adresse électronique du patient"),
    "address": _("adresse du patient"),
    "zip": _("code postal du patient"),
    "city": _("ville du patient"),
}
_FOREIGN: Final[dict[str, Promise]] = {
    "name": _("nom complet d'un autre patient"),
    "nir": _("NIR d'un autre patient"),
    "ipp": _("IPP d'un autre patient"),
    "phone": _("téléphone d'un autre patient"),
    "mail": _("adresse électronique d'un autre patient"),
}


def kind_words(kind: Kind, detail: str) -> str:
    """« nom du patient », « nombre de sept chiffres ou plus »."""
    if kind is Kind.IDENTITY:
        return str(_OWN[detail])
    if kind is Kind.FOREIGN:
        return str(_FOREIGN[detail])
    return str(_KINDS[kind])


def residue_to_json(residue: Residue, layer: Layer) -> dict[str, Any]:
    """One finding as `urls.residual` and a refused submission give it."""
    note, found = residue.document, residue.finding
    here = note.pk == layer.document_id
    return {
        "document": str(note.pk),
        "title": None if here else note.title,
        "url": None
        if here
        else reverse("annotation:document-detail", args=[note.project_id, note.pk]),
        "kind": found.kind.value,
        "why": kind_words(found.kind, found.detail),
        "start": found.start,
        "end": found.end,
        "before": residue.before,
        "surface": residue.surface,
        "after": residue.after,
        "reason": residue.reason,
        "words": residue.words,
    }
