"""Over-redaction on real clinical prose (published cases, CC BY).

Nothing of the file is committed and the bench does without it.
"""

import gzip
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from annotation.domain.spans import Span
from annotation.domain.tokens import token_bounds
from benches.ner.engines import Column
from benches.ner.judged import Judged
from benches.ner.text import count, decimal, table

FILE: Final = Path(__file__).resolve().parents[3] / "shared/data/reference/e3c_dev_ccby.jsonl.gz"
# Case reports hold true ages, durations and dates: masking them is what is asked.
_EXPECTED: Final = frozenset({"AGE", "DUREE", "DATE", "DATE_NAISSANCE"})


@dataclass(slots=True)
class Covered:
    """Words (runs of letters or digits) of texts, and those masked.

    `plain` words lie in no identifier that was judged a true one; `false` of them are masked,
    `false_unexpected` as something else than an age, a duration or a date, and nobody has judged
    `unread` of them.
    """

    words: int = 0
    masked: int = 0
    unexpected: int = 0
    plain: int = 0
    false: int = 0
    false_unexpected: int = 0
    unread: int = 0
    names: Counter[str] = field(default_factory=Counter)

    def add(self, text: str, spans: Sequence[Span], judged: Sequence[Judged] = ()) -> None:
        for start, end in token_bounds(text):
            if not text[start].isalnum():
                continue
            self.words += 1
            names = {s.subtype or s.label for s in spans if s.start < end and start < s.end}
            unexpected = bool(names - _EXPECTED)
            self.masked += bool(names)
            self.unexpected += unexpected
            self.names.update(names)
            told = [j.subtype for j in judged if j.start < end and start < j.end]
            if not any(told):
                self.plain += 1
                self.false += bool(names)
                self.false_unexpected += unexpected
                self.unread += bool(names) and not told

    @property
    def masked_per_1000(self) -> float:
        return _per_1000(self.masked, self.words)

    @property
    def unexpected_per_1000(self) -> float:
        """Outside ages, durations and dates."""
        return _per_1000(self.unexpected, self.words)

    @property
    def false_per_1000(self) -> float:
        """Of the words outside true identifiers; too high where masked words are unread."""
        return _per_1000(self.false, self.plain)

    @property
    def false_unexpected_per_1000(self) -> float:
        """The same outside ages, durations and dates."""
        return _per_1000(self.false_unexpected, self.plain)


def _per_1000(some: int, of: int) -> float:
    return 1000 * some / of if of else 0.0


def read(path: Path = FILE) -> list[str]:
    """Raises FileNotFoundError."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line)["text"] for line in lines]


def measure(
    texts: Sequence[str],
    columns: Sequence[Column],
    judged: Mapping[int, Sequence[Judged]] | None = None,
) -> dict[str, Covered]:
    """A count per column's title. `judged`: by the text's place, where a reader has decided."""
    found: dict[str, Covered] = {}
    for column in columns:
        covered = found[column.title] = Covered()
        for place, (text, spans) in enumerate(
            zip(texts, column.detector.detect(texts), strict=True)
        ):
            covered.add(text, spans, (judged or {}).get(place, ()))
    return found


def to_text(texts: Sequence[str], found: dict[str, Covered]) -> str:
    """A row per engine; the names most masked beside it."""
    rows = [
        [
            title,
            decimal(covered.masked_per_1000),
            decimal(covered.unexpected_per_1000),
            ", ".join(f"{name} {times}" for name, times in covered.names.most_common(6)),
        ]
        for title, covered in found.items()
    ]
    words = next(iter(found.values())).words
    header = ["moteur", "masqués ‰", "hors âges, durées, dates ‰", "étiquettes les plus posées"]
    return (
        f"=== prose clinique réelle : {len(texts)} cas publiés, {count(words)} mots "
        f"===\n{table(header, rows)}"
    )


def judged_to_text(found: dict[str, Covered]) -> str:
    """False alarms among the words outside true identifiers; "≤" where some are unread."""
    rows = [
        [
            title,
            _at_most(covered) + decimal(covered.false_per_1000),
            _at_most(covered) + decimal(covered.false_unexpected_per_1000),
            count(covered.false),
            count(covered.unread),
        ]
        for title, covered in found.items()
    ]
    plain = next(iter(found.values())).plain
    header = ["moteur", "fausses alertes ‰", "hors âges, durées, dates ‰", "mots", "non relus"]
    return f"--- {count(plain)} mots hors des vrais identifiants relus ---\n{table(header, rows)}"


def _at_most(covered: Covered) -> str:
    return "≤ " if covered.unread else ""
