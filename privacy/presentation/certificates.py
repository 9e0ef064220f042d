"""Certificates as sentences: what is lost at worst, between whom, and what that means."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from django.db.models import TextChoices
from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _l

from deidweb.sentences import localised
from privacy.domain.certificates.places import PLANE_UNIT
from privacy.domain.certificates.texts import KIND as TEXTS
from privacy.domain.policy import PlacePrior
from privacy.models import ExportRequest
from privacy.presentation.numbers import decimal, is_beyond, odds

_KINDS: Final[dict[str, Promise]] = {
    "dates": _l("Dates et âges"),
    "places": _l("Lieux"),
    TEXTS: _l("Texte entier"),
}
_CHOICES: Final[dict[str, type[TextChoices]]] = {
    "dates": ExportRequest.Dates,
    "places": ExportRequest.Places,
    TEXTS: ExportRequest.Texts,
}
SHOWN: Final = 12  # digits of a SHA-256, as people compare it
# of the articles, offered for comparison
_VARIANTS: Final[dict[str, Promise]] = {
    "tchouka2022": _l("Variante de l'article de 2022, montrée pour comparaison."),
    "tchouka2023": _l("Variante de l'article de 2023, montrée pour comparaison."),
    "tchouka2024": _l("Variante de l'article de 2024, montrée pour comparaison."),
    "shift": _l("Décalage de l'AP-HP et de Stubbs, montré pour comparaison."),
    "kneo": _l("Méthode d'Alves et al., montrée pour comparaison."),
    "sentence": _l("Méthode d'Alves et al., montrée pour comparaison."),
    "noise": _l("D'après Feyisetan et al., montrée pour comparaison."),
}


@dataclass(frozen=True, slots=True)
class CertificateRow:
    """One mechanism. `loss` is per `unit`; `odds` says it as a bet; `pair` names who attains it."""

    kind: str
    kind_name: str
    mechanism: str
    name: str
    passes: bool
    loss: str
    unit: str
    odds: str
    pair: str
    reason: str
    variant: str
    details: str


def certificate_rows(
    certificates: Iterable[dict[str, Any]], mechanism: str = ""
) -> list[CertificateRow]:
    """The certificates as the page shows them, or the one of a mechanism ("dates-shift")."""
    rows = [_row(item) for item in certificates]
    return [row for row in rows if mechanism in ("", f"{row.kind}-{row.mechanism}")]


def _row(item: dict[str, Any]) -> CertificateRow:
    loss = item["worst_loss_per_unit"]
    return CertificateRow(
        kind=item["kind"],
        kind_name=str(_KINDS[item["kind"]]),
        mechanism=item["mechanism"],
        name=str(_CHOICES[item["kind"]](item["mechanism"]).label),
        passes=item["verdict"] == "PASS",
        loss=_("infinie") if loss is None else decimal(loss, 6),
        unit=localised(item["unit"]),
        odds=_odds(loss, item["unit"]),
        pair=pair_text(item),
        reason=localised(item["reason"]),
        variant=str(_VARIANTS.get(item["mechanism"], "")),
        details=_details(item),
    )


def _odds(loss: float | None, unit: str) -> str:
    if loss is None:
        return _("certaines valeurs tirées ne laissent aucun doute")
    if not loss or not unit:
        return _("la valeur tirée n'apprend rien")
    # « plus de 1 000 contre 1 » is no most
    told = odds(loss) if is_beyond(loss) else _("au plus %(odds)s") % {"odds": odds(loss)}
    if unit == PLANE_UNIT:
        return _("à 50 km d'écart, %(odds)s") % {"odds": told}
    return _("à une unité d'écart, %(odds)s") % {"odds": told}


def pair_text(item: dict[str, Any]) -> str:
    """The two secrets that the mechanism tells apart best, and the drawn value that betrays them."""
    if not item["pair"]:
        return ""
    words = _date_pair(item) if item["kind"] == "dates" else _place_pair(item)
    return words % {"a": item["pair"][0], "b": item["pair"][1], "output": item["output"]}


def _date_pair(item: dict[str, Any]) -> str:
    if item["mechanism"] == "metric":
        return _("Deux dates voisines d'une unité, quand la valeur tirée est l'une des deux.")
    if item["mechanism"] == "tchouka2023":
        return _(
            "Une date entre deux autres, avancée d'un jour : l'intervalle qui la précède passe de %(a)s à %(b)s jours."
        )
    if item["mechanism"] == "tchouka2022":
        return _(
            "Deux dossiers dont un intervalle compte %(a)s ou %(b)s jours : un intervalle tiré de %(output)s jours ne "
            "peut venir que du premier."
        )
    return _(
        "Deux dossiers dont un intervalle compte %(a)s ou %(b)s jours : l'intervalle reste tel quel et les distingue."
    )


def _place_pair(item: dict[str, Any]) -> str:
    if item["worst_loss_per_unit"] is None:
        return _("%(a)s et %(b)s : %(output)s ne peut être tirée que pour la première.")
    return _("%(a)s et %(b)s : c'est %(output)s qui les distingue le mieux.")


def _details(item: dict[str, Any]) -> str:
    """How it was found: communes, s, candidates, time."""
    parts: list[str] = []
    if item["communes"]:
        count = number_format(item["communes"], force_grouping=True)
        told = (
            _("%(count)s communes comparées deux à deux")
            if item["worst_loss_per_unit"] is not None
            else _("parmi %(count)s communes")
        )
        parts.append(told % {"count": count})
    if item["scale"]:
        scale = Fraction(item["scale"])
        shown = decimal(scale, 5) if scale.denominator == 1 else f"{scale} = {decimal(scale, 5)}"
        parts.append(_("échelle s = %(scale)s") % {"scale": shown})
    found = item["parameters"]
    parts += _prior(found)
    if found.get("features"):
        told = ", ".join(
            f"{name} ({decimal(scale, 4)})" for name, scale in found["features"].items()
        )
        parts.append(_("variables comparées : %(features)s") % {"features": told})
    if "shared_candidates" in found:
        parts.append(
            _("candidates partagées par les deux : %(shared)s sur %(kept)s")
            % {"shared": found["shared_candidates"], "kept": found["candidates"]}
        )
    if "radius_95_km" in found:
        parts.append(
            _("95 %% des tirages à moins de %(km)s km") % {"km": decimal(found["radius_95_km"], 1)}
        )
    if "sampled" in item:
        parts.append(
            _("vérifié par %(count)s tirages de bout en bout")
            % {"count": number_format(item["sampled"]["draws"], force_grouping=True)}
        )
    if "sha256" in item:
        parts.append(
            _("tables : communes %(communes)s…, échelles %(scales)s")
            % {
                "communes": item["sha256"]["communes"][:SHOWN],
                "scales": f"{item['sha256']['scales'][:SHOWN]}…"
                if item["sha256"]["scales"]
                else "–",
            }
        )
    if item["seconds"] >= 1:
        parts.append(_("calculé en %(seconds)s s") % {"seconds": decimal(item["seconds"], 0)})
    return " · ".join(parts)


def _prior(parameters: dict[str, Any]) -> list[str]:
    """What communes are drawn by before any likeness; nothing where all are alike."""
    if parameters.get("prior") == PlacePrior.POPULATION:
        return [_("communes tirées selon leur nombre d'habitants")]
    if parameters.get("prior") == PlacePrior.FILE:
        told = _("communes tirées selon la colonne « %(column)s » d'une table")
        return [told % {"column": parameters["prior_column"]}]
    return []
