"""What still looks like an identifier, in a note and in the patient's other notes.

A note is checked with the spans it would be validated with. Of the patient's other notes those
that are done are checked in full: nobody will look at them again. In the others, which pass the
same check in their turn, only the patient's structured identity counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
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
from annotation.selectors.in_force import layers_in_force
from annotation.selectors.layers import own_layers
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
    found += _in_others(actor, list(other_notes(actor, document)), identity)
    return _with_reasons(actor, found)


def _in_note(document: Document, layer: Layer, identity: PatientIdentity) -> list[Finding]:
    found = residual(document.text, _covered(layer)[layer.pk], identity)
    if document.patient_id is None:
        return found
    patient, project = document.patient_id, document.project_id
    strangers = foreign(document.text, identity, lambda cores: others_with(project, patient, cores))
    return sorted([*found, *strangers])


def _in_others(
    actor: User, notes: Sequence[Document], identity: PatientIdentity
) -> Iterator[Residue]:
    """Three queries, whatever their number."""
    keys = [note.pk for note in notes]
    layers = layers_in_force(keys)
    for layer in own_layers(actor, keys):
        if layer.document_id not in layers or not _is_gold(layers[layer.document_id]):
            layers[layer.document_id] = layer
    covered = _covered(*layers.values())
    for note in notes:
        current = layers.get(note.pk)
        places = covered[current.pk] if current else []
        if current is not None and _is_gold(current):
            found = residual(note.text, places, identity)
        else:
            mask = covered_mask(len(note.text), places)
            found = apart(own_identity(note.text, mask, identity))
        yield from (Residue(note, one) for one in found)


def _is_gold(layer: Layer) -> bool:
    return layer.kind == Layer.Kind.GOLD


def _covered(*layers: Layer) -> dict[UUID, list[tuple[int, int]]]:
    """Places of their spans, by layer."""
    found: dict[UUID, list[tuple[int, int]]] = {layer.pk: [] for layer in layers}
    kept = LayerSpan.objects.filter(layer__in=found).exclude(state=LayerSpan.State.REJECTED)
    for layer_id, start, end in kept.order_by().values_list("layer_id", "start", "end"):
        found[layer_id].append((start, end))
    return found


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
