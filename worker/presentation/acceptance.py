"""The sentence that a data-protection officer reads, and what is missing to say more."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from worker.models import SiteMeasure
from worker.presentation.evaluation import Row, figure_words, type_rows
from worker.presentation.intervals import share_interval
from worker.presentation.shares import share
from worker.training.acceptance import AIM, FEWEST_NOTES, notes_to_show


@dataclass(frozen=True, slots=True)
class AcceptancePage:
    """`verdict` says whether the aim is shown; `advice` has one line a type that misses it."""

    sentence: str
    verdict: str
    is_shown: bool
    warning: str
    figures: tuple[tuple[str, str], ...]
    types: tuple[Row, ...]
    advice: tuple[str, ...]


def acceptance_page(measure: SiteMeasure) -> AcceptancePage:
    told = measure.result["all"]
    missing = _missing(told)
    return AcceptancePage(
        sentence=_sentence(told),
        verdict=_verdict(missing),
        is_shown=missing == 0,
        warning=_warning(told["notes"]),
        figures=tuple(figure_words(told).items()),
        types=type_rows(measure.result),
        advice=tuple(_advice(measure.result["types"])),
    )


def _sentence(told: Mapping[str, Any]) -> str:
    return ngettext(
        "%(redacted)s des mots identifiants sont masqués et %(whole)s des notes le sont entièrement, sur "
        "%(count)d note.",
        "%(redacted)s des mots identifiants sont masqués et %(whole)s des notes le sont entièrement, sur "
        "%(count)d notes.",
        told["notes"],
    ) % {
        "redacted": share_interval(told["redacted"]),
        "whole": share_interval(told["whole"]),
        "count": told["notes"],
    }


def _missing(told: Mapping[str, Any]) -> int | None:
    value, low, _high = told["redacted"]
    return notes_to_show(value, low, told["notes"])


def _verdict(missing: int | None) -> str:
    aim = {"aim": share(AIM)}
    if missing == 0:
        return _("Au moins %(aim)s sont masqués, au risque de 2,5 %% près.") % aim
    if missing is None:
        return _("%(aim)s ne sont pas atteints : corrigez d'autres notes, puis réentraînez.") % aim
    return ngettext(
        "Si cette part se maintient, environ %(count)d note de plus montrerait %(aim)s.",
        "Si cette part se maintient, environ %(count)d notes de plus montreraient %(aim)s.",
        missing,
    ) % {"count": missing, **aim}


def _warning(notes: int) -> str:
    if notes >= FEWEST_NOTES:
        return ""
    return _("Moins de %(count)d notes : l'intervalle est trop large pour décider.") % {
        "count": FEWEST_NOTES
    }


def _advice(types: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """A line a type that more notes would show; all that do not reach the aim in one."""
    lines, below = [], []
    for kind, told in types.items():
        name, missing = kind or _("type inconnu"), _missing(told)
        if missing is None:
            below.append(name)
        elif missing:
            lines.append(
                ngettext(
                    "%(type)s : environ %(count)d note de plus.",
                    "%(type)s : environ %(count)d notes de plus.",
                    missing,
                )
                % {"type": name, "count": missing}
            )
    if below:
        told_below = {"aim": share(AIM), "types": ", ".join(below)}
        lines.append(_("%(aim)s ne sont pas atteints : %(types)s.") % told_below)
    return lines
