"""Names of labels, sub-types and mechanisms."""

from __future__ import annotations

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _l

from annotation.domain.labels import Label, Subtype

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
    Subtype.NOM: _l("nom"),
    Subtype.PRENOM: _l("prénom"),
    Subtype.INITIALES: _l("initiales"),
    Subtype.VILLE: _l("ville"),
    Subtype.ZIP: _l("code postal"),
    Subtype.ADRESSE: _l("adresse"),
    Subtype.DEPARTEMENT: _l("département"),
    Subtype.REGION: _l("région"),
    Subtype.PAYS: _l("pays"),
    Subtype.HOPITAL: _l("hôpital"),
    Subtype.SERVICE: _l("service"),
    Subtype.ORGANISME: _l("organisme"),
    Subtype.DATE: _l("date"),
    Subtype.DATE_NAISSANCE: _l("date de naissance"),
    Subtype.DUREE: _l("durée"),
    Subtype.AGE: _l("âge"),
    Subtype.TEL: _l("téléphone"),
    Subtype.FAX: _l("télécopie"),
    Subtype.MAIL: _l("adresse électronique"),
    Subtype.URL: _l("adresse web"),
    Subtype.REF: _l("référence"),
    Subtype.SECU: _l("n° de sécurité sociale"),
    Subtype.IPP: _l("IPP"),
    Subtype.NDA: _l("n° de dossier"),
    Subtype.RPPS: _l("RPPS"),
    Subtype.ADELI: _l("ADELI"),
    Subtype.FINESS: _l("FINESS"),
    Subtype.AUTRE: _l("autre identifiant"),
}


def entity_name(label: str, subtype: str) -> str:
    """What an entity is called: its sub-type, else its label."""
    name = SUBTYPE_NAMES.get(subtype, LABEL_NAMES.get(label))
    return label if name is None else str(name)
