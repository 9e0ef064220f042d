"""Does correcting notes make the next ones less work? ``python -m benches.bench_loop`` (``make bench-loop``).

From the shipped model, notes of a style that it never saw are corrected in batches of 25; after each batch a
model is trained on all that was corrected, and goes into service if the gate lets it. What counts is measured on
other notes of the same style, which no round trains on: identifying words that are masked, words that are
masked wrongly, corrections a note, each against the shipped model on the same notes (paired bootstrap).

Every round is kept in ``--work``, every epoch of it too: an interrupted bench goes on where it was. Orders are compared over
several seeds: each order with each ``--seed``, then ``--compare 18 19 20``.
"""

import argparse
import json
import os
import random
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from annotation.domain.datasets.split import Member, Part, Shares, split
from annotation.domain.notes import Note
from annotation.domain.residual import residual
from annotation.domain.risk import Scored, priority
from benches import results
from benches.ner.house import house_notes
from benches.say import say
from worker.engine.build import SHIPPED, build_detector
from worker.engine.detector import Detector
from worker.engine.encoder.choice import has_cuda
from worker.engine.encoder.files import read_settings
from worker.engine.rules.engine import RuleDetector
from worker.training.active import choose
from worker.training.bootstrap import Interval
from worker.training.corpus import generate
from worker.training.encoder.recipe import CORRECTIONS, Recipe
from worker.training.encoder.states import StateReader
from worker.training.evaluate import Judged, evaluate
from worker.training.evaluation import (
    difference,
    difference_of,
    figure_of,
    mean_rows,
    word_row,
)
from worker.training.figures import Figures
from worker.training.judged import JudgedNote
from worker.training.plan import Plan, Watch
from worker.training.retrain import Opponents, Retrained, retrain
from worker.training.splitting import Parts

HERE: Final = Path(__file__).parent
WORK: Final = HERE.parent / "var" / "bench-loop"
BATCH: Final = 25
KEPT: Final = {"house": 60}  # notes of a source that judge and never train; 20 of the others
_USUALLY_KEPT: Final = 20
_SEED: Final = 18
_FAMILY_NOTES: Final = 120
_HOUSE_NOTES: Final = 260
_GOES_ON: Final = 3  # the exit code when rounds are left to do


def _house() -> list[Note]:
    """An invented clinic's (benches/ner/house.py): its people write alike and like nobody else."""
    return list(house_notes(_HOUSE_NOTES, _SEED))


def _families() -> list[Note]:
    """Of generator families that were kept for development: no training has seen them."""
    return [generated.note for generated in generate(_SEED, _FAMILY_NOTES, "dev")]


SOURCES: Final[dict[str, Callable[[], list[Note]]]] = {
    "house": _house,
    "families": _families,
}


@dataclass(frozen=True, slots=True)
class Round:
    """After the notes `corrected` (ids); `judged` are the candidate's readings of the judging notes.

    `seconds` of training and judging; `refused`: what the gate objected to; `model`: what serves from now on,
    "" for the shipped one.
    """

    corrected: tuple[str, ...]
    figures: Figures
    judged: tuple[JudgedNote, ...]
    seconds: float = 0.0
    refused: tuple[str, ...] = ()
    model: str = ""

    @property
    def notes(self) -> int:
        return len(self.corrected)

    def to_json(self) -> dict[str, Any]:
        judged = [{"note": note.note, **note.to_json()} for note in self.judged]
        told = {"corrected": self.corrected, "seconds": self.seconds, "refused": self.refused}
        return {**told, "figures": self.figures.to_json(), "judged": judged, "model": self.model}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "Round":
        return cls(
            corrected=tuple(data["corrected"]),
            figures=Figures.from_json(data["figures"]),
            judged=tuple(JudgedNote.from_json(row.pop("note"), row) for row in data["judged"]),
            seconds=data["seconds"],
            refused=tuple(data["refused"]),
            model=data["model"],
        )


@dataclass(frozen=True, slots=True)
class Journal:
    """The rounds of one setting, in a folder of their own."""

    folder: Path

    def rounds(self) -> list[Round]:
        try:
            told = json.loads((self.folder / "rounds.json").read_text(encoding="utf-8"))
        except FileNotFoundError:
            return []
        return [Round.from_json(row) for row in told]

    def write(self, rounds: Sequence[Round]) -> None:
        """At once: a kill in the middle leaves the former rounds."""
        self.folder.mkdir(parents=True, exist_ok=True)
        partial = self.folder / "rounds.partial"
        partial.write_text(json.dumps([row.to_json() for row in rounds]), encoding="utf-8")
        partial.replace(self.folder / "rounds.json")


def main(arguments: Sequence[str] | None = None) -> int:
    """0 when all rounds are done: the table says whether the loop works. 3: call again, rounds are left."""
    options = _options(arguments)
    recipe = recipe_of(options)
    if options.compare:
        return _recorded(orders_compared(options, recipe), options)
    judging, waiting = parted(SOURCES[options.source](), KEPT.get(options.source, _USUALLY_KEPT))
    journal = Journal(options.work / key_of(options, recipe))
    found = rounds(waiting, judging, options, recipe, journal)
    if len(found) <= options.rounds and len(found[-1].corrected) < len(waiting):
        return _GOES_ON
    say(table(found))
    say(json.dumps({"source": options.source, "order": options.order, "recipe": asdict(recipe)}))
    return _recorded(rows(found, options), options)


def _recorded(found: Sequence[results.Row], options: argparse.Namespace) -> int:
    """An order other than chance is kept by what it does beside chance (`--compare`), not by itself."""
    for row in found:
        say(f"{row.bar} : {row.figure} {row.unit}")
    if not options.dry and (options.compare or options.order == "random"):
        results.record("loop", found)
    return 0


def recipe_of(options: argparse.Namespace) -> Recipe:
    """The project's recipe, but for what the command says."""
    told = {
        "epochs": options.epochs,
        "learning_rate": options.lr,
        "head_factor": options.head_factor,
        "replay": options.replay,
        "frozen_layers": options.frozen_layers,
        "batch_size": options.batch_size,
    }
    recipe = replace(
        CORRECTIONS, **{name: value for name, value in told.items() if value is not None}
    )
    return replace(recipe, micro_batch=min(recipe.micro_batch, recipe.batch_size))


def device_of(options: argparse.Namespace) -> str:
    """The one that was asked for, else the card where there is one."""
    return options.device or ("cuda" if has_cuda() else "cpu")


def key_of(options: argparse.Namespace, recipe: Recipe) -> str:
    """A folder's name: other settings, other rounds."""
    told = f"{options.source}-{options.order}-{recipe.epochs}-{recipe.learning_rate:g}-{recipe.head_factor:g}"
    told += f"-{recipe.replay:g}-{recipe.frozen_layers}-{recipe.batch_size}-{options.seed}"
    return told + ("-all" if options.promote_all else "")


def parted(notes: Sequence[Note], kept: int) -> tuple[list[Note], list[Note]]:
    """Those that judge, and those that wait to be corrected, each drawn evenly."""
    order = list(notes)
    random.Random(_SEED).shuffle(order)
    return order[:kept], order[kept:]


def rounds(
    waiting: list[Note],
    judging: list[Note],
    options: argparse.Namespace,
    recipe: Recipe,
    journal: Journal,
) -> list[Round]:
    """The shipped model, then one round a batch: those of the journal, and as many as `options.most` more."""
    device = device_of(options)
    shipped = _engine(SHIPPED, device)
    found = journal.rounds() or [_round_of(evaluate(shipped, judging))]
    journal.write(found)
    say(table(found))
    for _ in range(min(options.most, options.rounds + 1 - len(found))):
        known = set(found[-1].corrected)
        left = [note for note in waiting if note.id not in known]
        start = Path(found[-1].model) if found[-1].model else SHIPPED
        engine = _engine(start, device) if found[-1].model else shipped
        read = [note for note in waiting if note.id in known]
        batch = chosen(left, engine, options, Learned(start, read))
        if not batch:
            break
        corrected = [note for note in waiting if note.id in known] + batch
        work = journal.folder / f"work{len(found)}"
        plan = Plan(start, work, recipe, device, name=f"round-{len(found)}")
        began = time.monotonic()
        trained = retrain(
            parts_with(corrected, judging),
            plan,
            Opponents(RuleDetector(), engine, shipped),
            Watch(),
        )
        refused = tuple(check.name for check in trained.gate if not check.passed)
        model = found[-1].model
        if not refused or options.promote_all:
            model = str(_saved(trained, journal.folder / f"model{len(found)}", start))
        ids = tuple(note.id for note in corrected)
        seconds = time.monotonic() - began
        found.append(_round_of(trained.after, ids, seconds, refused, model))
        journal.write(found)
        say(line(found[-1], found[0]))
    return found


def _round_of(judged: Judged, *rest: Any) -> Round:
    corrected, others = (rest[0], rest[1:]) if rest else ((), ())
    return Round(corrected, judged.figures, judged.notes, *others)


def _engine(folder: Path, device: str) -> Detector:
    """As a worker serves it there, on as many cores as the command is allowed."""
    threads = int(os.environ.get("OMP_NUM_THREADS", "0"))
    cache = None if folder == SHIPPED else folder / "cache"
    return build_detector("hybrid", folder, device=device, threads=threads, cache=cache)


def parts_with(corrected: Sequence[Note], judging: Sequence[Note]) -> Parts:
    """As a project's: some of the corrected notes choose the epoch, the judging ones are apart."""
    members = split(
        [Member(note.id) for note in corrected], Shares(test=0.0, validation=0.1), seed=0
    )
    marked = [(members[note.id], note) for note in corrected]
    return Parts.of([*marked, *((Part.TEST, note) for note in judging)])


@dataclass(frozen=True, slots=True)
class Learned:
    """The model in service, and the notes that were corrected so far."""

    model: Path
    notes: Sequence[Note]


def chosen(
    waiting: Sequence[Note], engine: Detector, options: argparse.Namespace, learned: Learned
) -> list[Note]:
    """The next batch: as they come, the riskiest of what the engine in service reads, or as the page
    « Notes à corriger ensuite » chooses them."""
    if options.order == "active":
        return _telling(waiting, learned, options.seed, device_of(options))
    if options.order == "random":
        order = list(waiting)
        random.Random(options.seed).shuffle(order)
        return order[:BATCH]
    ranked = sorted(waiting, key=lambda note: (-_risk(note, engine), note.id))
    if options.order == "mixed":  # a fifth at random, as the queue's random share
        free = BATCH // 5
        taken = ranked[: BATCH - free]
        return taken + [note for note in waiting if note not in taken][:free]
    return ranked[:BATCH]


def _telling(waiting: Sequence[Note], learned: Learned, seed: int, device: str) -> list[Note]:
    reader = StateReader(learned.model, RuleDetector(), device)
    known = [reader.vector(note.text) for note in learned.notes]
    found = choose(list(reader.waiting(waiting)), known, BATCH, seed=seed)
    order = {choice.note: place for place, choice in enumerate(found)}
    return sorted((n for n in waiting if n.id in order), key=lambda note: order[note.id])


def _risk(note: Note, engine: Detector) -> float:
    [spans] = engine.detect([note.text], [note.patient])
    scored = [Scored(str(s.label), s.score, s.doubt) for s in spans]
    return priority(scored, residual(note.text, [(s.start, s.end) for s in spans])).risk


def _saved(trained: Retrained, folder: Path, start: Path) -> Path:
    """As it will be read."""
    folder.mkdir(parents=True, exist_ok=True)
    trained.learnt.save(folder, start)
    return folder


def line(found: Round, first: Round) -> str:
    figures = found.figures
    refused = f"  barrière : {', '.join(found.refused)}" if found.refused else ""
    change = difference(first.judged, found.judged, "corrections")
    return (
        f"{found.notes:4d} notes corrigées : masqué {100 * figures.redacted_share:6.2f} %, "
        f"notes entières {figures.notes_fully_redacted:2d}/{figures.notes}, "
        f"à tort {figures.false_alarms_per_1000:6.2f} ‰, "
        f"corrections {figures.corrections_a_note or 0:6.2f} par note ({_signed(change)}), "
        f"{found.seconds:5.0f} s{refused}"
    )


def _signed(change: Interval) -> str:
    return f"{change.value:+.2f} [{change.low:+.2f} ; {change.high:+.2f}]"


def table(found: Sequence[Round]) -> str:
    return "\n".join(line(row, found[0]) for row in found)


def rows(found: Sequence[Round], options: argparse.Namespace) -> list[results.Row]:
    """One row an order: « 8.6 → 3.9 → 3.5 ». It holds if every round leaves less to correct than the one before, the last
    half of the first at most, and masks no less than the shipped model."""
    first, last = found[0], found[-1]
    change = difference(first.judged, last.judged, "corrections")
    masked = " → ".join(f"{100 * row.figures.redacted_share:.1f}" for row in found)
    alarms = " → ".join(f"{row.figures.false_alarms_per_1000:.0f}" for row in found)
    refused = [f"{row.notes}: {', '.join(row.refused)}" for row in found if row.refused]
    told = f"words redacted {masked} %, wrongly {alarms} ‰, last against first {_signed(change)}"
    told += (
        f"; the gate refused after {'; '.join(refused)}" if refused else "; the gate let all pass"
    )
    steps = ", ".join(str(row.notes) for row in found)
    return [
        results.Row(
            bar=f"loop: corrections a note, after {steps} corrected notes, {options.source}, order {options.order}",
            figure=" → ".join(f"{row.figures.corrections_a_note or 0:.1f}" for row in found),
            unit=f"({told})",
            n=f"{first.figures.notes} notes, {_weights()}",
            target="falls in every round, halves, recall not below",
            met=holds([row.figures for row in found]),
            points={
                results.LOOP.axis: [row.notes for row in found],
                f"corrections, {options.source}, {options.order}": [
                    round(row.figures.corrections_a_note or 0, 2) for row in found
                ],
                f"redacted, {options.source}, {options.order}": [
                    round(100 * row.figures.redacted_share, 2) for row in found
                ],
            },
        )
    ]


def orders_compared(options: argparse.Namespace, recipe: Recipe) -> list[results.Row]:
    """The page's order against the order of chance, each round's mean over the seeds that `--compare` names; paired by judging note.

    It holds if the mean over the rounds is lower, its interval below 0.
    """
    told: dict[str, list[list[Round]]] = {}
    for order in ("random", "active"):
        asked = [
            argparse.Namespace(**{**vars(options), "order": order, "seed": s})
            for s in options.compare
        ]
        told[order] = [Journal(options.work / key_of(own, recipe)).rounds() for own in asked]
    if not all(len(run) > options.rounds for runs in told.values() for run in runs):
        raise SystemExit("des passes manquent : lancer d'abord chaque ordre avec chaque graine")
    random_rows, active_rows = (_by_round(told[order], options.rounds) for order in told)
    pairs = list(zip(random_rows, active_rows, strict=True))
    steps = ", ".join(str(row.notes) for row in told["random"][0][1 : options.rounds + 1])
    everywhere = difference_of(mean_rows(random_rows), mean_rows(active_rows), "corrections")
    masked = ", ".join(" → ".join(_masked(rows) for rows in pair) for pair in pairs)
    return [
        results.Row(
            bar=f"loop: corrections a note, random → active order, after {steps} corrected notes, {options.source}",
            figure=", ".join(" → ".join(_left(rows) for rows in pair) for pair in pairs),
            unit=f"(mean over the rounds {_signed(everywhere)}; words redacted {masked} %)",
            n=f"{len(random_rows[0])} notes, {len(options.compare)} draws, {_weights()}",
            target="fewer in the mean",
            met=everywhere.high < 0,
            points={
                results.LOOP.axis: [row.notes for row in told["random"][0][1 : options.rounds + 1]],
                **{
                    f"{measure}, {options.source}, {order}, {len(options.compare)} draws": [
                        float(words(rows)) for rows in by_round
                    ]
                    for measure, words in (("corrections", _left), ("redacted", _masked))
                    for order, by_round in (("random", random_rows), ("active", active_rows))
                },
            },
        )
    ]


def _weights() -> str:
    """Which model the rounds began with: a later one may have shipped since."""
    return read_settings(SHIPPED).name


Rows = list[tuple[float, ...]]


def _by_round(runs: Sequence[Sequence[Round]], count: int) -> list[Rows]:
    """Of each round after the first: `word_row` of the judging notes, mean over the runs."""
    return [
        mean_rows([[word_row(note) for note in run[place].judged] for run in runs])
        for place in range(1, count + 1)
    ]


def _left(rows: Rows) -> str:
    return f"{figure_of(rows, 'corrections').value:.2f}"


def _masked(rows: Rows) -> str:
    return f"{100 * figure_of(rows, 'redacted').value:.1f}"


def holds(found: Sequence[Figures]) -> bool:
    """Whether the loop works: [8.6, 4.5, 3.9] corrections a note do, if none masks less than the first."""
    left = [figures.corrections_a_note or 0.0 for figures in found]
    falls = all(after < before for before, after in pairwise(left))
    masks = all(figures.redacted_share >= found[0].redacted_share for figures in found)
    return falls and masks and left[-1] <= left[0] / 2


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--source", choices=sorted(SOURCES), default="house")
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--order", choices=("random", "risk", "mixed", "active"), default="random")
    parser.add_argument("--most", type=int, default=100, help="passes de cet appel, au plus")
    parser.add_argument("--seed", type=int, default=_SEED, help="de l'ordre au hasard")
    parser.add_argument(
        "--compare", type=int, nargs="+", metavar="SEED", help="les ordres, de passes déjà faites"
    )
    parser.add_argument("--device", choices=("cpu", "cuda"), help="la carte s'il y en a une")
    parser.add_argument("--work", type=Path, default=WORK)
    parser.add_argument("--epochs", type=int)
    parser.add_argument("--lr", type=float)
    parser.add_argument("--head-factor", type=float)
    parser.add_argument("--replay", type=float)
    parser.add_argument("--frozen-layers", type=int)
    parser.add_argument("--batch-size", type=int)
    parser.add_argument("--promote-all", action="store_true", help="sans barrière")
    parser.add_argument("--dry", action="store_true", help="n'écrit rien dans benches/results")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
