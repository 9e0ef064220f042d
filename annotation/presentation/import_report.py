"""What became of an import, in sentences: why a file was refused, what was changed or left out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from annotation.domain.formats.losses import LOSS_TEXTS, Loss
from annotation.domain.formats.unknown import Unknown
from annotation.domain.import_file import LineError


def refusal_message(report: Sequence[Mapping[str, Any]]) -> str:
    """The first error of the report and how many there are, in one sentence."""
    if not report:
        return _("Cet import a été arrêté. Importez le fichier de nouveau.")
    first, count = report[0], len(report)
    where = _("ligne %(line)d") % first if first["line"] else _("fichier entier")
    if first["field"]:
        where += _(", champ « %(field)s »") % first
    found = ngettext("%(count)d erreur trouvée", "%(count)d erreurs trouvées", count)
    message = _("Rien n'a été importé : %(found)s. %(where)s : %(reason)s.")
    return message % {
        "found": found % {"count": count},
        "where": where[:1].upper() + where[1:],
        "reason": first["reason"],
    }


def report_of_done(
    losses: Mapping[str, int], unknown: Iterable[Unknown], normalised: int
) -> list[dict[str, Any]]:
    """What an import that ended well changed or left out, as the person reads it.

    `losses`: name of the loss → how often; `normalised`: notes whose line ends were rewritten.
    """
    notes = [
        {"line": 0, "field": "", "reason": LOSS_TEXTS[Loss(loss)], "count": count}
        for loss, count in sorted(losses.items())
    ]
    notes += [
        {"line": one.line, "field": one.field, "reason": one.reason, "count": one.notes}
        for one in unknown
    ]
    if not normalised:
        return notes
    reason = ngettext(
        "%(count)d note avait des fins de ligne Windows ou une marque d'ordre : elles ont été "
        "normalisées, et les entités déplacées avec le texte",
        "%(count)d notes avaient des fins de ligne Windows ou une marque d'ordre : elles ont été "
        "normalisées, et les entités déplacées avec le texte",
        normalised,
    )
    return [LineError(0, "text", reason % {"count": normalised}).as_report(), *notes]
