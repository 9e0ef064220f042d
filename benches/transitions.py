"""Would learned transitions decode better than the shape of BIOES alone? ``python -m benches.transitions``

The product decodes with Viterbi over well-formed sequences, every one of them as likely as another, unless a training is told to learn the
transitions of a linear-chain conditional random field (Lafferty et al. 2001) over what its network says of each word. Both decode the same
scores here. The shipped network: transitions learned on generator families kept for development, judged on others; learned on the invented
clinic's corrected notes, judged on its judging notes. ``--after FOLDER``: the network that a loop's last round has left there (`benches.bench_loop`),
transitions learned on the notes that it corrected, as a project's training learns them. One row each.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from annotation.domain.ner_metrics import TOTAL, Annotated, NerReport, evaluate
from annotation.domain.notes import Note
from benches import results
from benches.bench_loop import Journal, parted
from benches.ner.house import house_notes
from benches.say import say
from worker.engine.build import SHIPPED
from worker.engine.encoder.arrays import F32
from worker.engine.encoder.choice import has_cuda
from worker.engine.encoder.decoding import Decoder
from worker.engine.encoder.detector import load_detector
from worker.engine.encoder.files import read_settings
from worker.engine.encoder.words import split_words
from worker.training.corpus import generate
from worker.training.encoder.assess import Scored
from worker.training.transitions import EPOCHS, learned

_SEED: Final = 18


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--notes", type=int, default=150)
    parser.add_argument("--epochs", type=int, default=EPOCHS)
    parser.add_argument("--after", type=Path, help="dossier d'une boucle (rounds.json)")
    parser.add_argument("--dry", action="store_true", help="n'écrit rien dans benches/results")
    options = parser.parse_args(arguments)
    judging, waiting = parted(list(house_notes(260, _SEED)), 60)
    taught = waiting[: options.notes]
    if options.after:
        found = [after_loop(options.after, waiting, judging, options.epochs)]
    else:
        sets = {
            "generated families": (
                [made.note for made in generate(_SEED, options.notes, "dev")],
                [made.note for made in generate(_SEED, options.notes, "test")],
            ),
            "the invented clinic": (taught, judging),
        }
        found = [shipped(name, *pair, options.epochs) for name, pair in sets.items()]
    for row in found:
        say(f"{row.bar} : {row.figure} {row.unit} ({row.n})")
    if not options.dry:
        results.record("recipe", found)
    return 0


def shipped(name: str, taught: Sequence[Note], judged: Sequence[Note], epochs: int) -> results.Row:
    return compared(f"{name}, model alone", SHIPPED, taught, judged, epochs)


def after_loop(
    folder: Path, waiting: Sequence[Note], judged: Sequence[Note], epochs: int
) -> results.Row:
    last = Journal(folder).rounds()[-1]
    taught = [note for note in waiting if note.id in set(last.corrected)]
    name = "the invented clinic, a retrained model alone"
    return compared(name, Path(last.model), taught, judged, epochs)


def compared(
    name: str, model: Path, taught: Sequence[Note], judged: Sequence[Note], epochs: int
) -> results.Row:
    device = "cuda" if has_cuda() else "cpu"
    settings, detector = read_settings(model), load_detector(model, device)
    lessons, exam = (list(scored(detector, notes)) for notes in (taught, judged))
    table = learned(lessons, epochs=epochs, device=device)
    return _row(name, len(lessons), exam, settings.threshold, table)


def _row(
    name: str, taught: int, exam: Sequence[Scored], threshold: float, table: F32 | None
) -> results.Row:
    plain, with_table = (report(exam, threshold, own) for own in (None, table))
    f1 = [100 * own.strict[TOTAL].f1 for own in (plain, with_table)]
    words = [100 * own.redaction.recall for own in (plain, with_table)]
    left = [own.corrections_a_note for own in (plain, with_table)]
    return results.Row(
        bar=f"learned transitions instead of well-formed sequences alone, {name}: strict F1",
        figure=f"{f1[0]:.2f} → {f1[1]:.2f}",
        unit=f"(words redacted {words[0]:.2f} → {words[1]:.2f} %, corrections a note {left[0]:.2f} → {left[1]:.2f})",
        n=f"{taught} notes teach, {len(exam)} judge",
    )


def scored(detector: object, notes: Sequence[Note]) -> Iterator[Scored]:
    for note in notes:
        words = split_words(note.text)
        if len(words):
            [rows] = detector.log_probabilities([words])  # type: ignore[attr-defined]
            yield Scored(note, words, rows)


def report(exam: Sequence[Scored], threshold: float, table: F32 | None) -> NerReport:
    """Of the model alone, decoded with `table` or, without one, as it comes."""
    decoder = Decoder(threshold, "model", table)
    return evaluate(
        Annotated(one.note.text, one.note.entities, decoder.spans(one.words, one.log_probabilities))
        for one in exam
    )


if __name__ == "__main__":
    sys.exit(main())
