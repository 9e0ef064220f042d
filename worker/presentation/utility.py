"""What de-identification costs the codes, as rows and a curve."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from deidweb.numbers import trimmed
from worker.coding.utility.report import Figure, Line, Report

# the frame, in its own units: about a pixel each on a telephone
LEFT, RIGHT, TOP, BOTTOM = 46, 340, 12, 172
_SCALES: Final = (0.02, 0.05, 0.1, 0.2, 0.5, 1.0)
_MOST_CODES: Final = 30


@dataclass(frozen=True, slots=True)
class UtilityRow:
    """One condition in words; shares with their interval."""

    name: str
    precision: str
    recall: str
    f1: str
    macro_f1: str
    loss: str
    lost: int


@dataclass(frozen=True, slots=True)
class CodeRow:
    """In how many stays a code was found in the originals and no more, in the order of the conditions."""

    code: str
    lost: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ChartRow:
    """Loss of F1 at one ε, its bounds and what tags lose, in points: (as a number, as people read it)."""

    place: str
    epsilon: str
    points: list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Chart:
    """Numbers as text, so that no language puts a comma in an attribute."""

    points: str
    band: str
    dots: list[tuple[str, str]]
    marks: list[tuple[str, str]]
    levels: list[tuple[str, str]]
    tag: str
    rows: list[ChartRow]


def utility_rows(report: Report) -> list[UtilityRow]:
    return [
        UtilityRow(
            name=condition_name(line),
            precision=_cell(line.figures["micro_precision"]),
            recall=_cell(line.figures["micro_recall"]),
            f1=_cell(line.figures["micro_f1"]),
            macro_f1=_cell(line.figures["macro_f1"]),
            loss=_cell(line.loss),
            lost=line.lost,
        )
        for line in report.lines
    ]


def condition_name(line: Line) -> str:
    """ "ε = 0,5", or the name of what has no ε."""
    if line.epsilon is not None:
        return f"ε = {trimmed(line.epsilon, 1)}"
    return _("Notes d'origine") if line.condition == "ORIGINAL" else _("Tout étiqueté")


def code_rows(report: Report) -> list[CodeRow]:
    """The codes that are lost most often; for who may read the originals."""
    lost: dict[str, dict[str, int]] = defaultdict(dict)
    for change in report.changes:
        if change.lost:
            lost[change.code][change.condition] = change.lost
    order = sorted(lost, key=lambda code: (-sum(lost[code].values()), code))
    names = [line.condition for line in report.lines[1:]]
    return [
        CodeRow(code, tuple(lost[code].get(name, 0) for name in names))
        for code in order[:_MOST_CODES]
    ]


def utility_chart(report: Report) -> Chart:
    """The loss of F1 over ε with its interval; what tags lose is a level line."""
    lines = [line for line in report.lines if line.epsilon is not None]
    tag = report.lines[-1].loss
    most = max([tag.value, *(line.loss.high for line in lines)])
    scale = next((value for value in _SCALES if value >= most), _SCALES[-1])
    step = (RIGHT - LEFT) / max(1, len(lines) - 1)
    across = [round(LEFT + rank * step) for rank in range(len(lines))]
    dots = [
        (str(x), str(_height(line.loss.value, scale)))
        for x, line in zip(across, lines, strict=True)
    ]
    low = [(x, _height(line.loss.low, scale)) for x, line in zip(across, lines, strict=True)]
    high = [(x, _height(line.loss.high, scale)) for x, line in zip(across, lines, strict=True)]
    return Chart(
        points=" ".join(f"{x},{y}" for x, y in dots),
        band=" ".join(f"{x},{y}" for x, y in [*high, *reversed(low)]),
        dots=dots,
        marks=[
            (str(x), trimmed(line.epsilon or 0, 1)) for x, line in zip(across, lines, strict=True)
        ],
        levels=[
            (str(_height(part * scale, scale)), trimmed(100 * part * scale, 1))
            for part in (0.0, 0.5, 1.0)
        ],
        tag=str(_height(tag.value, scale)),
        rows=[_chart_row(line, tag) for line in lines],
    )


def _chart_row(line: Line, tag: Figure) -> ChartRow:
    shares = (line.loss.value, line.loss.low, line.loss.high, tag.value)
    epsilon = line.epsilon or 0
    points = [(f"{100 * share:.4g}", trimmed(100 * share, 1)) for share in shares]
    return ChartRow(str(epsilon), trimmed(epsilon, 1), points)


def _height(value: float, scale: float) -> int:
    """Kept inside the frame: what gains, by chance, lies on the ground."""
    share = min(max(value / scale, 0.0), 1.0)
    return round(BOTTOM - share * (BOTTOM - TOP))


def _cell(figure: Figure) -> str:
    """ "52,1 [48 ; 56,3]", in percent."""
    value, low, high = (trimmed(100 * part, 1) for part in (figure.value, figure.low, figure.high))
    return f"{value} [{low} ; {high}]"
