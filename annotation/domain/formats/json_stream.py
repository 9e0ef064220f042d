"""Items of a JSON array too large to hold: one object in memory at a time."""

import codecs
import json
from collections.abc import Iterator
from typing import Any, BinaryIO, Final

from annotation.domain.formats.reading import Reading
from annotation.domain.formats.records import DECODER, KeyRefusedError

CHUNK_BYTES: Final = 256 * 1024
MAX_ITEM: Final = 40 * 1024 * 1024  # characters; a text of 10 MB with its entities
_BETWEEN: Final = " \t\r\n,[]"


def json_items(stream: BinaryIO, reading: Reading) -> Iterator[tuple[int, Any]]:
    """(number from 1, object) of ``[{…}, {…}]``, of objects one after the other, or of one.

    After what can't be read nothing more can be found: the reading ends with a refusal.
    """
    buffer = _Buffer(stream)
    number = 0
    try:
        while (value := buffer.next_object()) is not None:
            number += 1
            yield number, value
    except UnicodeDecodeError:
        reading.refuse(0, f"[{number}]", "encodage illisible : le fichier doit être en UTF-8")
    except ValueError as error:
        reading.refuse(0, f"[{number}]", str(error))


class _Buffer:
    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._decoder = codecs.getincrementaldecoder("utf-8-sig")()
        self._text = ""
        self._ended = False

    def next_object(self) -> dict[str, Any] | None:
        """None at the end. Raises ValueError with a French reason."""
        self._text = self._text.lstrip(_BETWEEN)
        while not self._text and self._grow():
            self._text = self._text.lstrip(_BETWEEN)
        if not self._text:
            return None
        if self._text[0] != "{":
            raise ValueError("un objet JSON est attendu")
        return self._decode()

    def _decode(self) -> dict[str, Any]:
        """Tries again with twice the text, so that a long item is not parsed at every chunk."""
        wanted = 0
        while True:
            try:
                value, end = DECODER.raw_decode(self._text)
            except KeyRefusedError:
                raise
            except json.JSONDecodeError:
                wanted = max(2 * len(self._text), CHUNK_BYTES)
                if self._ended or len(self._text) > MAX_ITEM:
                    raise ValueError("JSON invalide ou trop long") from None
                while len(self._text) < wanted and self._grow():
                    pass
            except RecursionError:
                raise ValueError("JSON invalide : trop de niveaux imbriqués") from None
            except ValueError:
                raise ValueError("JSON invalide : nombre hors limites") from None
            else:
                self._text = self._text[end:]
                return dict(value)

    def _grow(self) -> bool:
        """Appends the next chunk; False when there is none."""
        data = self._stream.read(CHUNK_BYTES)
        self._ended = not data
        self._text += self._decoder.decode(data, final=self._ended)
        return not self._ended
