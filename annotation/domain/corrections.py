"""How many gestures stand between what an engine found and what is right: the annotator's time.

A span that nothing right meets is removed, one that nothing found meets is added; a found span that meets
a right one is changed (bounds, label or sub-type) in one gesture. Example: found "Dr Martin" as a name
where "Martin" is one, and a missed date: two corrections.
"""

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from annotation.domain.spans import Span

_Key = tuple[int, int, str, str]


def corrections(found: Iterable[Span], right: Iterable[Span]) -> int:
    """Spans to add, to remove or to change so that `found` becomes `right`. Linear but for sorting."""
    mine = {_key(span) for span in found}
    told = {key[:3]: key[3] for key in mine}
    theirs = {_key(span, told) for span in right}
    wrong, missing = sorted(mine - theirs), sorted(theirs - mine)
    return len(wrong) + len(missing) - _pairs(wrong, missing)


def _pairs(wrong: list[_Key], missing: list[_Key]) -> int:
    """Pairs of overlapping spans, each span in one, taken in reading order."""
    pairs = left = right = 0
    while left < len(wrong) and right < len(missing):
        one, other = wrong[left], missing[right]
        meets = one[0] < other[1] and other[0] < one[1]
        pairs += meets
        left += meets or one[1] <= other[0]
        right += meets or one[1] > other[0]
    return pairs


def _key(span: Span, told: Mapping[tuple[int, int, str], str] = MappingProxyType({})) -> _Key:
    """A right span without a sub-type (of a file that knows none) is met by any: nobody corrects it."""
    place = (span.start, span.end, str(span.label))
    return (*place, str(span.subtype) or told.get(place, ""))
