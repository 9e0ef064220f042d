"""What the page of an export says that no field says by itself."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _

from annotation.presentation.engine_words import engine_words
from annotation.presentation.label_names import label_name
from deidweb.sentences import localised
from privacy.domain.certificates.texts import NOISE_REASON, REASON
from privacy.domain.effects import COMPARISON
from privacy.domain.obfuscation.method import TextMethod
from privacy.domain.policy import UNPROVED, WITHOUT_PROOF
from privacy.models import ExportRequest
from privacy.presentation.areas import area_name
from privacy.presentation.guarantees import date_sentence
from privacy.presentation.numbers import count_text
from privacy.presentation.words import MECHANISM_NAMES


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
    tagged: str
    counts: list[CountRow]
    warnings: list[CountRow]


def summarise(export: ExportRequest) -> ExportSummary:
    """The page's sentences, from the row and its manifest alone."""
    manifest = export.manifest
    counts = [
        CountRow(
            label_name(row["label"]),
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
        tagged=", ".join(map(label_name, export.tags)),
        counts=counts,
        warnings=warnings,
    )


def _guarantee(export: ExportRequest) -> str:
    """Holds for every patient: no element's share exceeds the whole budget."""
    if export.texts:
        return localised(NOISE_REASON if export.texts == TextMethod.NOISE else REASON)
    if export.dates in WITHOUT_PROOF:
        return date_sentence(None, export.dates)
    if export.places in UNPROVED:
        return localised(COMPARISON)
    return _(
        "Le budget ε de chaque patient est partagé entre toutes ses dates, ses âges et ses lieux. "
        "Le cas le moins protégé est celui d'un patient dont une seule valeur est bruitée : "
        "« %(sentence)s »"
    ) % {"sentence": date_sentence(Fraction(export.epsilon), export.dates)}
