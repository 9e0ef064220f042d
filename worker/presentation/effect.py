"""What a retraining has changed, as a picture: each figure before and after with its interval, and examples."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from annotation.presentation.label_names import label_name
from worker.models import ModelVersion
from worker.presentation.intervals import share_interval
from worker.presentation.versions import opponent
from worker.selectors.note_results import Read

MANY_NOTES: Final = 50  # fewer leave intervals so wide that a picture without words would mislead
EXAMPLES: Final = 5


@dataclass(frozen=True, slots=True)
class Mark:
    """One side of a figure, in hundredths of the drawing."""

    name: str
    told: str
    at: str
    low: str
    width: str


@dataclass(frozen=True, slots=True)
class Figure:
    """`from_` and `to` are the ends of the scale, so that a point is seen."""

    name: str
    begin: str
    end: str
    marks: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class Example:
    """A note with a word that one engine masks and the other leaves: never the word."""

    document_id: UUID
    name: str
    what: str
    is_gain: bool


@dataclass(frozen=True, slots=True)
class Effect:
    figures: tuple[Figure, ...]
    caution: str
    examples: tuple[Example, ...]


def effect_of(version: ModelVersion, reads: Sequence[Read]) -> Effect | None:
    """None for a version of before intervals were kept."""
    told = version.metrics.get("evaluation")
    if not told:
        return None
    before, after = told["before"]["all"], told["after"]["all"]
    names = {
        "redacted": _("Mots identifiants masqués"),
        "whole": _("Notes sans aucun reste"),
        "precision": _("Précision du masquage"),
    }
    figures = tuple(
        _figure(name, {opponent(version): before[key], _("ce modèle"): after[key]})
        for key, name in names.items()
    )
    is_open = any(side[key][1] == side[key][2] for side in (before, after) for key in names)
    return Effect(figures, _caution(after["notes"], is_open=is_open), _examples(reads))


def _figure(name: str, sides: dict[str, Sequence[float]]) -> Figure:
    """From the round tenth below all of it to 100 %."""
    begin = min(0.9, int(10 * min(low for _value, low, _high in sides.values())) / 10)
    width = 1 - begin

    def across(share: float) -> float:
        return round(100 * (share - begin) / width, 1)

    marks = tuple(
        Mark(side, share_interval(told), str(min(99.2, across(told[0]))), str(across(told[1])), f"{max(0.5, across(told[2]) - across(told[1])):.1f}")
        for side, told in sides.items()
    )  # fmt: skip
    return Figure(name, _percent(begin), _percent(1), marks)


def _percent(share: float) -> str:
    return _("%(n)s %%") % {"n": round(100 * share)}


def _caution(notes: int, *, is_open: bool) -> str:
    """`is_open`: some figure is the same in every note, so that drawing notes again tells nothing."""
    told = _few(notes) if notes < MANY_NOTES else ""
    if is_open:
        told += " " + _(
            "Un chiffre sans crochets est le même dans toutes les notes : ce qu'il serait sur d'autres n'est pas mesuré."
        )
    return told.strip()


def _few(notes: int) -> str:
    return ngettext(
        "%(n)d note de contrôle est peu : la barre dit où la vraie valeur peut se trouver. Si les deux barres se recouvrent, rien ne prouve que l'un masque mieux que l'autre.",
        "%(n)d notes de contrôle sont peu : chaque barre dit où la vraie valeur peut se trouver. Si les deux barres se recouvrent, rien ne prouve que l'un masque mieux que l'autre.",
        notes,
    ) % {"n": notes}


def _examples(reads: Sequence[Read]) -> tuple[Example, ...]:
    """Words lost first: they are what a person has to see."""
    found: list[Example] = []
    for is_gain in (False, True):
        for read in reads:
            old, new = set(read.before.missed), set(read.after.missed)
            words = sorted(old - new if is_gain else new - old)
            found += [
                Example(read.document_id, read.name, label_name(word[2]), is_gain)
                for word in words[:1]
            ]
    lost = [one for one in found if not one.is_gain][:EXAMPLES]
    return (*lost, *[one for one in found if one.is_gain][:EXAMPLES])


def stop_sentence(metrics: dict[str, Any]) -> str:
    """How the learning ended, where its epochs were kept: "" otherwise."""
    epochs, most = metrics.get("epochs") or [], (metrics.get("recipe") or {}).get("epochs", 0)
    if not epochs or not most:
        return ""
    best = metrics.get("kept_epoch") or _first_best(epochs)
    if len(epochs) >= most and best == most != _first_best(epochs):
        return _(
            "Les %(n)d tours ont été faits ; les poids du dernier sont gardés : les notes de validation sont trop peu pour choisir entre les tours."
        ) % {"n": len(epochs)}
    if len(epochs) >= most:
        return _("Les %(n)d tours ont été faits ; les poids du tour %(best)d sont gardés.") % {
            "n": len(epochs), "best": best,
        }  # fmt: skip
    return _(
        "Arrêté de lui-même après le tour %(n)d sur %(most)d : les derniers n'apportaient plus rien. Les poids du tour %(best)d, le meilleur, sont gardés."
    ) % {"n": len(epochs), "most": most, "best": best}


def _first_best(epochs: Sequence[Mapping[str, Any]]) -> int:
    best = max(epochs, key=lambda row: row["f1"])
    return int(best["epoch"])
