"""The one interface behind which every detection engine stands: rules, transformer, both."""

from collections.abc import Sequence
from typing import Protocol

from annotation.domain.notes import PatientIdentity
from annotation.domain.spans import Span
from worker.engine.reading import Reading


class Detector(Protocol):
    """Finds identifying spans.

    `version` names the engine in `Span.source` and in the job's result
    (``rules-1``, ``ner-fr-1-3f2a…``).
    """

    @property
    def version(self) -> str: ...

    def detect(
        self, texts: Sequence[str], patients: Sequence[PatientIdentity | None] | None = None
    ) -> list[list[Span]]:
        """One list of spans per text, sorted, without overlaps, offsets in code points.

        `patients`, when given, has the length of `texts` and brings the structured identity
        that the patient rules look for.
        """
        ...


class Model(Detector, Protocol):
    """A network: it says of every word, too, how surely it is no part of an entity."""

    def read(self, texts: Sequence[str]) -> list[Reading]:
        """One reading per text."""
        ...
