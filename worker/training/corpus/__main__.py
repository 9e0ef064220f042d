"""`python -m worker.training.corpus check|show|describe`: for the writers of templates."""

import argparse
import sys
from pathlib import Path

from worker.training.corpus import check, library


def main(arguments: list[str] | None = None) -> int:
    """Exit status: 1 when a template has a problem, 2 for a wrong command line."""
    parser = argparse.ArgumentParser(prog="worker.training.corpus", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    checked = commands.add_parser("check", help="vérifie les familles et les phrases")
    checked.add_argument("paths", nargs="*", type=Path)
    options = parser.parse_args(arguments)
    return _check(options.paths)


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


if __name__ == "__main__":
    sys.exit(main())
