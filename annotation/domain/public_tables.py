"""The public tables that several packages read (annotation/data/README.md)."""

import csv
import gzip
import io
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

DATA: Final = Path(__file__).resolve().parents[1] / "data"
TABLES: Final = frozenset(
    {
        "communes_fr.csv.gz",
        "countries_fr.csv",
        "first_names_fr.csv.gz",
        "first_names_gender.csv",
        "last_names_fr.csv.gz",
        "nouns_after_adjectives_fr.csv",
        "ordinary_words_fr.csv",
        "streets_fr.csv.gz",
    }
)


def rows(table: str) -> Iterator[dict[str, str]]:
    """The rows of one of `TABLES`, in the order of its file: column → text. Raises KeyError."""
    if table not in TABLES:
        raise KeyError(table)
    return rows_of(DATA / table)


def rows_of(path: Path) -> Iterator[dict[str, str]]:
    """The rows of a CSV file with a line of column names, compressed (`.gz`) or not.

    The file is read once per process: every caller sees the same version of it.
    """
    raw = _bytes_of(path)
    text = (gzip.decompress(raw) if path.suffix == ".gz" else raw).decode("utf-8")
    lines = csv.reader(io.StringIO(text, newline=""))
    columns = next(lines)
    for values in lines:
        # half the time of csv.DictReader
        yield dict(zip(columns, values, strict=True))


@cache
def _bytes_of(path: Path) -> bytes:
    """As they lie on the disk: the text takes five times as much."""
    return path.read_bytes()
