"""One name for label and sub-type, as formats with flat labels have it."""

from typing import Final

from annotation.domain.formats.fields import FieldError
from annotation.domain.labels import SUBTYPE_TO_LABEL, Label, Subtype, is_valid
from annotation.domain.spans import Span

# Names that other tools and tag sets give to the same things (PHI sets of GeMTeX, i2b2 2014,
# spaCy's news labels); upper case, spaces and hyphens as underscores.
_SYNONYMS: Final[dict[str, tuple[str, str]]] = {
    "PERSON": (Label.PER, ""),
    "PATIENT": (Label.PER, ""),
    "DOCTOR": (Label.PER, ""),
    "NAME": (Label.PER, ""),
    "NAME_PATIENT": (Label.PER, ""),
    "NAME_DOCTOR": (Label.PER, ""),
    "NAME_RELATIVE": (Label.PER, ""),
    "LAST_NAME": (Label.PER, Subtype.NOM),
    "FIRST_NAME": (Label.PER, Subtype.PRENOM),
    "GPE": (Label.LOC, ""),
    "LOCATION": (Label.LOC, ""),
    "CITY": (Label.LOC, Subtype.VILLE),
    "LOCATION_CITY": (Label.LOC, Subtype.VILLE),
    "LOCATION_ZIP": (Label.LOC, Subtype.ZIP),
    "LOCATION_STREET": (Label.LOC, Subtype.ADRESSE),
    "STREET": (Label.LOC, Subtype.ADRESSE),
    "STATE": (Label.LOC, Subtype.REGION),
    "COUNTRY": (Label.LOC, Subtype.PAYS),
    "HOSPITAL": (Label.ORG, Subtype.HOPITAL),
    "LOCATION_HOSPITAL": (Label.ORG, Subtype.HOPITAL),
    "LOCATION_ORGANIZATION": (Label.ORG, Subtype.ORGANISME),
    "ORGANIZATION": (Label.ORG, Subtype.ORGANISME),
    "PHONE": (Label.TEL, Subtype.TEL),
    "CONTACT_PHONE": (Label.TEL, Subtype.TEL),
    "CONTACT_FAX": (Label.TEL, Subtype.FAX),
    "EMAIL": (Label.MAIL, Subtype.MAIL),
    "CONTACT_EMAIL": (Label.MAIL, Subtype.MAIL),
    "CONTACT_URL": (Label.MAIL, Subtype.URL),
    "SSN": (Label.QID, Subtype.SECU),
    "NIR": (Label.QID, Subtype.SECU),
    "MEDICALRECORD": (Label.QID, Subtype.IPP),
    "ID": (Label.QID, ""),
    "IDNUM": (Label.QID, ""),
    "DATE_BIRTH": (Label.DATE, Subtype.DATE_NAISSANCE),
    "BIRTH_DATE": (Label.DATE, Subtype.DATE_NAISSANCE),
}


def name_of(span: Span) -> str:
    """The sub-type, or the label when there is none: ``NOM``, ``PER``."""
    return str(span.subtype or span.label)


def parse_name(name: object, field: str) -> tuple[str, str]:
    """Label and sub-type of ``NOM``, ``PER``, ``PER/NOM``, ``PER_NOM`` or a known synonym.

    A name that is both (``DATE``) means the sub-type. Raises FieldError.
    """
    if not isinstance(name, str):
        raise FieldError(field, "une chaîne de caractères est attendue")
    folded = name.strip().upper().replace("-", "_").replace(" ", "_")
    if folded in SUBTYPE_TO_LABEL:
        return str(SUBTYPE_TO_LABEL[folded]), folded
    if is_valid(folded, ""):
        return folded, ""
    for sign in ("/", ":", "_"):
        label, found, subtype = folded.partition(sign)
        if found and subtype and is_valid(label, subtype):
            return label, subtype
    if folded in _SYNONYMS:
        return _SYNONYMS[folded]
    raise FieldError(field, "étiquette inconnue")
