"""Plain text: a file is one note, an archive of files as many."""

import zipfile
from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import BinaryIO, Final

from annotation.domain.foreign import HEAD_BYTES, foreign
from annotation.domain.formats.archives import (
    add,
    contents,
    file_stem,
    id_of,
)
from annotation.domain.formats.docx import OLD_HEAD, OLD_WORD
from annotation.domain.formats.errors import FormatError
from annotation.domain.formats.fields import FieldError, parse_note
from annotation.domain.formats.losses import Loss
from annotation.domain.formats.reading import Located, Reading
from annotation.domain.formats.writing import Writing
from annotation.domain.notes import Note
from annotation.domain.text import TextError, decode, is_blank, normalise

MAX_FILE_BYTES = 10 * 1024 * 1024
# Files of other programs under the name of a text; some of them hold nothing but signs, and would be read as a note.
_PACKED: Final = "ce n'est pas un texte, mais une archive ZIP, un document Word ou un classeur"
_OTHERS: Final = (
    (b"%PDF-", "ce n'est pas un texte, mais un PDF"),
    (b"PK\x03\x04", _PACKED),
    (b"PK\x05\x06", _PACKED),  # without a member
    (b"PK\x07\x08", _PACKED),  # in several files
    # « PAR1 » alone begins notes, too
    (b"PAR1\x15", "ce n'est pas un texte, mais un tableau Parquet"),
    (OLD_HEAD, OLD_WORD),
    (b"\x1f\x8b", "ce n'est pas un texte, mais une archive gzip : décompressez-la d'abord"),
)


def no_text(head: bytes) -> str:
    """What a file that begins so is instead of a text, as a French sentence; "" for what may be one."""
    beginning = head[:HEAD_BYTES].removeprefix(b"\xef\xbb\xbf").lstrip()
    reasons = (reason for start, reason in _OTHERS if beginning.startswith(start))
    return foreign(head) or foreign(beginning) or next(reasons, "")


def decode_plain(data: bytes) -> str:
    """UTF-8 bytes to text. Raises TextError, also for what is a file of another kind."""
    if reason := no_text(data):
        raise TextError(reason)
    return decode(data)


def read_plain(data: bytes, *, file_name: str, note_id: str) -> Note:
    """The note `note_id` whose text is the file's; line ends are normalised.

    Raises FormatError when the file is empty, too long, not UTF-8 or holds a NUL.
    """
    if len(data) > MAX_FILE_BYTES:
        limit = MAX_FILE_BYTES // (1024 * 1024)
        raise FormatError(file_name, 0, "", f"le fichier dépasse {limit} Mo")
    try:
        text = normalise(decode_plain(data)).text
    except TextError as error:
        raise FormatError(file_name, 0, "", error.reason) from None
    if is_blank(text):
        raise FormatError(file_name, 0, "", "le fichier est vide")
    return Note(id=note_id, text=text)


def read(stream: BinaryIO, reading: Reading) -> Iterator[Located]:
    """The file as one note, named after its text: a file's own name may be a patient's."""
    data = stream.read(MAX_FILE_BYTES + 1)
    try:
        note = read_plain(data, file_name=reading.file, note_id="texte")
    except FormatError as error:
        reading.refuse(error.line, error.field, error.reason)
        return
    digest = sha256(note.text.encode()).hexdigest()
    note = Note(id=f"texte-{digest[:16]}", text=note.text)
    if reading.accept(0, note, changed=b"\r" in data or data.startswith(b"\xef\xbb\xbf")):
        yield 0, note


def read_archive(stream: BinaryIO, reading: Reading) -> Iterator[Located]:
    """One note for each ``.txt``; its id is the file's path in the archive."""
    for name, data in contents(stream, ".txt", reading):
        try:
            note, changed = parse_note({"id": id_of(name), "text": decode_plain(data)})
        except (FieldError, TextError) as error:
            reading.refuse(0, getattr(error, "field", ""), error.reason, file=name)
            continue
        if reading.accept(0, note, changed=changed, file=name):
            yield 0, note
    reading.close()


def write(notes: Iterable[Note], stream: BinaryIO, writing: Writing) -> None:
    """An archive with one ``.txt`` a note; only texts and ids remain."""
    with zipfile.ZipFile(stream, "w") as archive:
        for note in notes:
            writing.notes += 1
            writing.lose_patient(note)
            writing.lose(Loss.META, int(bool(note.meta)))
            writing.lose(Loss.ENTITIES, len(note.entities))
            add(archive, f"{file_stem(note.id)}.txt", note.text)
