"""Speed, utility and proofs of the privacy engine: ``python -m benches.bench_privacy`` (``make bench-privacy``).

Everything is invented or public. Parts: ``substitute`` (notes/s, memory), ``utility``, ``priors`` (what the prior of the
communes changes), ``proofs`` (certificates, draws
per second, chi-square against the exact mass and OpenDP, likelihood ratios), ``form`` (how often an event of a rendered text is seen under either of two neighbours), ``neighbours``
(whether anything rendered tells them apart),
``preview`` (one move of its slider), ``leaks`` (what the leak scan finds of disguised values, its alarms where nothing
leaked), ``french`` (what a reader stumbles over; ``--errors`` lists it). Exit code 1 when a bar is missed.
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
from benches.privacy import (
    form,
    french,
    leaks,
    neighbours,
    priors,
    proofs,
    redraw,
    throughput,
    utility,
)
from benches.privacy.files import known_files
from benches.results import Row, record
from benches.say import say
from privacy.domain.policy import DEFAULT_PRIOR, DateMechanism, PlaceMechanism
from privacy.domain.randomness import StudyKey
from privacy.domain.tables import default_tables

PARTS: Final = (
    "substitute",
    "utility",
    "priors",
    "proofs",
    "form",
    "neighbours",
    "preview",
    "leaks",
    "french",
)
_NOTES_A_SECOND: Final = 450
_REDRAW_MS: Final = 20
_TIES: Final = 0.05
_HAMLETS: Final = 0.10
# before a quarter the file is only checked
_GROWTH: Final = 1.10  # memory at the end over memory at a quarter
_POOL: Final = 600  # different notes of the run whose memory is measured


def main(arguments: Sequence[str] | None = None) -> int:
    """0 when every bar that was measured is met."""
    options = _options(arguments)
    say(machine.describe())
    rows: list[Row] = []
    met = [
        run(options, rows)
        for name, run in (
            ("substitute", _substitute),
            ("utility", _utility),
            ("priors", _priors),
            ("proofs", _proofs),
            ("form", _form),
            ("neighbours", _neighbours),
            ("preview", _preview),
            ("leaks", _leaks),
            ("french", _french),
        )
        if name in options.only
    ]
    record("privacy", rows)
    return 0 if all(met) else 1


def _substitute(options: argparse.Namespace, rows: list[Row]) -> bool:
    """Start-up (tables, imports) is measured on a small run and taken off."""
    with tempfile.TemporaryDirectory(dir=options.folder) as name:
        folder = Path(name)
        small = throughput.written(folder, throughput.WARM, different=throughput.WARM)
        source = throughput.written(folder, options.notes, different=options.notes, seed=11)
        few = throughput.substitute(small, throughput.WARM)
        alone: list[float] = []
        rates: list[float] = []
        for _ in range(options.runs):  # by turns: what the machine does else slows both
            alone.append(throughput.alone(source))
            run = throughput.substitute(source, options.notes)
            rates.append((run.notes - few.notes) / (run.cpu_s - few.cpu_s))
        say(
            "\nsubstitute, notes de 750 mots et 15 entités, 3 par patient, notes/s par cœur"
            f" (médiane de {options.runs}, extrêmes) :"
        )
        say(f"  lecture, substitution, écriture : {_middle(alone)}")
        say(
            f"  la commande entière, lue deux fois et fuites cherchées sous vingt formes : {_middle(rates)},"
            f" démarrage {decimal(few.cpu_s, 1)} s"
        )
        source = throughput.written(folder, options.long, different=_POOL)
        long = throughput.substitute(source, options.long)
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
    least = f"≥ {_NOTES_A_SECOND}"
    rows += [
        Row("`substitute`, the whole command, notes a second and core", f"{statistics.median(rates):,.0f}", "",
            f"medians of {options.runs}", "", least, fast),
        Row("read, substituted, written, without command and leak scan", f"{statistics.median(alone):,.0f}", "",
            f"medians of {options.runs}", "", least, statistics.median(alone) >= _NOTES_A_SECOND),
        Row("memory at the end over memory at a quarter", f"{at[0.99] / at[0.25]:.2f}", "×",
            f"{long.notes:,} notes, {at[0.25]:.0f} to {at[0.99]:.0f} MiB", "", f"≤ {_GROWTH:.2f}", flat),
    ]  # fmt: skip
    return flat and fast


def _preview(_options: argparse.Namespace, rows: list[Row]) -> bool:
    spent = redraw.milliseconds()
    middle = statistics.median(spent)
    met = middle <= _REDRAW_MS
    n = f"note of 750 words, median of {len(spent)}, processor time"
    rows.append(
        Row(
            "preview drawn again by the server",
            f"{middle:.1f}",
            "ms",
            n,
            "",
            f"≤ {_REDRAW_MS}",
            met,
        )
    )
    say(
        f"\nAperçu, note de 750 mots : {decimal(statistics.median(spent), 1)} ms par déplacement du curseur"
        f" ({decimal(min(spent), 1)} à {decimal(max(spent), 1)})"
    )
    say(f"barre : {_REDRAW_MS} ms {_verdict(met)}")
    return met


def _leaks(options: argparse.Namespace, rows: list[Row]) -> bool:
    """No bar: what is missed and what alarms in vain are shown."""
    tables = default_tables()
    hits = leaks.by_form(tables, options.each)
    totals = list(leaks.rows(hits, tables, options.each))
    say(f"\nFouille des fuites : valeurs déguisées, trouvées de {options.each} ; fausses alertes")
    lines = [[name, str(hit)] for name, hit in hits.items()]
    say(table(["mesure", "valeur"], [*lines, *([row.bar, row.figure] for row in totals)]))
    rows += totals
    return True


def _french(options: argparse.Namespace, rows: list[Row]) -> bool:
    tables = default_tables()
    told = {name: french.tell(notes, tables) for name, notes in french.sources().items()}
    read = ", ".join(f"{one.replacements} remplacements {name}" for name, one in told.items())
    say(f"\nFrançais : ce qui arrête le lecteur, avant et maintenant ({read})")
    header = [f"notes {name}, {when}" for name in told for when in ("avant", "maintenant")]
    say(table(["défaut", *header], french.lines(told)))
    if options.errors:
        say("\n".join(french.examples(told["lues"])))
    found = list(french.rows(told))
    rows += found
    say(f"barre : {french.AIM} pour {french.PER} {_verdict(all(row.met for row in found))}")
    return all(bool(row.met) for row in found)


def _middle(rates: Sequence[float]) -> str:
    return f"{count(statistics.median(rates))} ({count(min(rates))} à {count(max(rates))})"


def _utility(options: argparse.Namespace, rows: list[Row]) -> bool:
    tables = default_tables()
    key = StudyKey(bytes(range(32)))
    files = known_files(options.files, seed=3)
    say(
        f"\nUtilité : dossiers de {utility.DAYS} dates, une naissance, un âge ({len(files)} dossiers) ; le budget ε est"
        " celui du patient. Écarts moyens en valeur absolue."
    )
    lines: list[list[str]] = []
    inverted = 0
    moved = 0.0
    tied = beside = 0
    for epsilon in utility.EPSILONS:
        lines.append([])
        for mechanism in DateMechanism:
            found = utility.dates(files, mechanism, epsilon, key=key, tables=tables)
            if mechanism is DateMechanism.METRIC:
                inverted += found.inverted
                tied, beside = tied + found.tied, beside + found.neighbours
                moved = statistics.mean(found.days) if epsilon == 1 else moved
            lines.append([f"{mechanism}, ε = {_shown(epsilon)}", *found.row()])
    header = ["dates", "jours", "naissance (ans)", "âge (ans)", "ordre inversé", "même jour"]
    say(table(header, lines[1:]))
    say(
        f"\nLieux, France entière, une commune parmi {utility.ELEMENTS} éléments (ε_i = ε/{utility.ELEMENTS}), communes"
        " d'origine réparties selon les habitants."
    )
    say(table(["lieux", "km", "log10 population"], _places(tables.atlas.geography)))
    apart = tied <= _TIES * beside
    say(f"barre : ordre inversé sous metric {inverted} {_verdict(inverted == 0)}")
    say(f"barre : voisins confondus sous metric {tied} sur {beside} {_verdict(apart)}")
    rows.append(
        Row(
            "dates out of order, and neighbours that differ and tie afterwards, `metric`",
            f"{inverted} and {tied} of {beside}",
            "",
            f"{len(files)} files of {utility.DAYS} dates, four ε; moved by {moved:.1f} days",
            "",
            f"0 and ≤ {_TIES:.0%}",
            inverted == 0 and apart,
        )
    )
    return inverted == 0 and apart


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


def _priors(options: argparse.Namespace, rows: list[Row]) -> bool:
    say(
        "\nA priori des communes, France entière, lois exactes, communes d'origine réparties selon les habitants."
    )
    for elements, lines in priors.told(options.origins):
        say(f"\nε_i = ε/{elements} :\n{lines}")
    default = priors.moved(DEFAULT_PRIOR, Fraction(1), priors.origins(options.origins))
    met = default.hamlets <= _HAMLETS
    say(f"barre : hameaux sous l'a priori par défaut, ε_i = 1 {_verdict(met)}")
    of = f"{options.origins} origins, ε_i = 1; moved by {default.kilometres:.0f} km, {default.size:.2f} of log10 inhabitants"
    rows += [
        Row("towns drawn with fewer than 500 inhabitants, `metric`", f"{default.hamlets:.1%}", "", of, "",
            f"≤ {_HAMLETS:.0%}", met),
    ]  # fmt: skip
    return met


def _proofs(options: argparse.Namespace, rows: list[Row]) -> bool:
    return proofs.run(rows, options.draws, options.threads)


def _form(options: argparse.Namespace, rows: list[Row]) -> bool:
    found = form.seen(min(form.DRAWS, options.pair_draws))
    say(
        "\nLa forme de ce qui sort, dossiers voisins, fréquence d'un événement sous l'un et sous l'autre :"
    )
    say(form.lines(found))
    row = form.total(found)
    say(f"barre : événements dans leur borne, {row.figure} {_verdict(bool(row.met))}")
    rows.append(row)
    record("form", form.rows(found))
    return bool(row.met)


def _neighbours(options: argparse.Namespace, rows: list[Row]) -> bool:
    say("\nDossiers voisins, durée d'un tirage de l'un et de l'autre :")
    say(neighbours.times(min(neighbours.TIMED, options.pair_draws)))
    found = neighbours.run(options.pair_draws, options.form_draws)
    told = [one for one in found if one.refuted]
    for one in told:
        say(f"  {one.name} : {one.event}, {one.counts} de {one.sides}")
    drawn = sum(one.draws for one in found)
    say(
        f"barre : {len(told)} paires distinguées sur {len(found)}, {count(drawn)} tirages,"
        f" niveau {neighbours.LEVEL} pour toutes {_verdict(not told)}"
    )
    rows.append(
        Row(
            "neighbouring files told apart by their rendered text"
            + ("" if options.form_draws else ", a pair or more of every element and label"),
            f"{len(told)} of {len(found):,}",
            "",
            f"{drawn:,} draws, level 1e-3 for all",
            "",
            "0",
            not told,
        )
    )
    return not told


def _shown(epsilon: Fraction) -> str:
    return decimal(float(epsilon), 1)


def _verdict(met: bool) -> str:  # noqa: FBT001
    return "ATTEINTE" if met else "MANQUÉE"


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", type=lambda text: text.split(","), default=list(PARTS))
    parser.add_argument("--notes", type=int, default=3000, help="notes d'une mesure de vitesse")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--long", type=int, default=50_000, help="notes de la mesure de mémoire")
    parser.add_argument("--files", type=int, default=400)
    parser.add_argument(
        "--each", type=int, default=40, help="valeurs cachées sous chaque déguisement"
    )
    parser.add_argument("--errors", action="store_true", help="les défauts de français, un à un")
    parser.add_argument("--origins", type=int, default=priors.ORIGINS, help="communes d'origine")
    parser.add_argument("--draws", type=int, default=proofs.DRAWS)
    parser.add_argument("--pair-draws", type=int, default=neighbours.DRAWS)
    parser.add_argument("--form-draws", type=int, default=neighbours.FORM_DRAWS)
    parser.add_argument("--threads", type=int, default=proofs.THREADS)
    parser.add_argument("--folder", type=Path, help="où écrire les notes d'essai (temporaire)")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
