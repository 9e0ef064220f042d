"""What one person gets to see of one note: the facts that `domain.note_access` decides on, and their rows."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from annotation.domain.note_access import Access, Own, Shown, Situation, access_of
from annotation.models import Document, DocumentPriority, Layer, LayerTally, Reread
from annotation.selectors.in_force import gold_in_force, newest_suggestion
from annotation.selectors.layers import own_layer
from annotation.selectors.queue import (
    CORRECTED,
    REREAD,
    Desk,
    desk_of,
    hides_suggestions,
    is_theirs,
    taken,
)
from deidweb.accounts.models import User
from deidweb.accounts.permissions import held_in
from deidweb.accounts.roles import Permission


@dataclass(frozen=True, slots=True)
class NoteView:
    """`layer` is what the page shows, None for a bare note. `others`: people with an open layer of their
    own, unless readings are blind. `picked_by`: why the queue gave the note to the person who has it open
    (see `Layer`); `priority` or `lost_by`, a model's number, explains it. `corrects`: see `is_correction`."""

    layer: Layer | None
    access: Access
    can_annotate: bool
    others: tuple[str, ...]
    picked_by: str = ""
    priority: DocumentPriority | None = None
    lost_by: int | None = None
    corrects: bool = False


def note_view(user: User, document: Document, desk: Desk | None = None) -> NoteView:
    """Asks no more than the decision needs: who has the note open does not look at its gold."""
    desk = desk or desk_of(user, document.project)
    held = held_in(user, document.project_id)
    can_annotate = Permission.ANNOTATE in held
    own = own_layer(user, document) if can_annotate else None
    places = list(taken(document.pk).select_related("author"))
    state = _state(own, places)
    gold = None if state in (Own.OPEN, Own.LAPSED) else gold_in_force(document)
    others = [place for place in places if place.author_id != user.pk]
    access = access_of(
        Situation(
            can_annotate=can_annotate,
            own=state,
            has_gold=gold is not None,
            is_hidden=hides_suggestions(desk.work, document),
            readers=desk.work.readers,
            others=len(others),
            is_theirs=own is not None or gold is not None or is_theirs(desk, document),
            may_correct=Permission.ADJUDICATE in held,
        )
    )
    picked_by = own.picked_by if own is not None and access.can_edit else ""
    return NoteView(
        layer=_layer(access.shown, document, own, gold),
        access=access,
        can_annotate=can_annotate,
        others=_names(others) if desk.work.readers == 1 else (),
        picked_by=picked_by,
        priority=DocumentPriority.objects.filter(document=document).first() if picked_by else None,
        lost_by=_lost_by(document) if picked_by == REREAD else None,
        corrects=own is not None and access.can_edit and is_correction(own),
    )


def is_correction(layer: Layer) -> bool:
    """Whether an open reading takes up what was handed in before, by the person's own wish: no model asks for it."""
    if layer.picked_by == CORRECTED:
        return True
    was_handed_in = LayerTally.objects.filter(pk=layer.pk).exists()
    return was_handed_in and not _is_read_again(layer.document_id)


def _is_read_again(document_id: UUID) -> bool:
    return Reread.objects.filter(document=document_id, done_at=None).exists()


def _lost_by(document: Document) -> int | None:
    rereads = Reread.objects.filter(document=document).order_by("-pk")
    return rereads.values_list("model_number", flat=True).first()


def _state(own: Layer | None, places: list[Layer]) -> Own:
    if own is None:
        return Own.NONE
    if own.state == Layer.State.SUBMITTED:
        return Own.HANDED_IN
    holds = own.picked_by == CORRECTED or own.pk in {place.pk for place in places}
    return Own.OPEN if holds else Own.LAPSED


def _layer(shown: Shown, document: Document, own: Layer | None, gold: Layer | None) -> Layer | None:
    match shown:
        case Shown.OWN:
            return own
        case Shown.GOLD:
            return gold
        case Shown.SUGGESTION:
            return newest_suggestion(document)
        case Shown.NOTHING:
            return None


def _names(others: list[Layer]) -> tuple[str, ...]:
    """Of those who have the note open."""
    open_ones = (place for place in others if place.state == Layer.State.OPEN)
    return tuple(place.author.display_name for place in open_ones if place.author)
