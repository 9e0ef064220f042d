"""What a version learned from another site's representations, in words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from privacy.presentation.representations import AttackLine, attack_lines
from worker.models import ModelVersion
from worker.presentation.shares import share
from worker.presentation.versions import figures
from worker.private.reading import MATERIAL, MODEL
from worker.selectors.versions import RECEIVED


@dataclass(frozen=True, slots=True)
class ReceivedLine:
    """One row of the list. `f1`: of the tagger alone; `redacted`: of the rules with it."""

    version: ModelVersion
    site: str
    f1: str
    redacted: str


def received_lines(versions: Iterable[ModelVersion]) -> list[ReceivedLine]:
    return [_line(version) for version in versions]


def _line(version: ModelVersion) -> ReceivedLine:
    told = version.metrics[RECEIVED]
    masked = share(figures(version, "after").redacted_share)
    return ReceivedLine(version, told["site"], share(told["f1"]), masked)


def received_facts(version: ModelVersion) -> list[tuple[str, str]]:
    """Name and value of what its page and its card say of the files; none for any other version."""
    told = version.metrics.get(RECEIVED)
    if not told:
        return []
    content = _(
        "%(rows)s vecteurs de %(size)d nombres, %(sentences)s phrases, %(neighbours)d voisins par mot sensible, réseau de "
        "%(words)s mots"
    ) % {
        "rows": number_format(told["rows"], force_grouping=True),
        "size": told["size"],
        "sentences": number_format(told["sentences"], force_grouping=True),
        "neighbours": told["neighbours"],
        "words": number_format(told["vocabulary"], force_grouping=True),
    }
    return [
        (_("Site d'origine"), told["site"]),
        (_("Reçu"), content),
        (_("F1 de l'étiqueteur seul"), share(told["f1"])),
        (_("Verdict du manifeste"), _("accepté, recalculé ici sur les comptes que ce site déclare")),
    ]  # fmt: skip


def received_traces(version: ModelVersion) -> list[tuple[str, str]]:
    """The files' hashes, by name; none for any other version."""
    told = version.metrics.get(RECEIVED)
    if not told:
        return []
    return [
        (_("SHA-256 des représentations"), told["sha256"][MATERIAL]),
        (_("SHA-256 du réseau"), told["sha256"][MODEL]),
    ]


def received_attacks(version: ModelVersion) -> tuple[AttackLine, ...]:
    """What the other site's adversaries read in the representations, as its manifest tells."""
    return attack_lines(version.metrics.get(RECEIVED, {}).get("attacks", ()))
