"""`python -m worker.training.corpus check|show|describe`: for the writers of templates."""

import argparse
import sys
from pathlib import Path

from annotation.domain.notes import Note
from worker.training.corpus import catalogue, check, generator, library
from worker.training.corpus.sheets import sheet_of
from worker.training.corpus.sheets.kinds import all_kinds
from worker.training.corpus.sheets.kinds import by_split as kinds_by_split


def main(arguments: list[str] | None = None) -> int:
    """Exit status: 1 when a template has a problem, 2 for a wrong command line."""
    parser = argparse.ArgumentParser(prog="worker.training.corpus", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    checked = commands.add_parser("check", help="vérifie les familles et les phrases")
    checked.add_argument("paths", nargs="*", type=Path)
    shown = commands.add_parser("show", help="écrit des notes d'une famille, avec leurs balises")
    shown.add_argument("family")
    shown.add_argument("-n", type=int, default=1)
    shown.add_argument("--seed", type=int, default=0)
    described = commands.add_parser("describe", help="compte familles, formes et écarts")
    described.add_argument("-n", type=int, default=1000)
    described.add_argument("--seed", type=int, default=0)
    options = parser.parse_args(arguments)
    if options.command == "describe":
        return _describe(options.seed, options.n)
    if options.command == "check":
        return _check(options.paths)
    return _show(options.family, options.n, options.seed)


def _check(paths: list[Path]) -> int:
    families = [path for path in paths if path.parent.name != "phrases"]
    families = families or sorted(library.FAMILIES.glob("*.txt"))
    given = [path for path in paths if path.parent.name == "phrases"]
    phrases = sorted({*library.PHRASES.glob("*.txt"), *(path.resolve() for path in given)})
    problems, counts, rules = check.check(families, phrases)
    for file, line, reason in problems:
        sys.stdout.write(f"{file}:{line}: {reason}\n")
    for kind, count in sorted(counts.items()):
        sys.stdout.write(f"{kind:32} {count:4} familles\n")
    sys.stdout.write(
        f"{'total':32} {sum(counts.values()):4} familles, {len(rules)} règles, "
        f"{len(problems)} problèmes\n"
    )
    return 1 if problems else 0


def _show(name: str, count: int, seed: int) -> int:
    """Notes with marks ``[[SUBTYPE:surface]]``; `name` may be the beginning of an id: "sheet-" shows all sheets."""
    source = generator.default_library()
    families = {family.id: family for family in source.families}
    kinds = {kind.family.id: kind for kind in all_kinds()}

    def written(known: str, number: int) -> generator.GeneratedNote:
        if known in kinds:
            return sheet_of(kinds[known], source, "train", f"{seed}:{number}")
        return generator.note_of(families[known], source, f"{seed}:{number}:{known}")

    ids = [*families, *kinds]
    chosen = [name] if name in ids else [known for known in ids if known.startswith(name)]
    if not chosen:
        sys.stderr.write(f"famille inconnue : {name}\n")
        return 2
    for known in chosen:
        for number in range(count):
            made = written(known, number)
            style = f" — {made.style}" if made.style else ""
            title = f"{known} ({made.document_type}){style}"
            sys.stdout.write(f"## {title}\n{marked_up(made.note)}\n\n")
    return 0


def _describe(seed: int, count: int) -> int:
    found = catalogue.describe(seed, count)
    write = sys.stdout.write
    types = sorted({kind for side in found.families.values() for kind in side})
    write(f"{'type':20}{''.join(f'{split:>8}' for split in found.families)}\n")
    for kind in types:
        write(f"{kind:20}{''.join(f'{side[kind]:8}' for side in found.families.values())}\n")
    totals = (side.total() for side in found.families.values())
    write(f"{'total':20}{''.join(f'{total:8}' for total in totals)}\n")
    kinds = (len(side) for side in kinds_by_split().values())
    write(f"{'sortes de fiches':20}{''.join(f'{count:8}' for count in kinds)}\n")
    write(f"\n{found.notes} notes, dont {found.clean} sans écart\n")
    for subtype, mentions in found.mentions.most_common():
        write(f"{subtype:16}{mentions:8} mentions {len(found.forms[subtype]):5} formes\n")
    for name, times in found.departures.most_common():
        write(f"{name:26}{times:6}\n")
    return 0


def marked_up(note: Note) -> str:
    """The note's text with ``[[SUBTYPE:surface]]`` around each span."""
    parts: list[str] = []
    at = 0
    for span in note.entities:
        surface = note.text[span.start : span.end]
        parts += (note.text[at : span.start], f"[[{span.subtype}:{surface}]]")
        at = span.end
    return "".join((*parts, note.text[at:]))


if __name__ == "__main__":
    sys.exit(main())
