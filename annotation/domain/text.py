"""The text contract: what a stored note's text may contain and how offsets follow.

Stored text has only ``\\n`` line ends, no byte order mark, no NUL and no lone surrogate; nothing
else is changed (no Unicode normalisation). Offsets count Unicode code points.
"""

import hashlib
import unicodedata
from bisect import bisect_left
from dataclasses import dataclass

from annotation.domain.foreign import encoding_of, has_controls

BYTE_ORDER_MARK = "\ufeff"


class TextError(ValueError):
    """The text can't be stored. `reason` is a French sentence without any part of the text."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class NormalisedText:
    """`text` as stored; `removed` are the source positions (code points) that were dropped."""

    text: str
    removed: tuple[int, ...] = ()
    replaced: int = 0

    @property
    def changed(self) -> bool:
        """True when line ends were rewritten or a byte order mark was dropped."""
        return bool(self.removed or self.replaced)

    def to_stored(self, offset: int) -> int:
        """Offset in the stored text of an offset in the source text."""
        return offset - bisect_left(self.removed, offset)


def normalise(source: str) -> NormalisedText:
    """Rewrite ``\\r\\n`` and ``\\r`` to ``\\n``, drop a leading byte order mark.

    Raises TextError on NUL and on lone surrogates.
    """
    _refuse_unstorable(source)
    return rewritten(source)


def rewritten(source: str) -> NormalisedText:
    """The same of a text that holds neither NUL nor lone surrogates."""
    if "\r" not in source and not source.startswith(BYTE_ORDER_MARK):
        return NormalisedText(source)
    removed = [0] if source.startswith(BYTE_ORDER_MARK) else []
    position = source.find("\r\n")
    while position != -1:
        removed.append(position)
        position = source.find("\r\n", position + 2)
    lone = source.count("\r") - source.count("\r\n")
    text = source.removeprefix(BYTE_ORDER_MARK).replace("\r\n", "\n").replace("\r", "\n")
    return NormalisedText(text, tuple(removed), lone)


def _refuse_unstorable(source: str) -> None:
    position = source.find("\0")
    if position != -1:
        raise TextError(f"le texte contient un caractère nul (position {position})")
    try:
        source.encode("utf-8")
    except UnicodeEncodeError as error:
        raise TextError(
            f"le texte contient un demi-codet UTF-16 isolé (position {error.start})"
        ) from None


def is_blank(text: str) -> bool:
    """Nothing that anybody would see: blanks, and signs without a width.

    >>> is_blank("\u200b\u2060 ")
    True
    """
    return all(sign.isspace() or unicodedata.category(sign) == "Cf" for sign in text)


def decode(data: bytes) -> str:
    """UTF-8 bytes to text (a byte order mark stays, `normalise` drops it). Raises TextError."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise TextError(_unreadable(data, error.start)) from None


def _unreadable(data: bytes, position: int) -> str:
    name = encoding_of(data)
    if name:
        return f"encodage illisible à l'octet {position} : le fichier semble en {name}, enregistrez-le en UTF-8"
    if has_controls(data):
        return f"encodage illisible à l'octet {position} : ce fichier n'est pas un texte"
    return f"encodage illisible à l'octet {position} : le fichier doit être en UTF-8"


def text_sha256(text: str) -> str:
    """SHA-256 of the stored text's UTF-8 bytes, 64 hexadecimal digits."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()
