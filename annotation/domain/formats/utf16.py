"""Offsets in UTF-16 units, as Java and JavaScript count them, to code points and back."""

from bisect import bisect_left, bisect_right


class Utf16:
    """Both counts over one text; only the characters beyond U+FFFF are stored."""

    __slots__ = ("_points", "_units")

    def __init__(self, text: str) -> None:
        self._points = [i for i, sign in enumerate(text) if ord(sign) > 0xFFFF]
        self._units = [point + i for i, point in enumerate(self._points)]

    @property
    def differs(self) -> bool:
        """Is there a character that counts for two?"""
        return bool(self._points)

    def to_units(self, point: int) -> int:
        """Units before the code point `point`."""
        return point + bisect_left(self._points, point)

    def to_points(self, unit: int) -> int:
        """Code points before the unit `unit`. Raises ValueError in the middle of a pair."""
        wide = bisect_right(self._units, unit - 1)
        if wide and self._units[wide - 1] == unit - 1:
            raise ValueError(unit)
        return unit - wide
