"""Quality and speed of detection: ``python -m benches.bench_ner`` (``make bench-ner``).

Sources: generated notes of the test families, the demo's held-out notes, thirty notes written by
hand, sixty of an independent author. ``--dev`` reads no exam: development families and the demo's dev notes, for whoever works on
the engine. Nothing of these last or of a held-out note is ever printed. Other tools are compared when
``$PEERS_PYTHON`` names an interpreter that has them (worker/other_engines/peers). What could not run is
named NON EXÉCUTÉ. Exit code 1 when a bar that was measured is missed.
"""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Final

from annotation.domain.ner_metrics import TOTAL, NerReport, Score
from benches import results
from benches.ner import (
    bars,
    engines,
    forms,
    gallery,
    judged,
    machine,
    parity,
    prose,
    quality,
    rule_speed,
    sources,
    speed,
)
from benches.ner.engines import Engines
from benches.ner.sources import Source
from benches.ner.text import count
from benches.results import Row
from benches.say import say
from worker.engine.build import SHIPPED
from worker.engine.encoder.files import content_hash, is_model, read_settings, version_of
from worker.other_engines.peers.detector import PeerDetector
from worker.training.corpus.library import Split

PARTS: Final = ("quality", "peers", "prose", "forms", "parity", "speed")
_SHOWN_FORMS: Final = 200
_PARITY_NOTES: Final = 150
_SPEED_NOTES, _ROUND_NOTES = 300, 16  # different ones at most in the measured run, in one round


@dataclass(slots=True)
class Bench:
    """One run: its options, what it found, what it could not do."""

    options: argparse.Namespace
    engines: Engines
    bars: list[tuple[str, bool]] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)  # of docs/benchmarks.md

    @property
    def model_dir(self) -> Path | None:
        folder: Path = self.options.model
        return folder if folder.is_dir() and is_model(folder) else None

    def wants(self, part: str) -> bool:
        return part in self.options.only

    def bar(self, told: str, *, met: bool) -> None:
        self.bars.append((told, met))


def main(arguments: Sequence[str] | None = None) -> int:
    """0 when every bar that was measured is met."""
    options = _options(arguments)
    say(machine.describe())
    own = engines.own(options.model)
    bench = Bench(options, own)
    say(f"Modèle : {_model_name(bench)}")
    if bench.wants("peers"):
        found = engines.peers()
        own.columns += found.columns
        own.absent += found.absent
        say("Autres outils : " + (", ".join(c.detector.version for c in found.columns) or "aucun"))
    for title, reason in own.absent:
        say(f"NON EXÉCUTÉ : {title} ({reason})")
    for part, run in (
        ("quality", run_quality),
        ("prose", run_prose),
        ("forms", run_forms),
        ("parity", run_parity),
        ("speed", run_speed),
    ):
        if bench.wants(part) or (part == "quality" and bench.wants("peers")):
            run(bench)
    if not options.dev:
        results.record("ner", bench.rows)
    return verdict(bench)


def run_quality(bench: Bench) -> None:
    """Side by side on every source; confusion, errors and document types of the hybrid."""
    options = bench.options
    columns = bench.engines.columns
    if not bench.wants("quality"):
        columns = [column for column in columns if column.is_peer]
    if not columns:
        return
    chosen = (sources.rehearsals if options.dev else sources.exams)(options.notes, options.seed)
    chosen += [sources.exam()] if options.exam else []
    found = []
    for source in chosen:
        found.append(quality.read(source, columns))
        reports = quality.judge(found[-1])
        say("\n" + quality.side_by_side(source, reports, columns))
        if options.full:
            for title, report in reports.items():
                say(f"\n--- {source.title}, {title} ---\n{report.to_text()}")
        if engines.HYBRID in reports:
            _bars_of(bench, source, reports[engines.HYBRID])
            rules = reports.get(engines.RULES)
            bench.rows += bars.of_notes(source, reports[engines.HYBRID], rules, hold_bars=True)
        bench.rows += bars.of_peers(source, [reports[c.title] for c in columns if c.is_peer])
    if bench.engines.named(engines.HYBRID) in columns:
        _errors(found, options.gallery)
    for column in columns:
        if isinstance(column.detector, PeerDetector):
            say(f"{column.title} : {count(column.detector.words_a_second)} mots/s")


def _bars_of(bench: Bench, source: Source, report: NerReport) -> None:
    whole = report.fully_redacted_notes / report.notes
    f1 = report.token.get(TOTAL, Score()).f1
    bench.bar(f"{source.title} : masqué ≥ 97 %", met=report.redaction.recall >= bars.REDACTED)
    bench.bar(f"{source.title} : notes entières ≥ 80 %", met=whole >= bars.WHOLE)
    bench.bar(f"{source.title} : F1 des mots ≥ 90 %", met=f1 >= bars.F1)


def _errors(found: Sequence[quality.Read], file: Path | None) -> None:
    for read in found:
        say("\n" + gallery.counts(read, engines.HYBRID))
        say("\n" + quality.missed_by_label(read))
    say("\n" + quality.by_type(found[0], engines.HYBRID))
    if file:
        written = gallery.write(file, found, engines.HYBRID)
        say(f"{written} erreurs dans {file}")


def run_prose(bench: Bench) -> None:
    """Masked words of real prose."""
    if not prose.FILE.is_file():
        say(f"\nNON EXÉCUTÉ : prose clinique réelle (fichier absent : {prose.FILE.name})")
        return
    texts = prose.read()
    columns = [column for column in bench.engines.columns if not column.uses_patient]
    if not columns:
        return
    try:
        decisions = judged.read(prose.FILE)
    except judged.NotTheSameText:
        decisions = None
    found = prose.measure(texts, columns, decisions)
    say("\n" + prose.to_text(texts, found))
    say(
        prose.judged_to_text(found)
        if decisions
        else "NON EXÉCUTÉ : fausses alertes (fichier autre que celui relu)"
    )
    say(
        "Si le modèle a été appris avec cette prose en exemples négatifs (--negatives), ses "
        "chiffres et ceux de l'hybride ne sont pas indépendants ; ceux des règles et des autres "
        "outils le sont."
    )
    if engines.HYBRID in found and decisions:
        bench.rows += bars.of_published(found[engines.HYBRID])
        per_1000 = found[engines.HYBRID].false_per_1000
        bench.bar("prose réelle : ≤ 2 fausses alertes ‰", met=per_1000 <= bars.PROSE)


def run_forms(bench: Bench) -> None:
    """Recall of each written form."""
    own = [c for c in bench.engines.columns if not c.is_peer and not c.uses_patient]
    scores = forms.measure(own, bench.options.seed, bench.options.samples)
    most = None if bench.options.full else _SHOWN_FORMS
    say("\n" + forms.to_text(scores, own, most))
    bench.rows += bars.of_forms(scores, engines.HYBRID)


def run_parity(bench: Bench) -> None:
    """PyTorch against ONNX Runtime."""
    if bench.model_dir is None:
        say("\nNON EXÉCUTÉ : parité (pas de modèle)")
        return
    number = min(_PARITY_NOTES, bench.options.notes)
    side: Split = "dev" if bench.options.dev else "test"
    notes = sources.families(side, number, bench.options.seed).notes
    found = parity.measure(bench.model_dir, notes)
    say("\n" + parity.to_text(found))
    bench.bar("entités identiques ≥ 99,5 %", met=found.share >= parity.BAR)
    bench.rows += bars.of_parity(found)


def run_speed(bench: Bench) -> None:
    """Throughput, memory, the day's notes."""
    options = bench.options
    alone = rule_speed.measure(options.seed, options.repeats)
    say("\n" + rule_speed.to_text(alone, options.repeats))
    rules = median(alone[rule_speed.ORDINARY].wall)
    bench.bar(f"règles ≥ 150 000 mots/s ({rule_speed.ORDINARY})", met=rules >= bars.RULES_RATE)
    bench.rows += bars.of_rules(alone, options.repeats)
    if bench.model_dir is None:
        say("NON EXÉCUTÉ : débit du modèle et de l'hybride, référence (pas de modèle)")
        return
    number = speed.DAY_NOTES if options.day else options.run
    drawn = max(_ROUND_NOTES, min(number, _SPEED_NOTES))
    kinds = rule_speed.texts_by_kind(options.seed, drawn, prose.FILE)
    wanted = bars.RATIO_AMX if "amx_bf16" in machine.describe() else bars.RATIO
    for kind in (rule_speed.ORDINARY, rule_speed.DENSE):
        texts = kinds[kind]
        found = speed.measure(bench.model_dir, options.repeats, texts[:_ROUND_NOTES])
        say("\n" + speed.to_text(found, options.repeats, kind))
        best = max(found.series[name].ratio for name in (speed.HYBRID, speed.WORKERS))
        bench.bar(f"hybride ≥ {wanted} × la référence ({kind})", met=best >= wanted)
        short, run = (speed.measure_run(bench.model_dir, texts, n) for n in (number // 4, number))
        say(speed.run_to_text(run, short))
        bench.bar("mémoire d'un processus < 1,5 Go", met=found.memory < bars.MEMORY)
        day = run.day_s(short)
        bench.bar(f"5 000 notes < 8 min ({kind})", met=day < bars.DAY_S)
        bench.rows += bars.of_speed(found, day, number, kind, options.repeats, wanted)


def verdict(bench: Bench) -> int:
    """Every bar that was measured, met or not."""
    if bench.bars:
        say("\n=== seuils ===")
    for told, met in bench.bars:
        say(f"{'atteint' if met else 'NON ATTEINT':12} {told}")
    return 0 if all(met for _, met in bench.bars) else 1


def _model_name(bench: Bench) -> str:
    if bench.model_dir is None:
        return f"NON EXÉCUTÉ (pas de modèle dans {bench.options.model})"
    settings = read_settings(bench.model_dir)
    name = version_of(settings.name, content_hash(bench.model_dir))
    return f"{name}, seuil {settings.threshold}, fenêtres de {settings.window}"


def _parts(text: str) -> tuple[str, ...]:
    chosen = tuple(part.strip() for part in text.split(","))
    if unknown := [part for part in chosen if part not in PARTS]:
        raise argparse.ArgumentTypeError(f"{unknown[0]} (choix : {', '.join(PARTS)})")
    return chosen


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    add = parser.add_argument
    add("--only", type=_parts, default=PARTS, help=f"parties : {','.join(PARTS)}")
    add("--dev", action="store_true", help="mise au point : aucun examen n'est lu")
    add(
        "--exam",
        action="store_true",
        help="lit aussi l'examen : une fois, après le choix des poids",
    )
    add("--model", type=Path, default=SHIPPED, help="dossier du modèle (défaut : celui livré)")
    add("--notes", type=int, default=400, help="notes des familles")
    add("--seed", type=int, default=2026)
    add("--samples", type=int, default=forms.SAMPLES, help="phrases par forme écrite")
    add("--repeats", type=int, default=5, help="tours du débit")
    add("--full", action="store_true", help="tous les tableaux, toutes les formes")
    add("--gallery", type=Path, help="fichier CSV des erreurs (jamais celles de heldout)")
    add("--run", type=int, default=_SPEED_NOTES, help="notes lues d'un trait par deux processus")
    add("--day", action="store_true", help="en lit 5 000")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
