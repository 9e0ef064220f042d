"""What still looks like an identifier, in a note and in the patient's other notes.

A note is checked with the spans it would be validated with. Of the patient's other notes those
that are done are checked in full: nobody will look at them again. In the others, which pass the
same check in their turn, only the patient's structured identity counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final
from uuid import UUID

from annotation.domain.notes import PatientIdentity
from annotation.domain.residual import Finding, apart, foreign, own_identity, residual
from annotation.domain.words import covered_mask
from annotation.models import Document, Layer, LayerSpan, ResidualReason
from annotation.selectors.documents import other_notes
from annotation.selectors.identities import identity_of
from annotation.selectors.identity_index import others_with
from annotation.selectors.in_force import gold_in_force, newest_suggestion
from annotation.selectors.layers import own_layer
from deidweb.accounts.models import User

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


def residues_of(actor: User, layer: Layer) -> list[Residue]:
    document = layer.document
    identity = identity_of(document)
    found = [Residue(document, one) for one in _in_note(document, layer, identity)]
    for note in other_notes(actor, document):
        found += [Residue(note, one) for one in _in_other(actor, note, identity)]
    return _with_reasons(actor, found)


def _in_note(document: Document, layer: Layer, identity: PatientIdentity) -> list[Finding]:
    found = residual(document.text, _covered(layer), identity)
    if document.patient_id is None:
        return found
    patient, project = document.patient_id, document.project_id
    strangers = foreign(document.text, identity, lambda cores: others_with(project, patient, cores))
    return sorted([*found, *strangers])


def _in_other(actor: User, note: Document, identity: PatientIdentity) -> list[Finding]:
    gold = gold_in_force(note)
    if gold is not None:
        return residual(note.text, _covered(gold), identity)
    layer = own_layer(actor, note) or newest_suggestion(note)
    mask = covered_mask(len(note.text), _covered(layer) if layer else [])
    return apart(own_identity(note.text, mask, identity))


def _covered(layer: Layer) -> list[tuple[int, int]]:
    kept = LayerSpan.objects.filter(layer=layer).exclude(state=LayerSpan.State.REJECTED)
    return list(kept.order_by().values_list("start", "end"))


def _with_reasons(actor: User, residues: Iterable[Residue]) -> list[Residue]:
    residues = list(residues)
    said: dict[tuple[Any, ...], ResidualReason] = {}
    notes = {residue.document.pk: residue.document for residue in residues}
    for row in ResidualReason.objects.filter(author=actor, document__in=notes).order_by("at"):
        said[row.document_id, row.kind, row.start, row.end] = row
        surface = notes[row.document_id].text[row.start : row.end]
        if surface.islower():
            said[row.document_id, row.kind, surface] = row
    return [_said(residue, _reason_for(residue, said)) for residue in residues]


def _reason_for(
    residue: Residue, said: Mapping[tuple[Any, ...], ResidualReason]
) -> ResidualReason | None:
    """Of this very place, else of the same word in small letters elsewhere in the note: who said that
    "leroux" is a mushroom is not asked again. A word with a capital is asked wherever it stands."""
    found = residue.finding
    here = said.get(place_of(residue.document.pk, found))
    return here or said.get((residue.document.pk, found.kind.value, residue.surface))


def _said(residue: Residue, row: ResidualReason | None) -> Residue:
    return residue if row is None else replace(residue, reason=row.reason, words=row.words)


def place_of(document_id: UUID, finding: Finding) -> tuple[UUID, str, int, int]:
    return document_id, finding.kind.value, finding.start, finding.end
