"""The ledger's accounts and refusals in words and figures."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Final

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from annotation.presentation.charts import Bar, bars
from privacy.presentation.numbers import decimal
from privacy.selectors.ledger_accounts import Account

_TENTHS: Final = 10


def account_row(account: Account) -> dict[str, Any]:
    """Figures as people read them, and as `<meter>` takes them (a dot, whatever the language)."""
    return {
        "pseudonym": account.pseudonym,
        "spent": decimal(account.spent),
        "has_bound": account.has_bound,
        "held": decimal(account.held) if account.held else "",
        "elsewhere": decimal(account.elsewhere) if account.elsewhere else "",
        "remaining": decimal(account.remaining),
        "meter": f"{float(account.spent):.6f}",
        "meter_max": f"{float(account.cap):.6f}",
        "meter_high": f"{float(account.cap) * 0.8:.6f}",
        "studies": [
            {"name": item.name, "spent": decimal(item.spent), "meter": f"{float(item.spent):.6f}"}
            for item in sorted(account.studies.values(), key=lambda item: (-item.spent, item.name))
        ],
    }


def over_cap_sentence(patients: int, cap: Fraction) -> str:
    """Why a build is refused, and what can be done."""
    return ngettext(
        "Le plafond de ε = %(cap)s par patient serait dépassé pour %(patients)d patient : rien n'a été "
        "compté. Reprenez une étude avec ses réglages, baissez ε, ou demandez au responsable des "
        "données de relever le plafond.",
        "Le plafond de ε = %(cap)s par patient serait dépassé pour %(patients)d patients : rien n'a été "
        "compté. Reprenez une étude avec ses réglages, baissez ε, ou demandez au responsable des "
        "données de relever le plafond.",
        patients,
    ) % {"cap": number_format(float(cap), 2).rstrip("0").rstrip(",."), "patients": patients}


def behind_sentence(lost: int) -> str:
    """What happened and what to do."""
    return ngettext(
        "Le registre a oublié %(lost)d tirage d'un export approuvé : la base a sans doute été restaurée d'une sauvegarde "
        "plus ancienne. Aucun export n'est fabriqué avant qu'un responsable des données l'ait constaté sur la page Budget.",
        "Le registre a oublié %(lost)d tirages d'exports approuvés : la base a sans doute été restaurée d'une sauvegarde "
        "plus ancienne. Aucun export n'est fabriqué avant qu'un responsable des données l'ait constaté sur la page Budget.",
        lost,
    ) % {"lost": lost}


def histogram(accounts: Sequence[Account]) -> tuple[Bar, ...]:
    """Patients by the share of the cap that they have spent, a tenth a bar; what is full has its own."""
    counts = [0] * (_TENTHS + 1)
    for account in accounts:
        share = account.spent / account.cap if account.cap else 1
        counts[min(_TENTHS, int(share * _TENTHS))] += 1
    names = [
        _("%(from)d à %(to)d %%") % {"from": 10 * i, "to": 10 * (i + 1)} for i in range(_TENTHS)
    ]
    names.append(_("plafond atteint"))
    return bars(dict(zip(names, map(float, counts), strict=True)))
