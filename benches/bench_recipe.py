"""Recipes of the articles and what helps to correct, measured: ``python -m benches.bench_recipe`` (``make bench-recipe``).

articles    15,000 generated sentences from the bare encoder (Tchouka et al. 2023, section 5): time, epochs, F1. Sentences that
            teach, that choose the epoch and that judge come from different families of templates. Needs ``make backbone``.
adaptation  does an encoder that read a clinic's raw notes first learn more from the same corrections (Tannier et al. 2024,
            table 6)? 2,000 raw notes of the invented clinic, then trainings on 25 and on 100 of its corrected notes, from the shipped
            model and from the adapted one, five seeds each, judged on 60 others.
"""

import argparse
import json
import multiprocessing
import re
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Final

import numpy as np

from annotation.domain.ner_metrics import TOTAL, Annotated, NerReport
from annotation.domain.ner_metrics import evaluate as judge
from annotation.domain.notes import Note
from annotation.domain.spans import Span
from benches import results
from benches.bench_loop import device_of, parted
from benches.letterheads import Remembering, memory, services
from benches.ner.house import house_notes
from benches.say import say
from worker.engine.build import SHIPPED, build_detector
from worker.engine.detector import Detector
from worker.engine.hybrid import HybridDetector
from worker.engine.rules.engine import RuleDetector
from worker.training.adapt import AdaptPlan, Chunk, Raw, adapt
from worker.training.arms import SEEDS
from worker.training.corpus import generate
from worker.training.corpus.library import Split
from worker.training.encoder.recipe import ARTICLES, CORRECTIONS, Recipe
from worker.training.evaluate import evaluate
from worker.training.evaluation import (
    CORRECTIONS_AT,
    difference_of,
    figure_of,
    mean_rows,
    word_row,
)
from worker.training.learn import learn
from worker.training.plan import Plan, Step, Watch
from worker.training.splitting import Parts
from worker.training.study import sign_flip

ROOT: Final = Path(__file__).resolve().parents[1]
WORK: Final = ROOT / "var" / "bench-recipe"
SENTENCES: Final[dict[Split, int]] = {"train": 12_000, "dev": 1_500, "test": 1_500}
SIZES: Final = (25, 100)
RAW: Final = 2_000
_SEED: Final = 18
_KEPT: Final = 60  # the judging notes of `bench_loop`
_WAITING: Final = 200
_CHOOSING: Final = 0.1
_SERVICES, _CORRECTED, _OTHERS = 6, 4, 10  # notes of each
# a word of three letters or fewer is a title or an abbreviation: « Dr. Petit », « St. Ouen »
_END: Final = re.compile(r"\n+|(?<=\w{4}[.!?])[ \t]+(?=[A-ZÀ-Ý])")
_LEAST_WORDS: Final = 3

Rows = tuple[tuple[float, ...], ...]


def main(arguments: Sequence[str] | None = None) -> int:
    options = _options(arguments)
    device = device_of(options)
    parts = {"articles": articles, "adaptation": adaptation, "lines": lines}
    chosen = [options.only] if options.only else list(parts)
    found = [row for name in chosen for row in parts[name](options, device)]
    for row in found:
        say(f"{row.bar} : {row.figure} {row.unit} ({row.n})")
    if not options.dry:
        results.record("recipe", found)
    return 0


def sentences(split: Split, count: int, seed: int = _SEED) -> list[Note]:
    """Of generated notes, cut where a line or a sentence ends outside an entity; those of three words or more."""
    found: list[Note] = []
    for generated in generate(seed, count, split):
        found += cut(generated.note)
        if len(found) >= count:
            break
    return found[:count]


def cut(note: Note) -> Iterator[Note]:
    """« Vu le 3 mai. Signé : M. Durand » → two notes, their entities with them."""
    inside = [(span.start, span.end) for span in note.entities]
    ends = [
        match.span()
        for match in _END.finditer(note.text)
        if not any(start < match.end() and match.start() < end for start, end in inside)
    ]
    firsts = [0, *(end for _start, end in ends)]
    lasts = [*(start for start, _end in ends), len(note.text)]
    for first, last in zip(firsts, lasts, strict=True):
        text = note.text[first:last]
        if len(text.split()) >= _LEAST_WORDS:
            own = tuple(_moved(s, first) for s in note.entities if first <= s.start < last)
            yield Note(f"{note.id}-{first}", text, entities=own)


def _moved(span: Span, by: int) -> Span:
    return replace(span, start=span.start - by, end=span.end - by)


def articles(options: argparse.Namespace, device: str) -> list[results.Row]:
    """The recipe as it stands; on a card the whole batch at once, which changes no figure but the time."""
    share = options.sentences / sum(SENTENCES.values())
    parts = {split: sentences(split, round(n * share)) for split, n in SENTENCES.items()}
    recipe = replace(ARTICLES, epochs=options.epochs or ARTICLES.epochs)
    if device == "cuda":
        recipe = replace(recipe, micro_batch=recipe.batch_size)
    plan = Plan(options.backbone, options.work / "articles", recipe, device, name="articles")
    began = time.monotonic()
    learnt = learn(
        Parts(tuple(parts["train"]), tuple(parts["dev"]), ()), plan, Watch(on_step=_told)
    )
    seconds = time.monotonic() - began
    model = learnt.detector()
    by_model = _report(model, parts["test"])
    by_both = _report(HybridDetector(RuleDetector(), model), parts["test"])
    counts = " + ".join(f"{len(own):,}" for own in parts.values())
    n = f"{counts} sentences that teach, choose and judge, of different families"
    return [
        _told_of("model alone", by_model, n),
        _told_of("rules and model", by_both, n),
        results.Row(
            bar="the articles' recipe from the bare encoder: time of the training",
            figure=f"{seconds / 60:.1f}",
            unit=f"min ({len(learnt.epochs)} epochs of at most {recipe.epochs}, on {device})",
            n=n,
        ),
    ]


def _told_of(who: str, report: NerReport, n: str) -> results.Row:
    strict, words = report.strict[TOTAL], report.token[TOTAL]
    return results.Row(
        bar=f"the articles' recipe from the bare encoder, {who}: strict F1",
        figure=f"{100 * strict.f1:.1f}",
        unit=f"(words {100 * words.f1:.1f}, words redacted {100 * report.redaction.recall:.2f} %, wrongly {report.over_redaction:.1f} ‰)",
        n=n,
    )


def _report(detector: Detector, notes: Sequence[Note]) -> NerReport:
    found = (detector.detect([note.text])[0] for note in notes)
    return judge(
        Annotated(note.text, note.entities, spans) for note, spans in zip(notes, found, strict=True)
    )


def _told(step: Step) -> None:
    if step.epochs and step.progress and step.progress.step == 1:
        last = step.epochs[-1]
        say(f"époque {last.epoch} : perte {last.loss:.4f}, F1 {100 * last.f1:.2f}")


@dataclass(frozen=True, slots=True)
class Arm:
    """A training on `size` corrected notes, drawn by `seed`, from the model of the folder `start`."""

    start: Path
    size: int
    seed: int
    work: Path
    device: str
    epochs: int

    @property
    def name(self) -> str:
        """Other epochs, another arm."""
        return f"{self.start.name}-{self.size}-{self.seed}-{self.epochs}"


def adaptation(options: argparse.Namespace, device: str) -> list[results.Row]:
    """Every arm is kept in `--work`: an interrupted bench goes on where it was."""
    adapted = options.work / f"adapted-{options.raw}"
    if not adapted.is_dir():
        _adapt(options, device, adapted)
    told = json.loads(adapted.with_suffix(".json").read_text("utf-8"))
    found: list[results.Row] = []
    for size in options.sizes:
        arms = [
            Arm(start, size, seed, options.work, device, options.epochs or CORRECTIONS.epochs)
            for start in (SHIPPED, adapted)
            for seed in range(options.seeds)
        ]
        context = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(options.workers, mp_context=context) as pool:
            rows = list(pool.map(trained, arms))
        before, after = mean_rows(rows[: options.seeds]), mean_rows(rows[options.seeds :])
        bar = f"an encoder adapted to raw notes first, then {size} corrected notes: corrections a note"
        found.append(_compared(before, after, bar, f"{options.seeds} seeds, {told}"))
    return found


def _adapt(options: argparse.Namespace, device: str, output: Path) -> None:
    notes = list(house_notes(options.raw, _SEED + 1))
    kept = [note.id for note in notes[: options.raw // 20]]
    plan = AdaptPlan(SHIPPED, options.work / f"adapting-{options.raw}", device=device)
    began = time.monotonic()
    chunks = adapt(Raw.of(notes, kept), plan, output, on_chunk=_chunk)
    seconds = time.monotonic() - began
    told = f"{options.raw:,} raw notes, read {plan.how.passes} times in {seconds:.0f} s on {device}, loss {chunks[0].loss} → {chunks[-1].loss}"
    output.with_suffix(".json").write_text(json.dumps(told), encoding="utf-8")


def _chunk(chunk: Chunk) -> None:
    say(f"adaptation {chunk.done}/{chunk.total} : perte {chunk.loss}")


def trained(arm: Arm) -> Rows:
    """`word_row` of the judging notes, of the rules with the model that the arm's training gives."""
    done = arm.work / f"{arm.name}.json"
    if done.is_file():
        return tuple(map(tuple, json.loads(done.read_text("utf-8"))))
    judging, waiting = parted(list(house_notes(_KEPT + _WAITING, _SEED)), _KEPT)
    Random(arm.seed).shuffle(waiting)
    corrected = waiting[: arm.size]
    aside = round(_CHOOSING * len(corrected))
    recipe: Recipe = replace(CORRECTIONS, seed=CORRECTIONS.seed + arm.seed, epochs=arm.epochs)
    parts = Parts(tuple(corrected[aside:]), tuple(corrected[:aside]), tuple(judging))
    learnt = learn(parts, Plan(arm.start, arm.work / arm.name, recipe, arm.device), Watch())
    model, settings = learnt.detector(), learnt.settings
    judged = evaluate(
        HybridDetector(RuleDetector(), model, settings.left_out, settings.merge), judging
    )
    rows = tuple(word_row(note) for note in judged.notes)
    done.write_text(json.dumps(rows), encoding="utf-8")
    return rows


def _compared(
    before: Sequence[tuple[float, ...]], after: Sequence[tuple[float, ...]], bar: str, n: str
) -> results.Row:
    change = difference_of(before, after, "corrections")
    p = sign_flip(np.array(after)[:, CORRECTIONS_AT] - np.array(before)[:, CORRECTIONS_AT])
    masked = [100 * figure_of(rows, "redacted").value for rows in (before, after)]
    less = change.high < 0 and masked[1] >= masked[0]
    return results.Row(
        bar=bar,
        figure=" → ".join(
            f"{figure_of(rows, 'corrections').value:.2f}" for rows in (before, after)
        ),
        unit=f"({change.value:+.2f} [{change.low:+.2f} ; {change.high:+.2f}], p = {p:.4f}; words redacted {masked[0]:.2f} → {masked[1]:.2f} %)",
        n=n,
        target="less, masking no less",
        met=less,
    )


def lines(_options: argparse.Namespace, device: str) -> list[results.Row]:
    made = services(_SERVICES, _CORRECTED + _OTHERS, _SEED)
    corrected = [note for own in made for note in own[:_CORRECTED]]
    others = [note for own in made for note in own[_CORRECTED:]]
    known = memory(corrected, corrected + others)
    engine = build_detector("hybrid", SHIPPED, device=device)
    sides = [evaluate(e, others).notes for e in (engine, Remembering(engine, known))]
    before, after = ([word_row(note) for note in side] for side in sides)
    n = f"{_SERVICES} services, {len(known)} lines known from {len(corrected)} corrected notes, {len(others)} others judge"
    row = _compared(before, after, "the memory of lines: corrections a note", n)
    return [row]


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", choices=("articles", "adaptation", "lines"))
    parser.add_argument("--device", choices=("cpu", "cuda"), help="la carte s'il y en a une")
    parser.add_argument("--backbone", type=Path, default=ROOT / "var" / "backbone")
    parser.add_argument("--work", type=Path, default=WORK)
    parser.add_argument("--sentences", type=int, default=sum(SENTENCES.values()))
    parser.add_argument("--epochs", type=int, help="au plus, au lieu de ceux des recettes")
    parser.add_argument("--raw", type=int, default=RAW, help="notes brutes de l'adaptation")
    parser.add_argument("--sizes", type=int, nargs="+", default=list(SIZES))
    parser.add_argument("--seeds", type=int, default=SEEDS)
    parser.add_argument("--workers", type=int, default=1, help="entraînements à la fois")
    parser.add_argument("--dry", action="store_true", help="n'écrit rien dans benches/results")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
