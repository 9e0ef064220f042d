"""The server's half of `make bench-ui`: saving under many annotators, and pages of a big project.

Two installations, each filled with 100,000 notes and 5 M spans and served by gunicorn as in use:
15 annotators on SQLite, 50 on PostgreSQL, each saving about every three seconds for ten minutes.
Smaller: ``BENCH_SERVER="--notes 2000 --spans 100000 --minutes 1" make bench-ui``. Alone, with
`--only sqlite` or `--only postgresql`: ``python -m benches.ui.server``. `--keep FOLDER` leaves the
databases there and takes them up again. A request that fails fails the bench.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from benches.ui.measures import Measure, machine
from benches.ui.served import installation

ROOT: Final = Path(__file__).resolve().parents[2]
ANNOTATORS: Final = {"sqlite": 15, "postgresql": 50}
SAVE_P95, SAVE_P99, PAGE_P95, PAGE_QUERIES = 150.0, 400.0, 500.0, 20
QUERY_LIMITS: Final = {"une note": 26}  # reading a note is recorded; other pages: PAGE_QUERIES


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--notes", type=int, default=100_000)
    parser.add_argument("--spans", type=int, default=5_000_000)
    parser.add_argument("--minutes", type=float, default=10.0, help="how long people save")
    parser.add_argument("--pause", type=float, default=3.0, help="seconds between two saves")
    parser.add_argument("--pages", type=int, default=20, help="times each page is asked for")
    parser.add_argument("--only", choices=tuple(ANNOTATORS), help="one of the two databases")
    parser.add_argument("--keep", type=Path, help="folder of the databases; temporary without")


def run() -> list[Measure]:
    """For `benches.bench_ui`; the sizes come from the environment when they are set."""
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    return measures_of(parser.parse_args(os.environ.get("BENCH_SERVER", "").split()))


def measures_of(args: argparse.Namespace) -> list[Measure]:
    found: list[Measure] = []
    with _folder(args.keep) as folder:
        for name in [args.only] if args.only else list(ANNOTATORS):
            part = _measures(name, _run_scene(name, folder / name, args))
            print(*part, sep="\n", file=sys.stderr, flush=True)  # what is known is not lost
            found += part
    return found


@contextmanager
def _folder(kept: Path | None) -> Iterator[Path]:
    if kept is not None:
        kept.mkdir(parents=True, exist_ok=True)
        yield kept
        return
    # not /tmp, which may be memory: the base has two gigabytes
    (ROOT / "var").mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="bench-ui-", dir=ROOT / "var") as folder:
        Path(folder).chmod(0o755)  # PostgreSQL runs as an account of its own
        yield Path(folder)


def _run_scene(name: str, folder: Path, args: argparse.Namespace) -> dict[str, Any]:
    folder.mkdir(exist_ok=True)
    if name == "sqlite":
        return _scene(name, folder, "", args)
    from tests.integration.postgresql import postgresql_server

    with postgresql_server(folder, is_safe=True) as address:
        return _scene(name, folder, address, args)


def _scene(name: str, folder: Path, database: str, args: argparse.Namespace) -> dict[str, Any]:
    """In a process of its own, with the settings of one installation."""
    numbers = {
        "notes": args.notes,
        "spans": args.spans,
        "annotators": ANNOTATORS[name],
        "pages": args.pages,
        "pause": args.pause,
        "seconds": 60 * args.minutes,
    }
    options = [part for key, value in numbers.items() for part in (f"--{key}", str(value))]
    environment = os.environ | installation(folder / "data") | {"DATABASE_URL": database}
    (folder / "data").mkdir(exist_ok=True)
    print(f"\n{name} : {machine()}", file=sys.stderr, flush=True)
    done = subprocess.run(
        [sys.executable, "-m", "benches.ui.server_scene", *options],
        cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, check=True,
    )  # fmt: skip
    result: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return result


def _measures(name: str, result: dict[str, Any]) -> list[Measure]:
    """Raises RuntimeError when a request failed: no figure then is worth printing."""
    saves, pages = result["saves"], result["pages"]
    failures = [*saves["failures"], *(one for page in pages.values() for one in page["failures"])]
    if failures or not saves["count"]:
        raise RuntimeError(f"{name} : {len(failures)} échec(s), dont {failures[:3]}")
    where = f"{result['notes']} notes, {result['spans']} entités ; {result['web']}"
    print(f"{name} : {result['versions']} ; {where} ; {machine()}", file=sys.stderr, flush=True)
    people = f"{name}, enregistrer, {saves['annotators']} personnes"
    detail = f"{saves['count']} requêtes en {saves['seconds']:.0f} s ; charge {saves['load']}"
    found = [
        Measure(f"{people}, médiane", saves["median"], "ms", None, detail),
        Measure(
            f"{people}, p95",
            saves["p95"],
            "ms",
            SAVE_P95,
            f"pire {saves['worst']}",
            f"{name}: one save, p95",
        ),
        Measure(f"{people}, p99", saves["p99"], "ms", SAVE_P99),
    ]
    for title, page in pages.items():
        detail = f"médiane {page['median']} sur {page['count']} ; pire {page['worst']}"
        if "queries" in page:
            detail += f" ; {page['queries']} requêtes SQL"
        found.append(
            Measure(
                f"{name}, {title}, p95",
                page["p95"],
                "ms",
                PAGE_P95,
                detail,
                f"{name}: slowest page, p95",
            )
        )
        limit = next((most for start, most in QUERY_LIMITS.items() if title.startswith(start)), PAGE_QUERIES)  # fmt: skip
        if page.get("queries", 0) > limit:
            found.append(Measure(f"{name}, {title}, requêtes SQL", page["queries"], "", limit + 1))
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    add_arguments(parser)
    found = measures_of(parser.parse_args())
    print(machine(), *found, sep="\n")
    return 0 if all(measure.is_met for measure in found) else 1


if __name__ == "__main__":
    sys.exit(main())
