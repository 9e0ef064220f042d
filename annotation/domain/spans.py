"""A labelled stretch of text. Offsets are Unicode code points, half-open."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from operator import itemgetter, lt


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """`text[start:end]` carries `label`/`subtype`.

    `source` says who found it: ``rule:<name>``, ``patient:<field>``, ``model:<version>``,
    ``user:<id>`` or "" when unknown. `score` is in [0, 1]. `doubt` and `comment` are what a
    person said about the span; engines leave them alone.
    """

    start: int
    end: int
    label: str
    subtype: str = ""
    score: float = 1.0
    source: str = ""
    doubt: bool = False
    comment: str = ""

    def overlaps(self, other: "Span") -> bool:
        return self.start < other.end and other.start < self.end

    @property
    def length(self) -> int:
        return self.end - self.start


def sort_spans(spans: Iterable[Span]) -> list[Span]:
    """Reading order; at the same start the longest first."""
    given = list(spans)
    # most files list them so: no key is made then
    starts = [span.start for span in given]
    if all(map(lt, starts, starts[1:])):
        return given
    return sorted(given, key=lambda span: (span.start, -span.end, span.label, span.subtype))


def joined(stretches: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """The stretches in reading order, those that meet made one.

    >>> joined([(10, 16), (3, 8), (7, 9)])
    [(3, 9), (10, 16)]
    """
    found: list[tuple[int, int]] = []
    for start, end in sorted(stretches):
        if found and start <= found[-1][1]:
            found[-1] = found[-1][0], max(end, found[-1][1])
        else:
            found.append((start, end))
    return found


def touching(
    stretches: Sequence[tuple[int, int]], start: int, end: int
) -> Sequence[tuple[int, int]]:
    """Which of the stretches that `joined` gave share a character with `[start, end[`; many ask as quickly as few."""
    first = bisect_right(stretches, start, key=itemgetter(1))
    return stretches[first : bisect_left(stretches, end, first, key=itemgetter(0))]


def meeting(named: Iterable[tuple[int, int, str]]) -> Callable[[int, int, str], bool]:
    """Asks whether a stretch shares a character with one of these of the same name.

    >>> meeting([(0, 4, "PER"), (6, 9, "LOC")])(3, 8, "PER")
    True
    """
    of_name: dict[str, list[tuple[int, int]]] = {}
    for start, end, name in named:
        of_name.setdefault(name, []).append((start, end))
    known = {name: joined(stretches) for name, stretches in of_name.items()}
    return lambda start, end, name: bool(touching(known.get(name, ()), start, end))


def overlapping(spans: Iterable[Span]) -> Callable[[Span], list[Span]]:
    """Asks which of these spans share a character with another, in reading order."""
    ordered = sorted(spans)
    starts = [span.start for span in ordered]
    reached = list(accumulate((span.end for span in ordered), max))

    def those(span: Span) -> list[Span]:
        first, last = bisect_right(reached, span.start), bisect_left(starts, span.end)
        return [other for other in ordered[first:last] if other.end > span.start]

    return those


def merge_hybrid(
    rules: Iterable[Span], model: Iterable[Span] = (), *, text: str | None = None
) -> list[Span]:
    """Union of both, longest span on overlap, the model's label on exact overlap.

    Tannier et al. 2024 (hybrid system). The result has no overlaps:
    candidates are taken longest first (ties: model, then higher score, then leftmost). Of what
    overlaps a taken one, nothing is kept without `text`; with it the parts that stick out and
    hold a letter or a digit stay as spans of their own, so that no candidate's word is left
    bare. Linear in the spans (sorting aside) and in the text they cover.
    """
    candidates = [(span, 1) for span in model] + [(span, 0) for span in rules]
    candidates.sort(key=lambda c: (-c[0].length, -c[1], -c[0].score, c[0].start))
    occupied = bytearray(max((span.end for span, _ in candidates), default=0))
    taken: list[Span] = []
    dropped: list[Span] = []
    for span, _ in candidates:
        if span.length <= 0:
            continue
        if occupied.find(1, span.start, span.end) != -1:
            dropped.append(span)
            continue
        _occupy(occupied, span)
        taken.append(span)
    for span in dropped if text is not None else ():
        for part in _bare_parts(span, occupied, text or ""):
            _occupy(occupied, part)
            taken.append(part)
    return sort_spans(taken)


def _occupy(occupied: bytearray, span: Span) -> None:
    occupied[span.start : span.end] = b"\1" * span.length


def _bare_parts(span: Span, occupied: bytearray, text: str) -> list[Span]:
    """What of `span` nothing covers, signs and blanks at its edges left out."""
    parts: list[Span] = []
    start = occupied.find(0, span.start, span.end)
    while start != -1:
        covered = occupied.find(1, start, span.end)
        end = covered if covered != -1 else span.end
        first, last = start, end
        while first < last and not text[first].isalnum():
            first += 1
        while first < last and not text[last - 1].isalnum():
            last -= 1
        if first < last:
            parts.append(replace(span, start=first, end=last))
        start = occupied.find(0, end, span.end)
    return parts
