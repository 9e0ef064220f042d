"""What each family of rules and each step of the merge earns: ``python -m benches.bench_rules``.

Every note is read by the network once; then the merge is repeated with one family, or one step, left out. A row
that changes no figure names what can go (docs/notebook/rules-*.md). Figures of exams are totals, never texts.
"""

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from unittest import mock

from annotation.domain.ner_metrics import TOTAL, Annotated, NerReport, Score, evaluate
from benches.bench_styles import paragraphs, sources
from benches.ner.engines import RememberingModel
from benches.ner.sources import Source, exams
from benches.ner.text import table
from worker.engine import hybrid
from worker.engine.build import SHIPPED, load_model
from worker.engine.hybrid import STEPS, HybridDetector, Step
from worker.engine.rules.engine import FAMILIES, FINDERS, RuleDetector

_NEVER_LEFT_OUT = frozenset({"patient"})  # these notes are read without the patient's data


@dataclass(frozen=True, slots=True)
class Variant:
    """The hybrid without some families of rules and without some steps."""

    title: str
    families: frozenset[str] = frozenset()
    steps: frozenset[str] = frozenset()

    def detect(self, model: RememberingModel, texts: Sequence[str]) -> list[list]:
        """One list of spans a text."""
        kept: tuple[Step, ...] = tuple(s for s in STEPS if s.__name__ not in self.steps)
        with mock.patch.dict(hybrid.MERGES, {"steps": kept}):
            return HybridDetector(RuleDetector(self.families), model).detect(texts)


def variants() -> Iterator[Variant]:
    """Everything, then each family left out, each step, and every rule."""
    yield Variant("rien")
    for name in FINDERS:
        yield Variant(f"règles : {name}", frozenset({name}))
    yield Variant("toutes les règles", FAMILIES - _NEVER_LEFT_OUT)
    for step in STEPS:
        yield Variant(f"étape : {step.__name__}", steps=frozenset({step.__name__}))


def judged(source: Source, variant: Variant, model: RememberingModel) -> NerReport:
    """The variant's figures on one set of notes."""
    found = variant.detect(model, [note.text for note in source.notes])
    return evaluate(
        [
            Annotated(note.text, note.entities, spans)
            for note, spans in zip(source.notes, found, strict=True)
        ]
    )


def summary(report: NerReport) -> str:
    """Words redacted in % / wrongly masked per 1,000 / F1 by sub-type."""
    subtypes = report.strict_subtype.get(TOTAL, Score()).f1
    return (
        f"{100 * report.redaction.recall:.2f} / {report.over_redaction:.1f} / {100 * subtypes:.1f}"
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints a table: a row what is left out, a column a set of notes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", type=Path, default=SHIPPED, help="dossier du modèle")
    parser.add_argument("--only", default="", help="jeux de notes, séparés par des virgules")
    options = parser.parse_args(arguments)
    model = RememberingModel(load_model(options.model))  # type: ignore[arg-type]
    asked = set(filter(None, options.only.split(",")))
    found = {source.key: source for source in [*exams(400, 1), *sources()]}
    chosen = [source for key, source in found.items() if not asked or key in asked]
    prose = paragraphs()
    rows = [_row(variant, chosen, prose, model) for variant in variants()]
    sys.stdout.write(table(["sans", *(s.key for s in chosen), "prose ‰"], rows) + "\n")
    return 0


def _row(
    variant: Variant, chosen: Sequence[Source], prose: Sequence[str], model: RememberingModel
) -> list[str]:
    told: Callable[[Source], str] = lambda source: summary(judged(source, variant, model))  # noqa: E731
    masked = sum(
        len(text[span.start : span.end].split())
        for text, spans in zip(prose, variant.detect(model, prose), strict=True)
        for span in spans
    )
    words = sum(len(text.split()) for text in prose)
    return [variant.title, *map(told, chosen), f"{1000 * masked / words:.2f}"]


if __name__ == "__main__":
    sys.exit(main())
