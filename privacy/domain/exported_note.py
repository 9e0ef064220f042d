"""One exported note as a line of JSON: written, and read again. No other module knows its shape."""

import json
from functools import lru_cache
from typing import Final

from privacy.domain.substitute import SubstitutedNote

Mark = tuple[int, int, str, str]
_ENCODE: Final = json.JSONEncoder(ensure_ascii=False).encode
_ESCAPED: Final = bytes(code for code in range(32) if chr(code) not in "\n\t")
_ID_START: Final = len(b'{"id": "')
_PSEUDONYM: Final = 32  # hexadecimal digits of an export's ids (`privacy.domain.pseudonyms`)


def line_of(note: SubstitutedNote, patient: str = "") -> bytes:
    """What `json.dumps` writes of its id, its patient's (if given), its meta (if any), its text and its replacements, without walking
    through dicts; with the line end."""
    replacements = ", ".join(
        f'{{"start": {r.start}, "end": {r.end}, "label": {_quoted(r.label)}, "subtype": {_quoted(r.subtype)}}}'
        for r in note.replacements
    )
    owner = f'"patient": {{"id": {_ENCODE(patient)}}}, ' if patient else ""
    meta = f'"meta": {_ENCODE(dict(note.meta))}, ' if note.meta else ""
    head = f'{{"id": {_ENCODE(note.note_id)}, {owner}{meta}"text": '.encode()
    return head + _quoted_text(note.text) + f', "replacements": [{replacements}]}}\n'.encode()


def read_line(line: bytes) -> tuple[str, str]:
    """The id and the text of a line that `line_of` wrote."""
    row = json.loads(line)
    return row["id"], row["text"]


def read_replaced(line: bytes) -> tuple[str, str, list[Mark]]:
    """The id and the text of such a line, and where substitution wrote into it: start, end (code points, half-open), label,
    sub-type."""
    row = json.loads(line)
    marks = [(r["start"], r["end"], r["label"], r["subtype"]) for r in row["replacements"]]
    return row["id"], row["text"], marks


def owners_in(line: bytes) -> tuple[str, str]:
    """The pseudonyms of the note's stay and of its patient; "" where the line carries none."""
    row = json.loads(line)
    return str(row.get("meta", {}).get("stay", "")), str(row.get("patient", {}).get("id", ""))


def pseudonym_in(line: bytes) -> str:
    """The id of a note under a pseudonym, without reading the line; something else for another id."""
    return line[_ID_START : _ID_START + _PSEUDONYM].decode("ascii", "replace")


def _quoted_text(text: str) -> bytes:
    """What `_ENCODE` makes of it, five times sooner for a text whose only control characters are line ends and tabs."""
    shown = text.encode()
    if len(shown.translate(None, _ESCAPED)) < len(shown):
        return _ENCODE(text).encode()
    escaped = shown.replace(b"\\", b"\\\\").replace(b'"', b'\\"').replace(b"\n", b"\\n")
    return b'"' + escaped.replace(b"\t", b"\\t") + b'"'


@lru_cache(maxsize=256)
def _quoted(name: str) -> str:
    """A label or a sub-type, of which there are few."""
    return _ENCODE(name)
