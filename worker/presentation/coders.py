"""One line a version of the coder, and the dictionary's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from worker.models import CoderVersion
from worker.presentation.shares import share


@dataclass(frozen=True, slots=True)
class CoderLine:
    """`version` None: the dictionary alone. `figures` are (column, French share): precision, recall, F1 with the dictionary,
    F1 of the dictionary alone, all on the stays set aside; empty where there is none."""

    version: CoderVersion | None
    in_service: bool
    figures: tuple[tuple[str, str], ...] = tuple([("", "")] * 4)
    loses: bool = False


def coder_lines(versions: Sequence[CoderVersion]) -> list[CoderLine]:
    """Versions as they come, the dictionary last."""
    lines = [coder_line(version) for version in versions]
    return [*lines, CoderLine(None, not any(line.in_service for line in lines))]


def coder_line(version: CoderVersion) -> CoderLine:
    """`loses`: the dictionary alone did better on the same stays."""
    before, after = _figures(version, "before"), _figures(version, "after")
    return CoderLine(
        version=version,
        in_service=version.state == CoderVersion.State.PROMOTED,
        figures=(
            (_("Précision"), share(after["precision"])),
            (_("Rappel"), share(after["recall"])),
            ("F1", share(after["f1"])),
            (_("F1 du dictionnaire seul"), share(before["f1"])),
        ),
        loses=after["f1"] < before["f1"],
    )


def _figures(version: CoderVersion, side: str) -> dict[str, Any]:
    empty = {"precision": 0.0, "recall": 0.0, "f1": 0.0}
    return {**empty, **version.metrics.get(side, {})}
