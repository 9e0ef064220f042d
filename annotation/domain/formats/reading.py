"""What a reader of files needs around it: where errors go, what was changed, which ids are taken."""

import hashlib
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import BinaryIO, Final

from annotation.domain.formats.errors import FormatError
from annotation.domain.formats.losses import Loss
from annotation.domain.formats.margins import Margins
from annotation.domain.formats.unknown import UnknownFields
from annotation.domain.notes import Note

DUPLICATE = "identifiant déjà présent dans ce fichier"
Located = tuple[int, Note]  # line of the file, 0 where lines mean nothing, and the note there


def _raise(error: FormatError) -> None:
    raise error


# UTF-8 that was read as Latin-1 or Windows-1252 and written as UTF-8 again: « é » is « Ã© » then, « ’ » « â€™ ».
_MISREAD: Final = ("Ã", "Â", "â€")
_READ_TWICE: Final = re.compile("[ÃÂ][\x80-\xbf]|Ã[€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]|â€[™œ¦“”]")


@dataclass(slots=True)
class Reading:
    """One pass over one file.

    `on_error` raises by default, so that the first error ends the pass; one that returns makes the
    reader go on with the next note. `on_member` is told each member of an archive before it is read: who is
    killed in the middle has said where. `on_normalised` is told the line of every note whose line ends
    were rewritten. `unknown` collects the fields that nobody reads, `margins` the headers and footers of PDFs.
    """

    file: str
    on_error: Callable[[FormatError], None] = _raise
    on_normalised: Callable[[int], None] | None = None
    losses: Counter[Loss] = field(default_factory=Counter)
    unknown: UnknownFields = field(default_factory=UnknownFields)
    on_member: Callable[[str], None] | None = None
    margins: Margins = field(default_factory=Margins)
    notes: int = 0
    refused: int = 0
    _seen: set[bytes] = field(default_factory=set)
    _births: dict[int, int] = field(default_factory=dict)  # by patient, both as hashes

    def refuse(self, line: int, path: str, reason: str, *, file: str = "") -> None:
        """`file` is a member of an archive."""
        self.refused += 1
        self.on_error(FormatError(file or self.file, line, path, reason))

    def accept(self, line: int, note: Note, *, changed: bool, file: str = "") -> bool:
        """Counts the note; False, after a refusal, when its id was there before."""
        key = hashlib.blake2b(note.id.encode(), digest_size=16).digest()
        if key in self._seen:
            self.refuse(line, "id", DUPLICATE, file=file)
            return False
        self._seen.add(key)
        self.notes += 1
        # to look for three letters takes a twentieth of what the pattern does
        if any(map(note.text.__contains__, _MISREAD)) and _READ_TWICE.search(note.text):
            self.losses[Loss.MOJIBAKE] += 1
        self._compare_birth(note)
        if changed and self.on_normalised is not None:
            self.on_normalised(line)
        return True

    def _compare_birth(self, note: Note) -> None:
        """Two days of birth are two people under one number, or a slip."""
        owner, birth = note.patient.id, note.patient.birth_date
        if owner and birth:
            born = hash(birth)
            self.losses[Loss.BIRTHS] += self._births.setdefault(hash(owner), born) != born

    def enter(self, member: str) -> None:
        """Says which member of an archive comes next."""
        if self.on_member is not None:
            self.on_member(member)

    def close(self) -> None:
        """Refuses a file in which nothing was found."""
        if not self.notes and not self.refused:
            self.refuse(0, "", "le fichier est vide (aucune note)")


Reader = Callable[[BinaryIO, Reading], Iterator[Located]]
