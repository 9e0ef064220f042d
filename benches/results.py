"""The current figure of every bar: one JSON file a bench in `benches/results`, and docs/benchmarks.md made of them.

A bench calls `record` with what it measured: a row takes the place of the older one of the same bar; what was not
measured this time stays, with the machine and the commit of its own run. ``python -m benches.results``
(``make bench-docs``) writes the page.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import date
from pathlib import Path
from typing import Any, Final

from benches import figure
from benches.figure import Panel
from benches.ner import machine

ROOT: Final = Path(__file__).resolve().parents[1]
FOLDER: Final = ROOT / "benches" / "results"
PAGE: Final = ROOT / "docs" / "benchmarks.md"
COMPARISONS: Final = ROOT / "docs" / "comparisons.md"
IMAGES: Final = ROOT / "docs" / "images"
BARS: Final = ("ner", "styles", "privacy", "ui", "import", "icd", "loop")  # as the page orders them
COMPARED: Final = ("baselines", "methods", "private", "recipe", "pdf", "load", "coders", "form")
BENCHES: Final = (*BARS, *COMPARED)
_HEAD: Final = """\
# Measurements
One current figure per bar. `make bench-docs` writes this page from `benches/results/*.json`; each `make bench-…` writes there what it measured, with its command, machine and versions.
**Bold**: the target is missed. A figure is as old as its run says; a commit that history no longer has was laid anew (`git log -S COMMIT -- benches/results` finds who recorded its figures). What was tried, and what it cost: [the notebook](notebook/README.md), which is history. Other systems, other methods and other loads: [comparisons](comparisons.md).
"""
_MORE: Final = """\
# Comparisons
Made like [the page of measurements](benchmarks.md), from `benches/results/*.json` (`make bench-docs`)."""


@dataclass(frozen=True, slots=True)
class Row:
    """`figure` as it is shown ("99.4", "37 of 49"). `on` names the notes where a bar is measured on several
    sets; `n` how much was read, or medians of how many. `met` is None where `target` is empty. `points`: what a figure
    draws of it, an axis and lines over it (`benches.figure`)."""

    bar: str
    figure: str
    unit: str = ""
    n: str = ""
    on: str = ""
    target: str = ""
    met: bool | None = None
    points: dict[str, list[float]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Drawing:
    """Of the rows of a bench that have points: a figure, and the table of its values below."""

    bench: str
    title: str
    alternative: str  # to the picture
    axis: str
    panels: tuple[Panel, ...]
    is_log: bool = False
    more: str = ""

    @property
    def path(self) -> Path:
        return IMAGES / f"{self.bench}.svg"


LOOP: Final = Drawing(
    "loop", "The learning loop, round by round", "Corrections a note and words redacted", "corrected notes",
    (Panel("corrections", "Corrections a note"), Panel("redacted", "Identifying words redacted, %")),
    more="Which weights, which notes, which bar: [the page of measurements](benchmarks.md).",
)  # fmt: skip
PRIVATE: Final = Drawing(
    "private", "Representations instead of texts, over N", "F1 of taggers and accuracy of adversaries over N", "N",
    (
        Panel("F1", "F1 of whole entities, %"),
        Panel("adversary", "Accuracy of adversaries, continued or fresh, the higher (chance: 0.500)"),
    ),
    is_log=True,
    more="N: neighbours of which one takes a sensitive word's place. Raw text knows no N. Numbers of runs, intervals and verdicts: the table of the bench above.",
)  # fmt: skip
DRAWINGS: Final = (LOOP, PRIVATE)


@dataclass(frozen=True, slots=True)
class Run:
    """Rows that one command gave on one machine; `commit` ends with "+" where the tree had changes."""

    date: str
    commit: str
    command: str
    machine: str
    versions: str
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Bench:
    """`note` says in one or two sentences how to read the figures."""

    title: str
    note: str
    runs: tuple[Run, ...]


@dataclass(frozen=True, slots=True)
class Found:
    """A row with the bench and the run that it comes from."""

    bench: str
    run: Run
    row: Row

    @property
    def when(self) -> str:
        return f"{self.run.date}, {self.run.commit}"


def record(bench: str, rows: Sequence[Row], folder: Path = FOLDER, **elsewhere: str) -> None:
    """Writes what was measured now over the older rows of the same bars. Nothing measured, nothing written. `elsewhere`: machine,
    versions and command of what was measured there."""
    if not rows:
        return
    here = {"command": _command(), "machine": machine.hardware(), "versions": machine.versions()}
    now = Run(date=_today(), commit=_commit(), rows=tuple(rows), **here | elsewhere)
    write(bench, merged(read(bench, folder), now), folder)


def merged(known: Bench, now: Run) -> Bench:
    """`now` after the older runs, which keep the bars that it did not measure."""
    measured = {(row.bar, row.on) for row in now.rows}
    kept = [
        replace(run, rows=tuple(row for row in run.rows if (row.bar, row.on) not in measured))
        for run in known.runs
    ]
    return replace(known, runs=(*(run for run in kept if run.rows), now))


def read(bench: str, folder: Path = FOLDER) -> Bench:
    """A bench without a file has no runs yet."""
    path = folder / f"{bench}.json"
    if not path.is_file():
        return Bench(bench, "", ())
    content: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    runs = tuple(
        Run(**{**run, "rows": tuple(Row(**row) for row in run["rows"])}) for run in content["runs"]
    )
    return Bench(content["title"], content["note"], runs)


def write(bench: str, content: Bench, folder: Path = FOLDER) -> None:
    plain = asdict(content)
    for row in (row for run in plain["runs"] for row in run["rows"]):
        if not row["points"]:
            del row["points"]
    told = json.dumps(plain, ensure_ascii=False, indent=1)
    (folder / f"{bench}.json").write_text(told + "\n", encoding="utf-8")


def page(folder: Path = FOLDER) -> str:
    """The page of bars, in the order of BARS."""
    known = {key: read(key, folder) for key in BARS}
    found = list(_found(known))
    told = [
        _HEAD,
        "## Detection, by notes",
        *_by_notes([one for one in found if one.row.on]),
        "\n## Every other bar",
        *_by_bar([one for one in found if not one.row.on]),
        "\n## What was measured, and where",
        *(_source(key, bench) for key, bench in known.items() if bench.runs),
    ]
    return "\n".join(told) + "\n"


def comparisons(folder: Path = FOLDER) -> str:
    """The page of what is set beside other systems, other methods and other loads, in the order of COMPARED."""
    known = {key: bench for key in COMPARED if (bench := read(key, folder)).runs}
    told = [_MORE]
    for key, bench in known.items():
        told += [
            f"\n## {bench.title}",
            *_by_bar(list(_found({key: bench}))),
            "",
            _source(key, bench),
        ]
    for drawing in DRAWINGS:
        if points := points_of(drawing, folder):
            told += [
                f"\n## {drawing.title}",
                f"![{drawing.alternative}]({drawing.path.relative_to(COMPARISONS.parent)})",
                "",
                *figure.table(points, drawing.axis, [panel.measure for panel in drawing.panels]),
                "",
                drawing.more,
            ]
    return "\n".join(told) + "\n"


def points_of(drawing: Drawing, folder: Path = FOLDER) -> list[dict[str, list[float]]]:
    """Of every row that the figure can draw."""
    runs = read(drawing.bench, folder).runs
    return [row.points for run in runs for row in run.rows if row.points]


def picture(drawing: Drawing, folder: Path = FOLDER) -> str:
    """Of the same rows."""
    points = points_of(drawing, folder)
    return figure.svg(points, drawing.axis, drawing.panels, is_log=drawing.is_log)


def _found(known: Mapping[str, Bench]) -> Iterator[Found]:
    for key, bench in known.items():
        for run in bench.runs:
            yield from (Found(key, run, row) for row in run.rows)


def _by_notes(found: Sequence[Found]) -> Iterator[str]:
    """A line a set of notes, a column a bar."""
    bars = list(dict.fromkeys(one.row.bar for one in found))
    first = {one.row.bar: one.row for one in reversed(found)}
    yield _line(["notes", *(bar + _aim(first[bar]) for bar in bars), "run"])
    yield _line(["---"] * (len(bars) + 2))
    for on in dict.fromkeys(one.row.on for one in found):
        own = {one.row.bar: one for one in found if one.row.on == on}
        last = list(own.values())[-1]
        figures = [_shown(own[bar].row) if bar in own else "–" for bar in bars]
        yield _line([f"{on}, {last.row.n}", *figures, last.when])


def _aim(row: Row) -> str:
    told = [part for part in (row.unit, row.target and f"target {row.target}") if part]
    return f", {', '.join(told)}" if told else ""


def _by_bar(found: Sequence[Found]) -> Iterator[str]:
    """A line a bar."""
    yield _line(["bench", "bar", "figure", "target", "of what", "run"])
    yield _line(["---"] * 6)
    for one in found:
        figure = f"{_shown(one.row)} {one.row.unit}".strip()
        yield _line([one.bench, one.row.bar, figure, one.row.target, one.row.n, one.when])


def _source(key: str, bench: Bench) -> str:
    machines = "; ".join(dict.fromkeys(f"{run.machine}, {run.versions}" for run in bench.runs))
    return f"- **{bench.title}** (`make bench-{key}`). {bench.note} Machine: {machines}."


def _shown(row: Row) -> str:
    return f"**{row.figure}**" if row.met is False else row.figure


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _today() -> str:
    return date.today().isoformat()  # noqa: DTZ011 - the day of whoever measures


def _command() -> str:
    return " ".join(["python", *sys.orig_argv[1:]])


def _commit() -> str:
    def git(*arguments: str) -> str:
        done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True)
        return done.stdout.strip()

    # a machine with a card may have got the files without their history
    known = git("rev-parse", "--short", "HEAD") or os.environ.get("DEIDWEB_COMMIT", "")
    return known + ("+" if git("status", "--porcelain") else "")


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    COMPARISONS.write_text(comparisons(), encoding="utf-8")
    for drawing in filter(points_of, DRAWINGS):
        drawing.path.write_text(picture(drawing), encoding="utf-8")
