"""What a function gave for the words of notes, kept: asked some hundreds of times a note."""

from collections.abc import Callable
from typing import Generic, TypeVar

_MOST = 65_536  # more words than notes have; what is full begins anew
Key = TypeVar("Key")
Value = TypeVar("Value")


class Memo(dict[Key, Value], Generic[Key, Value]):
    """`memo[key]` is `function(key)`. Unlike `lru_cache`, a hit writes nothing, which a busy processor feels."""

    def __init__(self, function: Callable[[Key], Value]) -> None:
        super().__init__()
        self._function = function

    def __missing__(self, key: Key) -> Value:
        if len(self) >= _MOST:
            self.clear()
        value = self[key] = self._function(key)
        return value
