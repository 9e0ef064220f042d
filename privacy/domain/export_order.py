"""What an export is asked for with."""

from __future__ import annotations

import uuid
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import Any, Self

from privacy.domain.budget import Shares


@dataclass(frozen=True, slots=True)
class ExportOrder:
    """What is asked for. `request_id` is drawn with the form: sending it twice asks once."""

    epsilon: Decimal
    reference_date: date
    dates: str = "metric"
    places: str = "metric"
    area: str = "FR"
    scope: str = "gold"
    elements: int | None = None
    tags: tuple[str, ...] = ()
    cap_ages: bool = False
    note_dates: bool = False
    shares: Shares = field(default_factory=Shares)
    texts: str = ""  # a `TextMethod`: whole texts instead of entities, …
    pool: uuid.UUID | None = None  # … by neighbours of this released export
    word_epsilon: Decimal | None = None  # of `noise`: ε of each distinct word
    request_id: uuid.UUID = field(default_factory=uuid.uuid4)

    def as_json(self) -> dict[str, Any]:
        """As a job's payload keeps it; ε exactly as it was written."""
        return {
            "epsilon": str(self.epsilon),
            "reference_date": self.reference_date.isoformat(),
            "dates": self.dates,
            "places": self.places,
            "area": self.area,
            "scope": self.scope,
            "elements": self.elements,
            "tags": list(self.tags),
            "cap_ages": self.cap_ages,
            "note_dates": self.note_dates,
            "shares": self.shares._asdict(),
            "texts": self.texts,
            "pool": str(self.pool) if self.pool else None,
            "word_epsilon": str(self.word_epsilon) if self.word_epsilon else None,
        }

    @classmethod
    def of_json(cls, values: dict[str, Any]) -> Self:
        """Reads what `as_json` wrote."""
        names = ("dates", "places", "area", "scope", "elements")
        return cls(
            epsilon=Decimal(values["epsilon"]),
            reference_date=date.fromisoformat(values["reference_date"]),
            tags=tuple(values.get("tags", ())),  # a job of before has none
            cap_ages=values.get("cap_ages", False),
            note_dates=values.get("note_dates", False),
            shares=Shares(**values.get("shares", {})),
            texts=values.get("texts", ""),
            pool=uuid.UUID(values["pool"]) if values.get("pool") else None,
            word_epsilon=Decimal(told) if (told := values.get("word_epsilon")) else None,
            **{name: values[name] for name in names},
        )


@dataclass(frozen=True, slots=True)
class NewStudy:
    """A study to be made with its first export."""

    name: str
    recipient: str
    purpose: str
