"""What a training took, in words."""

from __future__ import annotations

from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from deidweb.jobs.models import in_words
from worker.models import ModelVersion
from worker.presentation.shares import decimal, share
from worker.training import cost


def cost_lines(version: ModelVersion) -> list[tuple[str, str]]:
    """Name and value; empty for a version of before costs were kept."""
    told: dict[str, Any] | None = version.metrics.get("cost")
    if not told:
        return []
    memory = _("%(mb)d Mo") % {"mb": told["memory_mb"]}
    if told["card_memory_mb"]:
        memory += _(", dont %(mb)d Mo sur la carte") % {"mb": told["card_memory_mb"]}
    return [
        (_("Durée"), in_words(round(told["seconds"]))),
        (_("Matériel"), _device(told)),
        (_("Mémoire au plus"), memory),
        (_("Énergie estimée"), _energy(told)),
    ]


def exposure_words(version: ModelVersion) -> str:
    """Whether the version knows names by heart; "" where it was not asked."""
    told: dict[str, Any] | None = version.metrics.get("exposure")
    if not told:
        return ""
    value, low, high = told["gain"]
    figures = {
        "names": told["names"],
        "after": share(told["after"]),
        # no « -0,0 »
        **{
            name: number_format(round(100 * part, 1) + 0.0, 1)
            for name, part in (("gain", value), ("low", low), ("high", high))
        },
    }
    words = (
        _("noms appris par cœur : on devine à %(after)s si un nom était dans les notes")
        if low > 0
        else _("aucun signe que des noms soient appris par cœur (on devine à %(after)s)")
    )
    words += _(
        " ; %(gain)s points de plus qu'un modèle qui n'a pas lu ces notes [%(low)s – %(high)s], %(names)d noms"
    )
    return words % figures


def energy_basis() -> str:
    """The constants of the estimate and where they come from."""
    return _(
        "Estimation de Lannelongue et coll. 2021 (Green Algorithms) : %(core)s W par cœur ou %(card)s W par "
        "carte, %(memory)s W par Go, rendement du bâtiment %(pue)s, %(grams)s g de CO₂ par kWh en France. "
        "Ce n'est pas une mesure."
    ) % {
        "core": number_format(cost.CORE_WATTS),
        "card": number_format(cost.CARD_WATTS),
        "memory": number_format(cost.MEMORY_WATTS_A_GB),
        "pue": number_format(cost.OVERHEAD),
        "grams": number_format(cost.GRAMS_A_KWH),
    }


def _device(told: dict[str, Any]) -> str:
    name = str(told["device_name"])
    if told["device"] == "cuda":
        return name
    words = ngettext("%(name)s, %(cores)d cœur", "%(name)s, %(cores)d cœurs", told["cores"])
    return words % {"name": name, "cores": told["cores"]}


def _energy(told: dict[str, Any]) -> str:
    return _("%(wh)s Wh, %(grams)s g de CO₂") % {
        "wh": decimal(1000 * told["kwh"]),
        "grams": decimal(told["grams"]),
    }
