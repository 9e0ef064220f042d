"""Incoherences of a redraw as badges: names and places, never a value."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _l

from privacy.domain.coherence.findings import Finding, Kind

FINDING_NAMES: Final[dict[Kind, tuple[Promise, Promise]]] = {
    Kind.ORDER: (
        _l("Ordre des dates"),
        _l("Deux évènements ont changé d'ordre."),
    ),
    Kind.AGE: (
        _l("Âge"),
        _l("L'âge contredit la date de naissance et la date de la note."),
    ),
    Kind.NIR: (
        _l("NIR"),
        _l("Le NIR dit un autre mois ou une autre année que la date de naissance."),
    ),
    Kind.CODE: (
        _l("Code postal"),
        _l("Le code postal n'est pas celui de la commune d'à côté."),
    ),
    Kind.COUNTRY: (
        _l("Pays"),
        _l("La ville d'à côté n'est pas dans ce pays."),
    ),
    Kind.GENDER: (
        _l("Genre"),
        _l("Le prénom contredit la civilité qui le précède."),
    ),
    Kind.ELISION: (
        _l("Élision"),
        _l(
            "« d' » devant une consonne, « de » devant une voyelle, ou article et préposition mal contractés"
            " (« à Le Havre », « au Dijon »)."
        ),
    ),
    Kind.COLLISION: (
        _l("Collision"),
        _l("Deux valeurs différentes du patient ont la même valeur substituée."),
    ),
    Kind.REAL: (
        _l("Valeur réelle"),
        _l("La valeur substituée est aussi une vraie valeur de ce patient."),
    ),
}


@dataclass(frozen=True, slots=True)
class FindingPlaces:
    """The entities that one finding concerns, by rank in the file. `is_elsewhere`: some lie on a note that the
    page does not show."""

    ranks: list[int]
    is_elsewhere: bool


@dataclass(frozen=True, slots=True)
class Badge:
    """One kind of incoherence in a note, with the places of each finding."""

    name: str
    count: int
    title: str
    places: list[FindingPlaces]


@dataclass(frozen=True, slots=True)
class NoteBadges:
    rank: int
    badges: list[Badge]


def badges_of(findings: Sequence[Finding], shown: frozenset[int]) -> list[Badge]:
    """One badge a kind. `shown`: ranks of the entities on the page."""
    found: list[Badge] = []
    for kind, (name, title) in FINDING_NAMES.items():
        places = [
            FindingPlaces(list(finding.places), not shown.issuperset(finding.places))
            for finding in findings
            if finding.kind is kind
        ]
        if places:
            found.append(Badge(str(name), len(places), str(title), places))
    return found
