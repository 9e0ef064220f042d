"""What a budget and a mechanism promise, in plain words."""

from __future__ import annotations

import math
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from deidweb.sentences import localised
from privacy.domain.effects import COMPARISON
from privacy.domain.policy import UNPROVED, WITHOUT_PROOF, SubstitutionPolicy
from privacy.models import ExportRequest
from privacy.presentation.numbers import odds
from privacy.presentation.words import MECHANISM_NAMES


def date_sentence(share: Fraction | None, dates: str) -> str:
    """What a reader can tell about two dates when each has `share` of the budget (per day)."""
    if dates == ExportRequest.Dates.TAG:
        return _("Les dates et les âges sont remplacés par leur étiquette : rien n'en reste.")
    if dates == ExportRequest.Dates.SHIFT:
        return _(
            "Toutes les dates du patient sont décalées d'autant : les intervalles restent exacts et "
            "peuvent le trahir. Aucune garantie, pour comparaison seulement."
        )
    if dates in UNPROVED:
        return localised(COMPARISON)
    if share is None or share <= 0:
        return _("Aucune valeur de ce dossier ne consomme de budget.")
    days = math.floor(math.log(2) / float(share))
    if days >= 1:
        return ngettext(
            "Un lecteur ne peut pas distinguer deux dates à %(days)s jour d'écart mieux qu'à 2 contre 1.",
            "Un lecteur ne peut pas distinguer deux dates à %(days)s jours d'écart mieux qu'à 2 contre 1.",
            days,
        ) % {"days": days}
    return _(
        "Un lecteur ne peut pas distinguer deux dates à 1 jour d'écart mieux qu'à %(odds)s."
    ) % {"odds": odds(float(share))}


def cautions_of(policy: SubstitutionPolicy) -> list[str]:
    """The mechanisms chosen that have no guarantee, in plain words."""
    found: list[str] = []
    if policy.dates in WITHOUT_PROOF:
        found.append(
            _("Dates et âges : « %(name)s » n'offre aucune garantie prouvée.")
            % {"name": MECHANISM_NAMES[policy.dates]}
        )
    if policy.places in WITHOUT_PROOF:
        found.append(
            _("Lieux : « %(name)s » n'offre aucune garantie prouvée.")
            % {"name": MECHANISM_NAMES[policy.places]}
        )
    return found
