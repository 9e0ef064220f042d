"""One table a source, like the third of the HNFC's second article: every label, every system."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from annotation.domain.labels import LABEL_SPECS
from annotation.domain.ner_metrics import TOTAL, Annotated, NerReport, Score, evaluate
from benches.baselines.hipaa import binary
from benches.ner.text import percent, table
from benches.results import Row

Found = Mapping[str, Sequence[Annotated]]


def of_source(title: str, found: Found) -> str:
    """Words: precision, recall, F1 of each label; then the mean over labels, strict entities, what is redacted, HIPAA."""
    reports = {name: evaluate(notes) for name, notes in found.items()}
    rows = [
        [label, *(_three(report.token.get(label, Score())) for report in reports.values())]
        for label in LABEL_SPECS
        if any(report.token.get(label, Score()).gold for report in reports.values())
    ]
    rows.append([])
    rows += [
        [
            "tous les mots",
            *(_three(report.token.get(TOTAL, Score())) for report in reports.values()),
        ],
        ["moyenne des étiquettes, F1", *(percent(macro(report)) for report in reports.values())],
        [
            "entités strict, F1",
            *(percent(r.strict.get(TOTAL, Score()).f1) for r in reports.values()),
        ],
        ["masqué, toute étiquette, %", *(percent(r.redaction.recall) for r in reports.values())],
        ["HIPAA, mots, binaire", *(_three(binary(notes)) for notes in found.values())],
    ]
    first = next(iter(reports.values()))
    head = f"=== {title} : {first.notes} notes, {first.tokens} mots et signes ; P / R / F1 des mots, en % ==="
    return f"{head}\n{table(['étiquette', *found], rows)}"


def macro(report: NerReport) -> float:
    """Mean word F1 of the labels that gold holds."""
    scores = [
        score.f1 for name, score in report.token.items() if name in LABEL_SPECS and score.gold
    ]
    return sum(scores) / len(scores) if scores else 0.0


def rows_of(key: str, found: Found) -> list[Row]:
    """For docs/comparisons.md: a bar a label, every system in its figure, then the totals."""
    size = f"{len(next(iter(found.values())))} notes"
    reports = {name: evaluate(notes) for name, notes in found.items()}
    first = next(iter(reports.values()))
    bars = {
        f"{label}: word F1": _word_f1(reports, label)
        for label in LABEL_SPECS
        if label in first.token and first.token[label].gold
    }
    bars["all labels: word F1"] = _word_f1(reports, TOTAL)
    bars["mean of the labels: word F1"] = {name: macro(report) for name, report in reports.items()}
    bars["HIPAA: binary word F1"] = {name: binary(notes).f1 for name, notes in found.items()}
    return [Row(f"{key}, {bar}", _beside(shares), n=size) for bar, shares in bars.items()]


def _word_f1(reports: Mapping[str, NerReport], label: str) -> dict[str, float]:
    return {name: report.token.get(label, Score()).f1 for name, report in reports.items()}


def _beside(shares: Mapping[str, float]) -> str:
    """ "règles 80.5 · CRF 89.1" """
    return " · ".join(f"{name} {100 * share:.1f}" for name, share in shares.items())


def _three(score: Score) -> str:
    return " / ".join(percent(one) for one in (score.precision, score.recall, score.f1))
