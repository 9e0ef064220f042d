"""The nearest known names of a misspelt one, by normalised edit distance (swaps of neighbours count one)."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from typing import Final

MAX_RATE: Final = 0.15  # errors a letter: one in seven
LAX_RATE: Final = 0.2  # one in five, where something else speaks for the name
_ENDS: Final = (
    9,
    6,
    4,
    3,
)  # letters at either end that an error leaves intact, the longest that fits
MOST_ERRORS: Final = 2
_EDGE: Final = 2  # the same of one error in a short name
SHORTEST: Final = 5  # letters of a short name that one error may touch
SHORT: Final = 7  # letters from which the rates above allow an error


class Speller:
    """Names indexed by their first and last letters: an error touches one end of a name, rarely both."""

    def __init__(self, names: Iterable[str]) -> None:
        self._names = sorted(names)
        self._backwards = sorted(name[::-1] for name in self._names)

    def nearest(self, name: str, *, lax: bool = False) -> list[str]:
        """The known names at the least distance, if it is within the rate; several when they tie."""
        allowed = min(int(len(name) * (LAX_RATE if lax else MAX_RATE)), MOST_ERRORS)
        if not allowed:
            return []
        best, found = allowed + 1, list[str]()
        for known in self._candidates(name, allowed):
            distance = edit_distance(name, known, min(best, allowed) + 1)
            if distance < best:
                best, found = distance, [known]
            elif distance == best <= allowed:
                found.append(known)
        return found

    def one_away(self, name: str) -> list[str]:
        """The known names of 5 to 7 letters at one error from a short name, in order."""
        if not SHORTEST - 1 <= len(name) < SHORT:
            return []
        # one error leaves the first two letters alone, or the last two
        tails = _beginning(self._backwards, name[::-1][:_EDGE])
        near = {*_beginning(self._names, name[:_EDGE]), *(tail[::-1] for tail in tails)}
        return sorted(
            known
            for known in near
            if SHORTEST <= len(known) <= SHORT and edit_distance(name, known, 2) == 1
        )

    def _candidates(self, name: str, allowed: int) -> set[str]:
        half = len(name) // 2 if allowed == 1 else max(len(name) // 3, 3)
        size = next((size for size in _ENDS if size <= half), _ENDS[-1])
        tails = _beginning(self._backwards, name[::-1][:size])
        near = {*_beginning(self._names, name[:size]), *(tail[::-1] for tail in tails)}
        letters, most = set(name), 2 * allowed  # an error takes one letter away and adds one
        return {
            known
            for known in near
            if abs(len(known) - len(name)) <= allowed
            and len(letters.symmetric_difference(known)) <= most
        }


def _beginning(names: list[str], head: str) -> list[str]:
    """Those of the sorted names that begin so."""
    start = bisect_left(names, head)
    return names[start : bisect_right(names, head, lo=start, key=lambda name: name[: len(head)])]


def edit_distance(left: str, right: str, limit: int) -> int:
    """Insertions, deletions, substitutions and swaps of neighbours between two texts; at most `limit`."""
    if abs(len(left) - len(right)) >= limit:
        return limit
    left, right = _apart(left, right)
    if limit < 3 or not (left and right):  # either one error, or the length tells
        is_one = len(left) == len(right) == 1 or (len(left) == 2 and left == right[::-1])
        return 1 if is_one else min(max(len(left), len(right)), limit)
    before: list[int] = []
    row = list(range(len(right) + 1))
    for i, char in enumerate(left, start=1):
        above, row = row, [limit] * len(row)
        row[0] = i
        # farther from the diagonal, the difference of lengths alone reaches the limit
        for j in range(max(i - limit, 0) + 1, min(i + limit, len(row))):
            other = right[j - 1]
            cost = min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (char != other))
            if i > 1 and j > 1 and char == right[j - 2] and other == left[i - 2]:
                cost = min(cost, before[j - 2] + 1)
            row[j] = cost
        if min(row) >= limit:
            return limit
        before = above
    return min(row[-1], limit)


def _apart(left: str, right: str) -> tuple[str, str]:
    """The two texts without what they begin and end with alike."""
    start, shortest = 0, min(len(left), len(right))
    while start < shortest and left[start] == right[start]:
        start += 1
    end = 0
    while end < shortest - start and left[-1 - end] == right[-1 - end]:
        end += 1
    return left[start : len(left) - end], right[start : len(right) - end]
