"""What a commune may become: the map, the likeliest communes, and the plain sentence."""

from __future__ import annotations

import math
from typing import Final

import numpy as np
from django.utils.formats import number_format
from django.utils.translation import gettext as _

from deidweb.sentences import localised
from privacy.domain.effects import COMPARISON, ElementEffect
from privacy.domain.places.draws import PlaceChoice
from privacy.domain.places.outline import outline_of
from privacy.domain.places.spreads import (
    PlaceSpread,
    compare_place,
    spread_of_place,
    worst_log_ratio,
)
from privacy.domain.policy import UNPROVED
from privacy.domain.substitute import Substitution
from privacy.presentation.cards.parts import PlaceRow, Spread, small_percent
from privacy.presentation.numbers import decimal, measure, odds, percent

SHOWN_OUTSIDE: Final = 0.0005  # mass overseas that deserves a word


def place_spread(part: ElementEffect, done: Substitution, share: str) -> Spread:
    """The commune of one element under the policy's mechanism."""
    choice = done.places.choice(part.epsilon)
    origin = done.places.source(part.element)
    spread = spread_of_place(choice, origin)
    named = np.array([item.commune.index for item in spread.likeliest], dtype=np.int64)
    outline = outline_of(
        choice.geography, spread.rows, spread.probabilities, named=named, origin=origin.index
    )
    return Spread(
        title=origin.name,
        share=share,
        sentence=_sentence(choice, spread),
        facts=_facts(spread),
        caption=_caption(spread),
        places=_rows(spread),
        outline=outline,
        outside=percent(outline.outside) if outline.outside >= SHOWN_OUTSIDE else "",
    )


def _rows(spread: PlaceSpread) -> list[PlaceRow]:
    top = max((item.probability for item in spread.likeliest), default=1.0)
    return [
        PlaceRow(
            name=item.commune.name,
            kilometres=decimal(item.kilometres, 0),
            people=number_format(item.commune.population, force_grouping=True),
            percent=small_percent(item.probability),
            width=round(100 * item.probability / top, 1),
            is_original=item.commune.index == spread.origin.index,
        )
        for item in spread.likeliest
    ]


def _caption(spread: PlaceSpread) -> str:
    shown = sum(item.probability for item in spread.likeliest)
    text = _(
        "Les %(count)s communes les plus probables réunissent %(part)s ; les %(all)s de la zone se "
        "partagent le reste."
    ) % {
        "count": len(spread.likeliest),
        "part": small_percent(shown),
        "all": number_format(len(spread.rows), force_grouping=True),
    }
    if not spread.is_exact:
        text += " " + _("Calcul numérique sur 6 144 points d'égale probabilité.")
    return text


def _facts(spread: PlaceSpread) -> list[tuple[str, str]]:
    factor = 10**spread.expected_log_population
    return [
        (
            _("Déplacement attendu"),
            measure(spread.expected_km, "km"),
        ),
        (
            _("Écart de population attendu"),
            _("%(log)s en log10, soit un facteur %(factor)s")
            % {
                "log": decimal(spread.expected_log_population),
                "factor": decimal(factor, 0 if factor >= 10 else 1),
            },
        ),
        (_("Chance de garder la même commune"), small_percent(spread.same)),
    ]


def _sentence(choice: PlaceChoice, spread: PlaceSpread) -> str:
    """exp(ε_i·d) for a comparable town nearby; without a proof, the exact ratio of the two distributions."""
    other = compare_place(choice, spread.origin)
    if other is None:
        return _("La zone ne compte qu'une commune : elle est révélée.")
    names = {
        "here": spread.origin.name,
        "there": other.commune.name,
        "km": decimal(other.kilometres, 0),
    }
    if choice.mechanism not in UNPROVED:
        told = odds(float(choice.epsilon) * other.distance)
        return _(
            "Un lecteur ne peut pas distinguer %(here)s de %(there)s (à %(km)s km) mieux qu'à %(odds)s."
        ) % (names | {"odds": told})
    ratio = worst_log_ratio(
        spread.probabilities, spread_of_place(choice, other.commune).probabilities
    )
    if math.isinf(ratio):
        return (
            localised(COMPARISON)
            + " "
            + _(
                "Certaines communes tirées ne peuvent venir que de %(here)s ou que de %(there)s (à %(km)s km) : "
                "elles trahissent l'original."
            )
            % names
        )
    return (
        localised(COMPARISON)
        + " "
        + _("Entre %(here)s et %(there)s (à %(km)s km), le rapport va jusqu'à %(odds)s.")
        % (names | {"odds": odds(ratio)})
    )
