"""The one way to name a label or a sub-type to people; codes are for files and programs."""

from __future__ import annotations

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from annotation.domain.labels import Label, Subtype
from annotation.presentation.label_words import LABEL_WORDS

LABEL_NAMES: Final[dict[str, Promise]] = {
    Label.PER: _("Personnes"),
    Label.LOC: _("Lieux"),
    Label.ORG: _("Établissements"),
    Label.DATE: _("Dates et durées"),
    Label.AGE: _("Âges"),
    Label.TEL: _("Téléphones"),
    Label.MAIL: _("Adresses électroniques"),
    Label.REF: _("Références"),
    Label.QID: _("Identifiants"),
}
# Written beside a word of a note, where the name would be longer than the word.
_MARKS: Final[dict[str, Promise]] = {
    Subtype.NOM: pgettext_lazy("mark", "NOM"),
    Subtype.PRENOM: pgettext_lazy("mark", "PRÉN"),
    Subtype.INITIALES: pgettext_lazy("mark", "INIT"),
    Subtype.VILLE: pgettext_lazy("mark", "VILLE"),
    Subtype.ZIP: pgettext_lazy("mark", "CP"),
    Subtype.ADRESSE: pgettext_lazy("mark", "ADR"),
    Subtype.DEPARTEMENT: pgettext_lazy("mark", "DÉPT"),
    Subtype.REGION: pgettext_lazy("mark", "RÉGION"),
    Subtype.PAYS: pgettext_lazy("mark", "PAYS"),
    Subtype.HOPITAL: pgettext_lazy("mark", "HÔP"),
    Subtype.SERVICE: pgettext_lazy("mark", "SERV"),
    Subtype.ORGANISME: pgettext_lazy("mark", "ORGA"),
    Subtype.DATE: pgettext_lazy("mark", "DATE"),
    Subtype.DATE_NAISSANCE: pgettext_lazy("mark", "NAISS"),
    Subtype.DUREE: pgettext_lazy("mark", "DURÉE"),
    Subtype.AGE: pgettext_lazy("mark", "ÂGE"),
    Subtype.TEL: pgettext_lazy("mark", "TÉL"),
    Subtype.FAX: pgettext_lazy("mark", "FAX"),
    Subtype.MAIL: pgettext_lazy("mark", "MAIL"),
    Subtype.URL: pgettext_lazy("mark", "WEB"),
    Subtype.REF: pgettext_lazy("mark", "RÉF"),
    Subtype.SECU: pgettext_lazy("mark", "SÉCU"),
    Subtype.IPP: pgettext_lazy("mark", "IPP"),
    Subtype.NDA: pgettext_lazy("mark", "NDA"),
    Subtype.RPPS: pgettext_lazy("mark", "RPPS"),
    Subtype.ADELI: pgettext_lazy("mark", "ADELI"),
    Subtype.FINESS: pgettext_lazy("mark", "FINESS"),
    Subtype.AUTRE: pgettext_lazy("mark", "AUTRE"),
}


def label_name(label: str) -> str:
    """ "Personnes" for PER; a label that a project has added keeps its code."""
    return str(LABEL_NAMES.get(label, label))


def entity_name(label: str, subtype: str = "") -> str:
    """What one entity is called: "Nom" for PER/NOM, by its label where it has no sub-type."""
    if words := LABEL_WORDS.get(subtype):
        return gettext(words.name)
    return label_name(subtype or label)


def mark_of(label: str, subtype: str = "") -> str:
    """What stands beside an entity in a note: "PRÉN" for PER/PRENOM."""
    return str(_MARKS.get(subtype) or subtype or label)
