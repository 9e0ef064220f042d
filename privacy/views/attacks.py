"""Attaques: what an attacker makes of released surrogates, on invented cohorts, for who decides on exports."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Final
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_GET

from deidweb.accounts.permissions import project_or_404, signed_in
from deidweb.accounts.roles import Permission
from privacy.domain.attacks.report import load
from privacy.findings import KIND_NAMES
from privacy.presentation import decimal, in_percent

# the chart's frame, in its own units: about a pixel each on a telephone
LEFT, RIGHT, TOP, BOTTOM = 46, 346, 12, 172
_DASHES: Final = ("", "8 5", "2 4")
_DATES: Final[dict[str, Promise]] = {
    "metric": _("bruit métrique"),
    "tchouka2023": _("articles 2023 et 2024"),
    "tchouka2022": _("article 2022"),
    "shift": _("décalage uniforme"),
    "tag": _("étiquette"),
}
_WAYS: Final[dict[str, Promise]] = {
    "alone": _("seul, en minuscules"),
    "capitals": _("dans une ligne tout en capitales"),
    "title": _("avec une majuscule dans la phrase"),
    "civility": _("en minuscules, après « monsieur »"),
    "first": _("en minuscules, à côté du prénom"),
    "misspelt": _("autre nom, qu'une faute de frappe change en mot"),
    "two": _("nom de deux lettres, avec une majuscule"),
}
_SHOWN_EPSILON: Final = "1"


@require_GET
def attacks(request: HttpRequest, project_id: UUID) -> HttpResponse:
    """The shipped figures: nothing of the project is read."""
    project = project_or_404(signed_in(request), project_id, Permission.SEE_EXPORTS)
    figures = load()
    context: dict[str, Any] = {
        "project": project,
        "sizes": figures["sizes"],
        "averaging": _rows(_averaging(figures["averaging"]), "epsilon"),
        "averaging_chart": _averaging_chart(figures["averaging"]),
        "matching": _rows(
            [_matching(row) for row in figures["matching"] if row["mechanism"] != "tag"],
            "mechanism",
        ),
        "matching_chart": _matching_chart(figures["matching"]),
        "leaks": [_leak(row, KIND_NAMES) for row in figures["leaks"]["forms"]],
        "words": [_leak(row, _WAYS) for row in figures["leaks"]["words"]],
        "word_alarms": figures["leaks"]["word_alarms"],
        "alarms": figures["leaks"]["alarms"],
        "linkage": _rows([_linkage(row) for row in figures["linkage"]], "mechanism"),
    }
    return render(request, "privacy/attacks.html", context)


def _rows(rows: list[dict[str, Any]], group: str) -> dict[str, list[dict[str, Any]]]:
    """`shown` at ε = 1; `all`, of which `begins` marks the first row of each group."""
    before: list[dict[str, Any]] = [{}, *rows]
    told = [
        row | {"begins": row[group] != last.get(group)}
        for last, row in zip(before, rows, strict=False)
    ]
    shown = [row | {"begins": False} for row in rows if row["epsilon"] == _SHOWN_EPSILON]
    return {"shown": shown, "all": told}


def _percent(share: float) -> str:
    return in_percent(decimal(100 * share, 1))


def _averaging(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [
        {
            "epsilon": decimal(Fraction(row["epsilon"])),
            "exports": row["exports"],
            "released": row["capped"]["released"],
        }
        | {name: _percent(row[name]["recovered"]) for name in ("fresh", "same", "capped")}
        for row in rows
    ]


def _matching(row: dict[str, Any]) -> dict[str, Any]:
    names = ("exact", "nearest", "chance", "claimed")
    return {
        "mechanism": _DATES[row["mechanism"]],
        "epsilon": decimal(Fraction(row["epsilon"])),
        "right": _percent(row["right"])
        if row["claimed"]
        else "–",  # nobody named: right of nothing
    } | {name: _percent(row[name]) for name in names}


def _linkage(row: dict[str, Any]) -> dict[str, Any]:
    found = row["collisions"]
    return {
        "mechanism": _DATES[row["mechanism"]],
        "epsilon": decimal(Fraction(row["epsilon"])),
        "two": {name: _percent(share) for name, share in row["two"]["joined"].items()},
        "one": _percent(row["one"]["joined"]["everything"]),
        "pairs": {name: item["pairs"] for name, item in found.items()},
        "originals": {name: item["originals"] for name, item in found.items()},
        "borrowed": {name: item["borrowed"] for name, item in found.items()},
    }


def _leak(row: dict[str, Any], names: dict[str, Promise]) -> dict[str, Any]:
    share = math.floor(1000 * row["found"] / row["planted"]) / 10  # 100 % only when none is missed
    return {
        "form": names[row["form"]],
        "planted": row["planted"],
        "found": row["found"],
        "share": in_percent(decimal(share, 1)),
    }


def _averaging_chart(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """Days found against the number of exports, at ε = 1."""
    kept = [row for row in rows if row["epsilon"] == _SHOWN_EPSILON]
    lines = [
        (_("une clé neuve à chaque export, sans registre"), "fresh"),
        (_("une clé neuve, avec le plafond du registre"), "capped"),
        (_("une seule clé d'étude"), "same"),
    ]
    shares = [(title, [row[name]["recovered"] for row in kept]) for title, name in lines]
    return _chart([str(row["exports"]) for row in kept], shares)


def _matching_chart(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """Targets found by the nearest record, against ε."""
    epsilons = list(dict.fromkeys(row["epsilon"] for row in rows))
    shares = [
        (_DATES[name], [row["nearest"] for row in rows if row["mechanism"] == name])
        for name in ("shift", "tchouka2023", "metric")
    ]
    return _chart([decimal(Fraction(epsilon)) for epsilon in epsilons], shares)


def _chart(marks: list[str], shares: Sequence[tuple[Promise, list[float]]]) -> dict[str, Any]:
    """Points as text, so that no language puts a comma in an attribute."""
    step = (RIGHT - LEFT) / max(len(marks) - 1, 1)
    across = [round(LEFT + rank * step) for rank in range(len(marks))]
    lines = [
        {
            "title": title,
            "dashes": _DASHES[rank],
            "points": " ".join(
                f"{x},{_height(share)}" for x, share in zip(across, values, strict=True)
            ),
            "dots": [
                (str(x), str(_height(share))) for x, share in zip(across, values, strict=True)
            ],
        }
        for rank, (title, values) in enumerate(shares)
    ]
    return {
        "lines": lines,
        "marks": [(str(x), mark) for x, mark in zip(across, marks, strict=True)],
        "levels": [(str(_height(share)), _percent(share)) for share in (0.0, 0.5, 1.0)],
    }


def _height(share: float) -> int:
    return round(BOTTOM - share * (BOTTOM - TOP))
