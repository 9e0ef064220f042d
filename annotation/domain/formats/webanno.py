"""INCEpTION's WebAnno TSV 3: one file a note, offsets in UTF-16 units.

After the format's own description (inception-io-webanno-tsv, webannotsv.adoc): reserved signs are
escaped, a sentence's text starts with its first token, an entity over several tokens or one that
shares a token has a number in brackets. Our sentences are the note's lines, each with the blanks
that follow it, so that no sign of the note falls between two of them.
"""

import re
import zipfile
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import BinaryIO, Final

from annotation.domain.formats.archives import (
    add,
    file_stem,
    id_of,
    one_or_contents,
)
from annotation.domain.formats.fields import FieldError, parse_note
from annotation.domain.formats.losses import Loss
from annotation.domain.formats.names import name_of
from annotation.domain.formats.pieces import Bounds, lines_of, pieces
from annotation.domain.formats.reading import Located, Reading
from annotation.domain.formats.records import Entity, entity_records, note_id
from annotation.domain.formats.utf16 import Utf16
from annotation.domain.formats.writing import Writing
from annotation.domain.notes import Note
from annotation.domain.text import TextError, decode

_LAYER: Final = "de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity"
_HEADER: Final = f"#FORMAT=WebAnno TSV 3.3\n#T_SP={_LAYER}|identifier|value\n\n"
_RESERVED: Final = re.compile(r"->|[\\\[\]|_;*]")
_TEXT_ESCAPES: Final = {"\\": "\\\\", "\t": "\\t", "\r": "\\r", "\f": "\\f", "\b": "\\b"}
_TEXT_SIGNS: Final = {written[1]: sign for sign, written in _TEXT_ESCAPES.items()} | {"n": "\n"}
_UNIT: Final = re.compile(r"[0-9]+-[0-9]+(\.[0-9]+)?")
_MOST_BETWEEN: Final = 10_000  # line ends between two sentences
_STACK: Final = re.compile(r"(?<!\\)\|")
_VALUE: Final = re.compile(r"(.*?)(?<!\\)(?:\[([0-9]+)\])?", re.DOTALL)


# --- writing


def write(notes: Iterable[Note], stream: BinaryIO, writing: Writing) -> None:
    """An archive with one ``.tsv`` a note, for INCEpTION's import."""
    with zipfile.ZipFile(stream, "w") as archive:
        for note in notes:
            writing.notes += 1
            writing.lose_patient(note)
            writing.lose(Loss.META, int(bool(note.meta)))
            details = (Loss.SCORES, Loss.SOURCES, Loss.COMMENTS, Loss.EMPTY_SUBTYPES)
            writing.lose_details(note, *details)
            writing.lose(Loss.BLANKS, int(note.text[:1].isspace()))
            writing.lose(Loss.UTF16, int(Utf16(note.text).differs))
            add(archive, f"{file_stem(note.id)}.tsv", tsv_of(note))


def tsv_of(note: Note) -> str:
    """The whole file of one note."""
    bounds = pieces(note.text, note.entities)
    scale = Utf16(note.text)
    values = _values(note, bounds)
    lines = lines_of(note.text, bounds)
    ends = [line[0][0] for line in lines[1:]] + [len(note.text)]
    parts = [_HEADER]
    for number, (line, end) in enumerate(zip(lines, ends, strict=True), start=1):
        sentence = note.text[line[0][0] : end]
        parts += ["\n", *(f"#Text={_escape_text(part)}\n" for part in sentence.split("\n"))]
        for index, (start, stop) in enumerate(line, start=1):
            offsets = f"{scale.to_units(start)}-{scale.to_units(stop)}"
            columns = "\t".join(values.get((start, stop), ("_", "_")))
            parts.append(f"{number}-{index}\t{offsets}\t{note.text[start:stop]}\t{columns}\t\n")
    return "".join(parts)


def _values(note: Note, bounds: list[Bounds]) -> dict[Bounds, tuple[str, str]]:
    """The two columns of every token under an entity."""
    under = _entities_under(note, bounds)
    numbers = _numbers(under)
    names = [_escape_value(name_of(span)) for span in note.entities]
    return {
        piece: (
            "|".join(f"*{numbers.get(index, '')}" for index in stack),
            "|".join(f"{names[index]}{numbers.get(index, '')}" for index in stack),
        )
        for piece, stack in under.items()
    }


def _entities_under(note: Note, bounds: list[Bounds]) -> dict[Bounds, list[int]]:
    """Token → the entities that hold it, by their place in the note."""
    under: dict[Bounds, list[int]] = {}
    for index, span in enumerate(note.entities):
        for piece in bounds[bisect_left(bounds, (span.start, 0)) :]:
            if piece[1] > span.end:
                break
            under.setdefault(piece, []).append(index)
    return under


def _numbers(under: dict[Bounds, list[int]]) -> dict[int, str]:
    """The number of each entity that its tokens must repeat: it has several, or shares one."""
    counts = Counter(index for stack in under.values() for index in stack)
    shared = {index for stack in under.values() if len(stack) > 1 for index in stack}
    numbered = sorted(index for index in counts if counts[index] > 1 or index in shared)
    return {index: f"[{number}]" for number, index in enumerate(numbered, start=1)}


def _escape_value(value: str) -> str:
    return _RESERVED.sub(lambda match: "\\" + match[0], value)


def _escape_text(text: str) -> str:
    return "".join(_TEXT_ESCAPES.get(sign, sign) for sign in text)


def _unescape_text(text: str) -> str:
    """Known escapes; before any other sign a backslash only quotes it."""
    return re.sub(
        r"\\(.)", lambda match: _TEXT_SIGNS.get(match[1], match[1]), text, flags=re.DOTALL
    )


# --- reading


@dataclass(slots=True)
class _File:
    """What one file has said so far; offsets in UTF-16 units until the text is whole."""

    columns: tuple[int, int] = (0, 0)  # of the label; all annotation columns
    parts: list[str] = field(default_factory=list)
    units: int = 0
    pending: list[str] = field(default_factory=list)  # #Text lines of the sentence to come
    tokens: list[tuple[int, int, int, str]] = field(default_factory=list)
    spans: dict[tuple[int, str], tuple[int, int, str, int]] = field(default_factory=dict)
    foreign: int = 0


class _RowError(FieldError):
    def __init__(self, line: int, field_name: str, reason: str) -> None:
        super().__init__(field_name, reason)
        self.line = line


def read(stream: BinaryIO, reading: Reading) -> Iterator[Located]:
    """One ``.tsv``, or an archive of them."""
    for name, data in one_or_contents(stream, ".tsv", reading):
        if name or data.strip():
            yield from _note(data, id_of(name), name, reading)
    reading.close()


def _note(data: bytes, given_id: str, name: str, reading: Reading) -> Iterator[Located]:
    try:
        found = _parse(decode(data.removeprefix(b"\xef\xbb\xbf")))
        text = "".join(found.parts)
        entities = _entities(found, text)
        record = {
            "id": given_id or note_id(None, 1, text),
            "text": text,
            "entities": entity_records(text, entities, reading),
        }
        note, changed = parse_note(record)
    except (FieldError, TextError) as error:
        line = getattr(error, "line", 0)
        reading.refuse(line, getattr(error, "field", ""), error.reason, file=name)
        return
    reading.losses[Loss.RELATIONS] += found.foreign
    reading.losses[Loss.UTF16] += Utf16(text).differs
    if reading.accept(0, note, changed=changed, file=name):
        yield 0, note


def _parse(content: str) -> _File:
    lines = content.split("\n")
    if not lines[0].startswith("#FORMAT=WebAnno TSV 3"):
        raise _RowError(1, "", "« #FORMAT=WebAnno TSV 3 » est attendu en première ligne")
    found = _File()
    layers: list[list[str]] = []
    for number, raw in enumerate(lines[1:], start=2):
        line = raw.rstrip("\r")
        if line.startswith(("#T_SP=", "#T_CH=", "#T_RL=")):
            layers.append(line.split("=", 1)[1].split("|"))
            found.columns = _columns(layers)
        elif line.startswith("#Text="):
            found.pending.append(_unescape_text(line[6:]))
        elif line and not line.startswith("#"):
            _row(found, line, number)
    return found


def _columns(layers: list[list[str]]) -> tuple[int, int]:
    """Column of the entities' label (0 without any) and number of all annotation columns.

    The layer of named entities, else the first one that a project made; of its features the one
    called value or label, else the last.
    """
    place, width, best = 0, 0, 9
    for layer, *features in layers:
        count = max(1, len([name for name in features if name]))
        rank = 0 if layer == _LAYER else 1 if layer.startswith("webanno.custom.") else 9
        if rank < best:
            named = [i for i, name in enumerate(features) if name.lower() in {"value", "label"}]
            place, best = 3 + width + (named[0] if named else count - 1), rank
        width += count
    return place, width


def _row(found: _File, line: str, number: int) -> None:
    cells = line.split("\t")
    unit = _UNIT.fullmatch(cells[0])
    bounds = re.fullmatch(r"([0-9]{1,9})-([0-9]{1,9})", cells[1]) if len(cells) > 2 else None
    if unit is None or bounds is None:
        raise _RowError(number, "", "« phrase-mot, début-fin, mot » est attendu")
    start, end = int(bounds[1]), int(bounds[2])
    if found.pending:
        _open_sentence(found, start, number)
    found.tokens.append((start, end, number, cells[2]))
    place, width = found.columns
    for column in range(3, min(3 + width, len(cells))):
        if column == place:
            _label(found, cells[column], start, end, number)
        elif cells[column].split("[")[0] not in {"_", "*", ""}:
            found.foreign += 1


def _open_sentence(found: _File, start: int, number: int) -> None:
    """The format has no signs between sentences: what is missing there were line ends."""
    if start < found.units:
        raise _RowError(number, "", "cette phrase commence avant la fin de la précédente")
    if start - found.units > _MOST_BETWEEN:
        raise _RowError(number, "", "cette phrase commence trop loin de la précédente")
    sentence = "\n".join(found.pending)
    found.pending = []
    found.parts += ["\n" * (start - found.units), sentence]
    found.units = start + len(sentence.encode("utf-16-le", "surrogatepass")) // 2


def _label(found: _File, cell: str, start: int, end: int, number: int) -> None:
    if cell in {"_", ""} or start == end:
        return
    for index, part in enumerate(_STACK.split(cell)):
        match = _VALUE.fullmatch(part)
        value, mark = (match[1], match[2]) if match else (part, None)
        name = re.sub(r"\\(->|.)", r"\1", value)
        key = (0, mark) if mark else (number, str(index))
        first, _last, _name, line = found.spans.get(key, (start, end, name, number))
        found.spans[key] = (first, end, name, line)


def _entities(found: _File, text: str) -> list[Entity]:
    scale = Utf16(text)
    try:
        for start, end, number, surface in found.tokens:
            if text[scale.to_points(start) : scale.to_points(end)] != surface:
                reason = "ne correspond pas au texte entre ces bornes"
                raise _RowError(number, surface and "mot", reason)
        spans = [
            (scale.to_points(start), scale.to_points(end), name, number)
            for start, end, name, number in found.spans.values()
        ]
    except ValueError as error:
        if isinstance(error, FieldError):
            raise
        raise _RowError(0, "", "position au milieu d'un caractère UTF-16") from None
    return [Entity(f"ligne {number}", start, end, name) for start, end, name, number in spans]
