"""From the records of another tool's file to notes: the common half of all JSON readers."""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, Final, NoReturn

from annotation.domain.formats.fields import FieldError, entities_field, parse_note
from annotation.domain.formats.losses import Loss
from annotation.domain.formats.names import parse_name
from annotation.domain.formats.plain import no_text
from annotation.domain.formats.reading import Located, Reading
from annotation.domain.formats.unknown import is_usual, unknown_fields
from annotation.domain.formats.utf16 import Utf16
from annotation.domain.notes import Note
from annotation.domain.text import TextError, decode

MAX_LINE_BYTES: Final = 10 * 1024 * 1024
WRONG_FORMAT: Final = (
    "JSON invalide (colonne 1) : vérifiez que le format choisi est celui du fichier"
)
_HEAD = re.compile(r"[a-z_]+")
_LONE: Final = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Record:
    """One note as the project's own JSON object, and what its fields were called in the file."""

    value: Mapping[str, Any]
    names: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Entity:
    """One labelled stretch as a foreign file has it, offsets and names unchecked.

    `path` names it in errors; `surface` is the file's own copy of the text, if it keeps one.
    """

    path: str
    start: Any
    end: Any
    name: Any
    surface: str | None = None
    score: Any = None
    source: str = ""
    doubt: bool = False
    comment: str = ""


Convert = Callable[[Any, Reading, int], Record | None]


def notes_of(
    values: Iterable[tuple[int, Any]], reading: Reading, convert: Convert, prefix: str = ""
) -> Iterator[Located]:
    """Notes of numbered JSON values; what can't be one is refused by line and field.

    `convert` gives None for a value that is left out on purpose. `prefix` goes before the number
    of an item where the file has no lines.
    """
    for number, value in values:
        line, head = (0, f"{prefix}{number - 1}].") if prefix else (number, "")
        try:
            record = convert(value, reading, number)
            if record is None:
                continue
            note, changed = _parse(record)
        except FieldError as error:
            reading.refuse(line, (head + error.field).rstrip("."), error.reason)
            continue
        if reading.accept(line, note, changed=changed):
            yield line, note
    reading.close()


def _parse(record: Record) -> tuple[Note, bool]:
    try:
        return parse_note(record.value)
    except FieldError as error:
        raise FieldError(_path_in(record, error.field), error.reason) from None


def _path_in(record: Record, path: str) -> str:
    """A field under the file's own name; of a table without a cell for the whole patient, the column's: ``birth_date``."""
    if path in record.names:
        return record.names[path]
    head, _dot, column = path.partition(".")
    if head == "patient" and head in record.names and column not in ("", "id"):
        return column
    return _HEAD.sub(lambda match: record.names.get(match[0], match[0]), path, count=1)


def own_record(value: Any, reading: Reading, number: int) -> Record:
    """A line of the project's own format needs no conversion."""
    record = as_object(value)
    reading.unknown.add(number, unknown_fields(record))
    if record.get("replacements") is not None:
        is_read = entities_field(record) == "replacements"
        reading.losses[Loss.SUBSTITUTED if is_read else Loss.REPLACEMENTS] += 1
    return Record(record)


def as_object(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise FieldError("", "la ligne n'est pas un objet JSON")
    return value


def as_list(value: Any, path: str) -> list[Any]:
    """An absent list is empty. Raises FieldError naming `path`."""
    if value is None:
        return []
    if not isinstance(value, list):
        raise FieldError(path, "une liste est attendue")
    return value


def numbered(lines: Iterable[bytes]) -> Iterator[tuple[int, bytes]]:
    """Lines from 1; of one longer than the limit only the beginning, which `json_lines` refuses."""
    number, in_long_line = 0, False
    for chunk in lines:
        ends = chunk.endswith(b"\n")
        if not in_long_line:
            number += 1
            yield number, chunk.removeprefix(b"\xef\xbb\xbf") if number == 1 else chunk
        in_long_line = not ends and (in_long_line or len(chunk) > MAX_LINE_BYTES)


def json_lines(lines: Iterable[bytes], reading: Reading) -> Iterator[tuple[int, Any]]:
    """The JSON value of every line that is not blank."""
    for number, line in numbered(lines):
        if len(line.rstrip(b"\r\n")) > MAX_LINE_BYTES:
            limit = MAX_LINE_BYTES // (1024 * 1024)
            reading.refuse(number, "", f"la ligne dépasse {limit} Mo")
        elif line.strip():
            if number == 1 and (reason := no_text(line)):
                reading.refuse(0, "", reason)
                return
            try:
                value = parse_json(line)
            except (FieldError, TextError) as error:
                field = getattr(error, "field", "")
                reading.refuse(number, field, _first_told(number, error.reason))
                continue
            yield number, value


def _first_told(number: int, reason: str) -> str:
    """A file whose first sign is no JSON was rather meant for another format."""
    return WRONG_FORMAT if (number, reason) == (1, "JSON invalide (colonne 1)") else reason


def parse_json(line: bytes) -> Any:
    """One JSON value. Raises FieldError, TextError."""
    text = decode(line)
    if "\0" in text:
        raise FieldError("", "la ligne contient un caractère nul")
    try:
        return DECODER.decode(text)
    except KeyRefusedError as error:
        raise FieldError(error.field, error.reason) from None
    except json.JSONDecodeError as error:
        raise FieldError("", f"JSON invalide (colonne {error.colno})") from None
    except RecursionError:
        raise FieldError("", "JSON invalide : trop de niveaux imbriqués") from None
    except ValueError:
        raise FieldError("", "JSON invalide : nombre hors limites") from None


def reread_json(line: bytes) -> Any:
    """The same of a line that `parse_json` has taken, without its questions: in a third of the time. Raises ValueError where the
    line is another one meanwhile."""
    return json.loads(line.decode())


def refuse_constant(name: str) -> NoReturn:
    raise ValueError(name)


class KeyRefusedError(ValueError):
    """An object says the same field twice, or names one by what is no text. `field` is "" when its name could be a patient's."""

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(reason)
        self.field = field if is_usual(field) else ""
        self.reason = reason


def distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The object; which of two values of one field was meant, nobody knows. Raises KeyRefusedError.

    >>> distinct([("text", "a"), ("id", "1")])
    {'text': 'a', 'id': '1'}
    """
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = next(
            name for name, count in Counter(name for name, _value in pairs).items() if count > 1
        )
        raise KeyRefusedError(twice, "champ donné deux fois")
    if not (names := "".join(found)).isascii() and _LONE.search(names):
        raise KeyRefusedError("", "le nom d'un champ contient un demi-codet UTF-16 isolé")
    return found


DECODER: Final = json.JSONDecoder(parse_constant=refuse_constant, object_pairs_hook=distinct)


def text_of(value: Mapping[str, Any], name: str) -> str:
    """The text field, for offsets to be looked at before `parse_note` judges it."""
    text = value.get(name)
    if not isinstance(text, str):
        reason = (
            "champ obligatoire absent" if text is None else "une chaîne de caractères est attendue"
        )
        raise FieldError(name, reason)
    return text


def note_id(value: object, number: int, text: str) -> str:
    """The file's id as text; without one, a name made of the place and the text. Raises FieldError."""
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    if isinstance(value, str) and value:
        return value
    if value not in (None, ""):
        raise FieldError("id", "une chaîne de caractères ou un nombre entier est attendu")
    digest = sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
    return f"note-{number}-{digest[:12]}"


def entity_records(text: str, entities: Sequence[Entity], reading: Reading) -> list[dict[str, Any]]:
    """Checked entities in the shape that `parse_note` reads; blanks at their edges are cut off.

    Offsets that fit the file's own copies of the text only as UTF-16 units are converted.
    """
    bounds = [_bounds(text, entity) for entity in entities]
    bounds = _points(text, entities, bounds, reading)
    return [
        _record(text, entity, start, end, reading)
        for entity, (start, end) in zip(entities, bounds, strict=True)
    ]


def _bounds(text: str, entity: Entity) -> tuple[int, int]:
    for name, offset in (("start", entity.start), ("end", entity.end)):
        if isinstance(offset, bool) or not isinstance(offset, int):
            raise FieldError(f"{entity.path}.{name}", "un nombre entier est attendu")
    if entity.start < 0 or entity.start >= entity.end:
        raise FieldError(entity.path, f"bornes inversées ou vides ({entity.start}, {entity.end})")
    return entity.start, entity.end


def _points(
    text: str, entities: Sequence[Entity], bounds: list[tuple[int, int]], reading: Reading
) -> list[tuple[int, int]]:
    if _agree(text, entities, bounds) or not any(sign > "\uffff" for sign in text):
        return bounds
    scale = Utf16(text)
    try:
        converted = [(scale.to_points(start), scale.to_points(end)) for start, end in bounds]
    except ValueError:
        return bounds
    if not _agree(text, entities, converted):
        return bounds
    reading.losses[Loss.UTF16] += 1
    return converted


def _agree(text: str, entities: Sequence[Entity], bounds: list[tuple[int, int]]) -> bool:
    return all(
        entity.surface is None or same_signs(text[start:end], entity.surface)
        for entity, (start, end) in zip(entities, bounds, strict=True)
    )


def same_signs(one: str, other: str) -> bool:
    """Equal but for the blanks, which tools rewrite in the copies they keep."""
    return one == other or "".join(one.split()) == "".join(other.split())


def _record(text: str, entity: Entity, start: int, end: int, reading: Reading) -> dict[str, Any]:
    if end > len(text):
        reason = f"bornes ({start}, {end}) hors du texte (longueur {len(text)})"
        raise FieldError(entity.path, reason)
    surface = text[start:end]
    if entity.surface is not None and not same_signs(surface, entity.surface):
        raise FieldError(entity.path, "ne correspond pas au texte entre ces bornes")
    left = len(surface) - len(surface.lstrip())
    right = len(surface) - len(surface.rstrip())
    if left == len(surface):
        raise FieldError(entity.path, "l'entité ne contient que des blancs")
    reading.losses[Loss.TRIMMED] += int(bool(left or right))
    label, subtype = parse_name(entity.name, f"{entity.path}.label")
    return {
        "start": start + left,
        "end": end - right,
        "label": label,
        "subtype": subtype,
        "score": entity.score,
        "source": entity.source,
        "doubt": entity.doubt,
        "comment": entity.comment,
    }
