"""What `train` found, as rows of docs/comparisons.md."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from statistics import mean, stdev
from typing import Any, Final

from benches.private.tasks import FEW, FLOOR, NEIGHBOURS, PRIVATE, PSEUDONYMS, RAW, RUNS, all_tasks
from benches.results import PRIVATE as DRAWING
from benches.results import Row
from worker.private.attacks import CONTROL
from worker.private.learning import Method

_MAIN: Final = {
    "neighbours": FEW,
    "size": 50,
    "method": Method.THREE_PHASES,
    "floor": FLOOR,
    "reads_copies": True,
}
_CURVE: Final = {name: _MAIN[name] for name in ("size", "floor", "reads_copies")}
Results = Sequence[Mapping[str, Any]]
Points = dict[str, list[float]]


def rows_of(found: Mapping[str, Any]) -> list[Row]:
    """What was not measured has no row. A bar begins with how many notes teach: more and fewer stand beside one another."""
    order = [task.key for task in all_tasks()]
    tasks = [found["tasks"][key] for key in order if key in found["tasks"]]
    on = found["data"]
    teaching = on.partition(",")[0]
    return [
        Row(f"{teaching}, {bar}", figure, "", on, points=_placed(points, teaching))
        for bar, figure, points in _told(tasks)
    ]


def _placed(points: Points, teaching: str) -> Points:
    """The names of lines tell how many notes teach, too."""
    return {
        name if name == DRAWING.axis else name.replace(", ", f", {teaching}, ", 1): values
        for name, values in points.items()
    }


def _told(tasks: Results) -> Iterator[tuple[str, str, Points]]:
    for one in _of(tasks, kind=RAW):
        level = _percent(one)
        yield (
            "raw text: F1",
            _spread(one["f1"]),
            _at(NEIGHBOURS[0], NEIGHBOURS[-1]) | {"F1, raw text": [level, level]},
        )
    for one in _of(tasks, kind=PSEUDONYMS):
        count = one["neighbours"]
        back = f"{_spread(one['f1'])}; {one['returning']:.1f} of {count} return; {100 * one['staying']:.1f} % of the sensitive words stay"
        yield f"pseudonyms, N = {count}: F1", back, _at(count) | {"F1, pseudonyms": [_percent(one)]}
    private = _of(tasks, kind=PRIVATE)
    main = _of(private, **_MAIN)
    if len(main) > 1:
        yield f"{_name(main[0])}, a representation a run: F1", _five(main), {}
    for one in _of(private, seed=1):
        yield _name(one), _one(one), _curve(one)


def _curve(task: Mapping[str, Any]) -> Points:
    """Of what differs from the main task in N, or learned by gradients turned round."""
    if any(task[name] != value for name, value in _CURVE.items()):
        return {}
    name = "DANN" if task["method"] == Method.DANN else "three phases"
    attacks = [
        one for one in task["verdict"]["attacks"] if CONTROL not in one["name"] and one["pairs"]
    ]
    read = {
        f"adversary, {name}, {own}": [round(max(one["right"] / one["pairs"] for one in attacks if one["name"].startswith(own)), 3)]
        for own in ("T1", "T2") if attacks
    }  # fmt: skip
    return _at(task["neighbours"]) | {f"F1, {name}": [_percent(task)]} | read


def _at(*places: int) -> Points:
    return {DRAWING.axis: list(map(float, places))}


def _percent(task: Mapping[str, Any]) -> float:
    return round(100 * mean(task["f1"]), 1)


def _name(task: Mapping[str, Any]) -> str:
    told = ["private"]
    if task["method"] == Method.DANN:
        told.append("DANN")
    if task["floor"]:
        told.append(f"noise ≥ {task['floor']:g}")
    if task["reads_copies"]:
        told.append("copies")
    return ", ".join([*told, f"d = {task['size']}", f"N = {task['neighbours']}"])


def _of(tasks: Results, **wanted: object) -> Results:
    return [one for one in tasks if all(one[name] == value for name, value in wanted.items())]


def _one(task: Mapping[str, Any]) -> str:
    attacks = {one["name"]: one for one in task["verdict"]["attacks"]}
    read = {kind: _accuracies(attacks, kind) for kind in ("continued", "fresh", "control")}
    told = "accepted" if task["verdict"]["accepted"] else "refused"
    seen = ", ".join(f"{kind} {shares}" for kind, shares in read.items())
    return f"F1 {_spread(task['f1'])}; T1/T2 {seen}: {told}"


def _accuracies(attacks: Mapping[str, Mapping[str, Any]], kind: str) -> str:
    own = [attacks[f"T{number} {kind}"] for number in (1, 2)]
    return " / ".join(f"{one['right'] / one['pairs']:.3f}" if one["pairs"] else "–" for one in own)


def _five(runs: Results) -> str:
    first = [one["f1"][0] for one in runs]
    accepted = sum(one["verdict"]["accepted"] for one in runs)
    return f"{_spread(first)}; {accepted} of {len(runs)} accepted"


def _spread(shares: Sequence[float]) -> str:
    """In %, with the standard deviation of the runs; how many, where they are not five."""
    told = f"{100 * mean(shares):.1f}"
    if len(shares) == 1:
        return f"{told} %"
    runs = "" if len(shares) == RUNS else f" ({len(shares)})"
    return f"{told} ± {100 * stdev(shares):.1f} %{runs}"
