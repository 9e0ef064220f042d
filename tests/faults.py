"""`make test-faults`: the tests that carry a fault's number, and a table of what was tried and what was survived.

A test says which fault it makes: `@pytest.mark.fault("F9")`. With `--faults-table FILE` the run writes its rows there, each with
its day; rows of faults that it did not make stay as they were, those of faults that it made are replaced, remarks below the table stay.
"""

from __future__ import annotations

import re
from collections import defaultdict
from datetime import UTC, datetime
from pathlib import Path

import pytest

# Where a test makes less than the procedure asks, its size is said here.
FAULTS = {
    "F1": "Le processus d'un import, d'une pré-annotation ou d'un codage CIM-10 est tué (`kill -9`) ; 200 notes (codage : 400) au lieu de 2 000, un moment au lieu de 20, sans Redis",
    "F2": "Un processus de travail meurt sans cesse ; la mémoire manque au chargement du modèle",
    "F3": "Redis s'arrête et revient",
    "F4": "La connexion à Redis est coupée plusieurs fois",
    "F5": "Chaque message est livré trois fois, à deux processus à la fois ; 50 notes",
    "F6": "Un entraînement est tué ; un revenant veut publier",
    "F7": "PostgreSQL coupe toutes les connexions pendant des enregistrements",
    "F8": "Le disque est plein, ou ne se laisse plus écrire, pendant un envoi, un enregistrement (24 Mo) ou un export (64 ko) ; sous les journaux des processus, la console de « serve », les messages du courtier, le signe de vie d'un travailleur",
    "F9": "Le serveur est tué pendant des enregistrements, la base est copiée et rouverte",
    "F10": "Deux onglets sur la même note",
    "F11": "Une réponse sur trois se perd",
    "F12": "Hors ligne, onglet fermé, navigateur tué",
    "F13": "La session finit pendant la saisie, une autre personne se connecte",
    "F14": "Annulation d'un export avant chaque patient et à la fin ; d'un import avant chaque lot, d'une pré-annotation à chaque regard",
    "F15": "Le courtier manque quand un travail est demandé",
    "F16": "Mort entre l'écriture du fichier et celle de la base",
    "F17": "L'horloge saute de deux heures (travaux, sessions, second facteur) ou de mois (journal) ; l'heure d'été commence et finit (second facteur)",
    "F18": "Un travail d'une autre version : une sorte ou un état inconnus, des arguments en plus ou en moins",
    "F19": "La carte graphique disparaît",
    "F20": "Une sauvegarde de la veille est remise",
    "F21": "Une personne demande plus de travaux que son quota, et 200 : de combien l'ordre fait attendre les autres",
    "F22": "Une décision pendant une nouvelle fabrication",
}


_COLUMNS = 6


class Table:
    """Counts the tests of each fault as they end; a fault whose setting-up failed was not survived."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.earlier = rows_of(path)
        self.remarks = _remarks(path)
        self.number: dict[str, str] = {}
        self.ended: dict[str, bool] = {}

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        for item in items:
            if marker := item.get_closest_marker("fault"):
                assert marker.args[0] in FAULTS, marker.args
                self.number[item.nodeid] = marker.args[0]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.nodeid not in self.number or report.skipped:
            return
        if report.when == "call":
            self.ended[report.nodeid] = report.passed  # a second try replaces the first
        elif report.failed:
            self.ended[report.nodeid] = False
        if self.ended:  # each time: a run that is cut off has done what it has done
            self.path.write_text(self._text(), encoding="utf-8")

    def _text(self) -> str:
        rows = self.earlier | self._rows()
        for number, row in rows.items():
            row[1] = FAULTS[number]  # as it is told today
        tried, survived = (sum(int(row[at]) for row in rows.values()) for at in (2, 3))
        left = [number for number in FAULTS if number not in rows]
        lines = [
            "# Faults tried and survived",
            "",
            f"Written by `make test-faults`: {tried} tried, {survived} survived. A row is a fault of the list in `tests/faults.py` "
            "and says what the last run that made it has really done; a fault may be made alone (`pytest -m fault --faults-table`).",
            "",
            "| | fault | tried | survived | day | tests |",
            "|---|---|---|---|---|---|",
            *(f"| {' | '.join(rows[number])} |" for number in FAULTS if number in rows),
            "",
            f"Not run: {', '.join(left) if left else 'none'}.",
            "",
            *self.remarks,
        ]
        return "\n".join(lines)

    def _rows(self) -> dict[str, list[str]]:
        """Of this run."""
        ids: dict[str, list[str]] = defaultdict(list)
        for nodeid in self.ended:
            ids[self.number[nodeid]].append(nodeid)
        day = f"{datetime.now(UTC):%Y-%m-%d}"
        return {
            number: [
                number, FAULTS[number], str(len(own)), str(sum(self.ended[nodeid] for nodeid in own)), day,
                ", ".join(sorted({f"`{nodeid.partition('::')[0]}`" for nodeid in own})),
            ]
            for number, own in ids.items()
        }  # fmt: skip


def rows_of(path: Path) -> dict[str, list[str]]:
    """The rows of a table that was written before, by fault."""
    if not path.exists():
        return {}
    rows = (line.strip("| ").split(" | ") for line in path.read_text(encoding="utf-8").splitlines())
    return {row[0]: row for row in rows if len(row) == _COLUMNS and re.fullmatch(r"F\d+", row[0])}


def unrecorded_in(path: Path) -> list[str]:
    """Faults of tests that carry the marker and were not run for the table yet, one a test, as a remark below it says."""
    found = re.search(r"(?m)^Marked and not recorded: (.+)$", path.read_text(encoding="utf-8"))
    return re.findall(r"\((F\d+)\)", found.group(1)) if found else []


def _remarks(path: Path) -> list[str]:
    """What somebody has written below the table."""
    if not path.exists():
        return []
    lines = path.read_text(encoding="utf-8").splitlines()
    end = next((at for at, line in enumerate(lines) if line.startswith("Not run: ")), len(lines))
    return [*lines[end + 2 :], ""] if lines[end + 2 :] else []


def install(config: pytest.Config) -> None:
    if path := config.getoption("faults_table"):
        config.pluginmanager.register(Table(Path(path)), "faults")
