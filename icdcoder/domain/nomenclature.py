"""The CIM-10 FR as read from the file that `manage.py fetch_cim10` prepared, or from ATIH's own."""

import csv
import gzip
import re
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from icdcoder.domain.chapters import block_of, chapter_of
from icdcoder.domain.codes import InvalidCodeError, parse_code

HEADER: Final = ("code", "type", "ssr", "psy", "short", "long")
_RETIRED = re.compile(r"^\*{3}\s*SU\d*\s*\*{3}\s*")
_UNSPECIFIED = re.compile(
    r"sans (?:autre )?précision|non précisée?s?|\bSAI\b|autres? et non", re.IGNORECASE
)
_LONGEST: Final = 2_000  # characters of a label; ATIH's reach 250
_CATEGORY_ONLY = "3"  # ATIH, "type MCO": 3 = subdivided category, never coded itself


class NomenclatureMissingError(Exception):
    """The CIM-10 file is not there; the message says which command brings it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        super().__init__(
            "La nomenclature CIM-10 n'est pas installée. Lancez « manage.py fetch_cim10 », ou "
            "« manage.py fetch_cim10 --from LIBCIM10MULTI.TXT » avec le fichier de l'ATIH."
        )


class NomenclatureInvalidError(Exception):
    """A line can't be read; carries file name, line (1-based) and reason."""

    def __init__(self, file: str, line: int, reason: str) -> None:
        self.file, self.line, self.reason = file, line, reason
        super().__init__(f"{file}, ligne {line} : {reason}.")


@dataclass(frozen=True, slots=True)
class CodeEntry:
    """`is_codable` is False for subdivided categories, `is_retired` for codes ATIH removed."""

    code: str
    label: str
    short: str
    is_codable: bool
    is_retired: bool


class Nomenclature:
    """Codes with labels and their hierarchy: chapter > block > category > subcategories."""

    def __init__(self, entries: Iterable[CodeEntry]) -> None:
        self._entries = {entry.code: entry for entry in entries}
        self._children: dict[str, list[str]] = {}
        for code in sorted(self._entries):
            parent = self.parent(code)
            if parent in self._entries:
                self._children.setdefault(parent, []).append(code)
        self._defaults: dict[str, str | None] = {}  # of codes that were asked for

    def __len__(self) -> int:
        return len(self._entries)

    def __contains__(self, code: object) -> bool:
        return code in self._entries

    def __iter__(self) -> Iterator[CodeEntry]:
        return iter(self._entries.values())

    def get(self, code: str) -> CodeEntry | None:
        """The entry of a code in any writing ("E11.9", "e119"); None when unknown."""
        if code in self._entries:
            return self._entries[code]
        try:
            return self._entries.get(parse_code(code))
        except InvalidCodeError:
            return None

    def label(self, code: str) -> str:
        """The code's label, or "" when the code is unknown."""
        entry = self.get(code)
        return entry.label if entry else ""

    def parent(self, code: str) -> str | None:
        """One step up: longest known prefix, then the block ("E10-E14"), then the chapter ("IV"),
        then None."""
        if code.isalpha():  # a chapter's Roman number
            return None
        if "-" in code:
            chapter = chapter_of(code)
            return chapter.number if chapter else None
        for length in range(len(code) - 1, 2, -1):
            if code[:length] in self._entries:
                return code[:length]
        return block_of(code)

    def ancestors(self, code: str) -> list[str]:
        """Known codes above, nearest first, without blocks and chapters."""
        return [code[:n] for n in range(len(code) - 1, 2, -1) if code[:n] in self._entries]

    def nearest(self, code: str) -> str | None:
        """The code itself if it is in force here, else its nearest known ancestor."""
        for candidate in (code, *self.ancestors(code)):
            entry = self._entries.get(candidate)
            if entry is not None and not entry.is_retired:
                return candidate
        return None

    def children(self, code: str) -> list[str]:
        """Known codes one step below, in order."""
        return self._children.get(code, [])

    def is_codable(self, code: str) -> bool:
        """Known, in force, and not a category that PMSI forbids."""
        entry = self._entries.get(code)
        return entry is not None and entry.is_codable and not entry.is_retired

    def default(self, code: str) -> str | None:
        """The code to propose where nothing more is known; None where nothing may be coded.

        Of "S720" (forbidden) it is "S7200", the closed fracture; of "E119" it is "E1198". A code that may
        be coded and is still subdivided goes to its descendant "sans précision", as PMSI coders do
        ("K635" → "K635+8"), but for the behaviour of chapter V.
        """
        if code not in self._defaults:
            self._defaults[code] = self._default(code)
        return self._defaults[code]

    def _default(self, code: str) -> str | None:
        if self.is_codable(code):
            kept = [] if code[0] in "FVWXY" else self.children(code)
            told = [c for c in kept if self.is_codable(c) and self._is_unspecified(c)]
            return min(told, key=self._says, default=code)
        candidates = [c for child in self.children(code) if (c := self.default(child)) is not None]
        return min(candidates, key=self._says, default=None)

    def _is_unspecified(self, code: str) -> bool:
        return _UNSPECIFIED.search(self._entries[code].label) is not None

    def _says(self, code: str) -> tuple[bool, bool, bool, int, str]:
        """Least for the descendant that adds least to its parent."""
        label = self._entries[code].label
        return (
            not self._is_unspecified(code),
            code[-1] != "9",
            code[-1] != "8" and "fermée" not in label,
            len(code),
            code,
        )


def _entry(row: list[str], file: str, line: int) -> CodeEntry:
    if len(row) < len(HEADER):
        raise NomenclatureInvalidError(
            file, line, f"{len(HEADER)} colonnes attendues, {len(row)} lues"
        )
    try:
        code = parse_code(row[0])
    except InvalidCodeError:
        raise NomenclatureInvalidError(file, line, "le premier champ n'est pas un code") from None
    label = " ".join(row[5].split())
    if reason := _wrong_label(label) or (row[4].strip() and _wrong_label(row[4].strip())):
        raise NomenclatureInvalidError(file, line, reason)
    return CodeEntry(
        code=code,
        label=_RETIRED.sub("", label),
        short=_RETIRED.sub("", row[4].strip()),
        is_codable=row[1].strip() != _CATEGORY_ONLY,
        is_retired=bool(_RETIRED.match(label)),
    )


def _wrong_label(label: str) -> str:
    """Why no page can show it; "" for a good one."""
    if not label:
        return "le libellé est vide"
    if len(label) > _LONGEST:
        return f"le libellé dépasse {_LONGEST} caractères"
    return "" if label.isprintable() else "le libellé contient un caractère invisible"


def _once(entries: Iterable[tuple[int, CodeEntry]], file: str) -> Iterator[CodeEntry]:
    """Raises NomenclatureInvalidError for a code of two lines: which label holds is not ours to choose."""
    lines: dict[str, int] = {}
    for line, entry in entries:
        if (first := lines.setdefault(entry.code, line)) != line:
            raise NomenclatureInvalidError(
                file, line, f"ce code est déjà celui de la ligne {first}"
            )
        yield entry


def read_atih(lines: Iterable[str], file: str) -> Iterator[CodeEntry]:
    """ATIH's LIBCIM10MULTI: `code|type MCO|profil SSR|type PSY|libellé court|libellé`, no header."""
    rows = ((number, line.rstrip("\r\n")) for number, line in enumerate(lines, start=1))
    given = (
        (number, _entry(row.split("|", 5), file, number)) for number, row in rows if row.strip()
    )
    yield from _once(given, file)


def read_csv(lines: Iterable[str], file: str) -> Iterator[CodeEntry]:
    """Comma-separated with the header code,type,ssr,psy,short,long."""
    rows = csv.reader(lines)
    try:
        if tuple(next(rows, ())) != HEADER:
            raise NomenclatureInvalidError(file, 1, f"en-tête attendu : {','.join(HEADER)}")
        yield from _once(
            ((rows.line_num, _entry(row, file, rows.line_num)) for row in rows if row), file
        )
    except csv.Error:
        raise NomenclatureInvalidError(file, rows.line_num, "ligne CSV illisible") from None


def load_nomenclature(path: Path) -> Nomenclature:
    """Reads the prepared file. Raises NomenclatureMissingError, NomenclatureInvalidError."""
    if not path.is_file():
        raise NomenclatureMissingError(path)
    try:
        with gzip.open(path, "rt", encoding="utf-8", newline="") as stream:
            nomenclature = Nomenclature(read_csv(stream, path.name))
    except (OSError, EOFError, UnicodeDecodeError, zlib.error) as error:
        raise NomenclatureInvalidError(path.name, 1, "fichier illisible ou tronqué") from error
    if not len(nomenclature):
        raise NomenclatureInvalidError(path.name, 1, "aucun code")
    return nomenclature
