"""A plain text file is one note."""

from annotation.domain.formats.errors import FormatError
from annotation.domain.notes import Note
from annotation.domain.text import TextError, decode, normalise

MAX_FILE_BYTES = 10 * 1024 * 1024


def read_plain(data: bytes, *, file_name: str, note_id: str) -> Note:
    """The note `note_id` whose text is the file's; line ends are normalised.

    Raises FormatError when the file is empty, too long, not UTF-8 or holds a NUL.
    """
    if len(data) > MAX_FILE_BYTES:
        limit = MAX_FILE_BYTES // (1024 * 1024)
        raise FormatError(file_name, 0, "", f"le fichier dépasse {limit} Mo")
    try:
        text = normalise(decode(data)).text
    except TextError as error:
        raise FormatError(file_name, 0, "", error.reason) from None
    if not text.strip():
        raise FormatError(file_name, 0, "", "le fichier est vide")
    return Note(id=note_id, text=text)
