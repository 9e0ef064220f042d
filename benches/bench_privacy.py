"""Speed, utility and proofs of the privacy engine: ``python -m benches.bench_privacy`` (``make bench-privacy``).

Everything is invented or public. Parts: ``substitute`` (notes/s, memory), ``utility``, ``proofs`` (certificates, draws
per second, chi-square against the exact mass and OpenDP, likelihood ratios), ``preview`` (one move of its slider). Exit code 1 when a bar is missed.
"""

import argparse
import statistics
import sys
import tempfile
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Final

from benches.ner import machine
from benches.ner.text import MISSING, count, decimal, table
from benches.privacy import proofs, redraw, throughput, utility
from benches.privacy.files import known_files
from privacy.domain.policy import DateMechanism, PlaceMechanism
from privacy.domain.randomness import StudyKey
from privacy.domain.tables import default_tables

PARTS: Final = ("substitute", "utility", "proofs", "preview")
_NOTES_A_SECOND: Final = 500
_REDRAW_MS: Final = 20
# before a quarter the file is only checked
_GROWTH: Final = 1.10  # memory at the end over memory at a quarter
_FEW: Final = 300  # the run whose time is start-up
_POOL: Final = 600  # different notes of the run whose memory is measured


def main(arguments: Sequence[str] | None = None) -> int:
    """0 when every bar that was measured is met."""
    options = _options(arguments)
    say(machine.describe())
    met = [
        run(options)
        for name, run in (
            ("substitute", _substitute),
            ("utility", _utility),
            ("proofs", _proofs),
            ("preview", _preview),
        )
        if name in options.only
    ]
    return 0 if all(met) else 1


def _substitute(options: argparse.Namespace) -> bool:
    """Start-up (tables, imports) is measured on a small run and taken off."""
    with tempfile.TemporaryDirectory(dir=options.folder) as folder:
        alone = [
            throughput.in_process(Path(folder), options.notes, seed=31 + rank)
            for rank in range(options.runs)
        ]
        few = throughput.substitute(Path(folder), _FEW, different=_FEW)
        rates = []
        for rank in range(options.runs):
            run = throughput.substitute(
                Path(folder), options.notes, different=options.notes, seed=11 + rank
            )
            rates.append((run.notes - few.notes) / (run.cpu_s - few.cpu_s))
        say(
            "\nsubstitute, notes de 750 mots et 15 entités, 3 par patient, notes/s par cœur"
            f" (médiane de {options.runs}, extrêmes) :"
        )
        say(f"  lecture, substitution, écriture : {_middle(alone)}")
        say(
            f"  la commande entière, lue deux fois et fuites cherchées sous douze formes : {_middle(rates)},"
            f" démarrage {decimal(few.cpu_s, 1)} s"
        )
        long = throughput.substitute(Path(folder), options.long, different=_POOL)
    at = {share: long.memory_at(share) / 2**20 for share in (0.25, 0.5, 0.99)}
    say(
        f"{count(long.notes)} notes en {long.wall_s:.0f} s : mémoire résidente "
        + ", ".join(f"{value:.0f} Mio à {share:.0%}" for share, value in at.items())
        + f", sommet {long.peak / 2**20:.0f} Mio"
    )
    flat = at[0.99] <= _GROWTH * at[0.25]
    fast = statistics.median(rates) >= _NOTES_A_SECOND
    say(
        f"barres : {_NOTES_A_SECOND} notes/s, commande entière {_verdict(fast)}, substitution seule"
        f" {_verdict(statistics.median(alone) >= _NOTES_A_SECOND)} ; mémoire plate {_verdict(flat)}"
    )
    return flat and fast


def _preview(_options: argparse.Namespace) -> bool:
    spent = redraw.milliseconds()
    met = statistics.median(spent) <= _REDRAW_MS
    say(
        f"\nAperçu, note de 750 mots : {decimal(statistics.median(spent), 1)} ms par déplacement du curseur"
        f" ({decimal(min(spent), 1)} à {decimal(max(spent), 1)})"
    )
    say(f"barre : {_REDRAW_MS} ms {_verdict(met)}")
    return met


def _middle(rates: Sequence[float]) -> str:
    return f"{count(statistics.median(rates))} ({count(min(rates))} à {count(max(rates))})"


def _utility(options: argparse.Namespace) -> bool:
    tables = default_tables()
    key = StudyKey(bytes(range(32)))
    files = known_files(options.files, seed=3)
    say(
        f"\nUtilité : dossiers de {utility.DAYS} dates, une naissance, un âge ({len(files)} dossiers) ; le budget ε est"
        " celui du patient. Écarts moyens en valeur absolue."
    )
    rows: list[list[str]] = []
    inverted = 0
    for epsilon in utility.EPSILONS:
        rows.append([])
        for mechanism in DateMechanism:
            found = utility.dates(files, mechanism, epsilon, key=key, tables=tables)
            if mechanism is DateMechanism.METRIC:
                inverted += found.inverted
            rows.append([f"{mechanism}, ε = {_shown(epsilon)}", *found.row()])
    header = ["dates", "jours", "naissance (ans)", "âge (ans)", "ordre inversé"]
    say(table(header, rows[1:]))
    say(
        f"\nLieux, France entière, une commune parmi {utility.ELEMENTS} éléments (ε_i = ε/{utility.ELEMENTS}), communes"
        " d'origine réparties selon les habitants."
    )
    say(table(["lieux", "km", "log10 population"], _places(tables.atlas.geography)))
    say(f"barre : ordre inversé sous metric {inverted} {_verdict(inverted == 0)}")
    return inverted == 0


def _places(geography: "proofs.Geography") -> list[list[str]]:
    rows: list[list[str]] = []
    for epsilon in utility.EPSILONS:
        rows.append([])
        for mechanism in PlaceMechanism:
            if mechanism is PlaceMechanism.TAG:
                shown = [MISSING, MISSING]
            else:
                share = epsilon / utility.ELEMENTS
                km, size = utility.places(geography, mechanism, share)
                shown = [decimal(km, 0), decimal(size, 2)]
            rows.append([f"{mechanism}, ε = {_shown(epsilon)}", *shown])
    return rows[1:]


def _proofs(options: argparse.Namespace) -> bool:
    return proofs.run(options.draws, options.threads)


def _shown(epsilon: Fraction) -> str:
    return decimal(float(epsilon), 1)


def _verdict(met: bool) -> str:  # noqa: FBT001
    return "ATTEINTE" if met else "MANQUÉE"


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", type=lambda text: text.split(","), default=list(PARTS))
    parser.add_argument("--notes", type=int, default=3000, help="notes d'une mesure de vitesse")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--long", type=int, default=50_000, help="notes de la mesure de mémoire")
    parser.add_argument("--files", type=int, default=400)
    parser.add_argument("--draws", type=int, default=proofs.DRAWS)
    parser.add_argument("--threads", type=int, default=proofs.THREADS)
    parser.add_argument("--folder", type=Path, help="où écrire les notes d'essai (temporaire)")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
