"""The rule engine: every family of rules over one text, overlaps resolved."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from annotation.domain.notes import PatientIdentity
from annotation.domain.spans import Span, merge_hybrid
from worker.engine.rules.bodies.finder import find_bodies
from worker.engine.rules.contacts.finder import find_contacts
from worker.engine.rules.dates import ages
from worker.engine.rules.dates.finder import find_dates
from worker.engine.rules.identifiers import patterns as identifiers
from worker.engine.rules.identifiers import references
from worker.engine.rules.patient.finder import find_patient
from worker.engine.rules.pattern import find_all
from worker.engine.rules.persons.finder import find_persons
from worker.engine.rules.places import patterns as places
from worker.engine.text.document import Document
from worker.engine.text.entities import plain
from worker.engine.text.folding import compose

VERSION: Final = "rules-3"

Finder = Callable[[Document], Iterable[Span]]

FINDERS: Final[dict[str, Finder]] = {
    "dates": find_dates,
    "ages": partial(find_all, ages.PATTERNS),
    "contacts": find_contacts,
    "identifiers": partial(find_all, identifiers.PATTERNS),
    "references": partial(find_all, references.PATTERNS),
    "places": partial(find_all, places.PATTERNS),
    "bodies": find_bodies,
    "persons": find_persons,
}
FAMILIES: Final = frozenset({"patient", *FINDERS})
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
    composed, positions = compose(plain(text))
    doc = Document.read(composed)
    spans = merge_hybrid(candidates(doc, patient, disabled))
    if positions is None:
        return spans
    return [_moved(span, positions) for span in spans]


def candidates(
    doc: Document, patient: PatientIdentity | None = None, disabled: frozenset[str] = _NONE
) -> Iterator[Span]:
    """What every family finds, overlaps and all."""
    for name, find in FINDERS.items():
        if name not in disabled:
            yield from find(doc)
    if patient is not None and "patient" not in disabled:
        yield from find_patient(doc, patient)


def _moved(span: Span, positions: list[int]) -> Span:
    """Back to the offsets of the text before its accents were composed."""
    return replace(span, start=positions[span.start], end=positions[span.end])
