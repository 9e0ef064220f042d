"""Findings of the leak scan as a page shows them: where, and, to who may read notes, in which words."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from annotation.presentation.label_names import label_name

if TYPE_CHECKING:  # `substitute` says these words without models
    from annotation.models import Document

KIND_NAMES: Final[dict[str, Promise]] = {
    "exact": _("écrit tel quel"),
    "folded": _("écrit autrement (casse, accents)"),
    "spacing": _("tirets ou espaces changés"),
    "glued": _("mots collés"),
    "mail": _("comme dans une adresse électronique"),
    "digits": _("mêmes chiffres"),
    "date": _("même jour écrit autrement"),
    "split": _("coupé en fin de ligne"),
    "letters": _("lettres espacées"),
    "initials": _("initiales"),
    "reversed": _("écrit à l'envers"),
    "fuzzy": _("à une lettre près"),
    "fragment": _("début ou fin d'un numéro"),
    "words": _("nombre en toutes lettres"),
    "partial": _("date incomplète"),
    "part": _("partie d'un nom d'établissement ou d'une référence"),
    "shortened": _("écrit en abrégé"),
    "diminutive": _("diminutif"),
    "demonym": _("nom des habitants"),
    "encoded": _("caractères codés"),
}
LEVEL_NAMES: Final[dict[str, Promise]] = {
    "sure": _("sûr"),
    "likely": _("probable"),
    "doubtful": _("douteux : mot ou nombre qui est aussi courant"),
}
LEVEL_BADGES: Final = {"sure": "badge-danger", "likely": "badge-warn"}
CONTEXT: Final = 30  # code points shown on each side


@dataclass(frozen=True, slots=True)
class FindingRow:
    """`rank` of the note in the file, 0 when the file is gone. `document` and the words stay empty for who may not read
    notes."""

    public_id: str
    rank: int
    start: int
    end: int
    label: str
    kind: str
    level: str = ""
    badge: str = ""
    document: Document | None = None
    before: str = field(default="", repr=False)
    found: str = field(default="", repr=False)
    after: str = field(default="", repr=False)


def finding_row(
    finding: dict[str, str | int], text: str, document: Document | None, *, rank: int
) -> FindingRow:
    start, end, label = int(finding["start"]), int(finding["end"]), str(finding["label"])
    kind, level = str(finding["kind"]), str(finding.get("level", ""))
    return FindingRow(
        public_id=str(finding["public_id"]),
        rank=rank,
        start=start,
        end=end,
        label=label_name(label),
        kind=str(KIND_NAMES.get(kind, kind)),
        level=str(LEVEL_NAMES.get(level, level)),  # none in exports built before there were levels
        badge=LEVEL_BADGES.get(level, ""),
        document=document,
        before=text[max(0, start - CONTEXT) : start],
        found=text[start:end],
        after=text[end : end + CONTEXT],
    )
