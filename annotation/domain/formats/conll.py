"""CoNLL-2003: one token a line, its tag last. Blanks, overlaps and identities are lost."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import BinaryIO, Final

from annotation.domain.formats.fields import FieldError, parse_note
from annotation.domain.formats.jsonl import bounded_lines
from annotation.domain.formats.losses import Loss
from annotation.domain.formats.names import name_of, parse_name
from annotation.domain.formats.pieces import lines_of, pieces
from annotation.domain.formats.reading import Located, Reading
from annotation.domain.formats.records import note_id, numbered
from annotation.domain.formats.writing import Writing
from annotation.domain.notes import Note
from annotation.domain.spans import Span
from annotation.domain.text import TextError, decode

_DOCUMENT: Final = "-DOCSTART-"
_NAMED: Final = re.compile(r"-DOCSTART-\s+\((.*)\)(?:\s+\S+)?")
_TAG: Final = re.compile(r"([BIESLU])-(\S+)")


@dataclass(slots=True)
class _Draft:
    """A note while its lines come in. `open` is the entity that the next I- tag continues."""

    line: int
    id: str = ""
    tokens: list[str] = field(default_factory=list)
    length: int = 0
    spans: list[tuple[int, int, str, int]] = field(default_factory=list)
    open: str = ""
    fresh: bool = True

    def add(self, token: str, tag: str, line: int) -> None:
        gap = "" if self.fresh else " "
        self.tokens += [gap, token]
        start = self.length + len(gap)
        self.length = start + len(token)
        self.fresh = False
        match = _TAG.fullmatch(tag)
        if match is None:
            if tag != "O":
                raise FieldError("", "O, ou B-, I-, E-, S- et une étiquette sont attendus")
            self.open = ""
            return
        begins = match[1] in "BSU" or self.open != match[2]
        if begins:
            self.spans.append((start, self.length, match[2], line))
        else:
            self.spans[-1] = (self.spans[-1][0], self.length, *self.spans[-1][2:])
        self.open = "" if match[1] in "ELSU" else match[2]

    def end_sentence(self) -> None:
        if not self.fresh:
            self.tokens.append("\n")
            self.length += 1
            self.fresh, self.open = True, ""


def read(stream: BinaryIO, reading: Reading) -> Iterator[Located]:
    """Notes parted by ``-DOCSTART-`` lines (``-DOCSTART- (id)`` names one); the first column is
    the token, the last the tag (BIO, IOB1, BIOES). Text is the tokens with single blanks."""
    draft, bad = _Draft(1), False
    for number, raw in numbered(bounded_lines(stream)):
        try:
            line = decode(raw).strip("\r\n")
            if line.startswith(_DOCUMENT):
                yield from () if bad else _close(draft, reading)
                named = _NAMED.fullmatch(line.strip())
                draft, bad = _Draft(number, named[1] if named else ""), False
            elif not line.strip():
                draft.end_sentence()
            else:
                _add(draft, line, number)
        except (FieldError, TextError) as error:
            reading.refuse(number, "", error.reason)
            bad = True
    yield from () if bad else _close(draft, reading)
    reading.close()


def _add(draft: _Draft, line: str, number: int) -> None:
    columns = line.split()
    if len(columns) < 2:
        raise FieldError("", "un mot et son étiquette sont attendus")
    draft.add(columns[0], columns[-1], number)


def _close(draft: _Draft, reading: Reading) -> Iterator[Located]:
    if not draft.tokens:
        return
    text = "".join(draft.tokens).rstrip("\n")
    entities = []
    for start, end, name, line in draft.spans:
        try:
            label, subtype = parse_name(name, "")
        except FieldError as error:
            reading.refuse(line, "", error.reason)
            return
        entities.append({"start": start, "end": end, "label": label, "subtype": subtype})
    record = {"id": note_id(draft.id, draft.line, text), "text": text, "entities": entities}
    try:
        note, _changed = parse_note(record)
    except FieldError as error:
        reading.refuse(draft.line, error.field, error.reason)
        return
    if reading.accept(draft.line, note, changed=False):
        yield draft.line, note


def write_bio(notes: Iterable[Note], stream: BinaryIO, writing: Writing) -> None:
    """Tags B-, I-, O. A line of the note is a sentence."""
    _write(notes, stream, writing, scheme="BIO")


def write_bioes(notes: Iterable[Note], stream: BinaryIO, writing: Writing) -> None:
    """Tags B-, I-, E-, S-, O."""
    _write(notes, stream, writing, scheme="BIOES")


def _write(notes: Iterable[Note], stream: BinaryIO, writing: Writing, *, scheme: str) -> None:
    for note in notes:
        writing.notes += 1
        _count(note, writing)
        spans = writing.flat(note)
        bounds = pieces(note.text, spans)
        stream.write(f"{_DOCUMENT} ({note.id}) O\n\n".encode())
        rest = iter(spans)
        span = next(rest, None)
        written = []
        for line in lines_of(note.text, bounds):
            for start, end in line:
                while span is not None and span.end <= start:
                    span = next(rest, None)
                tag = _tag(span, start, end, scheme)
                stream.write(f"{note.text[start:end]} {tag}\n".encode())
            stream.write(b"\n")
            written.append(" ".join(note.text[start:end] for start, end in line))
        writing.lose(Loss.BLANKS, int("\n".join(written) != note.text))


def _tag(span: Span | None, start: int, end: int, scheme: str) -> str:
    if span is None or start < span.start:
        return "O"
    first, last = start == span.start, end == span.end
    letter = "B" if first else "I"
    if scheme == "BIOES" and last:
        letter = "S" if first else "E"
    return f"{letter}-{name_of(span)}"


def _count(note: Note, writing: Writing) -> None:
    writing.lose_patient(note)
    writing.lose(Loss.META, int(bool(note.meta)))
    details = (Loss.SCORES, Loss.SOURCES, Loss.COMMENTS, Loss.EMPTY_SUBTYPES)
    writing.lose_details(note, *details)
    cut = sum("\n" in note.text[span.start : span.end] for span in note.entities)
    writing.lose(Loss.DISCONTINUOUS, cut)
