"""brat's standoff files, a ``.txt`` and an ``.ann`` a note, in one zip archive."""

import re
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import BinaryIO, Final

from annotation.domain.formats.archives import (
    add,
    file_stem,
    id_of,
    member,
    members,
    open_archive,
)
from annotation.domain.formats.fields import FieldError, parse_note
from annotation.domain.formats.losses import Loss
from annotation.domain.formats.names import name_of
from annotation.domain.formats.reading import Located, Reading
from annotation.domain.formats.records import Entity, entity_records
from annotation.domain.formats.writing import Writing
from annotation.domain.labels import LABEL_SPECS
from annotation.domain.notes import Note
from annotation.domain.spans import Span
from annotation.domain.text import TextError, decode

_FRAGMENTS: Final = re.compile(r"(\S+) ([0-9]{1,9} [0-9]{1,9}(?:;[0-9]{1,9} [0-9]{1,9})*)")
_ENTITY: Final = re.compile(r"T[0-9]{0,9}")
_UNNAMED: Final = (
    "T"  # in place of a number that is none: what stands there may be a piece of the note
)
_PLACE: Final = re.compile(r"entities\[([0-9]+)\]")
DOUBT: Final = "Doubt"


@dataclass(slots=True)
class _Found:
    """A ``T`` line: where it stands and what the notes and attributes say about it."""

    line: int
    name: str
    fragments: list[tuple[int, int]]
    surface: str
    doubt: bool = False
    comments: list[str] = field(default_factory=list)


def read(stream: BinaryIO, reading: Reading) -> Iterator[Located]:
    """Pairs of an archive. A note without an ``.ann`` has no entities."""
    archive = open_archive(stream, reading)
    if archive is None:
        return
    with archive:
        names = set(members(archive))
        for name in sorted(names):
            if name.endswith(".ann") and f"{name[:-4]}.txt" not in names:
                reading.refuse(0, "", "le fichier .txt de cette annotation manque", file=name)
            elif name.lower().endswith((".ann", ".txt")) and not name.endswith((".ann", ".txt")):
                reading.refuse(0, "", "l'extension doit être en minuscules", file=name)
            elif name.endswith(".txt"):
                source = f"{name[:-4]}.ann"
                yield from _note(archive, name, source if source in names else "", reading)
            elif not name.endswith((".ann", ".conf")):
                reading.losses[Loss.MEMBERS] += 1
    reading.close()


def _note(archive: zipfile.ZipFile, name: str, source: str, reading: Reading) -> Iterator[Located]:
    """`source` is the member with the annotations, "" when there is none."""
    data = member(archive, name, reading)
    standoff = member(archive, source, reading) if source else b""
    if data is None or standoff is None:
        return
    found: dict[str, _Found] = {}
    entities: list[Entity] = []
    try:
        remarks = decode(standoff)
    except TextError as error:
        reading.refuse(0, "", error.reason, file=source)
        return
    try:
        text = decode(data)
        _collect(remarks, found, reading)
        entities = [e for key, item in found.items() for e in _entities(key, item, text, reading)]
        records = entity_records(text, entities, reading)
        note, changed = parse_note({"id": id_of(name), "text": text, "entities": records})
    except (FieldError, TextError) as error:
        path = _told(getattr(error, "field", ""), entities)
        where = _ENTITY.match(path)
        line = found[where[0]].line if where and where[0] in found else 0
        file = source if where else name
        reading.refuse(line, path, error.reason, file=file)
        return
    if reading.accept(0, note, changed=changed, file=name):
        yield 0, note


def _told(path: str, entities: list[Entity]) -> str:
    """« entities[0].comment » as « T1.comment »."""
    place = _PLACE.match(path)
    return entities[int(place[1])].path + path[place.end() :] if place else path


def _collect(standoff: str, found: dict[str, _Found], reading: Reading) -> None:
    """Fills `found`; the line of an entity that can't be read is kept for its refusal."""
    for number, line in enumerate(standoff.split("\n"), start=1):
        if not line.strip():
            continue
        key, _, rest = line.lstrip("\ufeff ").rstrip("\r").partition("\t")
        if key.startswith("T"):
            if _ENTITY.fullmatch(key) is None:
                key, rest = _UNNAMED, ""
            if key in found:
                found[key] = _Found(number, "", [], "")
                raise FieldError(key, "ce numéro est déjà celui d'une autre entité")
            found[key] = _Found(number, "", [], "")
            found[key] = _parse(key, number, rest)
        elif not _attach(key, rest, found):
            reading.losses[Loss.RELATIONS] += 1


def _parse(key: str, number: int, rest: str) -> _Found:
    head, _, surface = rest.partition("\t")
    match = _FRAGMENTS.fullmatch(head)
    if match is None:
        raise FieldError(key, "« étiquette début fin » est attendu après le numéro")
    fragments = [tuple(map(int, part.split())) for part in match[2].split(";")]
    return _Found(number, match[1], [(a, b) for a, b in fragments], surface)


def _attach(key: str, rest: str, found: dict[str, _Found]) -> bool:
    """Notes and the attribute of doubt belong to entities read before; all else is foreign."""
    head, _, text = rest.partition("\t")
    kind, _, target = head.partition(" ")
    if target not in found:
        return False
    if key.startswith("#") and kind == "AnnotatorNotes":
        found[target].comments.append(text)
        return True
    if key[:1] in "AM" and kind == DOUBT:
        found[target].doubt = True
        return True
    return False


def _entities(key: str, found: _Found, text: str, reading: Reading) -> list[Entity]:
    """One entity, or several when text lies between the fragments; blanks between them join."""
    joined = [found.fragments[0]]
    for start, end in found.fragments[1:]:
        if text[joined[-1][1] : start].strip():
            joined.append((start, end))
        else:
            joined[-1] = (joined[-1][0], end)
    whole = len(joined) == 1
    reading.losses[Loss.DISCONTINUOUS] += int(not whole)
    return [
        Entity(
            key if whole else f"{key}[{i}]",
            start,
            end,
            found.name,
            surface=found.surface if whole and found.surface else None,
            doubt=found.doubt,
            comment="\n".join(found.comments),
        )
        for i, (start, end) in enumerate(joined)
    ]


def write(notes: Iterable[Note], stream: BinaryIO, writing: Writing) -> None:
    """An archive that brat opens as a collection: ``annotation.conf`` included."""
    with zipfile.ZipFile(stream, "w") as archive:
        add(archive, "annotation.conf", _configuration())
        for note in notes:
            writing.notes += 1
            details = (Loss.SCORES, Loss.SOURCES, Loss.EMPTY_SUBTYPES)
            writing.lose_details(note, *details)
            writing.lose_patient(note)
            writing.lose(Loss.META, int(bool(note.meta)))
            stem = file_stem(note.id)
            add(archive, f"{stem}.txt", note.text)
            add(archive, f"{stem}.ann", standoff_of(note))


def standoff_of(note: Note) -> str:
    """The ``.ann`` text: entities, then doubts and comments."""
    entities, remarks = [], []
    for number, span in enumerate(note.entities, start=1):
        bounds = _by_line(span, note.text)
        where = ";".join(f"{start} {end}" for start, end in bounds)
        surface = " ".join(note.text[start:end] for start, end in bounds)
        entities.append(f"T{number}\t{name_of(span)} {where}\t{surface}\n")
        if span.doubt:
            remarks.append(f"A{number}\t{DOUBT} T{number}\n")
        if span.comment:
            said = " ".join(span.comment.split())
            remarks.append(f"#{number}\tAnnotatorNotes T{number}\t{said}\n")
    return "".join(entities + remarks)


def _by_line(span: Span, text: str) -> list[tuple[int, int]]:
    """brat can't hold a line end inside a fragment."""
    bounds = []
    for match in re.finditer(r"[^\n]*[^\s]", text[span.start : span.end]):
        start = span.start + match.start()
        bounds.append((start + len(match[0]) - len(match[0].lstrip()), span.start + match.end()))
    return bounds


def _configuration() -> str:
    names = dict.fromkeys(
        name for spec in LABEL_SPECS.values() for name in (str(spec.label), *spec.subtypes)
    )
    return (
        "[entities]\n"
        + "".join(f"{name}\n" for name in names)
        + "[relations]\n<OVERLAP>\tArg1:<ANY>, Arg2:<ANY>, <OVL-TYPE>:<ANY>\n"
        + f"[events]\n[attributes]\n{DOUBT}\tArg:<ENTITY>\n"
    )
