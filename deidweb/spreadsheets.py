"""Cells that a spreadsheet takes for text."""

from __future__ import annotations

from typing import Final

# What is taken for the beginning of a formula, also as Chinese and Japanese keyboards write it; and what moves to the next cell.
_FORMULA: Final = ("=", "+", "-", "@", "＝", "＋", "－", "＠")
_NEXT: Final = ("\t", "\r", "\n")


def harmless(cell: object) -> str:
    """The cell as text; what would be a formula begins with an apostrophe: "=1+1" → "'=1+1"."""
    text = str(cell)
    return f"'{text}" if text.startswith(_NEXT) or text.lstrip().startswith(_FORMULA) else text
