"""How the invented annotators and their reviewer work: gesture by gesture, each with slips of their own.

What is right is known (the notes of the demonstration carry it). An annotator overlooks some of what the engine missed,
leaves some of what it masked for nothing, and now and then its edges; the reviewer decides for what is right.
"""

from __future__ import annotations

import random
import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from annotation.domain.adjudication import Choice, Conflict, Drawn, Kind
from annotation.domain.notes import Note
from annotation.domain.ops import Change, Op, SpanState, State
from annotation.domain.ops import Kind as Gesture
from annotation.domain.spans import Span
from annotation.models import Adjudication, Document, Layer
from annotation.selectors.readings import comparison_of
from annotation.selectors.spans import rows_of, state_of
from annotation.services.apply_op import apply_layer_op
from annotation.services.check_residues import ResidualError
from annotation.services.decide_conflict import AdjudicationError, Verdict, decide_conflict
from annotation.services.explain_residues import Explanation, explain_residues
from annotation.services.finish_adjudication import finish_adjudication
from annotation.services.start_annotation import start_annotation
from annotation.services.submit_layer import submit_layer
from deidweb.accounts.models import User
from deidweb.demo_history.clock import Clock

_OVERLOOKED: Final = 0.12  # of what the engine missed
_LET_STAND: Final = 0.15  # of what it masked for nothing, or with other edges
_SLIP: Final = 0.006  # of what it found: rejected by mistake
_CAUSES: Final = {Kind.MISSED: "slip", Kind.LABEL: "ambiguous", Kind.BOUNDARY: "guideline"}


@dataclass(frozen=True, slots=True)
class Annotator:
    """`seconds` is what a gesture takes this person."""

    user: User
    clock: Clock
    seconds: float

    def read(self, document: Document, right: Note) -> None:
        """The whole of a reading, handed in."""
        layer = start_annotation(actor=self.user, document=document, picked_by="risk")
        layer.document = document
        chance = random.Random(f"{self.user.username}:{right.id}")  # noqa: S311 - the same slips each time
        self.clock.later(12 + len(right.text) / 60)  # to read the note
        for op in _gestures(layer, right.entities, chance):
            self.clock.later(self.seconds * (0.5 + chance.random()))
            layer.rev = apply_layer_op(actor=self.user, layer=layer, op=op, if_match=layer.rev).rev
        self.clock.later(self.seconds)
        self._hand_in(layer)

    def begin(self, document: Document) -> None:
        """Opens a note and leaves it."""
        start_annotation(actor=self.user, document=document, picked_by="risk")
        self.clock.later(40)

    def _hand_in(self, layer: Layer) -> None:
        """What the check still finds is said to identify nobody."""
        try:
            submit_layer(actor=self.user, layer=layer, if_match=layer.rev)
        except ResidualError as left:
            told = [
                Explanation(one.document.pk, one.finding.kind, one.finding.start, one.finding.end, "harmless")
                for one in left.open
            ]  # fmt: skip
            explain_residues(actor=self.user, layer=layer, explanations=told)
            submit_layer(actor=self.user, layer=layer, if_match=layer.rev)


def _gestures(layer: Layer, right: Sequence[Span], chance: random.Random) -> Iterator[Op]:
    """What makes the layer right, as far as this person sees it."""
    present = [state_of(row) for row in rows_of(layer).values()]
    wanted = {(s.start, s.end, str(s.label), str(s.subtype)) for s in right}
    open_ = wanted - {_place(span) for span in present}
    for span in sorted(present, key=lambda one: one.start):
        if _place(span) in wanted:
            if chance.random() < _SLIP:
                yield _op(Gesture.REJECT, span, replace(span, state=State.REJECTED))
            continue
        if chance.random() < _LET_STAND:
            continue
        other = next((p for p in sorted(open_) if p[0] < span.end and span.start < p[1]), None)
        if other is None:
            yield _op(Gesture.REJECT, span, replace(span, state=State.REJECTED))
            continue
        open_.discard(other)
        start, end, label, subtype = other
        kind = Gesture.RELABEL if (start, end) == (span.start, span.end) else Gesture.RESIZE
        after = replace(
            span, start=start, end=end, label=label, subtype=subtype, state=State.CORRECTED
        )
        yield _op(kind, span, after)  # fmt: skip
    for start, end, label, subtype in sorted(open_):
        if chance.random() >= _OVERLOOKED:
            made = SpanState(uuid.uuid4(), start, end, label, subtype, state=State.MANUAL)
            yield _op(Gesture.ADD, None, made)


def _place(span: SpanState) -> tuple[int, int, str, str]:
    return span.start, span.end, span.label, span.subtype


def _op(kind: Gesture, before: SpanState | None, after: SpanState) -> Op:
    return Op(uuid.uuid4(), kind, (Change(after.id, before, after),))


def settle(reviewer: User, clock: Clock, adjudication: Adjudication, right: Note) -> None:
    """Every conflict of one note decided for what is right, then its gold layer."""
    for conflict in comparison_of(adjudication).conflicts:
        clock.later(9)
        verdict = _verdict(conflict, right.entities)
        try:
            decide_conflict(actor=reviewer, adjudication=adjudication, verdict=verdict)
        except AdjudicationError:  # what is right crosses what both agree on
            kept = replace(verdict, choice=conflict.default, spans=())
            decide_conflict(actor=reviewer, adjudication=adjudication, verdict=kept)
    clock.later(5)
    finish_adjudication(actor=reviewer, adjudication=adjudication)


def _verdict(conflict: Conflict, right: Sequence[Span]) -> Verdict:
    spans = [Drawn(s.start, s.end, str(s.label), str(s.subtype)) for s in right]
    wanted = tuple(sorted(s for s in spans if s.overlaps(conflict)))
    choices: Mapping[Choice, tuple[Drawn, ...]] = {
        Choice.A: conflict.a,
        Choice.B: conflict.b,
        Choice.REJECTED: (),
    }
    choice = next((c for c, kept in choices.items() if tuple(sorted(kept)) == wanted), Choice.OWN)  # fmt: skip
    own = wanted if choice is Choice.OWN else ()
    return Verdict(conflict.key, choice, own, cause=_CAUSES[conflict.kind])
