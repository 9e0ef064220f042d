"""What `train` found, as rows of docs/comparisons.md."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from statistics import mean, stdev
from typing import Any, Final

from benches.private.tasks import FEW, FLOOR, PRIVATE, PSEUDONYMS, RAW, RUNS, all_tasks
from benches.results import Row
from worker.private.learning import Method

_MAIN: Final = {
    "neighbours": FEW,
    "size": 50,
    "method": Method.THREE_PHASES,
    "floor": FLOOR,
    "reads_copies": True,
}
Results = Sequence[Mapping[str, Any]]


def rows_of(found: Mapping[str, Any]) -> list[Row]:
    """What was not measured has no row."""
    order = [task.key for task in all_tasks()]
    tasks = [found["tasks"][key] for key in order if key in found["tasks"]]
    on = found["data"]
    return [Row(bar, figure, "", on) for bar, figure in _told(tasks)]


def _told(tasks: Results) -> Iterator[tuple[str, str]]:
    for one in _of(tasks, kind=RAW):
        yield "raw text: F1", _spread(one["f1"])
    for one in _of(tasks, kind=PSEUDONYMS):
        count = one["neighbours"]
        back = f"{_spread(one['f1'])}; {one['returning']:.1f} of {count} return; {100 * one['staying']:.1f} % of the sensitive words stay"
        yield f"pseudonyms, N = {count}: F1", back
    private = _of(tasks, kind=PRIVATE)
    main = _of(private, **_MAIN)
    if len(main) > 1:
        yield f"{_name(main[0])}, a representation a run: F1", _five(main)
    for one in _of(private, seed=1):
        yield _name(one), _one(one)


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
