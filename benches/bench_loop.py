"""Does correcting notes make the next ones less work? ``python -m benches.bench_loop`` (``make bench-loop``).

From the shipped model, notes of a style that it never saw are corrected in batches of 25; after each batch a
model is trained on all that was corrected, and goes into service if the gate lets it. What counts is measured on
other notes of the same style, which no round trains on: identifying words that are masked, words that are
masked wrongly, corrections a note, each against the shipped model on the same notes (paired bootstrap).

Every round is kept in ``--work``, every epoch of it too: an interrupted bench goes on where it was.
"""

import argparse
import json
import os
import random
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Final

from annotation.demo.corpus import load_folders
from annotation.domain.datasets.split import Member, Part, Shares, split
from annotation.domain.notes import Note
from annotation.domain.residual import residual
from annotation.domain.risk import Scored, priority
from benches import results
from benches.ner.house import house_notes
from benches.say import say
from worker.engine.build import SHIPPED, build_detector
from worker.engine.detector import Detector
from worker.engine.rules.engine import RuleDetector
from worker.training.active import choose
from worker.training.bootstrap import Interval
from worker.training.corpus import generate
from worker.training.encoder.recipe import CORRECTIONS, Recipe
from worker.training.encoder.states import StateReader
from worker.training.evaluate import Judged, evaluate
from worker.training.evaluation import difference
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


def _organisations() -> list[Note]:
    return load_folders([HERE / "style_notes" / "org_look"])


def _tables() -> list[Note]:
    return load_folders([HERE / "table_notes" / "look"])


def _families() -> list[Note]:
    """Of generator families that were kept for development: no training has seen them."""
    return [generated.note for generated in generate(_SEED, _FAMILY_NOTES, "dev")]


SOURCES: Final[dict[str, Callable[[], list[Note]]]] = {
    "house": _house,
    "organisations": _organisations,
    "tables": _tables,
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
    judging, waiting = parted(SOURCES[options.source](), KEPT.get(options.source, _USUALLY_KEPT))
    journal = Journal(options.work / key_of(options, recipe))
    found = rounds(waiting, judging, options, recipe, journal)
    if len(found) <= options.rounds and len(found[-1].corrected) < len(waiting):
        return _GOES_ON
    say(table(found))
    say(json.dumps({"source": options.source, "order": options.order, "recipe": asdict(recipe)}))
    if not options.dry:
        results.record("loop", rows(found, options))
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
    shipped = _engine(SHIPPED)
    found = journal.rounds() or [_round_of(evaluate(shipped, judging))]
    journal.write(found)
    say(table(found))
    for _ in range(min(options.most, options.rounds + 1 - len(found))):
        known = set(found[-1].corrected)
        left = [note for note in waiting if note.id not in known]
        start = Path(found[-1].model) if found[-1].model else SHIPPED
        engine = _engine(start) if found[-1].model else shipped
        read = [note for note in waiting if note.id in known]
        batch = chosen(left, engine, options, Learned(start, read))
        if not batch:
            break
        corrected = [note for note in waiting if note.id in known] + batch
        plan = Plan(start, journal.folder / f"work{len(found)}", recipe, name=f"round-{len(found)}")
        began = time.monotonic()
        trained = retrain(
            _parts(corrected, judging),
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


def _engine(folder: Path) -> Detector:
    """As a worker serves it, on as many cores as the command is allowed."""
    threads = int(os.environ.get("OMP_NUM_THREADS", "0"))
    cache = None if folder == SHIPPED else folder / "cache"
    return build_detector("hybrid", folder, device="cpu", threads=threads, cache=cache)


def _parts(corrected: Sequence[Note], judging: Sequence[Note]) -> Parts:
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
        return _telling(waiting, learned)
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


def _telling(waiting: Sequence[Note], learned: Learned) -> list[Note]:
    reader = StateReader(learned.model, RuleDetector())
    known = [reader.vector(note.text) for note in learned.notes]
    found = choose(list(reader.waiting(waiting)), known, BATCH, seed=_SEED)
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
    """One row a round. No bar is held by the first: it is where the loop begins."""
    return [_row(row, found[0], options) for row in found]


def _row(found: Round, first: Round, options: argparse.Namespace) -> results.Row:
    figures, on = found.figures, f"{options.source}, order {options.order}"
    told = f"redacted {100 * figures.redacted_share:.1f} %, wrongly {figures.false_alarms_per_1000:.1f} ‰"
    if found.notes:
        change = difference(first.judged, found.judged, "corrections")
        told += f", against the shipped model {_signed(change)}"
        told += f", the gate: {', '.join(found.refused) or 'passed'}"
    return results.Row(
        bar=f"loop: corrections a note, after {found.notes} corrected notes, {on}",
        figure=f"{figures.corrections_a_note or 0:.1f}",
        unit=f"({told})",
        n=f"{figures.notes} notes",
        target="below the first, recall not below" if found.notes else "",
        met=_is_less_work(figures, first.figures) if found.notes else None,
    )


def _is_less_work(now: Figures, first: Figures) -> bool:
    before, after = first.corrections_a_note or 0.0, now.corrections_a_note or 0.0
    return after < before and now.redacted_share >= first.redacted_share


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--source", choices=sorted(SOURCES), default="house")
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--order", choices=("random", "risk", "mixed", "active"), default="random")
    parser.add_argument("--most", type=int, default=100, help="passes de cet appel, au plus")
    parser.add_argument("--seed", type=int, default=_SEED, help="de l'ordre au hasard")
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
