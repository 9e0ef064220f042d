"""Recall of each written form: the generator's catalogue, each form alone in neutral sentences."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from annotation.domain.labels import SUBTYPE_TO_LABEL
from annotation.domain.spans import Span
from annotation.domain.tokens import token_bounds
from benches.ner.carriers import carriers_of
from benches.ner.engines import Column
from benches.ner.text import percent, table
from worker.training.corpus import grammar
from worker.training.corpus.catalogue import forms
from worker.training.corpus.marked import Piece, join

SAMPLES: Final = 8  # a form: each carrier twice, a new value each time
Key = tuple[str, str]  # sub-type, name


@dataclass(frozen=True, slots=True)
class Sample:
    """One form in one sentence."""

    key: Key
    text: str
    gold: tuple[Span, ...]


@dataclass(slots=True)
class Recall:
    """Of the `mentions` of a form: wholly `masked`; wholly masked with the right label."""

    mentions: int = 0
    masked: int = 0
    labelled: int = 0

    def add(self, text: str, gold: Span, found: Sequence[Span]) -> None:
        labels = [
            next((s.label for s in found if s.start < end and start < s.end), "")
            for start, end in token_bounds(text)
            if gold.start <= start < gold.end
        ]
        self.mentions += 1
        self.masked += all(labels)
        self.labelled += all(label == gold.label for label in labels)

    @property
    def masked_share(self) -> float:
        return self.masked / self.mentions

    @property
    def labelled_share(self) -> float:
        return self.labelled / self.mentions


def samples(seed: int, each: int = SAMPLES) -> Iterator[Sample]:
    """`each` sentences a form, always the same for a seed."""
    for form in forms():
        carriers = carriers_of(form)
        for index in range(each):
            before, after = carriers[index % len(carriers)].split("{}")
            key = f"{seed}:{form.subtype}:{form.name}:{sorted(form.tags)}:{index}"
            written = form.alone(Random(key))
            before, written = grammar.agree(before, written)
            marked = join((Piece(before), *written, Piece(after)))
            gold = tuple(
                Span(m.start, m.end, SUBTYPE_TO_LABEL[m.subtype].value, m.subtype)
                for m in marked.marks
            )
            yield Sample((form.subtype, form.name), marked.text, gold)


Scores = dict[Key, dict[str, Recall]]


def measure(columns: Sequence[Column], seed: int, each: int = SAMPLES) -> Scores:
    """Per form and column's title."""
    drawn = list(samples(seed, each))
    scores: Scores = {}
    for column in columns:
        found = column.detector.detect([sample.text for sample in drawn])
        for sample, spans in zip(drawn, found, strict=True):
            recall = scores.setdefault(sample.key, {}).setdefault(column.title, Recall())
            for span in sample.gold:
                recall.add(sample.text, span, spans)
    return scores


def to_text(scores: Scores, columns: Sequence[Column], most: int | None) -> str:
    """The `most` worst forms of the last column (all of them when None), then a line a sub-type."""
    titles = [column.title for column in columns]
    judge = titles[-1]

    def badness(key: Key) -> tuple[float, float, Key]:
        recall = scores[key][judge]
        return recall.masked_share, recall.labelled_share, key

    worst = sorted(scores, key=badness)
    shown = worst if most is None else worst[:most]
    header = ["sous-type", "forme", "mentions", *(f"{t} {w}" for t in titles for w in ("m", "é"))]
    rows = [_row(key, scores[key], titles) for key in shown]
    parts = [
        f"=== {len(scores)} formes écrites : rappel (m : entièrement masquée, é : et bien étiquetée ; %) ===",
        table(header, rows),
    ]
    if len(shown) < len(worst):
        left = scores[worst[len(shown)]][judge]
        parts.append(
            f"… les {len(worst) - len(shown)} autres : {judge} masquées à "
            f"{percent(left.masked_share)} % et plus (--full les montre)"
        )
    return "\n".join([*parts, "", _by_subtype(scores, titles)])


def _row(key: Key, recalls: dict[str, Recall], titles: Sequence[str]) -> list[str]:
    cells = [
        percent(share)
        for title in titles
        for share in (recalls[title].masked_share, recalls[title].labelled_share)
    ]
    return [*key, str(recalls[titles[-1]].mentions), *cells]


def _by_subtype(scores: Scores, titles: Sequence[str]) -> str:
    """How many forms are masked always, how many less than nine times in ten, and the mean."""
    groups: dict[str, list[dict[str, Recall]]] = {}
    for (subtype, _), recalls in scores.items():
        groups.setdefault(subtype, []).append(recalls)
    groups["ENSEMBLE"] = list(scores.values())
    rows = []
    for subtype, found in groups.items():
        cells = []
        for title in titles:
            shares = [recalls[title].masked_share for recalls in found]
            cells += [
                percent(sum(shares) / len(shares)),
                f"{sum(share == 1 for share in shares)}",
                f"{sum(share < 0.9 for share in shares)}",
            ]
        rows.append([subtype, str(len(found)), *cells])
    header = ["sous-type", "formes"]
    header += [f"{title} {what}" for title in titles for what in ("moy.", "=100", "<90")]
    return table(header, rows)
