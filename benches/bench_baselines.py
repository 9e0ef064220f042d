"""Our detection beside the ways of others, each label in one table: ``python -m benches.bench_baselines`` (``make bench-baselines``).

Rules alone, a CRF with features made by hand, a BiLSTM-CRF, the transformer, the hybrid; ``--tagger DIR MAP.json`` any directory of a token
classifier with a map of its labels to ours; other tools where ``$PEERS_PYTHON`` names an interpreter that has them
(worker/other_engines/peers). Both CRF learn from generated notes of the training families, as many as ``--train`` says: the
transformer has learned from more. Exam notes give totals, no text. What could not run is named NON EXÉCUTÉ.
"""

import argparse
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

from annotation.domain.ner_metrics import Annotated
from benches import results
from benches.baselines import crf, lstm, tables
from benches.ner import engines, machine, sources
from benches.ner.engines import PATIENT, Column, Engines
from benches.say import say
from worker.engine.build import SHIPPED
from worker.obfuscation.learn import NoLearnerError
from worker.other_engines.tagger import TaggerModel, read_map


def main(arguments: Sequence[str] | None = None) -> int:
    options = _options(arguments)
    say(machine.describe())
    found = systems(options)
    for title, reason in found.absent:
        say(f"NON EXÉCUTÉ : {title} ({reason})")
    for column in found.columns:
        say(f"{column.title} : {column.detector.version}")
    chosen = (sources.rehearsals if options.dev else sources.exams)(options.notes, options.seed)
    rows = []
    for source in chosen:
        read = {
            column.title: [
                Annotated(note.text, note.entities, spans)
                for note, spans in zip(source.notes, column.detect(source.notes), strict=True)
            ]
            for column in found.columns
        }
        say("\n" + tables.of_source(source.title, read))
        rows += tables.rows_of(source.key, read)
    if not options.dev:
        results.record("baselines", rows)
    return 0


def systems(options: argparse.Namespace) -> Engines:
    """Every system that can run here, in the order of the table."""
    found = engines.own(options.model)
    found.columns = [column for column in found.columns if column.title != PATIENT]
    found.absent = [(title, reason) for title, reason in found.absent if title != PATIENT]
    learned = sources.families("train", options.train, options.seed + 1).notes
    try:
        found.columns.insert(1, Column("LSTM-CRF", lstm.train(learned)))
    except NoLearnerError:
        found.absent.append(("LSTM-CRF", "paquet gensim"))
    if find_spec("pycrfsuite") is None:
        found.absent.append(("CRF", "paquet python-crfsuite"))
    else:
        found.columns.insert(1, Column("CRF", crf.train(learned)))
    for folder, labels in options.tagger:
        detector = TaggerModel(Path(folder), read_map(Path(labels)))
        found.columns.append(Column(detector.version, detector, is_peer=True))
    if options.peers:
        others = engines.peers()
        found.columns += others.columns
        found.absent += others.absent
    return found


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    add = parser.add_argument
    add("--dev", action="store_true", help="mise au point : aucun examen n'est lu")
    add("--peers", action="store_true", help="les autres outils de $PEERS_PYTHON")
    add("--model", type=Path, default=SHIPPED, help="dossier du modèle (défaut : celui livré)")
    add(
        "--tagger",
        nargs=2,
        action="append",
        default=[],
        metavar=("DIR", "MAP.json"),
        help="autre modèle",
    )
    add("--notes", type=int, default=400, help="notes des familles")
    add("--train", type=int, default=800, help="notes dont les CRF apprennent")
    add("--seed", type=int, default=2026)
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
