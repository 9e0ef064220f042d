"""The gate's questions and answers, in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from annotation.presentation.label_names import label_name
from worker.presentation.shares import decimal, share
from worker.selectors.gate import STALE, UNJUDGED, Gate


@dataclass(frozen=True, slots=True)
class GateLine:
    """One question; `told` gives the figures."""

    title: str
    passed: bool
    told: str


def gate_lines(gate: Gate) -> list[GateLine]:
    """The seven questions, then what makes the comparison void."""
    lines = [
        GateLine(title_of(check["name"]), check["passed"], _told(check)) for check in gate.checks
    ]
    voids = [name for name in (UNJUDGED, STALE) if name in gate.failed]
    return lines + [GateLine(title_of(name), passed=False, told=_void(name)) for name in voids]


def title_of(name: str) -> str:
    """Of a question, by the name under which it is stored."""
    return {
        "reference": _("Notes de référence"),
        "redacted": _("Mots identifiants masqués"),
        "labels": _("Aucune étiquette oubliée"),
        "named": _("Mots sous leur étiquette"),
        "precision": _("Précision du masquage"),
        "corrections": _("Corrections par note"),
        "shipped": _("Notes de démonstration"),
        UNJUDGED: _("Jugement"),
        STALE: _("Comparaison à jour"),
    }.get(name, name)


def _told(check: dict[str, Any]) -> str:
    name = check["name"]
    if name == "reference" and "floor" in check:
        return _reference(check)
    if name == "redacted" and "change" in check:
        return _("%(change)s points [%(low)s – %(high)s]") % _changes(check, 100)
    if name == "corrections" and "change" in check:
        return _("%(change)s par note [%(low)s – %(high)s]") % _changes(check, 1)
    if name in ("labels", "named"):
        return _labels(check)
    if name == "precision" and "floor" in check:
        return _("%(after)s, plancher %(floor)s") % {
            "after": share(check["after"]),
            "floor": share(check["floor"]),
        }
    if name == "shipped" and "before" in check:
        return _("%(after)s, contre %(before)s pour le modèle livré") % {
            "after": share(check["after"]),
            "before": share(check["before"]),
        }
    return ""


def _reference(check: dict[str, Any]) -> str:
    told = {"share": share(check["after"]), "floor": share(check["floor"])}
    if check.get("labels"):
        told["labels"] = ", ".join(map(label_name, check["labels"]))
        return (
            _(
                "%(share)s des mots que le modèle livré masque y sont sous la même étiquette, plancher %(floor)s ; "
                "contredites : %(labels)s. Vérifiez les annotations."
            )
            % told
        )
    if check["passed"]:
        return (
            _("%(share)s des mots que le modèle livré masque y sont sous la même étiquette") % told
        )
    return (
        _(
            "%(share)s des mots que le modèle livré masque y sont sous la même étiquette, plancher %(floor)s. "
            "Vérifiez les annotations."
        )
        % told
    )


def _labels(check: dict[str, Any]) -> str:
    if check.get("labels"):
        names = {"labels": ", ".join(map(label_name, check["labels"]))}
        if check["name"] == "named":
            return _("plus souvent masquées sous une autre étiquette : %(labels)s") % names
        return _("moins bien masquées : %(labels)s") % names
    if "margin" not in check:
        return ""
    return _("aucune ne perd plus de %(margin)s points") % {
        "margin": decimal(100 * check["margin"])
    }


def _changes(check: dict[str, Any], scale: float) -> dict[str, str]:
    return {name: _signed(scale * check[name]) for name in ("change", "low", "high")}


def _signed(value: float) -> str:
    told = decimal(abs(value))
    if not any(figure in told for figure in "123456789"):
        return told
    return f"+{told}" if value > 0 else f"−{told}"


def _void(name: str) -> str:
    if name == UNJUDGED:
        return _("modèle d'une version précédente de l'outil : il n'a pas été jugé")
    return _(
        "le modèle en service, le modèle livré ou les questions ont changé depuis : comparez de nouveau"
    )
