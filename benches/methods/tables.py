"""One row a method, and what each column means."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict

from benches.ner.text import MISSING, decimal, table
from benches.results import Row
from privacy.domain.obfuscation.metrics import Measures

MEANINGS = """\
SMR   chaînes sensibles absentes du texte rendu, part
ALID  distance de Levenshtein normalisée à la fenêtre la plus proche, moyenne
LR    chaînes dont la similarité est inférieure à 0,85, part
LRDI  notes dont tous les identifiants directs (PER, TEL, MAIL, QID, REF) le sont, part
LRQI  LR des quasi-identifiants (LOC, DATE, AGE, ORG)
JSC   codes CIM-10 communs à l'original et au texte rendu, sur tous ceux des deux
NSDCG gain cumulé du classement des codes du texte rendu, l'original donnant les gains"""


def to_text(found: Mapping[str, Measures]) -> str:
    first = next(iter(found.values()))
    names = [name.upper() for name in asdict(first)]
    rows = [[way, *map(_cell, asdict(one).values())] for way, one in found.items()]
    return f"{table(['méthode', *names], rows)}\n\n{MEANINGS}"


def rows_of(found: Mapping[str, Measures], size: str) -> list[Row]:
    """For docs/benchmarks.md: a bar a method."""
    return [
        Row(way, " · ".join(f"{name.upper()} {value:.3f}" for name, value in asdict(one).items() if value is not None), n=size)
        for way, one in found.items()
    ]  # fmt: skip


def _cell(value: float | None) -> str:
    return MISSING if value is None else decimal(value, 3)
