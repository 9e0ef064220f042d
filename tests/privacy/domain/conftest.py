"""Tables read once, and a builder of annotated notes."""

from collections.abc import Callable

import pytest

from annotation.domain.notes import Note, PatientIdentity
from annotation.domain.spans import Span
from privacy.domain.randomness import StudyKey
from privacy.domain.tables import Tables, default_tables

Entities = list[tuple[str, str, str]]


@pytest.fixture
def folders() -> None:
    """None: nothing is written here, and to make a folder takes as long as most of these tests."""


@pytest.fixture(scope="session")
def tables() -> Tables:
    return default_tables()


@pytest.fixture
def key() -> StudyKey:
    return StudyKey(bytes(range(32)))


@pytest.fixture
def make_note() -> Callable[..., Note]:
    def build(
        text: str,
        entities: Entities,
        *,
        id: str = "n1",
        date: str = "",
        patient_id: str = "p1",
        **patient: object,
    ) -> Note:
        """Each (surface, label, sub-type) is found after the previous one."""
        spans, at = [], 0
        for surface, label, subtype in entities:
            start = text.index(surface, at)
            at = start + len(surface)
            spans.append(Span(start, at, label, subtype))
        identity = PatientIdentity(id=patient_id, **patient)
        return Note(id, text, identity, {"date": date} if date else {}, tuple(spans))

    return build
