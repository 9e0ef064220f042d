"""Forms with boxes: what stands behind an empty one is not said ("☒ plaie sacrum ☐ diabète ☐ fumeur")."""

import re
from typing import Final

_TICKED: Final = re.compile(r"[☑☒✓✔■☓]|\[ ?[xX] ?\]")
_EMPTY: Final = re.compile(r"(?:☐|\[ {0,2}\])[^☐☑☒✓✔■☓\[\n]*")
_MARKS: Final = ("☐", "[ ]", "[]", "[  ]")


def without_unticked(text: str) -> str:
    """The text, of its length, blank behind empty boxes; unchanged where no box at all is ticked: they are bullets there.

    >>> without_unticked("☒ plaie ☐ diabète")
    '☒ plaie          '
    """
    if not any(mark in text for mark in _MARKS) or _TICKED.search(text) is None:
        return text
    return _EMPTY.sub(lambda match: " " * len(match[0]), text)
