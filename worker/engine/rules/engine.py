"""The rule engine: every family of rules over one text, overlaps resolved."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Final

from annotation.domain.notes import PatientIdentity
from annotation.domain.spans import Span, sort_spans
from worker.engine.folding import compose
from worker.engine.rules.addresses import find_addresses
from worker.engine.rules.ages import find_ages
from worker.engine.rules.birth_names import find_birth_names
from worker.engine.rules.births import births_after_names, mark_births
from worker.engine.rules.consistency import spread_initials, spread_names, spread_towns
from worker.engine.rules.contacts import find_contacts
from worker.engine.rules.dates import find_dates
from worker.engine.rules.document import Document
from worker.engine.rules.durations import find_durations
from worker.engine.rules.identifiers import find_identifiers
from worker.engine.rules.initials import find_initials
from worker.engine.rules.lower_names import find_lower_names
from worker.engine.rules.name_lists import find_listed_names
from worker.engine.rules.name_pairs import (
    find_glued_names,
    find_lines_and_fields,
    find_lone_capitals,
    find_lone_first_names,
    find_lone_names,
    find_names_in_parentheses,
    find_pairs,
)
from worker.engine.rules.organisations import find_organisations
from worker.engine.rules.patient import find_patient
from worker.engine.rules.person_fields import find_person_fields
from worker.engine.rules.persons import find_persons
from worker.engine.rules.places import find_places
from worker.engine.rules.references import find_references
from worker.engine.rules.small_letters import find_small_letters
from worker.engine.rules.tables import find_tables
from worker.engine.rules.years import find_years

VERSION: Final = "rules-1"

Rule = Callable[[Document], Iterable[Span]]

RULES: Final[tuple[Rule, ...]] = (
    find_durations,
    find_ages,
    find_contacts,
    find_identifiers,
    find_references,
    find_addresses,
    find_places,
    find_organisations,
    find_small_letters,
)


class RuleDetector:
    """Detector of static rules, and of the patient's data when they are given."""

    @property
    def version(self) -> str:
        return VERSION

    def detect(
        self, texts: Sequence[str], patients: Sequence[PatientIdentity | None] | None = None
    ) -> list[list[Span]]:
        """See worker.engine.detector.Detector."""
        known = patients if patients is not None else [None] * len(texts)
        return [find_spans(text, patient) for text, patient in zip(texts, known, strict=True)]


def find_spans(text: str, patient: PatientIdentity | None = None) -> list[Span]:
    """Spans of one text, sorted, without overlaps."""
    composed, positions = compose(text)
    spans = resolve(_candidates(Document.read(composed), patient), len(composed))
    if positions is None:
        return spans
    return [_moved(span, positions) for span in spans]


def _candidates(doc: Document, patient: PatientIdentity | None) -> list[Span]:
    spans = list(mark_births(doc, [*find_dates(doc), *find_years(doc)]))
    for rule in RULES:
        spans += rule(doc)
    known = list(find_patient(doc, patient)) if patient is not None else []
    persons = [
        *find_persons(doc),
        *find_birth_names(doc),
        *find_person_fields(doc),
        *find_pairs(doc),
        *find_lone_first_names(doc),
        *find_lone_names(doc),
        *find_lone_capitals(doc),
        *find_names_in_parentheses(doc),
        *find_lines_and_fields(doc),
        *find_glued_names(doc),
        *find_listed_names(doc),
        *find_tables(doc),
        *find_lower_names(doc),
        *find_initials(doc),
    ]
    kept = resolve([*spans, *persons, *known], len(doc.text))
    spans += persons
    spans += known
    births = {(span.start, span.end): span for span in births_after_names(doc, kept)}
    spans = [births.get((span.start, span.end), span) for span in spans]
    names = list(spread_names(doc, kept))
    spans += names
    spans += spread_initials(doc, [*kept, *names])
    spans += spread_towns(doc, kept)
    return spans


def resolve(candidates: Iterable[Span], length: int) -> list[Span]:
    """Longest first, then the surest; what overlaps a taken span is dropped. Linear in the text."""
    taken: list[Span] = []
    occupied = bytearray(length + 1)
    for span in sorted(candidates, key=lambda item: (-item.length, -item.score, item.start)):
        if span.start < span.end and not any(occupied[span.start : span.end]):
            occupied[span.start : span.end] = b"\1" * span.length
            taken.append(span)
    return sort_spans(taken)


def _moved(span: Span, positions: list[int]) -> Span:
    """Back to the offsets of the text before its accents were composed."""
    return replace(span, start=positions[span.start], end=positions[span.end])
