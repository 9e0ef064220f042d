"""What a rule of the engine looks at, in a person's words: on the pages of rules and models, and beside an entity."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

_WORDS: Final = {
    "address": _("adresse"),
    "adeli": _("n° Adeli"),
    "age": _("âge"),
    "age-by-sex": _("âge après le sexe"),
    "age-of-life": _("âge d'un nouveau-né"),
    "autre": _("identifiant"),
    "birth-date": _("naissance"),
    "birth-name": _("nom de naissance"),
    "brand": _("organisme connu"),
    "civility": _("civilité"),
    "date": _("date"),
    "department": _("département"),
    "duration": _("durée passée"),
    "fax": _("télécopie"),
    "field-name": _("rubrique du nom"),
    "finess": _("n° Finess"),
    "full-date": _("date en chiffres"),
    "hospital": _("hôpital"),
    "hospital-name": _("hôpital connu"),
    "ipp": _("IPP"),
    "login": _("connexion"),
    "mail": _("courriel"),
    "named-body": _("organisme nommé"),
    "nda": _("NDA"),
    "number-field": _("rubrique d'un numéro"),
    "organisation": _("organisme"),
    "patient-number": _("numéro de patient"),
    "phone": _("téléphone"),
    "plate": _("plaque d'immatriculation"),
    "psychiatry-sector": _("secteur de psychiatrie"),
    "reference": _("référence"),
    "rpps": _("n° RPPS"),
    "secu": _("n° de sécurité sociale"),
    "town": _("ville"),
    "url": _("adresse web"),
    "zip": _("code postal"),
}


def rule_words(name: str) -> str:
    """``"secu"`` or ``"rule:secu"``, its spans' source -> ``"n° de sécurité sociale"``; a rule that exists no more keeps its name."""
    plain = name.removeprefix("rule:")
    return str(_WORDS.get(plain, plain))


def words_of_rules() -> dict[str, str]:
    """All of them, for the canvas: ``{"secu": "n° de sécurité sociale", ...}``."""
    return {name: str(words) for name, words in _WORDS.items()}
