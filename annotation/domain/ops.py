"""Ops: what one gesture changes in a layer (docs/annotation-protocol.md). Pure.

An op lists changes; each takes a span from `before` to `after`. `source` and `score` belong to the
server: they are carried over from the present state and never taken from a client.
"""

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final
from uuid import UUID

from annotation.domain.labels import is_valid

MAX_CHANGES: Final = 5000
MAX_COMMENT_LENGTH: Final = 500


class Kind(StrEnum):
    ADD = "add"
    RESIZE = "resize"
    RELABEL = "relabel"
    DELETE = "delete"
    ACCEPT = "accept"
    REJECT = "reject"
    FLAG = "flag"
    BATCH = "batch"
    UNDO = "undo"
    REDO = "redo"


class State(StrEnum):
    SUGGESTED = "suggested"
    ACCEPTED = "accepted"
    CORRECTED = "corrected"
    MANUAL = "manual"
    REJECTED = "rejected"


@dataclass(frozen=True, slots=True)
class SpanState:
    """One span as a layer holds it. Offsets in code points, half-open."""

    id: UUID
    start: int
    end: int
    label: str
    subtype: str = ""
    score: float | None = None
    source: str = ""
    state: State = State.SUGGESTED
    doubt: bool = False
    comment: str = ""
    # What the client says the text is there; checked when given, never stored.
    surface: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Change:
    """`before` None: the span is created; `after` None: it disappears."""

    id: UUID
    before: SpanState | None
    after: SpanState | None


@dataclass(frozen=True, slots=True)
class Op:
    op_id: UUID
    kind: Kind
    changes: tuple[Change, ...]
    undoes: UUID | None = None


@dataclass(frozen=True, slots=True)
class Rules:
    """What a change is checked against. `labels`: the project's enabled (label, sub-type) pairs."""

    text: str
    labels: frozenset[tuple[str, str]]
    author_source: str = ""


class InvalidOpError(ValueError):
    """The op can't be stored whatever the state; `field` names the culprit (422)."""

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(f"{field} : {reason}")
        self.field = field
        self.reason = reason


class OpConflictError(ValueError):
    """A `before` is not the present state of these spans (409)."""

    def __init__(self, spans: tuple[UUID, ...]) -> None:
        super().__init__("ces entités ont changé entre-temps")
        self.spans = spans


def apply_op(spans: Mapping[UUID, SpanState], op: Op, rules: Rules) -> dict[UUID, SpanState]:
    """The spans after `op`; the argument is left as it was.

    Raises InvalidOpError, then OpConflictError.
    """
    _check_kind(op)
    conflicts = tuple(c.id for c in op.changes if not _same(spans.get(c.id), c.before))
    if conflicts:
        raise OpConflictError(conflicts)
    result = dict(spans)
    for index, change in enumerate(op.changes):
        path = f"changes[{index}]"
        _check_transition(change, op.kind, path)
        if change.after is None:
            del result[change.id]
        else:
            after = _owned(change.after, spans.get(change.id), rules)
            _check_span(after, spans.get(change.id), rules, f"{path}.after")
            result[change.id] = after
    _refuse_duplicates(result, op)
    return result


def recorded(spans: Mapping[UUID, SpanState], op: Op, after: Mapping[UUID, SpanState]) -> Op:
    """The op as the log keeps it: its spans as they were and are, server fields included."""
    changes = (Change(c.id, spans.get(c.id), after.get(c.id)) for c in op.changes)
    return replace(op, changes=tuple(changes))


def inverse(op: Op, op_id: UUID) -> Op:
    """The op that takes `op` back: an undo, or a redo when `op` is itself an undo."""
    kind = Kind.REDO if op.kind == Kind.UNDO else Kind.UNDO
    changes = tuple(Change(c.id, c.after, c.before) for c in reversed(op.changes))
    return Op(op_id, kind, changes, undoes=op.op_id)


def accept_remaining(spans: Iterable[SpanState], op_id: UUID) -> Op | None:
    """One batch op that accepts every span still suggested; None when there is none."""
    changes = tuple(
        Change(span.id, span, replace(span, state=State.ACCEPTED))
        for span in spans
        if span.state == State.SUGGESTED
    )
    return Op(op_id, Kind.BATCH, changes) if changes else None


def _same(present: SpanState | None, before: SpanState | None) -> bool:
    """Equal in all that a person can change."""
    if present is None or before is None:
        return present is before
    return replace(before, score=present.score, source=present.source) == present


def _check_kind(op: Op) -> None:
    if not op.changes:
        raise InvalidOpError("changes", "aucun changement")
    if len(op.changes) > MAX_CHANGES:
        raise InvalidOpError("changes", f"plus de {MAX_CHANGES} changements dans une opération")
    if len({change.id for change in op.changes}) != len(op.changes):
        raise InvalidOpError("changes", "une même entité y figure deux fois")
    takes_back = op.kind in (Kind.UNDO, Kind.REDO)
    if takes_back != (op.undoes is not None):
        raise InvalidOpError("undoes", "attendu pour annuler ou rétablir, et seulement alors")
    if not takes_back and op.kind != Kind.BATCH and len(op.changes) != 1:
        raise InvalidOpError("changes", "un seul changement est attendu pour ce geste")


def _check_transition(change: Change, kind: Kind, path: str) -> None:
    before, after = change.before, change.after
    if _same(before, after):
        raise InvalidOpError(path, "ce changement ne change rien")
    shapes = {Kind.ADD: (False, True), Kind.DELETE: (True, False)}
    if kind not in (Kind.BATCH, Kind.UNDO, Kind.REDO):
        expected = shapes.get(kind, (True, True))
        if (before is not None, after is not None) != expected:
            raise InvalidOpError(path, "ce changement ne correspond pas au geste annoncé")
    if before is None or after is None:
        _check_manual(before or after, path)
        return
    if (before.state == State.MANUAL) != (after.state == State.MANUAL):
        raise InvalidOpError(f"{path}.after.state", "une entité ajoutée reste une entité ajoutée")
    if kind == Kind.REJECT and after.state != State.REJECTED:
        raise InvalidOpError(f"{path}.after.state", "l'état « rejected » est attendu")
    moved = (before.start, before.end) != (after.start, after.end)
    if kind in (Kind.ACCEPT, Kind.FLAG) and moved:
        raise InvalidOpError(path, "ce geste ne déplace pas une entité")


def _check_manual(span: SpanState | None, path: str) -> None:
    """Only what a person added appears and disappears; a suggestion is rejected, and stays."""
    if span is None or span.state != State.MANUAL:
        raise InvalidOpError(
            path, "seule une entité ajoutée à la main peut apparaître ou disparaître"
        )


def _owned(after: SpanState, present: SpanState | None, rules: Rules) -> SpanState:
    if present is None:
        return replace(after, score=None, source=rules.author_source)
    return replace(after, score=present.score, source=present.source)


def _check_span(after: SpanState, present: SpanState | None, rules: Rules, path: str) -> None:
    _check_edges(after, rules.text, path)
    # A label that was disabled since stays valid where it stands.
    unchanged = present and (present.label, present.subtype) == (after.label, after.subtype)
    if not unchanged and (after.label, after.subtype) not in rules.labels:
        known = is_valid(after.label, after.subtype)
        reason = "étiquette désactivée dans ce projet" if known else "étiquette inconnue"
        raise InvalidOpError(f"{path}.label", reason)
    if len(after.comment) > MAX_COMMENT_LENGTH:
        raise InvalidOpError(f"{path}.comment", f"plus de {MAX_COMMENT_LENGTH} caractères")


def _check_edges(span: SpanState, text: str, path: str) -> None:
    """Within the text, not blank at an edge, no letter cut from its accent."""
    start, end = span.start, span.end
    if start >= end:
        raise InvalidOpError(f"{path}.start", f"bornes inversées ou vides ({start}, {end})")
    if start < 0 or end > len(text):
        raise InvalidOpError(f"{path}.end", f"bornes ({start}, {end}) hors du texte ({len(text)})")
    surface = text[start:end]
    if surface != surface.strip():
        raise InvalidOpError(f"{path}.start", "l'entité commence ou finit par un blanc")
    if unicodedata.combining(surface[0]) or unicodedata.combining(text[end : end + 1] or " "):
        raise InvalidOpError(f"{path}.start", "l'entité coupe une lettre de son accent")
    if span.surface and span.surface != surface:
        raise InvalidOpError(f"{path}.surface", "ne correspond pas au texte entre ces bornes")


def _refuse_duplicates(result: Mapping[UUID, SpanState], op: Op) -> None:
    touched = {change.id for change in op.changes}
    seen: dict[tuple[int, int, str, str], UUID] = {}
    for span in result.values():
        if span.state == State.REJECTED:
            continue
        key = (span.start, span.end, span.label, span.subtype)
        other = seen.setdefault(key, span.id)
        if other != span.id and touched & {other, span.id}:
            raise InvalidOpError("changes", "la même entité existe déjà à cet endroit")
