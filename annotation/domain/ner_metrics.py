"""How well identifying spans are found: entities, tokens, and what stays readable.

Entity scores: *strict* wants the same bounds and label, *partial* an overlap with the same
label. Token scores count the tokens of annotation.domain.tokens. *Redacted* is the share of
identifying gold tokens that any predicted span covers, whatever its label (Tannier et al. 2024).
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from annotation.domain.corrections import corrections
from annotation.domain.spans import Span, meeting
from annotation.domain.tokens import token_bounds

TOTAL = "TOTAL"


@dataclass(frozen=True, slots=True)
class Score:
    """`matched_predicted` of `predicted` items are right, `matched_gold` of `gold` are found."""

    matched_predicted: int = 0
    predicted: int = 0
    matched_gold: int = 0
    gold: int = 0

    def __add__(self, other: "Score") -> "Score":
        return Score(
            self.matched_predicted + other.matched_predicted,
            self.predicted + other.predicted,
            self.matched_gold + other.matched_gold,
            self.gold + other.gold,
        )

    @property
    def precision(self) -> float:
        """1.0 when nothing was predicted."""
        return self.matched_predicted / self.predicted if self.predicted else 1.0

    @property
    def recall(self) -> float:
        """1.0 when there was nothing to find."""
        return self.matched_gold / self.gold if self.gold else 1.0

    @property
    def f1(self) -> float:
        """Harmonic mean of precision and recall."""
        total = self.precision + self.recall
        return 2 * self.precision * self.recall / total if total else 0.0

    def to_json(self) -> dict[str, Any]:
        return {
            "precision": round(self.precision, 4),
            "recall": round(self.recall, 4),
            "f1": round(self.f1, 4),
            "gold": self.gold,
            "predicted": self.predicted,
        }


Table = dict[str, Score]


@dataclass(frozen=True, slots=True)
class NerReport:
    """Scores by label or sub-type, each table with its total under ``TOTAL``."""

    notes: int = 0
    tokens: int = 0
    fully_redacted_notes: int = 0
    corrections: int = 0
    redaction: Score = Score()
    strict: Table = field(default_factory=dict)
    partial: Table = field(default_factory=dict)
    strict_subtype: Table = field(default_factory=dict)
    partial_subtype: Table = field(default_factory=dict)
    token: Table = field(default_factory=dict)

    @property
    def over_redaction(self) -> float:
        """Tokens covered though gold says nothing, per 1,000 tokens."""
        wrong = self.redaction.predicted - self.redaction.matched_predicted
        return 1000 * wrong / self.tokens if self.tokens else 0.0

    @property
    def corrections_a_note(self) -> float:
        """Spans that an annotator would add, remove or change in a note (annotation.domain.corrections)."""
        return self.corrections / self.notes if self.notes else 0.0

    def to_json(self) -> dict[str, Any]:
        """Plain numbers for ``--json``."""
        tables = {
            "entity_strict": self.strict,
            "entity_partial": self.partial,
            "entity_strict_subtype": self.strict_subtype,
            "entity_partial_subtype": self.partial_subtype,
            "token": self.token,
        }
        return {
            "notes": self.notes,
            "tokens": self.tokens,
            "redacted": round(self.redaction.recall, 4),
            "redacted_precision": round(self.redaction.precision, 4),
            "fully_redacted_notes": self.fully_redacted_notes,
            "fully_redacted": round(self.fully_redacted_notes / self.notes, 4) if self.notes else 1,
            "over_redaction_per_1000_tokens": round(self.over_redaction, 3),
            "corrections_per_note": round(self.corrections_a_note, 3),
            **{
                name: {key: score.to_json() for key, score in sorted(table.items())}
                for name, table in tables.items()
            },
        }

    def to_text(self) -> str:
        """A French table for the terminal."""
        share = self.fully_redacted_notes / self.notes if self.notes else 1.0
        lines = [
            f"{self.notes} notes, {self.tokens} mots et signes",
            f"Masqué (toute étiquette)   : {_percent(self.redaction.recall)} des mots identifiants",
            f"Précision du masquage      : {_percent(self.redaction.precision)}",
            f"Notes entièrement masquées : {self.fully_redacted_notes} ({_percent(share)})",
            f"Masqués à tort             : {_decimal(self.over_redaction)} pour 1 000 mots et signes",
            f"Corrections par note       : {_decimal(self.corrections_a_note)}",
            "",
            f"{'':16}{'entités, strict':^24}{'entités, partiel':^24}{'mots':^24}",
            f"{'étiquette':16}" + f"{'P':>8}{'R':>8}{'F1':>8}" * 3 + f"{'réf.':>8}",
        ]
        for name in _ordered(self.strict):
            lines.append(
                f"{name:16}"
                + _cells(self.strict, name)
                + _cells(self.partial, name)
                + _cells(self.token, name)
                + f"{self.strict[name].gold:8d}"
            )
        lines += ["", f"{'sous-type':16}" + f"{'P':>8}{'R':>8}{'F1':>8}" * 2 + f"{'réf.':>8}"]
        for name in _ordered(self.strict_subtype):
            lines.append(
                f"{name:16}"
                + _cells(self.strict_subtype, name)
                + _cells(self.partial_subtype, name)
                + f"{self.strict_subtype[name].gold:8d}"
            )
        return "\n".join(lines)


def _ordered(table: Table) -> list[str]:
    return sorted(table, key=lambda name: (name == TOTAL, name))


def _cells(table: Table, name: str) -> str:
    score = table.get(name, Score())
    return "".join(f"{_percent(x):>8}" for x in (score.precision, score.recall, score.f1))


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %".replace(".", ",")


def _decimal(value: float) -> str:
    return f"{value:.2f}".replace(".", ",")


@dataclass(frozen=True, slots=True)
class Annotated:
    """One note's text with the spans that are right and the spans that were found."""

    text: str
    gold: Sequence[Span]
    predicted: Sequence[Span]


def evaluate(notes: Iterable[Annotated]) -> NerReport:
    """Scores over all notes; they are read one by one and not kept."""
    counts = _Counts()
    for note in notes:
        counts.add(note)
    return counts.report()


class _Counts:
    """Running sums behind a report."""

    def __init__(self) -> None:
        self.notes = self.tokens = self.fully_redacted = self.corrections = 0
        self.redaction = Score()
        self.tables: dict[str, Table] = {
            name: {} for name in ("strict", "partial", "strict_subtype", "partial_subtype", "token")
        }

    def add(self, note: Annotated) -> None:
        bounds = token_bounds(note.text)
        gold = token_labels(bounds, note.gold)
        predicted = token_labels(bounds, note.predicted)
        self.notes += 1
        self.tokens += len(bounds)
        both = len(gold.keys() & predicted.keys())
        self.fully_redacted += both == len(gold)
        self.corrections += corrections(note.predicted, note.gold)
        self.redaction += Score(both, len(predicted), both, len(gold))
        self._add_tokens(gold, predicted)
        for suffix, key in (("", _label), ("_subtype", _subtype)):
            self._add_entities(note, suffix, key)

    def _add_tokens(self, gold: dict[int, str], predicted: dict[int, str]) -> None:
        for index, label in gold.items():
            hit = int(predicted.get(index) == label)
            self._count("token", label, Score(0, 0, hit, 1))
        for index, label in predicted.items():
            hit = int(gold.get(index) == label)
            self._count("token", label, Score(hit, 1, 0, 0))

    def _add_entities(self, note: Annotated, suffix: str, key: Callable[[Span], str]) -> None:
        gold = {(s.start, s.end, key(s)) for s in note.gold if key(s)}
        predicted = {(s.start, s.end, key(s)) for s in note.predicted if key(s)}
        is_found, is_gold = meeting(predicted), meeting(gold)
        for item in gold:
            self._count("strict" + suffix, item[2], Score(0, 0, int(item in predicted), 1))
            met = int(is_found(*item))
            self._count("partial" + suffix, item[2], Score(0, 0, met, 1))
        for item in predicted:
            self._count("strict" + suffix, item[2], Score(int(item in gold), 1, 0, 0))
            met = int(is_gold(*item))
            self._count("partial" + suffix, item[2], Score(met, 1, 0, 0))

    def _count(self, table: str, name: str, score: Score) -> None:
        rows = self.tables[table]
        rows[name] = rows.get(name, Score()) + score
        rows[TOTAL] = rows.get(TOTAL, Score()) + score

    def report(self) -> NerReport:
        return NerReport(
            notes=self.notes,
            tokens=self.tokens,
            fully_redacted_notes=self.fully_redacted,
            corrections=self.corrections,
            redaction=self.redaction,
            **self.tables,
        )


def _label(span: Span) -> str:
    return str(span.label)


def _subtype(span: Span) -> str:
    return str(span.subtype)


def token_labels(
    bounds: Sequence[tuple[int, int]], spans: Sequence[Span], key: Callable[[Span], str] = _label
) -> dict[int, str]:
    """Label (or what `key` says) of every token that a span touches, by the token's place in `bounds`; the first
    span in reading order wins."""
    labels: dict[int, str] = {}
    position = 0
    for span in sorted(spans):
        while position > 0 and bounds[position - 1][1] > span.start:
            position -= 1
        while position < len(bounds) and bounds[position][1] <= span.start:
            position += 1
        index = position
        while index < len(bounds) and bounds[index][0] < span.end:
            labels.setdefault(index, key(span))
            index += 1
    return labels
