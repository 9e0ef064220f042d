"""Lines over one axis as an SVG file, and their values as a table: what rows of a bench hold as `points`."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from math import log
from typing import Final

Points = Mapping[str, Sequence[float]]
WIDTH: Final = 860
_PANEL: Final = 220  # of a panel's height
_LEFT, _RIGHT, _TOP = 70, 300, 34  # on the right the names of the lines
_COLOURS: Final = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00")
_DASHES: Final = ("", "6 3", "2 3", "8 3 2 3")
_TICKS: Final = 4


@dataclass(frozen=True, slots=True)
class Panel:
    """The lines of one measure: those whose names begin with it, `title` above them."""

    measure: str
    title: str


@dataclass(frozen=True, slots=True)
class Line:
    name: str
    points: tuple[tuple[float, float], ...]


def lines_of(rows: Sequence[Points], axis: str, measure: str) -> list[Line]:
    """``{axis: [0, 25], "corrections, house": [8.4, 3.8]}`` gives the line "house"; rows of one name give one line."""
    head = f"{measure}, "
    found: dict[str, list[tuple[float, float]]] = {}
    for points in rows:
        for name, values in points.items():
            if name.startswith(head):
                own = found.setdefault(name.removeprefix(head), [])
                own += zip(points[axis], values, strict=True)
    return [Line(name, tuple(sorted(own))) for name, own in found.items()]


def table(rows: Sequence[Points], axis: str, measures: Sequence[str]) -> list[str]:
    """A line of Markdown a place on the axis, a column a line; "–" where a line has no value."""
    found = [line for measure in measures for line in _titled(rows, axis, measure)]
    places = sorted({x for line in found for x, _y in line.points})
    told = [[axis, *(line.name for line in found)], ["---"] * (len(found) + 1)]
    for place in places:
        values = (dict(line.points).get(place) for line in found)
        told.append([f"{place:g}", *("–" if value is None else f"{value:g}" for value in values)])
    return [f"| {' | '.join(cells)} |" for cells in told]


def _titled(rows: Sequence[Points], axis: str, measure: str) -> list[Line]:
    return [Line(f"{measure}: {line.name}", line.points) for line in lines_of(rows, axis, measure)]


def svg(rows: Sequence[Points], axis: str, panels: Sequence[Panel], *, is_log: bool = False) -> str:
    """One panel above the other, the same places below one another, the same colour for one name. `is_log`: as far apart on the axis
    as their logarithms, from the first on; else from zero on."""
    drawn = [(panel, lines_of(rows, axis, panel.measure)) for panel in panels]
    names = list(dict.fromkeys(line.name for _panel, lines in drawn for line in lines))
    places = {x for _panel, lines in drawn for line in lines for x, _y in line.points}
    scale = _logarithmic(places) if is_log else _linear(places)
    height = _PANEL * len(drawn) + 24
    told = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
        'font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{height}" fill="#fff"/>',
    ]
    for place, (panel, lines) in enumerate(drawn):
        told += _panel(panel, lines, names, scale, place * _PANEL)
    told += [f'<text x="{_LEFT}" y="{height - 8}">{axis}</text>', "</svg>"]
    return "\n".join(told) + "\n"


def _linear(places: Collection[float]) -> Callable[[float], float]:
    most = max(places)
    return lambda x: x / most


def _logarithmic(places: Collection[float]) -> Callable[[float], float]:
    least, span = log(min(places)), log(max(places) / min(places)) or 1.0
    return lambda x: (log(x) - least) / span


def _panel(
    panel: Panel,
    lines: Sequence[Line],
    names: Sequence[str],
    scale: Callable[[float], float],
    top: float,
) -> list[str]:
    values = [y for line in lines for _x, y in line.points]
    low, high = min(values), max(values)
    span = (high - low) or 1.0
    digits = ".1f" if span >= 1 else ".3f"
    bottom = top + _PANEL - 40

    def x_of(x: float) -> float:
        return _LEFT + (WIDTH - _LEFT - _RIGHT) * scale(x)

    def y_of(y: float) -> float:
        return bottom - (bottom - top - _TOP) * (y - low) / span

    told = [f'<text x="{_LEFT}" y="{top + 18}" font-weight="bold">{panel.title}</text>']
    for tick in range(_TICKS + 1):
        y = low + span * tick / _TICKS
        told.append(
            f'<path d="M{_LEFT} {y_of(y):.1f}H{WIDTH - _RIGHT}" stroke="#ddd"/>'
            f'<text x="{_LEFT - 8}" y="{y_of(y) + 4:.1f}" text-anchor="end">{y:{digits}}</text>'
        )
    for x in sorted({x for line in lines for x, _y in line.points}):
        told.append(f'<text x="{x_of(x):.1f}" y="{bottom + 18}" text-anchor="middle">{x:g}</text>')
    for row, line in enumerate(lines):
        number = names.index(line.name)
        colour = _COLOURS[number % len(_COLOURS)]
        style = (
            f'fill="none" stroke="{colour}" stroke-width="2" '
            f'stroke-dasharray="{_DASHES[number % len(_DASHES)]}"'
        )
        points = " ".join(f"{x_of(x):.1f},{y_of(y):.1f}" for x, y in line.points)
        at = top + _TOP + 18 * row
        told.append(
            f'<polyline {style} points="{points}"/>{_alone(line, colour, x_of, y_of)}'
            f'<path {style} d="M{WIDTH - _RIGHT + 14} {at}h28"/>'
            f'<text x="{WIDTH - _RIGHT + 50}" y="{at + 4}">{line.name}</text>'
        )
    return told


def _alone(
    line: Line, colour: str, x_of: Callable[[float], float], y_of: Callable[[float], float]
) -> str:
    """A dot for the one place of a line that has no other."""
    if len(line.points) > 1:
        return ""
    [(x, y)] = line.points
    return f'<circle cx="{x_of(x):.1f}" cy="{y_of(y):.1f}" r="4" fill="{colour}"/>'
