"""Over-redaction on real clinical prose that names no patient (published cases, CC BY).

Nothing of the file is committed and the bench does without it.
"""

import gzip
import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from annotation.domain.spans import Span
from annotation.domain.tokens import token_bounds
from benches.ner.engines import Column
from benches.ner.text import count, decimal, table

FILE: Final = Path(__file__).resolve().parents[3] / "shared/data/reference/e3c_dev_ccby.jsonl.gz"
# Case reports hold true ages, durations and dates: masking them is what is asked.
_EXPECTED: Final = frozenset({"AGE", "DUREE", "DATE", "DATE_NAISSANCE"})


@dataclass(slots=True)
class Covered:
    """Words (runs of letters or digits) of texts, and those masked."""

    words: int = 0
    masked: int = 0
    unexpected: int = 0
    names: Counter[str] = field(default_factory=Counter)

    def add(self, text: str, spans: Sequence[Span]) -> None:
        for start, end in token_bounds(text):
            if not text[start].isalnum():
                continue
            self.words += 1
            names = {s.subtype or s.label for s in spans if s.start < end and start < s.end}
            self.masked += bool(names)
            self.unexpected += bool(names - _EXPECTED)
            self.names.update(names)

    @property
    def masked_per_1000(self) -> float:
        return 1000 * self.masked / self.words if self.words else 0.0

    @property
    def unexpected_per_1000(self) -> float:
        """Outside ages, durations and dates."""
        return 1000 * self.unexpected / self.words if self.words else 0.0


def read(path: Path = FILE) -> list[str]:
    """Raises FileNotFoundError."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line)["text"] for line in lines]


def measure(texts: Sequence[str], columns: Sequence[Column]) -> dict[str, Covered]:
    """A count per column's title."""
    found: dict[str, Covered] = {}
    for column in columns:
        covered = found[column.title] = Covered()
        for text, spans in zip(texts, column.detector.detect(texts), strict=True):
            covered.add(text, spans)
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
        f"=== prose clinique réelle sans identité : {len(texts)} cas publiés, {count(words)} mots "
        f"===\n{table(header, rows)}"
    )
