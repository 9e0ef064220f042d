"""What adversaries read in representations, in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from statistics import mean, stdev
from typing import Any

from django.utils.translation import gettext as _

from privacy.presentation.numbers import decimal, percent


@dataclass(frozen=True, slots=True)
class AttackLine:
    who: str
    accuracy: str
    interval: str
    pairs: int
    wanted: str
    passes: bool


@dataclass(frozen=True, slots=True)
class ReportPage:
    """The newest job's report. `f1`: (taught by what, mean and standard deviation)."""

    dataset: int
    export: int
    size: int
    neighbours: int
    floor: str
    epochs: int
    returning: str
    is_accepted: bool
    attacks: tuple[AttackLine, ...]
    f1: tuple[tuple[str, str], ...]


def attack_lines(attacks: Iterable[Mapping[str, Any]]) -> tuple[AttackLine, ...]:
    return tuple(map(_attack, attacks))


def report_page(told: Mapping[str, Any]) -> ReportPage:
    verdict, recipe = told["verdict"], told["recipe"]
    return ReportPage(
        told["dataset"], told["export"], recipe["size"], told["neighbours"], decimal(recipe.get("floor", 0), 1),
        recipe["probe_epochs"],
        decimal(told["returning"], 1), verdict["accepted"], attack_lines(verdict["attacks"]), _f1(told["f1"]),
    )  # fmt: skip


def _attack(told: Mapping[str, Any]) -> AttackLine:
    number, _blank, kind = told["name"].partition(" ")
    games = {
        "T1": _("T1, représentation et phrase"),
        "T2": _("T2, deux représentations"),
    }
    kinds = {
        "continued": _("l'adversaire de l'apprentissage, qui continue"),
        "fresh": _("un adversaire neuf"),
        "control": _("contrôle : le même réseau sans son bruit"),
    }
    is_control = kind == "control"
    accuracy = percent(told["right"] / told["pairs"]) if told["pairs"] else "–"
    return AttackLine(
        _("%(game)s : %(who)s") % {"game": games[number], "who": kinds[kind]},
        accuracy,
        f"{percent(told['low'])} – {percent(told['high'])}",
        told["pairs"],
        _("au-dessus de 55 %") if is_control else _("entre 45 et 55 %"),
        told["passes"],
    )


def _f1(told: Mapping[str, list[float]]) -> tuple[tuple[str, str], ...]:
    names = {
        "raw": _("par les textes bruts"),
        "pseudonyms": _("par des textes aux mots remplacés par des voisins"),
        "private": _("par ce fichier"),
    }
    return tuple((name, _spread(told[key])) for key, name in names.items())


def _spread(shares: list[float]) -> str:
    if len(shares) < 2:
        return percent(mean(shares))
    return f"{percent(mean(shares))} ± {decimal(100 * stdev(shares), 1)}"
