"""The report of an export's cohort in words, for who decides."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _l

KINDS: Final[dict[str, Promise]] = {
    "intervals": _l("écarts entre les dates"),
    "age_town": _l("âge (par 5 ans) et commune"),
    "age_town_code": _l("âge, commune et code CIM-10 rare"),
}
LEVERS: Final[dict[str, Promise]] = {
    "dates": _l("dates remplacées par leur étiquette"),
    "places": _l("lieux remplacés par leur étiquette"),
    "ages": _l("âges remplacés par leur étiquette"),
    "bands": _l("âges par 20 ans"),
}


@dataclass(frozen=True, slots=True)
class CohortRow:
    """One thing that an attacker may know, in counts of patients."""

    title: str
    known: int
    unique_before: int
    unique_after: int
    small_before: int
    small_after: int
    right: int
    wrong: int


@dataclass(frozen=True, slots=True)
class LinkRow:
    """One earlier export."""

    number: int
    same_study: bool
    common: int
    joined: list[str]


@dataclass(frozen=True, slots=True)
class CohortReport:
    patients: int
    rows: list[CohortRow]
    links: list[LinkRow]
    advice: list[str]


def cohort_report(figures: Mapping[str, Any]) -> CohortReport | None:
    """What `privacy.domain.attacks.reidentification.figures` counted; None for a file built before there was any."""
    if not figures:
        return None
    return CohortReport(
        patients=figures["patients"],
        rows=[_row(row) for row in figures["rows"]],
        links=[_link(one) for one in figures["earlier"]],
        advice=_advice(figures),
    )


def _row(row: Mapping[str, Any]) -> CohortRow:
    counts = {name: row[name] for name in CohortRow.__slots__ if name != "title"}
    return CohortRow(title=str(KINDS[row["kind"]]), **counts)


def _link(one: Mapping[str, Any]) -> LinkRow:
    joined = [
        _("%(kind)s : %(right)d à raison, %(wrong)d à tort")
        % {"kind": KINDS[kind], "right": counts["right"], "wrong": counts["wrong"]}
        for kind, counts in one["joined"].items()
    ]
    return LinkRow(one["number"], one["same_study"], one["common"], joined)


def _advice(figures: Mapping[str, Any]) -> list[str]:
    """What would lower what is found, the strongest first; and what nothing of it lowers."""
    found: list[str] = []
    for row in figures["rows"]:
        better = sorted(
            (one for one in row["levers"] if one["right"] < row["right"]),
            key=lambda one: (one["right"], one["lever"]),
        )
        found += [
            _("%(kind)s : avec %(lever)s, %(right)d retrouvés au lieu de %(before)d.")
            % {
                "kind": KINDS[row["kind"]],
                "lever": LEVERS[one["lever"]],
                "right": one["right"],
                "before": row["right"],
            }
            for one in better
        ]
    if any(row["right"] for row in figures["rows"]):
        found.append(_("Un ε plus petit déplace davantage les dates, les âges et les communes."))
    if any(one["same_study"] for one in figures["earlier"]):
        found.append(
            _(
                "Deux exports d'une même étude se joignent par construction (mêmes pseudonymes) : une autre étude, ou "
                "une clé renouvelée, l'empêche."
            )
        )
    return found
