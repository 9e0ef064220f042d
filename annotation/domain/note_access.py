"""What one person sees of one note and may do there: a decision over a few facts, without the facts' rows."""

from dataclasses import dataclass
from enum import StrEnum


class Own(StrEnum):
    """The person's own reading of the note."""

    NONE = "none"
    OPEN = "open"
    LAPSED = "lapsed"  # open, but its lease ran out: it holds no place any more
    HANDED_IN = "handed_in"


class Shown(StrEnum):
    """The layer on the page."""

    OWN = "own"
    GOLD = "gold"
    SUGGESTION = "suggestion"  # the newest, if the note has one
    NOTHING = "nothing"


class Reason(StrEnum):
    """Why the page is as it is, the first that holds."""

    OWN = "own"
    TAKEN_OVER = "taken_over"  # open, but others have the note now
    GOLD = "gold"
    FULL = "full"  # has its two readers, without this person
    HANDED_IN = "handed_in"  # the person's own reading, and no gold yet
    FOR_OTHERS = "for_others"  # assigned to other people, or of a type that is
    HIDDEN = "hidden"  # to be read without suggestions
    SUGGESTION = "suggestion"


@dataclass(frozen=True, slots=True)
class Situation:
    """Who looks at a note, what layers it has, and how the project shares it out.

    `is_hidden`: one of the notes whose suggestions are kept from who has not begun. `readers`: how many
    the project wants a note; `others`: places that other people hold; `is_theirs`: the person may be
    given the note. `may_correct`: the person compares readings, and may correct what came of them.
    """

    can_annotate: bool = True
    own: Own = Own.NONE
    has_gold: bool = False
    is_hidden: bool = False
    readers: int = 1
    others: int = 0
    is_theirs: bool = True
    may_correct: bool = False

    @property
    def is_open(self) -> bool:
        return self.own in (Own.OPEN, Own.LAPSED)

    @property
    def is_full(self) -> bool:
        return self.readers > 1 and self.own is Own.NONE and self.others >= self.readers

    @property
    def corrects(self) -> bool:
        """Gold of a note that has all its readers, without this person."""
        return self.is_full and self.has_gold and self.may_correct and self.can_annotate

    @property
    def hides(self) -> bool:
        """What is kept from an annotator is shown to who can't be influenced, and gold to everybody."""
        return self.is_hidden and self.can_annotate and self.own is Own.NONE and not self.has_gold

    @property
    def is_for_others(self) -> bool:
        return self.own is Own.NONE and not self.has_gold and not self.is_theirs


@dataclass(frozen=True, slots=True)
class Access:
    """`can_edit`: the person's own open layer. `can_start`: begin the note. `can_reopen`: take up what
    is done; `needs_reason`: what two others have read, and not without a reason. `others_reopen`: who compares may."""

    shown: Shown
    reason: Reason
    can_edit: bool
    can_start: bool
    can_reopen: bool
    needs_reason: bool = False
    others_reopen: bool = False


def access_of(situation: Situation) -> Access:
    """The person's own open layer, else the gold in force, else what they handed in, else the newest
    suggestion, unless this is a note to be read without."""
    is_done = situation.own is Own.HANDED_IN or situation.has_gold
    is_closed = situation.is_full or situation.is_for_others
    may_act = situation.can_annotate and not situation.is_open
    return Access(
        shown=_shown(situation),
        reason=_reason(situation),
        can_edit=situation.is_open,
        can_start=may_act and not is_done and not is_closed,
        can_reopen=(may_act and is_done and not situation.is_full) or situation.corrects,
        needs_reason=situation.corrects,
        others_reopen=situation.is_full and situation.has_gold and not situation.corrects,
    )


def _shown(situation: Situation) -> Shown:
    if situation.is_open:
        return Shown.OWN
    if situation.has_gold:
        return Shown.GOLD
    if situation.own is Own.HANDED_IN:
        return Shown.OWN
    return Shown.NOTHING if situation.hides else Shown.SUGGESTION


def _reason(situation: Situation) -> Reason:
    if situation.is_open:
        is_lost = situation.own is Own.LAPSED and situation.others >= situation.readers
        return Reason.TAKEN_OVER if is_lost else Reason.OWN
    holds = (
        (situation.has_gold, Reason.GOLD),
        (situation.is_full, Reason.FULL),
        (situation.own is Own.HANDED_IN, Reason.HANDED_IN),
        (situation.is_for_others and situation.can_annotate, Reason.FOR_OTHERS),
        (situation.hides, Reason.HIDDEN),
    )
    return next((reason for is_so, reason in holds if is_so), Reason.SUGGESTION)
