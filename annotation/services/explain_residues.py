"""Keeps the reasons for what stays unlabelled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final
from uuid import UUID

from django.db import transaction

from annotation.domain.ops import InvalidOpError
from annotation.models import Layer, ResidualReason
from annotation.selectors.residues import Residue, place_of, residues_of
from deidweb.accounts.models import User
from deidweb.accounts.permissions import require
from deidweb.accounts.roles import Permission
from deidweb.audit.services import record

MAX_REASONS: Final = 1000
MAX_WORDS: Final = 300


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a person leaves one finding as it is."""

    document_id: UUID
    kind: str
    start: int
    end: int
    reason: str
    words: str = ""


def explain_residues(
    *, actor: User, layer: Layer, explanations: Sequence[Explanation]
) -> list[Residue]:
    """Keeps the reasons, a newer one instead of an older; returns the findings as they are now.

    Raises InvalidOpError on an unknown reason, missing words or what is no finding any more.
    """
    require(actor, layer.document.project, Permission.ANNOTATE)
    if len(explanations) > MAX_REASONS:
        raise InvalidOpError("reasons", "trop de raisons d'un coup")
    # the whole of a patient's file is read: before the transaction
    present = {place_of(r.document.pk, r.finding): r for r in residues_of(actor, layer)}
    for index, one in enumerate(explanations):
        _check(one, f"reasons[{index}]")
        if _place(one) not in present:
            raise InvalidOpError(f"reasons[{index}]", "cet endroit n'attend pas de raison")
    _keep(actor, layer, explanations)
    for one in explanations:
        found = present[_place(one)]
        present[_place(one)] = replace(found, reason=one.reason, words=one.words.strip())
    return list(present.values())


def _place(one: Explanation) -> tuple[UUID, str, int, int]:
    return one.document_id, one.kind, one.start, one.end


@transaction.atomic
def _keep(actor: User, layer: Layer, explanations: Sequence[Explanation]) -> None:
    for one in explanations:
        ResidualReason.objects.update_or_create(
            document_id=one.document_id,
            author=actor,
            kind=one.kind,
            start=one.start,
            end=one.end,
            defaults={"layer": layer, "reason": one.reason, "words": one.words.strip()},
        )
    _record_reasons(actor, layer, explanations)


def _record_reasons(actor: User, layer: Layer, explanations: Sequence[Explanation]) -> None:
    if not explanations:
        return
    reasons = Counter(one.reason for one in explanations)
    kinds = Counter(one.kind for one in explanations)
    record(
        "residual.explained",
        actor=actor,
        project=layer.document.project_id,
        target=layer,
        reasons=_told(reasons),
        kinds=_told(kinds),
    )


def _told(counts: Counter[str]) -> str:
    """« digits 2, title 1 »."""
    return ", ".join(f"{name} {count}" for name, count in sorted(counts.items()))


def _check(one: Explanation, field: str) -> None:
    if one.reason not in ResidualReason.Reason.values:
        raise InvalidOpError(f"{field}.reason", "raison inconnue")
    if len(one.words) > MAX_WORDS:
        raise InvalidOpError(f"{field}.words", f"plus de {MAX_WORDS} caractères")
    if one.reason == ResidualReason.Reason.OTHER and not one.words.strip():
        raise InvalidOpError(f"{field}.words", "écrivez la raison")
