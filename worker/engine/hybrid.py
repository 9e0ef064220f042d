"""Rules and model together (Tannier et al. 2024): the model's spans go through a list of steps."""

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Final

from annotation.domain.notes import PatientIdentity
from annotation.domain.spans import Span
from worker.engine.boundaries.edges import cut_edges
from worker.engine.detector import Detector, Model
from worker.engine.note import Note
from worker.engine.reading import Reading
from worker.engine.relabelling.by_gazetteer import relabel_by_gazetteer
from worker.engine.relabelling.by_rules import relabel_by_rules
from worker.engine.text.entities import plain
from worker.engine.union import as_read, plain_union, unite
from worker.engine.vetoes.spans import veto

Step = Callable[[Note, Sequence[Span], Reading], list[Span]]

# The merge, in its order. Spans come in as the model read them; every step gives them sorted and apart.
STEPS: Final[tuple[Step, ...]] = (
    cut_edges,
    veto,
    unite,
    relabel_by_rules,
    relabel_by_gazetteer,
)
# By the name that a model's settings give. The second is Tannier et al.'s own, to compare or to prefer; the third is
# the model without the rules.
MERGES: Final[dict[str, tuple[Step, ...]]] = {
    "steps": STEPS,
    "union": (plain_union,),
    "alone": (as_read,),
}


class HybridDetector:
    """Merges the spans of `rules` and of `model` by `MERGES[merge]`; without a model it is the rules alone. Beside a model, spans whose source is in `left_out` count for nothing."""

    def __init__(
        self,
        rules: Detector,
        model: Model | None,
        left_out: Collection[str] = (),
        merge: str = "steps",
    ) -> None:
        self._rules = rules
        self._model = model
        self._left_out = frozenset(left_out)
        self._merge = merge

    @property
    def version(self) -> str:
        """Names both parts, and says when there is no model."""
        if self._model is None:
            return f"hybrid({self._rules.version}, sans modèle)"
        if self._merge == "alone":
            return self._model.version
        name = "union" if self._merge == "union" else "hybrid"
        return f"{name}({self._rules.version}+{self._model.version})"

    def detect(
        self, texts: Sequence[str], patients: Sequence[PatientIdentity | None] | None = None
    ) -> list[list[Span]]:
        """See worker.engine.detector.Detector."""
        return [spans for spans, _reading in self._closely(texts, patients)]

    def read_closely(
        self, text: str, patient: PatientIdentity | None = None
    ) -> tuple[list[Span], Reading | None]:
        """The spans of one text, and what the model says of its words; nothing without a model."""
        [told] = self._closely([text], [patient])
        return told

    def _closely(
        self, texts: Sequence[str], patients: Sequence[PatientIdentity | None] | None
    ) -> list[tuple[list[Span], Reading | None]]:
        texts = [plain(text) for text in texts]
        by_rules = self._rules.detect(texts, patients)
        if self._model is None:
            return [(rules, None) for rules in by_rules]
        return [
            (merged(Note(text, self._kept(rules)), reading, self._merge), reading)
            for text, rules, reading in zip(texts, by_rules, self._model.read(texts), strict=True)
        ]

    def _kept(self, spans: Sequence[Span]) -> list[Span]:
        return [span for span in spans if span.source not in self._left_out]

    def stages(
        self, text: str, patient: PatientIdentity | None = None
    ) -> Iterator[tuple[str, Sequence[Span]]]:
        """Why a span is what it is: what the rules found, what the model read, and the spans after every
        step, each with its name: ``("rules", …), ("model", …), ("cut_edges", …)``."""
        text = plain(text)
        [rules] = self._rules.detect([text], [patient])
        if self._model is None:
            yield "rules", rules
            return
        note = Note(text, self._kept(rules))
        yield "rules", note.rules
        [reading] = self._model.read([text])
        yield "model", reading.spans
        yield from _stages(note, reading, self._merge)


def _stages(note: Note, reading: Reading, merge: str) -> Iterator[tuple[str, list[Span]]]:
    """The name of every step and the spans after it."""
    spans = reading.spans
    for step in MERGES[merge]:
        spans = step(note, spans, reading)
        yield step.__name__, spans


def merged(note: Note, reading: Reading, merge: str = "steps") -> list[Span]:
    """The spans after the last step."""
    *_, (_name, spans) = _stages(note, reading, merge)
    return spans
