"""The rule engine: every family of rules over one text, overlaps resolved."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from annotation.domain.notes import PatientIdentity
from annotation.domain.spans import Span, sort_spans
from worker.engine.rules.addresses import find_addresses
from worker.engine.rules.ages import find_ages
from worker.engine.rules.birth_names import find_birth_names
from worker.engine.rules.births import births_after_names, mark_births
from worker.engine.rules.consistency import spread_initials, spread_names, spread_towns
from worker.engine.rules.contacts import find_contacts
from worker.engine.rules.dates import find_dates
from worker.engine.rules.durations import find_durations
from worker.engine.rules.identifiers import find_identifiers
from worker.engine.rules.name_pairs import find_pairs
from worker.engine.rules.organisations import find_organisations
from worker.engine.rules.patient import find_patient
from worker.engine.rules.person_fields import find_person_fields
from worker.engine.rules.persons import find_persons
from worker.engine.rules.places import find_places
from worker.engine.rules.references import find_references
from worker.engine.rules.years import find_years
from worker.engine.text.document import Document
from worker.engine.text.folding import compose

VERSION: Final = "rules-1"

Rule = Callable[[Document], Iterable[Span]]

# Families that find no person, then those that do; their names are those of `FAMILIES`.
_THINGS: Final[dict[str, Rule]] = {
    "durations": find_durations,
    "ages": find_ages,
    "contacts": find_contacts,
    "identifiers": find_identifiers,
    "references": find_references,
    "addresses": find_addresses,
    "places": find_places,
    "organisations": find_organisations,
}
_PERSONS: Final[dict[str, Rule]] = {
    "persons": find_persons,
    "birth_names": find_birth_names,
    "person_fields": find_person_fields,
    "pairs": find_pairs,
}
FAMILIES: Final = frozenset(
    {"dates", "years", "patient", "spread_names", "spread_initials", "spread_towns"}
    | _THINGS.keys()
    | _PERSONS.keys()
)
_NONE: Final[frozenset[str]] = frozenset()


class UnknownFamilyError(ValueError):
    """`names` are no families of rules."""

    def __init__(self, names: frozenset[str]) -> None:
        super().__init__(f"familles de règles inconnues : {', '.join(sorted(names))}")
        self.names = names


class RuleDetector:
    """Detector of static rules, and of the patient's data when they are given.

    `disabled` are names of `FAMILIES` that are left out. Raises UnknownFamilyError.
    """

    def __init__(self, disabled: frozenset[str] = _NONE) -> None:
        if unknown := disabled - FAMILIES:
            raise UnknownFamilyError(unknown)
        self._disabled = disabled

    @property
    def version(self) -> str:
        """Names the families that are left out, if any."""
        left_out = "".join(f"-{name}" for name in sorted(self._disabled))
        return f"{VERSION}{left_out}"

    def detect(
        self, texts: Sequence[str], patients: Sequence[PatientIdentity | None] | None = None
    ) -> list[list[Span]]:
        """See worker.engine.detector.Detector."""
        known = patients if patients is not None else [None] * len(texts)
        return [
            find_spans(text, patient, self._disabled)
            for text, patient in zip(texts, known, strict=True)
        ]


def find_spans(
    text: str, patient: PatientIdentity | None = None, disabled: frozenset[str] = _NONE
) -> list[Span]:
    """Spans of one text, sorted, without overlaps; nothing of the families `disabled`."""
    composed, positions = compose(text)
    spans = resolve(_candidates(Document.read(composed), patient, disabled), len(composed))
    if positions is None:
        return spans
    return [_moved(span, positions) for span in spans]


def _candidates(
    doc: Document, patient: PatientIdentity | None, disabled: frozenset[str]
) -> list[Span]:
    dates = () if "dates" in disabled else find_dates(doc)
    years = () if "years" in disabled else find_years(doc)
    spans = [*mark_births(doc, [*dates, *years]), *_found(doc, _THINGS, disabled)]
    known = patient if "patient" not in disabled else None
    persons = [
        *_found(doc, _PERSONS, disabled),
        *(find_patient(doc, known) if known is not None else ()),
    ]
    kept = resolve([*spans, *persons], len(doc.text))
    spans += persons
    births = {(span.start, span.end): span for span in births_after_names(doc, kept)}
    spans = [births.get((span.start, span.end), span) for span in spans]
    return [*spans, *_spread(doc, kept, disabled)]


def _found(doc: Document, rules: Mapping[str, Rule], disabled: frozenset[str]) -> Iterator[Span]:
    for name, rule in rules.items():
        if name not in disabled:
            yield from rule(doc)


def _spread(doc: Document, kept: list[Span], disabled: frozenset[str]) -> Iterator[Span]:
    """What was found once, elsewhere in the note."""
    names = [] if "spread_names" in disabled else list(spread_names(doc, kept))
    yield from names
    if "spread_initials" not in disabled:
        yield from spread_initials(doc, [*kept, *names])
    if "spread_towns" not in disabled:
        yield from spread_towns(doc, kept)


def resolve(candidates: Iterable[Span], length: int) -> list[Span]:
    """Longest first, then the surest; what overlaps a taken span is dropped. Linear in the text."""
    taken: list[Span] = []
    occupied = bytearray(length + 1)
    for span in sorted(
        candidates, key=lambda item: (item.start - item.end, -item.score, item.start)
    ):
        start, end = span.start, span.end
        if start < end and occupied.find(1, start, end) < 0:
            occupied[start:end] = b"\1" * (end - start)
            taken.append(span)
    return sort_spans(taken)


def _moved(span: Span, positions: list[int]) -> Span:
    """Back to the offsets of the text before its accents were composed."""
    return replace(span, start=positions[span.start], end=positions[span.end])
