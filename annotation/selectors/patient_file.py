"""The likes of a passage in a patient's other notes, and what labelling each would do."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final
from uuid import UUID

from django.utils.translation import gettext as _

from annotation.domain.ops import InvalidOpError, SpanState, State
from annotation.models import Document, Layer, LayerSpan
from annotation.selectors.in_force import layers_in_force
from annotation.selectors.queue import Desk, desk_of, hides_suggestions, theirs
from annotation.selectors.spans import state_of
from deidweb.accounts.models import User

MAX_HITS: Final = 1000
CONTEXT: Final = 60  # code points shown on either side of a hit


class HitKind(StrEnum):
    """What labelling a hit would do; LOCKED: nothing, the note is not this person's to change."""

    NEW = "new"
    ACCEPT = "accept"
    RELABEL = "relabel"
    RESTORE = "restore"
    BLOCKED = "blocked"
    LOCKED = "locked"


@dataclass(frozen=True, slots=True)
class Sought:
    """A passage of the note at hand and the label that its likes shall get."""

    start: int
    end: int
    label: str
    subtype: str


@dataclass(frozen=True, slots=True)
class FileHit:
    """One identical passage in another note. `other`: the span that is there or in the way."""

    document: Document
    start: int
    end: int
    kind: HitKind
    other: SpanState | None
    reason: str = ""

    @property
    def before(self) -> str:
        return self.document.text[max(0, self.start - CONTEXT) : self.start]

    @property
    def surface(self) -> str:
        return self.document.text[self.start : self.end]

    @property
    def after(self) -> str:
        return self.document.text[self.end : self.end + CONTEXT]


def surface_of(document: Document, sought: Sought) -> str:
    """Raises InvalidOpError when it is no passage of the note."""
    if not 0 <= sought.start < sought.end <= len(document.text):
        raise InvalidOpError("start", _("bornes hors du texte"))
    return document.text[sought.start : sought.end]


def present_in(actor: User, notes: Iterable[Document]) -> dict[UUID, tuple[list[SpanState], str]]:
    """For each note of one project: the spans a person would start from or has, and a French reason
    when the note is not theirs to change. A few queries, whatever the number of notes."""
    notes = list(notes)
    if not notes:
        return {}
    desk = desk_of(actor, notes[0].project)
    open_to = Document.objects.filter(theirs(desk), pk__in=[note.pk for note in notes])
    theirs_too = set(open_to.values_list("pk", flat=True))
    counting = layers_in_force([note.pk for note in notes])
    readings = _readings_of(notes)
    chosen = {
        note.pk: _chosen_layer(
            desk,
            note,
            readings.get(note.pk, []),
            counting.get(note.pk),
            is_theirs=note.pk in theirs_too,
        )
        for note in notes
    }
    ids = [layer.pk for layer, _why in chosen.values() if layer is not None]
    spans: dict[UUID, list[SpanState]] = {key: [] for key in ids}
    for row in LayerSpan.objects.filter(layer__in=ids).order_by("start", "-end"):
        spans[row.layer_id].append(state_of(row))
    return {
        key: (spans.get(layer.pk, []) if layer else [], why) for key, (layer, why) in chosen.items()
    }


def _readings_of(notes: Iterable[Document]) -> dict[UUID, list[Layer]]:
    """People's own layers, by note, the oldest first."""
    layers = Layer.objects.filter(document__in=[note.pk for note in notes])
    found: dict[UUID, list[Layer]] = {}
    for layer in layers.filter(kind=Layer.Kind.ANNOTATOR).order_by("created_at"):
        found.setdefault(layer.document_id, []).append(layer)
    return found


def _chosen_layer(
    desk: Desk,
    note: Document,
    readings: Sequence[Layer],
    counting: Layer | None,
    *,
    is_theirs: bool,
) -> tuple[Layer | None, str]:
    """The layer that counts for the person, and a French reason when the note is not theirs to
    change. The same rules as `start_annotation`, and gold is never opened by the way.

    `counting`: the layer that counts for everybody, the gold or the newest suggestion."""
    own = next((layer for layer in readings if layer.author_id == desk.user.pk), None)
    if own is not None and own.state == Layer.State.OPEN:
        return own, ""
    if counting is not None and counting.kind == Layer.Kind.GOLD:
        return counting, _("note validée : rouvrez-la d'abord")
    if own is not None:
        return own, _("note déjà rendue")
    suggestion = None if hides_suggestions(desk.work, note) else counting
    return suggestion, _why_closed(desk, readings, is_theirs=is_theirs)


def _why_closed(desk: Desk, people: Sequence[Layer], *, is_theirs: bool) -> str:
    """Of a note on which the person has not begun."""
    held = sum(layer.holds_place for layer in people)
    if held >= desk.work.readers:
        one = desk.work.readers == 1
        return _("commencée par une autre personne") if one else _("déjà lue par deux personnes")
    return "" if is_theirs else _("attribuée à d'autres personnes")


def classified(
    note: Document,
    start: int,
    end: int,
    sought: Sought,
    present: Sequence[SpanState],
    reason: str,
) -> FileHit | None:
    """None when the passage has the label already. `reason`: why the note can't be changed."""
    over = [s for s in present if s.start < end and start < s.end]
    equal = [s for s in over if (s.start, s.end) == (start, end)]
    kept = [s for s in over if s.state != State.REJECTED]
    visible = [s for s in equal if s.state != State.REJECTED]
    same = [s for s in visible if (s.label, s.subtype) == (sought.label, sought.subtype)]
    if any(s.state != State.SUGGESTED for s in same) or (same and reason):
        return None
    if reason:
        return FileHit(note, start, end, HitKind.LOCKED, None, reason)
    kind, other = _gesture(same, visible, kept, equal)
    return FileHit(note, start, end, kind, other)


def _gesture(
    same: Sequence[SpanState],
    visible: Sequence[SpanState],
    kept: Sequence[SpanState],
    equal: Sequence[SpanState],
) -> tuple[HitKind, SpanState | None]:
    """What labelling would do, and to which span: the first of the lists that holds one decides."""
    ranks = (
        (HitKind.ACCEPT, same),
        (HitKind.RELABEL, visible),
        (HitKind.BLOCKED, kept),
        (HitKind.RESTORE, equal),
    )
    for kind, spans in ranks:
        if spans:
            return kind, spans[0]
    return HitKind.NEW, None
