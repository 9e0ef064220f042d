"""Quality side by side: one table a source, one column an engine."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from annotation.domain.labels import LABEL_SPECS, SUBTYPE_TO_LABEL
from annotation.domain.ner_metrics import (
    TOTAL,
    Annotated,
    NerReport,
    Score,
    evaluate,
    token_labels,
)
from annotation.domain.tokens import token_bounds
from benches.ner.engines import Column
from benches.ner.sources import Source
from benches.ner.text import MISSING, count, decimal, percent, table

Reports = Mapping[str, NerReport]
_METRICS: tuple[tuple[str, Callable[[NerReport], str]], ...] = (
    ("masqué, % des mots identifiants", lambda r: percent(r.redaction.recall)),
    ("précision du masquage, %", lambda r: percent(r.redaction.precision)),
    ("notes entièrement masquées, %", lambda r: percent(r.fully_redacted_notes / (r.notes or 1))),
    ("masqués à tort pour 1 000 mots", lambda r: decimal(r.over_redaction)),
    ("entités strict, F1", lambda r: percent(r.strict.get(TOTAL, Score()).f1)),
    ("entités partiel, F1", lambda r: percent(r.partial.get(TOTAL, Score()).f1)),
    ("mots, F1", lambda r: percent(r.token.get(TOTAL, Score()).f1)),
)


@dataclass(frozen=True, slots=True)
class Read:
    """A source's notes, in its order, as each engine read them; by the column's title."""

    source: Source
    found: Mapping[str, Sequence[Annotated]]


def read(source: Source, columns: Sequence[Column]) -> Read:
    """What is right beside what each engine found."""
    notes = source.notes
    return Read(
        source,
        {
            column.title: [
                Annotated(note.text, note.entities, spans)
                for note, spans in zip(notes, column.detect(notes), strict=True)
            ]
            for column in columns
        },
    )


def judge(found: Read) -> dict[str, NerReport]:
    """A report per column's title."""
    return {title: evaluate(notes) for title, notes in found.found.items()}


def side_by_side(source: Source, reports: Reports, columns: Sequence[Column]) -> str:
    """The whole, each label (F1 of words, strict F1 of entities), each sub-type (strict F1)."""
    first = next(iter(reports.values()))
    entities = sum(len(note.entities) for note in source.notes)
    shown = [column for column in columns if column.title in reports]
    rows: list[list[str]] = [
        [name, "", *(write(reports[column.title]) for column in shown)] for name, write in _METRICS
    ]
    rows.append([])
    rows += _block(reports, shown, "mots F1", "token", list(LABEL_SPECS))
    rows.append([])
    own = [column for column in shown if not column.is_peer]
    rows += _block(reports, shown, "strict F1", "strict", list(LABEL_SPECS))
    if own:
        rows.append([])
        rows += _block(reports, shown, "strict F1", "strict_subtype", list(SUBTYPE_TO_LABEL))
    title = (
        f"=== {source.title} : {first.notes} notes, {count(first.tokens)} mots et signes, "
        f"{count(entities)} entités ==="
    )
    return f"{title}\n{table(['', 'réf.', *(c.title for c in shown)], rows)}"


def _block(
    reports: Reports, shown: Sequence[Column], what: str, name: str, keys: Sequence[str]
) -> list[list[str]]:
    """A row per label or sub-type that gold holds."""
    rows = []
    for key in keys:
        scores = [getattr(reports[column.title], name).get(key, Score()) for column in shown]
        gold = max(score.gold for score in scores)
        if not gold:
            continue
        cells = [
            MISSING if column.is_peer and name == "strict_subtype" else percent(score.f1)
            for column, score in zip(shown, scores, strict=True)
        ]
        rows.append([f"{key} {what}", str(gold), *cells])
    return rows


def by_type(found: Read, engine: str) -> str:
    """Ablation: the same figures for each document type, the worst masked first."""
    kinds: dict[str, list[Annotated]] = {}
    for note, judged in zip(found.source.notes, found.found[engine], strict=True):
        kinds.setdefault(note.meta.get("type", "?"), []).append(judged)
    reports = {kind: evaluate(notes) for kind, notes in kinds.items()}
    rows = [
        [
            kind,
            str(report.notes),
            percent(report.redaction.recall),
            percent(report.fully_redacted_notes / report.notes),
            decimal(report.over_redaction),
            percent(report.strict.get(TOTAL, Score()).f1),
            percent(report.token.get(TOTAL, Score()).f1),
        ]
        for kind, report in sorted(reports.items(), key=lambda item: item[1].redaction.recall)
    ]
    header = ["type", "notes", "masqué", "entières", "à tort ‰", "strict F1", "mots F1"]
    return f"--- {found.source.title}, {engine}, par type de document ---\n{table(header, rows)}"


def missed_by_label(found: Read) -> str:
    """Identifying words left readable, and the notes that hold them, by label: no surface."""
    missed = [[missed_labels(note) for note in notes] for notes in found.found.values()]
    rows = []
    for label in LABEL_SPECS:
        words = [sum(note[label] for note in notes) for notes in missed]
        spoiled = [sum(label in note for note in notes) for notes in missed]
        if any(words):
            rows.append([label, *(f"{w} / {n}" for w, n in zip(words, spoiled, strict=True))])
    rows.append([])
    rows.append(["toutes", *(_all_missed(notes) for notes in missed)])
    title = f"--- {found.source.title} : mots restés lisibles / notes concernées ---"
    return f"{title}\n{table(['', *found.found], rows)}"


def missed_labels(note: Annotated) -> Counter[str]:
    """How many words of each gold label no found span touches."""
    bounds = token_bounds(note.text)
    masked = token_labels(bounds, note.predicted)
    gold = token_labels(bounds, note.gold)
    return Counter(label for place, label in gold.items() if place not in masked)


def _all_missed(notes: Sequence[Counter[str]]) -> str:
    return f"{sum(note.total() for note in notes)} / {sum(map(bool, notes))}"
