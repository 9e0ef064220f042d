"""Rebuild privacy/data/former_names_fr.csv.gz: names that communes bore since 1943 and bear no longer.

Sources: INSEE's code officiel géographique as npm @etalab/decoupage-administratif ships it (Licence Ouverte 2.0),
several years of it, because a delegated commune that is done away with leaves the later ones. Version 0.8.0 also
holds INSEE's table of changes (historique-communes.json).
"""

import csv
import gzip
import io
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from annotation.domain.public_tables import rows as table_rows
from privacy.domain.data import DATA
from privacy.domain.places.keys import place_key

OUTPUT: Final = DATA / "former_names_fr.csv.gz"
_MOST_STEPS: Final = 12  # changes followed from a code of 1943 to today's
Record = Mapping[str, Any]


class Command(BaseCommand):
    help = "Reconstruit la table des anciens noms de communes depuis les paquets npm décompactés."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "folders",
            nargs="+",
            type=Path,
            help="dossiers « package », du plus récent au plus ancien",
        )
        parser.add_argument("--output", type=Path, default=OUTPUT, help="fichier à écrire")

    def handle(self, *args: Any, **options: Any) -> None:
        current = {row["insee_code"]: row["name"] for row in table_rows("communes_fr.csv.gz")}
        years = [_records(folder / "data" / "communes.json") for folder in options["folders"]]
        changes = [
            record
            for folder in options["folders"]
            if (folder / "data" / "historique-communes.json").exists()
            for record in _records(folder / "data" / "historique-communes.json")
        ]
        rows = former_rows(current, years, changes)
        write(options["output"], rows)
        self.stdout.write(_("%(count)d anciens noms écrits.") % {"count": len(rows)})


def former_rows(
    current: Mapping[str, str], years: Sequence[Sequence[Record]], changes: Sequence[Record]
) -> list[tuple[str, str]]:
    """(former name, INSEE code of today's commune), sorted; names that today's commune still bears left out.

    `current`: code → name; `years`: records of communes.json, the latest first; `changes`: the table of changes.
    """
    following = successors([*years, changes])
    named = [record for year in (*years, changes) for record in year]
    rows = set()
    for record in named:
        if record["type"] in ("arrondissement-municipal", "COMM", "ARM"):
            continue
        today = today_of(record["code"], current, following)
        if today is not None and place_key(record["nom"]) != place_key(current[today]):
            rows.add((record["nom"], today))
    return sorted(rows, key=lambda row: (row[1], row[0]))


def successors(groups: Sequence[Sequence[Record]]) -> dict[str, str]:
    """Code → the code that took it over; the earlier group wins."""
    found: dict[str, str] = {}
    for group in groups:
        for record in group:
            for old, new in _steps(record):
                if old != new:
                    found.setdefault(old, new)
    return found


def _steps(record: Record) -> Iterator[tuple[str, str]]:
    """What a record says of one code following another."""
    for field in ("chefLieu", "nouveauCode", "communeAbsorbante"):
        if record.get(field):
            yield record["code"], record[field]
    for old in record.get("anciensCodes", ()):
        yield old, record["code"]
    for field in ("pole", "successeur"):  # « COM-50129@2016-01-01 »
        if record.get(field):
            yield record["code"], record[field].split("-", 1)[1].split("@")[0]


def today_of(code: str, current: Mapping[str, str], following: Mapping[str, str]) -> str | None:
    """The commune of today that a code has become part of; None when the tables do not tell."""
    for _step in range(_MOST_STEPS):
        if code in current:
            return code
        if code not in following:
            return None
        code = following[code]
    return None


def write(path: Path, rows: Sequence[tuple[str, str]]) -> None:
    """The compressed table, the same bytes for the same rows."""
    text = io.StringIO()
    lines = csv.writer(text, lineterminator="\n")
    lines.writerows([("name", "insee_code"), *rows])
    path.write_bytes(gzip.compress(text.getvalue().encode(), mtime=0))


def _records(path: Path) -> list[Record]:
    try:
        records: list[Record] = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise CommandError(_("Fichier illisible : %(file)s") % {"file": path.name}) from error
    return records
