"""Substitute every entity of one patient's file under one policy and one study key.

One call sees all notes of the patient: counting the elements, keeping the order of the dates and linking the
names need the whole file. The result holds no original value.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from annotation.domain.labels import Label
from annotation.domain.notes import Note
from privacy.domain.budget import Element, ElementKey, allocate
from privacy.domain.patient_file import Mention, PatientFile, Rendered, open_file
from privacy.domain.places import Places
from privacy.domain.policy import SubstitutionPolicy
from privacy.domain.randomness import StudyKey
from privacy.domain.surrogates.contacts import mail, phone, phone_key, url
from privacy.domain.surrogates.identifiers import identifier, identifier_key, reference
from privacy.domain.surrogates.organisations import organisation
from privacy.domain.surrogates.people import People
from privacy.domain.surrogates.shapes import core, draw_source
from privacy.domain.tables import Tables
from privacy.domain.text import fold
from privacy.domain.timeline import Timeline


@dataclass(frozen=True, slots=True)
class Replacement:
    """`text[start:end]` of the new note replaces `[source_start, source_end[` of the original.

    `element_id` is None for what spends nothing; `derived` says that it follows from other surrogates.
    """

    start: int
    end: int
    label: str
    subtype: str
    source_start: int
    source_end: int
    element_id: str | None = None
    derived: bool = False
    warning: str | None = None


@dataclass(frozen=True, slots=True)
class SubstitutedNote:
    """The note as it may leave."""

    note_id: str
    text: str = field(repr=False)
    replacements: tuple[Replacement, ...]


@dataclass(frozen=True, slots=True)
class PatientResult:
    """`elements` sum to ε when there is at least one; they carry no original value."""

    patient: str
    notes: tuple[SubstitutedNote, ...]
    elements: tuple[Element, ...]


@dataclass(frozen=True, slots=True)
class Substitution:
    """A result with what the preview explains: shares by element, renderings by mention. Stays in memory."""

    file: PatientFile = field(repr=False)
    places: Places = field(repr=False)
    shares: Mapping[ElementKey, Fraction] = field(repr=False)
    rendered: Mapping[int, Rendered] = field(repr=False)
    ids: Mapping[ElementKey, str] = field(repr=False)
    result: PatientResult


def substitute_patient_file(
    notes: Sequence[Note], *, policy: SubstitutionPolicy, key: StudyKey, tables: Tables
) -> PatientResult:
    """Replace every entity of all the notes of one patient.

    Raises `BadEntityError` (span outside the text, overlapping, unknown label) and ValueError when the notes
    are none or belong to several patients. Text outside the entities is copied exactly.
    """
    return substitution(notes, policy=policy, key=key, tables=tables).result


def substitution(
    notes: Sequence[Note], *, policy: SubstitutionPolicy, key: StudyKey, tables: Tables
) -> Substitution:
    """The same, with what explains it."""
    if not notes or len({note.patient.id for note in notes}) != 1:
        msg = "substitution takes the notes of exactly one patient"
        raise ValueError(msg)
    file = open_file(notes)
    timeline = Timeline(file, policy, key)
    places = Places(file, policy, key, tables)
    mentions = Counter([*timeline.elements(), *places.elements()])
    shares = allocate(policy.epsilon, list(mentions), policy.class_weights) if mentions else {}
    places.draw(shares)
    rendered = timeline.render(shares) | places.render() | People(file, key, tables).render()
    rendered |= {
        m.index: _independent(m, file, places, key, tables)
        for m in file.mentions
        if m.index not in rendered
    }
    ids = {
        k: key.opaque_id(file.patient_id, k.element_class, k.granularity, k.value) for k in shares
    }
    elements = tuple(
        Element(ids[k], k.element_class, k.granularity, shares[k], count)
        for k, count in mentions.items()
    )
    texts = tuple(_rewrite(file, rank, rendered, ids) for rank in range(len(file.notes)))
    result = PatientResult(file.patient_id, texts, elements)
    return Substitution(file, places, shares, rendered, ids, result)


def _independent(
    mention: Mention, file: PatientFile, places: Places, key: StudyKey, tables: Tables
) -> Rendered:
    """Organisations, phones, mails, references and identifiers: random, memoised by normal form."""
    surface, kind = mention.surface, f"{mention.label}/{mention.subtype}"
    if mention.label is Label.ORG:
        source = draw_source(key, file.patient_id, "ORG", fold(surface))
        text, derived = organisation(source, surface, tables, places.city_of)
        return Rendered(text, derived_from="la commune" if derived else "")
    if mention.label is Label.MAIL:
        source = draw_source(key, file.patient_id, kind, surface.casefold())
        return Rendered(url(source, surface) if mention.subtype == "URL" else mail(source, surface))
    if mention.label is Label.TEL:
        source = draw_source(key, file.patient_id, "TEL", phone_key(surface))
        return Rendered(phone(source, surface))
    if mention.label is Label.REF:
        source = draw_source(key, file.patient_id, "REF", core(surface))
        return Rendered(reference(source, surface))
    value = identifier_key(surface, mention.subtype)
    source = draw_source(key, file.patient_id, "QID", value)
    return Rendered(identifier(source, surface, mention.subtype))


def _rewrite(
    file: PatientFile, rank: int, rendered: Mapping[int, Rendered], ids: Mapping[ElementKey, str]
) -> SubstitutedNote:
    note = file.notes[rank]
    parts: list[str] = []
    replacements: list[Replacement] = []
    read = written = 0
    for mention in file.of_note(rank):
        shown = rendered[mention.index]
        kept = note.text[read : mention.start]
        start = written + len(kept)
        written = start + len(shown.text)
        read = mention.end
        parts += [kept, shown.text]
        replacements.append(
            Replacement(
                start=start,
                end=written,
                label=str(mention.label),
                subtype=mention.subtype,
                source_start=mention.start,
                source_end=mention.end,
                element_id=ids[shown.element] if shown.element is not None else None,
                derived=bool(shown.derived_from),
                warning=shown.warning,
            )
        )
    return SubstitutedNote(note.id, "".join(parts) + note.text[read:], tuple(replacements))
