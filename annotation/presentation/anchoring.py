"""What hidden suggestions tell, in words and as a table, for the dashboard."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from annotation.domain.anchoring import MIN_NOTES, Asked, Difference, Share, difference, share_of
from annotation.models import AgreementReport

_NAMES: Final[dict[Asked, Promise]] = {
    Asked.MODEL: gettext_lazy("Accord avec le modèle"),
    Asked.RECALL: gettext_lazy("Rappel : part de la référence que la lecture retrouve"),
    Asked.PRECISION: gettext_lazy("Précision : part de la lecture que la référence confirme"),
    Asked.LOST: gettext_lazy("Suggestions justes, absentes de la lecture"),
    Asked.WRONG: gettext_lazy("Suggestions fausses, présentes dans la lecture"),
    Asked.BEYOND: gettext_lazy("Entités manquées par le modèle, présentes dans la lecture"),
}


@dataclass(frozen=True, slots=True)
class Cell:
    """`value` is a percentage, or the words that stand for one that is not defined."""

    value: str
    counts: str


@dataclass(frozen=True, slots=True)
class Row:
    name: str
    hidden: Cell
    shown: Cell
    gap: str


@dataclass(frozen=True, slots=True)
class Panel:
    """`hidden` and `shown` count readings."""

    hidden: int
    shown: int
    sentences: tuple[str, ...]
    rows: tuple[Row, ...]


def panel_of(report: AgreementReport | None) -> Panel | None:
    """None before a measure that looked at it."""
    data = report.result.get("anchoring") if report is not None else None
    if data is None:
        return None
    shares = {asked: _both(data["measures"][asked.value]) for asked in Asked}
    return Panel(
        hidden=data["hidden"],
        shown=data["shown"],
        sentences=_sentences(shares, data["hidden"], data["shown"]),
        rows=tuple(_row(asked, *pair) for asked, pair in shares.items()),
    )


def _both(data: Mapping[str, Any]) -> tuple[Share, Share]:
    return share_of(data["hidden"]), share_of(data["shown"])


def _row(asked: Asked, hidden: Share, shown: Share) -> Row:
    gap = difference(hidden, shown)
    return Row(str(_NAMES[asked]), _cell(hidden), _cell(shown), _gap(gap) if gap else "–")


def _cell(share: Share) -> Cell:
    value = _("pas assez de notes") if share.value is None else _percent(share.value)
    told = {"hits": share.hits, "total": share.total, "notes": share.notes}
    counts = ngettext(
        "%(hits)d sur %(total)d, %(notes)d note",
        "%(hits)d sur %(total)d, %(notes)d notes",
        share.notes,
    )
    return Cell(value, counts % told)


def _gap(gap: Difference) -> str:
    return _("%(gap)s points (de %(low)s à %(high)s)") % {
        "gap": _signed(gap.value),
        "low": _signed(gap.low),
        "high": _signed(gap.high),
    }


def _sentences(
    shares: Mapping[Asked, tuple[Share, Share]], hidden: int, shown: int
) -> tuple[str, ...]:
    told = [
        _compared(_model_words(), *shares[Asked.MODEL]),
        _compared(_recall_words(), *shares[Asked.RECALL]),
    ]
    found = tuple(sentence for sentence in told if sentence)
    if found:
        return found
    few = _(
        "Pas assez de notes pour dire si les suggestions influencent les personnes. Lectures sans "
        "suggestions : %(hidden)d ; avec : %(shown)d. Il en faut au moins %(least)d de chaque côté."
    )
    return (few % {"hidden": hidden, "shown": shown, "least": MIN_NOTES},)


def _model_words() -> str:
    return _(
        "Quand elles voient les suggestions, les personnes sont d'accord avec le modèle à "
        "%(shown)s ; sans les voir, à %(hidden)s."
    )


def _recall_words() -> str:
    return _(
        "Avec les suggestions, elles retrouvent %(shown)s de la référence ; sans elles, %(hidden)s."
    )


def _compared(words: str, hidden: Share, shown: Share) -> str:
    gap = difference(hidden, shown)
    if gap is None or hidden.value is None or shown.value is None:
        return ""
    told = words % {"hidden": _percent(hidden.value), "shown": _percent(shown.value)}
    verdict = (
        _("Cet écart dépasse ce que le hasard explique.")
        if gap.is_clear
        else _("Le hasard suffit à expliquer cet écart.")
    )
    return f"{told} {verdict}"


def _percent(share: float) -> str:
    return _("%(n)s %%") % {"n": number_format(round(100 * share))}


def _signed(share: float) -> str:
    points = round(100 * share)
    return f"−{-points}" if points < 0 else f"+{points}" if points else "0"
