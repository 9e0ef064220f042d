"""Rules and model together (Tannier et al. 2024): union, longest span, the model's label."""

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from annotation.domain.labels import Label
from annotation.domain.notes import PatientIdentity
from annotation.domain.spans import Span, merge_hybrid, sort_spans
from worker.engine.boundaries.edges import completed, trimmed
from worker.engine.boundaries.whole_names import whole_names
from worker.engine.confidence.doubt import Reading, believed
from worker.engine.detector import Detector
from worker.engine.propagation import spread
from worker.engine.relabelling.by_context import named_by_context, told_by_rules
from worker.engine.rules.registry import rule_of
from worker.engine.vetoes.model_words import without_known_words


@runtime_checkable
class DoubtingModel(Protocol):
    """A model that says of every word how surely it is no part of an entity."""

    def read(self, texts: Sequence[str]) -> list[Reading]: ...


class HybridDetector:
    """Merges the spans of `rules` and of `model`; without a model it is the rules alone."""

    def __init__(self, rules: Detector, model: Detector | None) -> None:
        self._rules = rules
        self._model = model

    @property
    def version(self) -> str:
        """Names both parts, and says when there is no model."""
        if self._model is None:
            return f"hybrid({self._rules.version}, sans modèle)"
        return f"hybrid({self._rules.version}+{self._model.version})"

    def detect(
        self, texts: Sequence[str], patients: Sequence[PatientIdentity | None] | None = None
    ) -> list[list[Span]]:
        """See worker.engine.detector.Detector."""
        by_rules = self._rules.detect(texts, patients)
        if self._model is None:
            return by_rules
        if isinstance(self._model, DoubtingModel):
            readings = self._model.read(texts)
            return [
                _united(text, rules, reading)
                for text, rules, reading in zip(texts, by_rules, readings, strict=True)
            ]
        by_model = self._model.detect(texts, patients)
        return [
            merge_hybrid(rules, model, text=text)
            for rules, model, text in zip(by_rules, by_model, texts, strict=True)
        ]


def _united(text: str, rules: Sequence[Span], reading: Reading) -> list[Span]:
    """The union of what is believed, then the same names elsewhere in the note, if believed."""
    model = without_known_words(text, trimmed(text, reading.spans), reading)
    held = [span for span in believed(rules, reading) if not _yields(span, model)]
    found = merge_hybrid(held, model, text=text)
    again = believed(spread(text, found), reading)
    whole = sort_spans([*found, *again]) if again else found
    named = named_by_context(text, told_by_rules(whole, rules))
    return completed(text, whole_names(text, named))


def _yields(span: Span, model: Sequence[Span]) -> bool:
    """True for a rule's place, body or pair of names when the model's spans hold all of it: the
    model then parts and labels it better, and no word is lost."""
    rule = rule_of(span.source)
    if not (rule.yields if rule is not None else span.label == Label.LOC):
        return False
    reached = span.start
    for other in model:
        if other.end <= reached:
            continue
        if other.start > reached + 1:
            return False
        reached = other.end
        if reached >= span.end:
            return True
    return False
