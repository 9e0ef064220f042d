"""The figures of the attacks as rows and charts."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from privacy.presentation.numbers import decimal, in_percent, percent

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
WAYS: Final[dict[str, Promise]] = {
    "alone": _("seul, en minuscules"),
    "capitals": _("dans une ligne tout en capitales"),
    "title": _("avec une majuscule dans la phrase"),
    "civility": _("en minuscules, après « monsieur »"),
    "first": _("en minuscules, à côté du prénom"),
    "misspelt": _("autre nom, qu'une faute de frappe change en mot"),
    "two": _("nom de deux lettres, avec une majuscule"),
}
_SHOWN_EPSILON: Final = "1"
_SHARED_EPSILON: Final = "1/10"  # of each value, where ten share ε = 1


def shown_and_all(rows: list[dict[str, Any]], group: str) -> dict[str, list[dict[str, Any]]]:
    """`shown` at ε = 1; `all`, of which `begins` marks the first row of each group."""
    before: list[dict[str, Any]] = [{}, *rows]
    told = [
        row | {"begins": row[group] != last.get(group)}
        for last, row in zip(before, rows, strict=False)
    ]
    shown = [row | {"begins": False} for row in rows if row["epsilon"] == _SHOWN_EPSILON]
    return {"shown": shown, "all": told}


def averaging_rows(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [
        {
            "epsilon": decimal(Fraction(row["epsilon"])),
            "exports": row["exports"],
            "released": row["capped"]["released"],
        }
        | {name: percent(row[name]["recovered"]) for name in ("fresh", "same", "capped")}
        for row in rows
    ]


def matching_row(row: dict[str, Any]) -> dict[str, Any]:
    names = ("exact", "nearest", "chance", "claimed")
    return {
        "mechanism": _DATES[row["mechanism"]],
        "epsilon": decimal(Fraction(row["epsilon"])),
        "right": percent(row["right"]) if row["claimed"] else "–",  # nobody named: right of nothing
    } | {name: percent(row[name]) for name in names}


def linkage_row(row: dict[str, Any]) -> dict[str, Any]:
    found = row["collisions"]
    return {
        "mechanism": _DATES[row["mechanism"]],
        "epsilon": decimal(Fraction(row["epsilon"])),
        "two": {name: percent(share) for name, share in row["two"]["joined"].items()},
        "one": percent(row["one"]["joined"]["everything"]),
        "pairs": {name: item["pairs"] for name, item in found.items()},
        "originals": {name: item["originals"] for name, item in found.items()},
        "borrowed": {name: item["borrowed"] for name, item in found.items()},
    }


def leak_row(row: dict[str, Any], names: dict[str, Promise]) -> dict[str, Any]:
    share = math.floor(1000 * row["found"] / row["planted"]) / 10  # 100 % only when none is missed
    return {
        "form": names[row["form"]],
        "planted": row["planted"],
        "found": row["found"],
        "share": in_percent(decimal(share, 1)),
    }


def averaging_chart(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """Days found against the number of exports, at ε = 1."""
    kept = [row for row in rows if row["epsilon"] == _SHOWN_EPSILON]
    lines = [
        (_("une clé neuve à chaque export, sans registre"), "fresh"),
        (_("une clé neuve, avec le plafond du registre"), "capped"),
        (_("une seule clé d'étude"), "same"),
    ]
    shares = [(title, [row[name]["recovered"] for row in kept]) for title, name in lines]
    exports = [str(row["exports"]) for row in kept]
    return _chart(exports, exports, shares)


def matching_chart(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """Targets found by the nearest record, against ε."""
    epsilons = list(dict.fromkeys(row["epsilon"] for row in rows))
    shares = [
        (_DATES[name], [row["nearest"] for row in rows if row["mechanism"] == name])
        for name in ("shift", "tchouka2023", "metric")
    ]
    places = [str(float(Fraction(epsilon))) for epsilon in epsilons]
    return _chart(places, [decimal(Fraction(epsilon)) for epsilon in epsilons], shares)


def _chart(
    places: list[str], marks: list[str], shares: Sequence[tuple[Promise, list[float]]]
) -> dict[str, Any]:
    """`places` are the columns as numbers, `marks` as people read them. Points as text, so that no language puts a comma
    in an attribute."""
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
        "levels": [(str(_height(share)), percent(share)) for share in (0.0, 0.5, 1.0)],
        "rows": [
            (place, mark, [(str(share), percent(share)) for share in row])
            for place, mark, *row in zip(
                places, marks, *(values for _title, values in shares), strict=True
            )
        ],
    }


def _height(share: float) -> int:
    return round(BOTTOM - share * (BOTTOM - TOP))


def shared_rows(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What happens in practice: ε = 1 shared among ten values of a patient, a tenth each."""
    kept = [row for row in rows if row["epsilon"] == _SHARED_EPSILON]
    return [row | {"begins": False} for row in averaging_rows(kept)]


def verdict(figures: dict[str, Any]) -> dict[str, str]:
    """Days found by who has one export of a study, when ε = 1 is shared among a patient's ten values
    (each has a tenth) and when all of it goes to one date; files found by who knows when somebody came."""
    rows = figures["averaging"]
    found = {row["epsilon"]: row["same"]["recovered"] for row in rows if row["exports"] == 1}
    (matched,) = [
        row["nearest"]
        for row in figures["matching"]
        if (row["mechanism"], row["epsilon"]) == ("metric", _SHOWN_EPSILON)
    ]
    return {
        "shared": percent(found[_SHARED_EPSILON]),
        "alone": percent(found[_SHOWN_EPSILON]),
        "matched": percent(matched),
    }
