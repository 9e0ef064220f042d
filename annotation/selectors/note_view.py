"""What one person gets to see of one note."""

from __future__ import annotations

from dataclasses import dataclass

from annotation.models import Document, DocumentPriority, Layer
from annotation.selectors.in_force import gold_in_force, newest_suggestion
from annotation.selectors.layers import own_layer
from annotation.selectors.queue import Desk, desk_of, hides_suggestions, is_theirs, taken
from deidweb.accounts.models import User
from deidweb.accounts.permissions import project_and_permissions
from deidweb.accounts.roles import Permission


@dataclass(frozen=True, slots=True)
class NoteView:
    """What one person gets to see of one note, and may do there."""

    layer: Layer | None
    can_annotate: bool
    can_edit: bool  # their own layer, open
    is_gold: bool
    others: tuple[str, ...]  # people with an open layer of their own, unless readings are blind
    is_handed_in: bool = False  # their own reading, and no gold yet
    is_full: bool = False  # has its two readers, without this person
    hides: bool = False  # not begun, and to be read without suggestions
    is_for_others: bool = False  # assigned to other people, or of a type that is
    is_taken_over: bool = False  # their lease ran out and others have the note now
    picked_by: str = ""  # why the queue gave it to the person, who has it open: see `Layer`
    priority: DocumentPriority | None = None

    @property
    def can_start(self) -> bool:
        is_theirs = self.can_edit or self.is_gold or self.is_handed_in
        is_closed = self.is_full or self.is_for_others
        return self.can_annotate and not is_theirs and not is_closed

    @property
    def can_reopen(self) -> bool:
        is_done = self.is_gold or self.is_handed_in
        return self.can_annotate and not self.can_edit and is_done and not self.is_full


def note_view(user: User, document: Document, desk: Desk | None = None) -> NoteView:
    """The person's own open layer, else the gold in force, else the newest suggestion, unless this
    is a note to be read without."""
    desk = desk or desk_of(user, document.project)
    found = project_and_permissions(user, document.project_id)
    can_annotate = found is not None and Permission.ANNOTATE in found[1]
    own = own_layer(user, document) if can_annotate else None
    can_edit = own is not None and own.state == Layer.State.OPEN
    gold = None if can_edit else gold_in_force(document)
    is_handed_in = own is not None and not can_edit and gold is None
    layer = own if can_edit or is_handed_in else gold
    hides = can_annotate and own is None and hides_suggestions(desk.work, document)
    if layer is None and not hides:
        layer = newest_suggestion(document)
    readers = desk.work.readers
    places = list(taken(document.pk).select_related("author"))
    others = [place.author for place in places if place.author_id != user.pk]
    open_to = {place.author_id for place in places if place.state == Layer.State.OPEN}
    is_held = own is not None and own.pk in {place.pk for place in places}
    names = [one.display_name for one in others if one and one.pk in open_to and readers == 1]
    picked_by = own.picked_by if own is not None and can_edit else ""
    return NoteView(
        layer=layer,
        can_annotate=can_annotate,
        can_edit=can_edit,
        is_gold=gold is not None,
        is_handed_in=is_handed_in,
        others=tuple(names),
        is_full=readers > 1 and own is None and len(others) >= readers,
        hides=hides and gold is None,
        is_for_others=own is None and gold is None and not is_theirs(desk, document),
        is_taken_over=can_edit and not is_held and len(others) >= readers,
        picked_by=picked_by,
        priority=DocumentPriority.objects.filter(document=document).first() if picked_by else None,
    )
