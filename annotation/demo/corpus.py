"""Reads the demo notes: one marked-up text file per note (see README.md beside this file).

Pure Python: the benches and the demo loader of ``make run`` share it.
"""

import json
import re
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Final, Literal

from annotation.domain.identity_record import identity_from_record
from annotation.domain.labels import SUBTYPE_TO_LABEL
from annotation.domain.notes import Note, PatientIdentity
from annotation.domain.spans import Span

Split = Literal["dev", "heldout"]

NOTES_DIR: Final = Path(__file__).parent / "notes"
SPLITS: Final[tuple[Split, ...]] = ("dev", "heldout")
HEADER_KEYS: Final = ("id", "type", "date", "patient")
GOLD: Final = "gold"

_MARK = re.compile(r"\[\[([A-Z_]+):([^\[\]\n]*)\]\]")
_SEPARATOR: Final = "---"
_TEXT_FIELDS: Final = ("id", "birth_date", "nir", "ipp", "address", "zip", "city")
_LIST_FIELDS: Final = ("last_name", "first_name", "phone", "mail")


class CorpusError(ValueError):
    """A note file cannot be read. `line` counts from 1; 0 when no line is to blame."""

    def __init__(self, reason: str, *, line: int = 0, file: str = "") -> None:
        self.reason = reason
        self.line = line
        self.file = file
        where = ", ".join(part for part in (file, f"ligne {line}" if line else "") if part)
        super().__init__(f"{where} : {reason}" if where else reason)


def parse_marked(text: str) -> tuple[str, tuple[Span, ...]]:
    """Plain text and gold spans of a text with ``[[NOM:Dupont]]`` marks.

    Offsets are code points of the plain text, half-open. A mark holds neither line break nor
    square bracket. Raises CorpusError with the line inside `text` for an unknown sub-type, a
    surface that is blank or has blanks at its edges, and a mark that is not closed.
    """
    parts: list[str] = []
    spans: list[Span] = []
    length = position = 0
    for match in _MARK.finditer(text):
        before, (subtype, surface) = text[position : match.start()], match.groups()
        line = text.count("\n", 0, match.start()) + 1
        _refuse_leftovers(before, first_line=text.count("\n", 0, position) + 1)
        _check_mark(subtype, surface, line)
        start = length + len(before)
        length = start + len(surface)
        spans.append(Span(start, length, SUBTYPE_TO_LABEL[subtype].value, subtype, source=GOLD))
        parts += (before, surface)
        position = match.end()
    _refuse_leftovers(text[position:], first_line=text.count("\n", 0, position) + 1)
    parts.append(text[position:])
    return "".join(parts), tuple(spans)


def _check_mark(subtype: str, surface: str, line: int) -> None:
    if subtype not in SUBTYPE_TO_LABEL:
        raise CorpusError(f"sous-type inconnu : {subtype}", line=line)
    if not surface or surface != surface.strip():
        raise CorpusError(f"entité {subtype} vide ou bordée d'espaces", line=line)


def _refuse_leftovers(plain: str, *, first_line: int) -> None:
    """A mark that the pattern did not read would otherwise stay in the note as text."""
    for token in ("[[", "]]"):
        at = plain.find(token)
        if at >= 0:
            raise CorpusError(
                f"balise mal fermée ou mal écrite ({token})",
                line=first_line + plain.count("\n", 0, at),
            )


def read_note(path: Path) -> Note:
    """The note of one file. Raises CorpusError naming file and line."""
    try:
        content = path.read_bytes().decode("utf-8")
    except UnicodeDecodeError as error:
        raise CorpusError("encodage autre que UTF-8", file=path.name) from error
    try:
        return _parse_note(content)
    except CorpusError as error:
        raise CorpusError(error.reason, line=error.line, file=path.name) from error


def _parse_note(content: str) -> Note:
    lines = content.split("\n")
    if _SEPARATOR not in lines:
        raise CorpusError(f"ligne « {_SEPARATOR} » absente après l'en-tête", line=1)
    body_at = lines.index(_SEPARATOR) + 1
    header = _parse_header(lines[: body_at - 1])
    try:
        text, spans = parse_marked("\n".join(lines[body_at:]).rstrip("\n"))
    except CorpusError as error:
        raise CorpusError(error.reason, line=error.line + body_at) from error
    if not text.strip():
        raise CorpusError("corps vide", line=body_at + 1)
    patient_line, patient = header["patient"]
    return Note(
        id=header["id"][1],
        text=text,
        patient=_parse_patient(patient, patient_line),
        meta={"type": header["type"][1], "date": _check_date(*header["date"])},
        entities=spans,
    )


def _parse_header(lines: list[str]) -> Mapping[str, tuple[int, str]]:
    """Each key with its line number and its value."""
    header: dict[str, tuple[int, str]] = {}
    for number, line in enumerate(lines, start=1):
        key, colon, value = line.partition(":")
        key, value = key.strip(), value.strip()
        if not colon or key not in HEADER_KEYS or not value:
            raise CorpusError("ligne d'en-tête inconnue ou sans valeur", line=number)
        if key in header:
            raise CorpusError(f"champ « {key} » donné deux fois", line=number)
        header[key] = (number, value)
    missing = [key for key in HEADER_KEYS if key not in header]
    if missing:
        raise CorpusError(f"en-tête sans « {', '.join(missing)} »", line=len(lines) + 1)
    return header


def _check_date(line: int, value: str) -> str:
    try:
        return date.fromisoformat(value).isoformat()
    except ValueError as error:
        raise CorpusError("date autre que AAAA-MM-JJ", line=line) from error


def _parse_patient(value: str, line: int) -> PatientIdentity:
    try:
        data = json.loads(value)
    except json.JSONDecodeError as error:
        raise CorpusError("objet « patient » illisible (JSON)", line=line) from error
    if not isinstance(data, dict) or not data.get("id"):
        raise CorpusError("objet « patient » sans « id »", line=line)
    for key, item in data.items():
        if not _has_type(key, item):
            raise CorpusError(f"champ « patient.{key} » inconnu ou de mauvais type", line=line)
    return identity_from_record(data)


def _has_type(key: str, item: object) -> bool:
    if key in _TEXT_FIELDS:
        return isinstance(item, str)
    return (
        key in _LIST_FIELDS
        and isinstance(item, list)
        and all(isinstance(entry, str) for entry in item)
    )


def load_corpus(split: Split | None = None) -> list[Note]:
    """Every demo note of a split, or of both, sorted by id; spans have ``source="gold"``.

    Whoever writes detection rules reads ``dev`` only. Raises CorpusError (file and line).
    """
    folders = SPLITS if split is None else (split,)
    return load_folders([NOTES_DIR / folder for folder in folders])


def load_folders(folders: list[Path]) -> list[Note]:
    """The notes of these folders (``*.txt``), sorted by id. Raises CorpusError."""
    notes: dict[str, Note] = {}
    for path in sorted(path for folder in folders for path in folder.glob("*.txt")):
        note = read_note(path)
        if note.id in notes:
            raise CorpusError(f"identifiant « {note.id} » déjà pris", line=1, file=path.name)
        if note.id != path.stem:
            raise CorpusError("identifiant différent du nom du fichier", line=1, file=path.name)
        notes[note.id] = note
    return [notes[key] for key in sorted(notes)]
