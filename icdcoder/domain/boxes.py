"""Forms with boxes: what stands behind an empty one is not said ("☒ plaie sacrum ☐ diabète ☐ fumeur")."""

import re
from itertools import groupby
from typing import Final

_BOX: Final = r"(?:[☐☑☒☓]|\[ {0,2}\]|\[ ?[xX] ?\])"
_TICKED: Final = re.compile(r"[☑☒☓]|\[ ?[xX] ?\]")
_EMPTY: Final = re.compile(r"(?:☐|\[ {0,2}\])[^☐☑☒☓\[\n]*")
# Boxes stand before their words: "☐ oui ☒ non", "Tabac : ☒ oui ☐ non"; not "Diabète : oui ☐ non ☒", "fumeur ☐".
_BOXES_FIRST: Final = re.compile(
    rf"[ \t]*(?:[^\n☐☑☒☓\[:]{{1,60}}:[ \t]*)?{_BOX}[^\n]*[^\s☐☑☒☓\]][ \t]*"
)


def without_unticked(text: str) -> str:
    """The text, of its length, blank behind the empty boxes of lines beside one another of which one is ticked: elsewhere
    boxes are bullets.

    >>> without_unticked("☒ plaie ☐ diabète")
    '☒ plaie          '
    """
    if _TICKED.search(text) is None:
        return text  # most notes
    lines = text.splitlines(keepends=True)
    blocks = (list(own) for _is_form, own in groupby(lines, key=_has_boxes_first))
    return "".join(line for block in blocks for line in _blanked(block))


def _has_boxes_first(line: str) -> bool:
    return _BOXES_FIRST.fullmatch(line.rstrip("\r\n")) is not None


def _blanked(block: list[str]) -> list[str]:
    if not _has_boxes_first(block[0]) or not any(map(_TICKED.search, block)):
        return block
    return [_EMPTY.sub(lambda match: " " * len(match[0]), line) for line in block]
