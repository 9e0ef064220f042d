"""The check before a note is done: what still looks like an identifier is labelled or explained.

A note is checked with the spans it would be validated with. Of the patient's other notes those
that are done are checked in full: nobody will look at them again. In the others, which pass the
same check in their turn, only the patient's structured identity counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import ngettext

from annotation.domain.notes import PatientIdentity
from annotation.domain.ops import InvalidOpError
from annotation.domain.residual import Finding, apart, foreign, own_identity, residual
from annotation.domain.words import covered_mask
from annotation.models import Document, Layer, LayerSpan, PatientRecord, ResidualReason
from annotation.selectors.documents import patient_notes
from annotation.selectors.layers import gold_layer, newest_suggestion, own_layer
from annotation.services.identity_index import others_with
from annotation.services.patients import identity_value
from deidweb.accounts.models import User
from deidweb.accounts.permissions import require
from deidweb.accounts.roles import Permission
from deidweb.audit.services import record

MAX_REASONS: Final = 1000
MAX_WORDS: Final = 300
_CONTEXT: Final = 40  # code points on either side


@dataclass(frozen=True, slots=True)
class Residue:
    """One finding in one note; `reason` is the code of what its reader said, "" while open."""

    document: Document
    finding: Finding
    reason: str = ""
    words: str = ""

    @property
    def surface(self) -> str:
        return self.document.text[self.finding.start : self.finding.end]

    @property
    def before(self) -> str:
        return self.document.text[max(0, self.finding.start - _CONTEXT) : self.finding.start]

    @property
    def after(self) -> str:
        return self.document.text[self.finding.end : self.finding.end + _CONTEXT]


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a person leaves one finding as it is."""

    document_id: UUID
    kind: str
    start: int
    end: int
    reason: str
    words: str = ""


class ResidualError(Exception):
    """What must be labelled or explained before the note is done (422)."""

    def __init__(self, open_residues: Sequence[Residue]) -> None:
        count = len(open_residues)
        message = ngettext(
            "%(count)d passage ressemble encore à un identifiant : étiquetez-le ou dites pourquoi "
            "il reste.",
            "%(count)d passages ressemblent encore à des identifiants : étiquetez-les ou dites "
            "pourquoi ils restent.",
            count,
        )
        super().__init__(message % {"count": count})
        self.open = tuple(open_residues)


def check_layer(*, actor: User, layer: Layer) -> list[Residue]:
    """Every finding of the note at hand, then of the patient's other notes, in their order.

    Writes nothing; the reading of other notes is audited.
    """
    require(actor, layer.document.project, Permission.ANNOTATE)
    residues = _residues(actor, layer)
    others = {r.document.pk for r in residues} - {layer.document_id}
    if others:
        record(
            "residual.checked",
            actor=actor,
            project=layer.document.project_id,
            target=layer,
            notes=len(others),
            findings=len(residues),
        )
    return residues


def require_clear(actor: User, layer: Layer) -> None:
    """Raises ResidualError unless every finding is labelled or has a reason."""
    left = [residue for residue in _residues(actor, layer) if not residue.reason]
    if left:
        raise ResidualError(left)


@transaction.atomic
def explain_residues(
    *, actor: User, layer: Layer, explanations: Sequence[Explanation]
) -> list[Residue]:
    """Keeps the reasons, a newer one instead of an older; returns the findings as they are now.

    Raises InvalidOpError on an unknown reason, missing words or what is no finding any more.
    """
    require(actor, layer.document.project, Permission.ANNOTATE)
    if len(explanations) > MAX_REASONS:
        raise InvalidOpError("reasons", "trop de raisons d'un coup")
    present = {_place(r.document.pk, r.finding): r for r in _residues(actor, layer)}
    for index, one in enumerate(explanations):
        _check(one, f"reasons[{index}]")
        place = (one.document_id, one.kind, one.start, one.end)
        if place not in present:
            raise InvalidOpError(f"reasons[{index}]", "ce passage n'attend pas de raison")
        ResidualReason.objects.update_or_create(
            document_id=one.document_id,
            author=actor,
            kind=one.kind,
            start=one.start,
            end=one.end,
            defaults={"layer": layer, "reason": one.reason, "words": one.words.strip()},
        )
        present[place] = replace(present[place], reason=one.reason, words=one.words.strip())
    _record_reasons(actor, layer, explanations)
    return list(present.values())


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


def _residues(actor: User, layer: Layer) -> list[Residue]:
    document = layer.document
    identity = _identity_of(document)
    found = [Residue(document, one) for one in _in_note(document, layer, identity)]
    for note in _other_notes(actor, document):
        found += [Residue(note, one) for one in _in_other(actor, note, identity)]
    return _with_reasons(actor, found)


def _in_note(document: Document, layer: Layer, identity: PatientIdentity) -> list[Finding]:
    found = residual(document.text, _covered(layer), identity)
    if document.patient_id is None:
        return found
    patient, project = document.patient_id, document.project_id
    strangers = foreign(document.text, identity, lambda cores: others_with(project, patient, cores))
    return sorted([*found, *strangers])


def _other_notes(actor: User, document: Document) -> QuerySet[Document]:
    """The patient's other notes that the person may read, with their texts."""
    return patient_notes(actor, document).exclude(pk=document.pk).defer(None)


def _in_other(actor: User, note: Document, identity: PatientIdentity) -> list[Finding]:
    gold = gold_layer(note)
    if gold is not None:
        return residual(note.text, _covered(gold), identity)
    layer = own_layer(actor, note) or newest_suggestion(note)
    mask = covered_mask(len(note.text), _covered(layer) if layer else [])
    return apart(own_identity(note.text, mask, identity))


def _covered(layer: Layer) -> list[tuple[int, int]]:
    kept = LayerSpan.objects.filter(layer=layer).exclude(state=LayerSpan.State.REJECTED)
    return list(kept.order_by().values_list("start", "end"))


def _identity_of(document: Document) -> PatientIdentity:
    stored = PatientRecord.objects.filter(patient=document.patient_id).first()
    return identity_value("", stored.identity) if stored else PatientIdentity()


def _with_reasons(actor: User, residues: Iterable[Residue]) -> list[Residue]:
    residues = list(residues)
    said: dict[tuple[Any, ...], ResidualReason] = {}
    notes = {residue.document.pk for residue in residues}
    for row in ResidualReason.objects.filter(author=actor, document__in=notes):
        said[row.document_id, row.kind, row.start, row.end] = row
    return [
        _said(residue, said.get(_place(residue.document.pk, residue.finding)))
        for residue in residues
    ]


def _said(residue: Residue, row: ResidualReason | None) -> Residue:
    return residue if row is None else replace(residue, reason=row.reason, words=row.words)


def _place(document_id: UUID, finding: Finding) -> tuple[UUID, str, int, int]:
    return document_id, finding.kind.value, finding.start, finding.end
