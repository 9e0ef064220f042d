"""One name for label and sub-type, as formats with flat labels have it."""

from typing import Final

from annotation.domain.formats.fields import FieldError
from annotation.domain.labels import SUBTYPE_TO_LABEL, is_valid
from annotation.domain.spans import Span

# Names that other tools and tag sets give to the same things (PHI sets of GeMTeX, i2b2 2014,
# spaCy's news labels); upper case, spaces and hyphens as underscores.
_SYNONYMS: Final[dict[str, tuple[str, str]]] = {
    "PERSON": ("PER", ""),
    "PATIENT": ("PER", ""),
    "DOCTOR": ("PER", ""),
    "NAME": ("PER", ""),
    "NAME_PATIENT": ("PER", ""),
    "NAME_DOCTOR": ("PER", ""),
    "NAME_RELATIVE": ("PER", ""),
    "LAST_NAME": ("PER", "NOM"),
    "FIRST_NAME": ("PER", "PRENOM"),
    "GPE": ("LOC", ""),
    "LOCATION": ("LOC", ""),
    "CITY": ("LOC", "VILLE"),
    "LOCATION_CITY": ("LOC", "VILLE"),
    "LOCATION_ZIP": ("LOC", "ZIP"),
    "LOCATION_STREET": ("LOC", "ADRESSE"),
    "STREET": ("LOC", "ADRESSE"),
    "STATE": ("LOC", "REGION"),
    "COUNTRY": ("LOC", "PAYS"),
    "HOSPITAL": ("ORG", "HOPITAL"),
    "LOCATION_HOSPITAL": ("ORG", "HOPITAL"),
    "LOCATION_ORGANIZATION": ("ORG", "ORGANISME"),
    "ORGANIZATION": ("ORG", "ORGANISME"),
    "PHONE": ("TEL", "TEL"),
    "CONTACT_PHONE": ("TEL", "TEL"),
    "CONTACT_FAX": ("TEL", "FAX"),
    "EMAIL": ("MAIL", "MAIL"),
    "CONTACT_EMAIL": ("MAIL", "MAIL"),
    "CONTACT_URL": ("MAIL", "URL"),
    "SSN": ("QID", "SECU"),
    "NIR": ("QID", "SECU"),
    "MEDICALRECORD": ("QID", "IPP"),
    "ID": ("QID", ""),
    "IDNUM": ("QID", ""),
    "DATE_BIRTH": ("DATE", "DATE_NAISSANCE"),
    "BIRTH_DATE": ("DATE", "DATE_NAISSANCE"),
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
