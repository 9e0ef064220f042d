"""The originals of one patient: what the entities cover, and the patient's structured data."""

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Final

from annotation.domain.labels import Label, Subtype
from annotation.domain.notes import Note, PatientIdentity
from annotation.domain.spans import Span, sort_spans
from privacy.domain.leakscan.forms import SensitiveString

_PERSON: Final = str(Label.PER)  # a member of an enumeration is looked up slowly
_APART: Final = 2  # characters between the names of one person: « DURAND, Paul »
# « Dijon Cedex 9 », « Paris 15e »
_DELIVERY: Final = re.compile(
    r"\s+(?:cedex\b.*|\d{1,2}(?:er|e|[èe]me)?(?:\s+arr\w*\.?)?)$", re.IGNORECASE
)


def sensitive_strings(notes: Iterable[Note]) -> set[SensitiveString]:
    """Every surface of an entity, the full names that neighbouring ones make, and the structured data."""
    found: set[SensitiveString] = set()
    patient: PatientIdentity | None = None
    for note in notes:
        text, spans = note.text, sort_spans(note.entities)
        found.update(
            [SensitiveString(str(s.label), s.subtype, text[s.start : s.end]) for s in spans]
        )
        found.update(_full_names(text, spans))
        if note.patient != patient:  # a patient's notes say the same of him
            patient = note.patient
            found.update(_structured(patient))
    return {item for item in found if item.surface.strip()}


def _full_names(text: str, spans: Iterable[Span]) -> Iterator[SensitiveString]:
    for left, right in pairwise(spans):
        if (
            left.label == right.label == _PERSON
            and right.start - left.end <= _APART
            and not text[left.end : right.start].strip(" ,.")
        ):
            yield SensitiveString(_PERSON, "", text[left.start : right.end])


def _structured(patient: PatientIdentity) -> Iterator[SensitiveString]:
    yield from (SensitiveString(Label.PER, Subtype.NOM, name) for name in patient.last_name)
    yield from (SensitiveString(Label.PER, Subtype.PRENOM, name) for name in patient.first_name)
    for last in patient.last_name:
        yield from (
            SensitiveString(Label.PER, "", f"{first} {last}") for first in patient.first_name
        )
    yield from (SensitiveString(Label.TEL, Subtype.TEL, phone) for phone in patient.phone)
    yield from (SensitiveString(Label.MAIL, Subtype.MAIL, mail) for mail in patient.mail)
    yield SensitiveString(Label.QID, Subtype.SECU, patient.nir)
    yield SensitiveString(Label.QID, Subtype.IPP, patient.ipp)
    yield SensitiveString(Label.LOC, Subtype.ADRESSE, patient.address)
    yield SensitiveString(Label.LOC, Subtype.ZIP, patient.zip)
    yield SensitiveString(Label.LOC, Subtype.VILLE, patient.city)
    yield SensitiveString(Label.LOC, Subtype.VILLE, _DELIVERY.sub("", patient.city))
    yield SensitiveString(Label.DATE, Subtype.DATE_NAISSANCE, patient.birth_date)
