"""Does correcting notes make the next ones less work? ``python -m benches.bench_loop`` (``make bench-loop``).

From the shipped model, notes of a style that it never saw are corrected in batches of 25; after each batch a
model is trained on all that was corrected, and goes into service if the gate lets it. What counts is measured on
other notes of the same authors, which no round trains on: identifying words that are masked, words that are
masked wrongly, corrections a note.
"""

import argparse
import json
import random
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from annotation.demo.corpus import load_folders
from annotation.domain.datasets.split import Member, Part, Shares, split
from annotation.domain.notes import Note
from annotation.domain.residual import residual
from annotation.domain.risk import Scored, priority
from benches import results
from worker.engine.build import SHIPPED, build_detector
from worker.engine.detector import Detector
from worker.engine.rules.engine import RuleDetector
from worker.training.corpus import generate
from worker.training.encoder.recipe import CORRECTIONS, Recipe
from worker.training.evaluate import evaluate
from worker.training.figures import Figures
from worker.training.plan import Plan, Watch
from worker.training.retrain import Opponents, Retrained, retrain
from worker.training.splitting import Parts

HERE: Final = Path(__file__).parent
BATCH: Final = 25
KEPT: Final = 20  # notes of each source that judge and never train
_SEED: Final = 18
_FAMILY_NOTES: Final = 120


def _organisations() -> list[Note]:
    return load_folders([HERE / "style_notes" / "org_look"])


def _tables() -> list[Note]:
    return load_folders([HERE / "table_notes" / "look"])


def _families() -> list[Note]:
    """Of generator families that were kept for development: no training has seen them."""
    return [generated.note for generated in generate(_SEED, _FAMILY_NOTES, "dev")]


SOURCES: Final[dict[str, Callable[[], list[Note]]]] = {
    "organisations": _organisations,
    "tables": _tables,
    "families": _families,
}


@dataclass(frozen=True, slots=True)
class Round:
    """After `notes` corrected notes; `seconds` of training; `refused`: what the gate objected to."""

    notes: int
    figures: Figures
    seconds: float = 0.0
    refused: tuple[str, ...] = ()


def main(arguments: Sequence[str] | None = None) -> int:
    """0 always: the table says whether the loop works."""
    options = _options(arguments)
    notes = SOURCES[options.source]()
    told = {
        "epochs": options.epochs,
        "learning_rate": options.lr,
        "head_factor": options.head_factor,
        "replay": options.replay,
    }
    recipe = replace(
        CORRECTIONS, **{name: value for name, value in told.items() if value is not None}
    )
    judging, waiting = parted(notes)
    with tempfile.TemporaryDirectory() as folder:
        found = rounds(waiting, judging, options, recipe, Path(folder))
    say(table(found))
    say(json.dumps({"source": options.source, "order": options.order, "recipe": told}))
    if not options.dry:
        results.record("loop", rows(found, options))
    return 0


def parted(notes: Sequence[Note]) -> tuple[list[Note], list[Note]]:
    """Those that judge, and those that wait to be corrected, each drawn evenly."""
    order = list(notes)
    random.Random(_SEED).shuffle(order)
    return order[:KEPT], order[KEPT:]


def rounds(
    waiting: list[Note],
    judging: list[Note],
    options: argparse.Namespace,
    recipe: Recipe,
    folder: Path,
) -> list[Round]:
    """The shipped model, then one round a batch."""
    rules = RuleDetector()
    shipped = build_detector("hybrid", SHIPPED, device="cpu")
    start, engine = SHIPPED, shipped
    found = [Round(0, evaluate(shipped, judging).figures)]
    say(line(found[-1]))
    corrected: list[Note] = []
    for number in range(1, options.rounds + 1):
        batch = chosen(waiting, engine, options)
        if not batch:
            break
        corrected += batch
        waiting = [note for note in waiting if note not in batch]
        began = time.monotonic()
        parts = _parts(corrected, judging)
        plan = Plan(start, folder / f"work{number}", recipe, name=f"round-{number}")
        trained = retrain(parts, plan, Opponents(rules, engine, shipped), Watch())
        refused = tuple(check.name for check in trained.gate if not check.passed)
        seconds = time.monotonic() - began
        found.append(Round(len(corrected), trained.after.figures, seconds, refused))
        say(line(found[-1]))
        if not refused or options.promote_all:
            start, engine = _served(trained, folder / f"model{number}", start)
    return found


def _parts(corrected: Sequence[Note], judging: Sequence[Note]) -> Parts:
    """As a project's: some of the corrected notes choose the epoch, the judging ones are apart."""
    members = split(
        [Member(note.id) for note in corrected], Shares(test=0.0, validation=0.1), seed=0
    )
    marked = [(members[note.id], note) for note in corrected]
    return Parts.of([*marked, *((Part.TEST, note) for note in judging)])


def chosen(waiting: Sequence[Note], engine: Detector, options: argparse.Namespace) -> list[Note]:
    """The next batch: as they come, or the riskiest of what the engine in service reads."""
    if options.order == "random":
        return list(waiting[:BATCH])
    ranked = sorted(waiting, key=lambda note: (-_risk(note, engine), note.id))
    if options.order == "mixed":  # a fifth at random, as the queue's random share
        free = BATCH // 5
        taken = ranked[: BATCH - free]
        return taken + [note for note in waiting if note not in taken][:free]
    return ranked[:BATCH]


def _risk(note: Note, engine: Detector) -> float:
    [spans] = engine.detect([note.text], [note.patient])
    scored = [Scored(str(s.label), s.score, s.doubt) for s in spans]
    return priority(scored, residual(note.text, [(s.start, s.end) for s in spans])).risk


def _served(trained: Retrained, folder: Path, start: Path) -> tuple[Path, Detector]:
    """As it will be read: saved, and opened by the runtime that serves."""
    folder.mkdir()
    trained.learnt.save(folder, start)
    return folder, build_detector("hybrid", folder, device="cpu", cache=folder / "cache")


def line(found: Round) -> str:
    figures = found.figures
    refused = f"  barrière : {', '.join(found.refused)}" if found.refused else ""
    return (
        f"{found.notes:4d} notes corrigées : masqué {100 * figures.redacted_share:6.2f} %, "
        f"notes entières {figures.notes_fully_redacted:2d}/{figures.notes}, "
        f"à tort {figures.false_alarms_per_1000:6.2f} ‰, "
        f"corrections {figures.corrections_a_note or 0:6.2f} par note, {found.seconds:5.0f} s{refused}"
    )


def table(found: Sequence[Round]) -> str:
    return "\n".join(line(row) for row in found)


def rows(found: Sequence[Round], options: argparse.Namespace) -> list[results.Row]:
    """One row a figure and a round. No bar is held by the first round: it is where the loop begins."""
    on = f"{options.source}, order {options.order}"
    kept = found[0].figures
    told = []
    for row in found:
        figures, name = row.figures, f"after {row.notes} corrected notes"
        works = None if not row.notes else _is_less_work(figures, kept)
        target = "" if not row.notes else "below the first, recall not below"
        told.append(
            results.Row(
                bar=f"loop: corrections a note, {name}, {on}",
                figure=f"{figures.corrections_a_note or 0:.1f}",
                unit=f"(redacted {100 * figures.redacted_share:.1f} %, wrongly {figures.false_alarms_per_1000:.1f} ‰)",
                n=f"{figures.notes} notes",
                target=target,
                met=works,
            )
        )
    return told


def _is_less_work(now: Figures, first: Figures) -> bool:
    before, after = first.corrections_a_note or 0.0, now.corrections_a_note or 0.0
    return after < before and now.redacted_share >= first.redacted_share


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--source", choices=sorted(SOURCES), default="families")
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--order", choices=("random", "risk", "mixed"), default="random")
    parser.add_argument("--epochs", type=int)
    parser.add_argument("--lr", type=float)
    parser.add_argument("--head-factor", type=float)
    parser.add_argument("--replay", type=float)
    parser.add_argument("--promote-all", action="store_true", help="sans barrière")
    parser.add_argument("--dry", action="store_true", help="n'écrit rien dans benches/results")
    return parser.parse_args(arguments)


def say(text: str) -> None:
    """At once: a round lasts minutes."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
