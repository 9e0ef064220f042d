"""Names of labels, sub-types and mechanisms."""

from __future__ import annotations

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _l

from annotation.domain.labels import Label

LABEL_NAMES: Final[dict[str, Promise]] = {
    Label.PER: _l("Personnes"),
    Label.LOC: _l("Lieux"),
    Label.ORG: _l("Établissements"),
    Label.DATE: _l("Dates et durées"),
    Label.AGE: _l("Âges"),
    Label.TEL: _l("Téléphones"),
    Label.MAIL: _l("Adresses électroniques"),
    Label.REF: _l("Références"),
    Label.QID: _l("Identifiants"),
}
MECHANISM_NAMES: Final[dict[str, Promise]] = {
    "metric": _l("bruit métrique"),
    "tchouka2022": _l("intervalles par catégorie (2022)"),
    "tchouka2023": _l("article de 2023"),
    "tchouka2024": _l("article de 2024"),
    "geoind": _l("géo-indistinguabilité"),
    "shift": _l("décalage uniforme"),
    "tag": _l("étiquette"),
    "random": _l("tirage au hasard"),
    "derived": _l("déduit d'une autre valeur"),
}
SUBTYPE_NAMES: Final[dict[str, Promise]] = {
    "NOM": _l("nom"),
    "PRENOM": _l("prénom"),
    "INITIALES": _l("initiales"),
    "VILLE": _l("ville"),
    "ZIP": _l("code postal"),
    "ADRESSE": _l("adresse"),
    "DEPARTEMENT": _l("département"),
    "REGION": _l("région"),
    "PAYS": _l("pays"),
    "HOPITAL": _l("hôpital"),
    "SERVICE": _l("service"),
    "ORGANISME": _l("organisme"),
    "DATE": _l("date"),
    "DATE_NAISSANCE": _l("date de naissance"),
    "DUREE": _l("durée"),
    "AGE": _l("âge"),
    "TEL": _l("téléphone"),
    "FAX": _l("télécopie"),
    "MAIL": _l("adresse électronique"),
    "URL": _l("adresse web"),
    "REF": _l("référence"),
    "SECU": _l("n° de sécurité sociale"),
    "IPP": _l("IPP"),
    "NDA": _l("n° de dossier"),
    "RPPS": _l("RPPS"),
    "ADELI": _l("ADELI"),
    "FINESS": _l("FINESS"),
    "AUTRE": _l("autre identifiant"),
}
