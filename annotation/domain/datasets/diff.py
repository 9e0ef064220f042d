"""What changed between two data sets, note by note and span by span."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from annotation.domain.notes import Note
from annotation.domain.spans import Span, overlapping

MAX_CHANGED: Final = 200  # notes listed by name; the counts go on


@dataclass(frozen=True, slots=True)
class SpanChanges:
    """Spans of one note. A moved span keeps its label and overlaps its former place; a relabelled
    one has another label or sub-type at the same or an overlapping place."""

    added: tuple[Span, ...] = ()
    removed: tuple[Span, ...] = ()
    relabelled: tuple[tuple[Span, Span], ...] = ()
    moved: tuple[tuple[Span, Span], ...] = ()

    def __bool__(self) -> bool:
        return bool(self.added or self.removed or self.relabelled or self.moved)


@dataclass(frozen=True, slots=True)
class ChangedNote:
    note: str
    changes: SpanChanges


@dataclass(slots=True)
class Difference:
    """Counts over all notes, and the first MAX_CHANGED notes of each kind."""

    notes_added: int = 0
    notes_removed: int = 0
    notes_changed: int = 0
    notes_same: int = 0
    parts_changed: int = 0
    spans_added: int = 0
    spans_removed: int = 0
    spans_relabelled: int = 0
    spans_moved: int = 0
    added: list[str] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    changed: list[ChangedNote] = field(default_factory=list)


Item = tuple[str, Note]  # part and note


def compare(before: Iterable[Item], after: Iterable[Item]) -> Difference:
    """Both sides ordered by note id (as snapshots are); two notes in memory at a time."""
    found = Difference()
    for old, new in _aligned(iter(before), iter(after)):
        if old is None and new is not None:
            found.notes_added += 1
            found.spans_added += len(new[1].entities)
            _list(found.added, new[1].id)
        elif new is None and old is not None:
            found.notes_removed += 1
            found.spans_removed += len(old[1].entities)
            _list(found.removed, old[1].id)
        elif old is not None and new is not None:
            _compare(old, new, found)
    return found


def _list(names: list[str], name: str) -> None:
    if len(names) < MAX_CHANGED:
        names.append(name)


def _aligned(
    before: Iterator[Item], after: Iterator[Item]
) -> Iterator[tuple[Item | None, Item | None]]:
    old, new = next(before, None), next(after, None)
    while old is not None or new is not None:
        if new is None or (old is not None and old[1].id < new[1].id):
            yield old, None
            old = next(before, None)
        elif old is None or new[1].id < old[1].id:
            yield None, new
            new = next(after, None)
        else:
            yield old, new
            old, new = next(before, None), next(after, None)


def _compare(old: Item, new: Item, found: Difference) -> None:
    changes = span_changes(old[1].entities, new[1].entities)
    found.parts_changed += old[0] != new[0]
    found.spans_added += len(changes.added)
    found.spans_removed += len(changes.removed)
    found.spans_relabelled += len(changes.relabelled)
    found.spans_moved += len(changes.moved)
    if not changes and old[1].text == new[1].text:
        found.notes_same += 1
        return
    found.notes_changed += 1
    if len(found.changed) < MAX_CHANGED:
        found.changed.append(ChangedNote(new[1].id, changes))


def span_changes(before: Iterable[Span], after: Iterable[Span]) -> SpanChanges:
    """Pairs spans of both sides: same, same place, same label overlapping, then any overlapping."""
    old = {_key(span): span for span in before}
    new = {_key(span): span for span in after}
    left = [span for key, span in sorted(old.items()) if key not in new]
    right = [span for key, span in sorted(new.items()) if key not in old]
    relabelled = _pairs(left, right, lambda a, b: (a.start, a.end) == (b.start, b.end))
    moved = _pairs(left, right, lambda a, b: _name(a) == _name(b))
    relabelled += _pairs(left, right, lambda _a, _b: True)
    return SpanChanges(tuple(right), tuple(left), tuple(relabelled), tuple(moved))


def _pairs(
    left: list[Span], right: list[Span], fits: Callable[[Span, Span], bool]
) -> list[tuple[Span, Span]]:
    """Takes the pairs that fit, all of which overlap, out of both lists, each span once."""
    pairs, those, taken = [], overlapping(right), set[int]()
    for span in left:
        free = (item for item in those(span) if id(item) not in taken)
        other = next((item for item in free if fits(span, item)), None)
        if other is not None:
            taken |= {id(span), id(other)}
            pairs.append((span, other))
    for spans in (left, right):
        spans[:] = [span for span in spans if id(span) not in taken]
    return pairs


def _name(span: Span) -> tuple[str, str]:
    return span.label, span.subtype


def _key(span: Span) -> tuple[int, int, str, str]:
    return span.start, span.end, span.label, span.subtype
