"""Trains the model that ships: ``python -m worker.training.default`` (``make train-default``).

Fresh generated notes each epoch, from the training families only. After each epoch the model is
judged on the families kept for development and on the demo's hand-written development notes; the
temperature and the threshold are chosen on them. Nothing of the test families or of the demo's
held-out notes is read.
"""

import argparse
import gzip
import json
import re
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Final

import torch

from annotation.demo.corpus import load_corpus, load_folders
from annotation.domain.ner_metrics import TOTAL, NerReport, Score
from annotation.domain.notes import Note
from annotation.domain.spans import Span
from worker.engine.encoder import network as networks
from worker.engine.encoder.files import Settings, write_settings
from worker.engine.encoder.pieces import PieceEncoder, copy_tokenizer
from worker.engine.rules.engine import RuleDetector
from worker.training.corpus import generate
from worker.training.corpus.learned_notes import learned_notes
from worker.training.corpus.library import Split
from worker.training.corpus.retold import retold
from worker.training.corpus.sheets import generate_sheets
from worker.training.encoder import assess, checkpoint
from worker.training.encoder.backbones import from_backbone
from worker.training.encoder.distill import Distiller, student_of
from worker.training.encoder.loop import Hooks, Progress, Trainer
from worker.training.encoder.recipe import CORRECTIONS, Recipe

RECIPE: Final = Recipe(
    epochs=6,
    learning_rate=2e-4,
    head_factor=5.0,
    batch_size=16,
    micro_batch=16,
    dropout=0.0,
    word_dropout=0.03,
    warmup=0.02,
)
NOTES_AN_EPOCH: Final = 1300
# P(O) below which a word is redacted: chosen on the development notes, where a higher one hides
# more ordinary words than it finds identifying ones (docs/adr/0008-a-word-is-redacted-below-095.md).
THRESHOLD: Final = 0.97
SHEETS_AN_EPOCH: Final = 700
WRITTEN: Final = Path(__file__).parent / "corpus" / "written"
_RETOLD: Final = 0.7  # of the notes that stay the same, from the second epoch on
_TENTH: Final = 10
_DEV_NOTES: Final = 120
_DEV_SHEETS: Final = 60
_DEV_SEED: Final = 7
# Silver labels of real prose: what the rules find there of these; sentences with more are cut.
_SILVER: Final = frozenset({"AGE", "DATE"})
_UNREAD_TIME: Final = re.compile(
    r"\b(?:depuis|il y a|auparavant|plus tôt|(?:19|20)\d\d)\b", re.IGNORECASE
)


def main(arguments: list[str] | None = None) -> int:
    """Writes the model's directory. Goes on from its checkpoint when there is one."""
    options = _options(arguments)
    options.output.mkdir(parents=True, exist_ok=True)
    recipe = recipe_of(options)
    torch.manual_seed(recipe.seed)  # fresh heads are drawn
    encoder = PieceEncoder(options.start or options.backbone)
    others = learned_notes()
    if options.negatives:
        others += silver(_texts(options.negatives))
    trainer = trainer_of(
        options,
        encoder,
        lambda epoch: notes_of(epoch, recipe.seed, (options.notes, options.sheets), others),
        recipe,
    )
    if checkpoint.restore(trainer, options.output / "checkpoint"):
        sys.stdout.write(f"reprise après l'époque {trainer.epoch}\n")
    settings = Settings(window=recipe.max_length, name=options.name)
    dev = development_notes()
    while trainer.epoch < min(recipe.epochs, options.until):
        began = time.monotonic()
        loss = trainer.run_epoch()
        checkpoint.save(trainer, options.output / "checkpoint")
        _print(f"époque {trainer.epoch} : perte {loss:.4f}, {time.monotonic() - began:.0f} s")
        for name, notes in dev.items():
            scored = assess.score(trainer.network, encoder, settings, notes, device=options.device)
            _print(f"  {name:12} {summary(assess.judge(scored, settings))}")
    if trainer.epoch < recipe.epochs:
        return 0
    finish(trainer, encoder, settings, dev, options.output, options.start or options.backbone)
    return 0


def recipe_of(options: argparse.Namespace) -> Recipe:
    """The shipped model's recipe; where a trained model goes on, that of corrections with every layer learning: hundreds of notes
    teach, not dozens (docs/notebook/detection-2026-11-28.md)."""
    goes_on = options.start and not options.layers
    recipe = replace(CORRECTIONS, frozen_layers=0) if goes_on else RECIPE
    return replace(
        recipe,
        epochs=options.epochs,
        seed=options.seed,
        learning_rate=options.learning_rate or recipe.learning_rate,
    )


def trainer_of(
    options: argparse.Namespace,
    encoder: PieceEncoder,
    notes: Callable[[int], Iterable[Note]],
    recipe: Recipe,
) -> Trainer:
    """Of the backbone, of a model that goes on, or of fewer layers than the model that teaches them."""
    rest = (encoder, notes, recipe, options.device, Hooks(on_progress=_print_progress))
    if options.layers:
        teacher = networks.load(options.start)
        return Distiller(teacher, student_of(teacher, options.layers), *rest)
    start, backbone = options.start, options.backbone
    return Trainer(networks.load(start) if start else from_backbone(backbone), *rest)


def finish(
    trainer: Trainer,
    encoder: PieceEncoder,
    settings: Settings,
    dev: dict[str, list[Note]],
    output: Path,
    backbone: Path,
) -> None:
    """Chooses the temperature, prints what each threshold would do, writes the directory."""
    everything = [note for notes in dev.values() for note in notes]
    scored = assess.score(trainer.network, encoder, settings, everything, device=trainer.device)
    settings = replace(settings, temperature=assess.best_temperature(scored))
    _print(f"température {settings.temperature}")
    for threshold, report in assess.threshold_table(scored, settings).items():
        _print(f"  t={threshold:<5} {summary(report)}")
    settings = replace(settings, threshold=THRESHOLD)
    networks.save(trainer.network.float(), output)
    write_settings(output, settings)
    copy_tokenizer(backbone, output)


def notes_of(
    epoch: int, seed: int, counts: tuple[int, int], others: Sequence[Note]
) -> Iterator[Note]:
    """Fresh notes of the training families, fresh sheets of numbers, what was written by hand, then `others`: notes of other authors
    that were read and real prose. After the first epoch most of these are told again of other people: what stays the same is learned by heart."""
    notes, sheets = counts
    for generated in generate(seed + 7919 * epoch, notes, "train"):
        yield generated.note
    for generated in generate_sheets(seed + 7919 * epoch, sheets, "train"):
        yield generated.note
    for rank, note in enumerate([*written_notes("train"), *others]):
        draw = Random(f"{seed}:{epoch}:{rank}")  # noqa: S311 - training data
        yield retold(note, draw) if epoch and draw.random() < _RETOLD else note


def written_notes(split: Split) -> list[Note]:
    """Notes that were written one by one, for training alone; every tenth is kept for development."""
    notes = load_folders([WRITTEN])
    return [n for rank, n in enumerate(notes) if (rank % _TENTH == 0) == (split == "dev")]


def development_notes() -> dict[str, list[Note]]:
    """By origin; none of them is ever trained on."""
    families = [g.note for g in generate(_DEV_SEED, _DEV_NOTES, "dev")]
    sheets = [g.note for g in generate_sheets(_DEV_SEED, _DEV_SHEETS, "dev")]
    return {
        "familles dev": families,
        "feuilles dev": sheets,
        "écrites dev": written_notes("dev"),
        "démo dev": list(load_corpus("dev")),
    }


def silver(texts: Iterable[str]) -> list[Note]:
    """Paragraphs of real prose in which the rules see no more than ages and dates, and leave no time that only the network reads."""
    rules = RuleDetector()
    paragraphs = [p for text in texts for p in text.split("\n") if len(p) > 80]
    found = rules.detect(paragraphs)
    return [
        Note(f"prose-{index}", text, entities=tuple(spans))
        for index, (text, spans) in enumerate(zip(paragraphs, found, strict=True))
        if all(span.label in _SILVER for span in spans) and not _has_unread_time(text, spans)
    ]


def _has_unread_time(text: str, spans: Sequence[Span]) -> bool:
    """« depuis trois semaines », a lone year: unmarked, they would teach that such a time stays readable."""
    return any(
        not any(span.start <= at.start() < span.end for span in spans)
        for at in _UNREAD_TIME.finditer(text)
    )


def summary(report: NerReport) -> str:
    """One line: what is masked, what is masked wrongly, F1."""
    share = report.fully_redacted_notes / report.notes if report.notes else 1.0
    # no total where nothing is marked and nothing found
    strict, words = (table.get(TOTAL, Score()) for table in (report.strict, report.token))
    return (
        f"masqué {100 * report.redaction.recall:.2f} % à {100 * report.redaction.precision:.2f} %, "
        f"notes entières {100 * share:.1f} %, à tort {report.over_redaction:.2f} ‰, "
        f"F1 strict {100 * strict.f1:.2f}, mots {100 * words.f1:.2f}"
    )


def _texts(path: Path) -> list[str]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line)["text"] for line in lines]


def _print(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def _print_progress(progress: Progress) -> None:
    if progress.step % 20 == 0 or progress.step == progress.steps:
        _print(
            f"  {progress.epoch}/{progress.epochs} pas {progress.step}/{progress.steps} "
            f"perte {progress.loss:.4f} reste {progress.eta_s / 60:.0f} min"
        )


def _options(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--backbone", type=Path, default=Path("var/backbone"))
    parser.add_argument("--start", type=Path, help="modèle d'où repartir, au lieu du socle")
    parser.add_argument(
        "--layers", type=int, help="couches gardées du modèle --start, qui enseigne"
    )
    parser.add_argument("--output", type=Path, default=Path("var/train-default"))
    parser.add_argument("--epochs", type=int, default=RECIPE.epochs)
    parser.add_argument("--until", type=int, default=1000, help="s'arrête après cette époque")
    parser.add_argument("--notes", type=int, default=NOTES_AN_EPOCH, help="notes par époque")
    parser.add_argument("--sheets", type=int, default=SHEETS_AN_EPOCH, help="feuilles de chiffres")
    parser.add_argument("--seed", type=int, default=RECIPE.seed)
    parser.add_argument("--learning-rate", type=float, help="sinon celui de la recette")
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--name", default="ner-fr-4")
    parser.add_argument(
        "--negatives",
        type=Path,
        help="JSONL compressé (clé text) de prose clinique réelle sans identité, licence ouverte",
    )
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
