"""Quality and speed of the rules on the demo notes: ``python -m benches.bench_ner [--dev]``.

Aggregate figures only: nothing of a held-out note is ever printed. ``--dev`` leaves the held-out
notes alone, for whoever works on the rules.
"""

import argparse
import gzip
import json
import os
import platform
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter

from annotation.demo.corpus import Split, load_corpus
from annotation.domain.ner_metrics import Annotated, NerReport, evaluate
from annotation.domain.notes import Note
from annotation.domain.tokens import token_bounds
from worker.engine.rules.engine import RuleDetector

E3C = Path(__file__).resolve().parents[2] / "shared/data/reference/e3c_dev_ccby.jsonl.gz"
MIN_RECALL, MIN_PRECISION = 0.90, 0.95
REPEATS = 3


def main() -> int:
    """0 when the held-out notes meet the bar, without and with the patient's data."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--dev", action="store_true", help="notes de mise au point seules")
    splits: tuple[Split, ...] = ("dev",) if parser.parse_args().dev else ("dev", "heldout")
    detector = RuleDetector()
    write = sys.stdout.write
    write(f"{platform.platform()}, {_processor()}, {os.cpu_count()} cœurs\n")
    write(f"Python {platform.python_version()}, moteur {detector.version}\n")
    met = True
    for split in splits:
        notes = load_corpus(split)
        for with_patient in (False, True):
            title = "avec" if with_patient else "sans"
            report = _report(detector, notes, with_patient=with_patient)
            write(f"\n=== {split}, règles {title} données du patient ===\n{report.to_text()}\n")
            if split == "heldout":
                met &= _meets(report)
        write(f"Vitesse : {_speed(detector, notes):,.0f} mots/s (1 processus)\n".replace(",", " "))
    _over_redaction(detector)
    if "heldout" not in splits:
        return 0
    verdict = "atteint" if met else "NON ATTEINT"
    write(
        f"\nSeuil (heldout, rappel ≥ {MIN_RECALL:.0%} et précision ≥ {MIN_PRECISION:.0%}) : {verdict}\n"
    )
    return 0 if met else 1


def _report(detector: RuleDetector, notes: Sequence[Note], *, with_patient: bool) -> NerReport:
    patients = [note.patient for note in notes] if with_patient else None
    found = detector.detect([note.text for note in notes], patients)
    return evaluate(
        Annotated(note.text, note.entities, spans) for note, spans in zip(notes, found, strict=True)
    )


def _meets(report: NerReport) -> bool:
    redaction = report.redaction
    return redaction.recall >= MIN_RECALL and redaction.precision >= MIN_PRECISION


def _speed(detector: RuleDetector, notes: Sequence[Note]) -> float:
    """Blank-separated words a second, best of a few runs."""
    texts = [note.text for note in notes]
    words = sum(len(text.split()) for text in texts)
    best = float("inf")
    for _ in range(REPEATS):
        start = perf_counter()
        detector.detect(texts)
        best = min(best, perf_counter() - start)
    return words / best


def _over_redaction(detector: RuleDetector) -> None:
    """Words covered in published clinical cases, which name no patient."""
    write = sys.stdout.write
    if not E3C.is_file():
        write("\nE3C : non exécuté (fichier absent)\n")
        return
    with gzip.open(E3C, "rt", encoding="utf-8") as lines:
        texts = [json.loads(line)["text"] for line in lines]
    covered: Counter[str] = Counter()
    total = 0
    for text, spans in zip(texts, detector.detect(texts), strict=True):
        words = [bounds for bounds in token_bounds(text) if text[bounds[0]].isalnum()]
        total += len(words)
        for start, end in words:
            covered.update(s.subtype for s in spans if s.start < end and start < s.end)
    expected = covered["AGE"] + covered["DUREE"]
    write(f"\n=== E3C : {len(texts)} cas publiés, {total} mots ===\n")
    write(
        f"Masqués pour 1 000 mots, âges et durées compris : {1000 * covered.total() / total:.2f}\n"
    )
    write(f"sans les âges et durées : {1000 * (covered.total() - expected) / total:.2f}\n")
    for name, count in covered.most_common():
        write(f"  {name:16}{count:6d}\n")


def _processor() -> str:
    info = Path("/proc/cpuinfo")
    if info.is_file():
        for line in info.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


if __name__ == "__main__":
    sys.exit(main())
