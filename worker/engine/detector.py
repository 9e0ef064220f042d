"""The one interface behind which every detection engine stands: rules, tagger, transformer."""

from collections.abc import Sequence
from typing import Protocol

from annotation.domain.notes import PatientIdentity
from annotation.domain.spans import Span


class Detector(Protocol):
    """Finds identifying spans.

    `version` names the engine in `Span.source` and in the job's result
    (``rules-1``, ``tagger-3f2a…``).
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
