"""A function of a word, remembered: notes use few words, many times."""

from collections.abc import Callable
from typing import Final, TypeVar

Value = TypeVar("Value")

MAX_WORDS: Final = 1 << 16


class Memo(dict[str, Value]):
    """`memo[word]` is `function(word)`; a known word costs one dictionary look-up.

    Everything is forgotten when `size` words are held, so memory stays bounded.
    """

    __slots__ = ("_function", "_size")

    def __init__(self, function: Callable[[str], Value], size: int = MAX_WORDS) -> None:
        super().__init__()
        self._function = function
        self._size = size

    def __missing__(self, word: str) -> Value:
        if len(self) >= self._size:
            self.clear()
        value = self[word] = self._function(word)
        return value
