"""Numbers and codes of the privacy engine as sentences for hospital staff."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _l

from annotation.domain.labels import Label
from annotation.presentation.engine_words import engine_words
from deidweb.sentences import localised
from privacy.domain.effects import COMPARISON
from privacy.domain.policy import UNPROVED, WITHOUT_PROOF
from privacy.models import ExportRequest
from privacy.selectors import area_choices

LABEL_NAMES: Final[dict[str, Promise]] = {
    Label.PER: _l("Personnes"),
    Label.LOC: _l("Lieux"),
    Label.ORG: _l("Établissements"),
    Label.DATE: _l("Dates et durées"),
    Label.AGE: _l("Âges"),
    Label.TEL: _l("Téléphones"),
    Label.MAIL: _l("Adresses électroniques"),
    Label.REF: _l("Références"),
    Label.QID: _l("Identifiants"),
}
MECHANISM_NAMES: Final[dict[str, Promise]] = {
    "metric": _l("bruit métrique"),
    "tchouka2022": _l("intervalles par catégorie (2022)"),
    "tchouka2023": _l("article de 2023"),
    "tchouka2024": _l("article de 2024"),
    "geoind": _l("géo-indistinguabilité"),
    "shift": _l("décalage uniforme"),
    "tag": _l("étiquette"),
    "random": _l("tirage au hasard"),
    "derived": _l("déduit d'une autre valeur"),
}
MANY_TO_ONE: Final = 1000  # beyond, odds are not written out


@dataclass(frozen=True, slots=True)
class CountRow:
    label: str
    mechanism: str
    count: str


@dataclass(frozen=True, slots=True)
class ExportSummary:
    """What the page of an export says that no field says by itself."""

    sentence: str
    guarantee: str
    area: str
    elements: str
    engines: str
    counts: list[CountRow]
    warnings: list[CountRow]


def decimal(value: float | Fraction, places: int = 2) -> str:
    """A number in the person's language, without useless zeros."""
    text = number_format(round(float(value), places), places)
    separator = number_format(1.5, 1)[1]
    return text.rstrip("0").rstrip(separator) if separator in text else text


def share_text(part: int, whole: int) -> str:
    """ "97,8 %", never 100 % unless nothing is missing."""
    return in_percent(decimal(math.floor(1000 * part / whole) / 10, 1))


def in_percent(number: str) -> str:
    """ "97,8 %" in French, "97.8%" in English."""
    return _("%(n)s %%") % {"n": number}


def measure(value: float, unit: str) -> str:
    """A mean displacement or a length: "1 jour", "2,9 mois", "326 km". `unit` is the engine's (French plural)."""
    text = decimal(value, 1) if value < 10 else number_format(round(value), force_grouping=True)
    # French says "0,5 jour" and "1,5 jour"
    is_french = (get_language() or "fr").startswith("fr")
    count = 1 if text == "1" or (is_french and value < 2) else 2
    shown = {
        "km": _("%(n)s km"),
        "jours": ngettext("%(n)s jour", "%(n)s jours", count),
        "mois": ngettext("%(n)s mois", "%(n)s mois", count),
        "ans": ngettext("%(n)s an", "%(n)s ans", count),
        "semaines": ngettext("%(n)s semaine", "%(n)s semaines", count),
        "heures": ngettext("%(n)s heure", "%(n)s heures", count),
    }
    return shown[unit] % {"n": text}


def odds(epsilon: float) -> str:
    """The likelihood ratio e^ε as "n contre 1", rounded up."""
    if epsilon > math.log(MANY_TO_ONE):
        return _("plus de 1 000 contre 1")
    ratio = math.exp(epsilon)
    shown = decimal(math.ceil(ratio * 10) / 10, 1) if ratio < 10 else str(math.ceil(ratio))
    return _("%(ratio)s contre 1") % {"ratio": shown}


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


def area_name(code: str) -> str:
    return str(dict(area_choices()).get(code, code))


def count_text(count: int | None) -> str:
    return _("moins de 11") if count is None else number_format(count, force_grouping=True)


def summarise(export: ExportRequest) -> ExportSummary:
    """The page's sentences, from the row and its manifest alone."""
    manifest = export.manifest
    counts = [
        CountRow(
            f"{row['label']} · {LABEL_NAMES.get(row['label'], row['label'])}",
            str(MECHANISM_NAMES.get(row["mechanism"], row["mechanism"])),
            count_text(row["count"]),
        )
        for row in manifest.get("replaced", [])
    ]
    warnings = [
        CountRow(localised(row["kind"]), "", count_text(row["count"]))
        for row in manifest.get("warnings", [])
    ]
    elements = count_text(manifest["elements"]) if "elements" in manifest else ""
    return ExportSummary(
        sentence=_("Pour %(recipient)s, étude « %(study)s ».")
        % {"recipient": export.study.recipient, "study": export.study.name},
        guarantee=_guarantee(export),
        area=area_name(export.area),
        elements=elements,
        engines=", ".join(
            _("notes validées") if name == "gold" else engine_words(name)
            for name in manifest.get("engines", [])
        ),
        counts=counts,
        warnings=warnings,
    )


def _guarantee(export: ExportRequest) -> str:
    """Holds for every patient: no element's share exceeds the whole budget."""
    if export.dates in WITHOUT_PROOF:
        return date_sentence(None, export.dates)
    if export.places in UNPROVED:
        return localised(COMPARISON)
    return _(
        "Le budget ε de chaque patient est partagé entre toutes ses dates, ses âges et ses lieux. "
        "Le cas le moins protégé est celui d'un patient dont une seule valeur est bruitée : "
        "« %(sentence)s »"
    ) % {"sentence": date_sentence(Fraction(export.epsilon), export.dates)}
