"""HTML entities, read as the characters that they stand for, while every offset stays."""

import html
import re
from typing import Final

# "&eacute;", "&#233;", "&#xE9;", and what was encoded once more: "&amp;eacute;".
_ENTITY: Final = re.compile(
    r"&(?:amp;){0,2}(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[A-Za-z][A-Za-z\d]{1,31});"
)
_FILLER: Final = "\u034f"  # invisible, and part of the word around it


def plain(text: str) -> str:
    """As many characters as `text`: "G&eacute;rard" becomes "Gé", seven invisible signs and "rard"."""
    return _ENTITY.sub(_read, text) if "&" in text else text


def _read(entity: re.Match[str]) -> str:
    whole = entity.group()
    sign = html.unescape(html.unescape(html.unescape(whole)))
    if len(sign) != 1:
        return whole
    return sign + (" " if sign.isspace() else _FILLER) * (len(whole) - 1)
