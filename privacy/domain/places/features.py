"""Public health features of the communes, from a CSV file that the steward supplies (mechanisms §4).

One row a commune (INSEE code) or a department; columns of numbers. Nothing in it is secret, and nothing that is may
come in: the file becomes part of the public distance. Missing values follow a public rule: the median of the
commune's department, else the national one. The scale S_f of a feature is its national interquartile range, or what
the steward fixes.
"""

import csv
import gzip
import hashlib
import io
import math
import re
import zlib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import numpy as np

from privacy.domain.errors import BadFeatureError
from privacy.domain.mechanisms.choice import FloatRow
from privacy.domain.places.geography import Commune
from privacy.domain.places.metric import FARTHEST, Feature

if TYPE_CHECKING:
    import _csv

MAX_BYTES: Final = 20 * 1024 * 1024
MAX_COLUMNS: Final = 200
MAX_NAME: Final = 80  # characters of a column's name
_LONG_NAME: Final = f"un nom de colonne dépasse {MAX_NAME} caractères"
_GZIP: Final = b"\x1f\x8b"
COMMUNE_KEYS: Final = (
    "insee_code", "code_insee", "insee", "codgeo", "depcom", "code_commune", "com", "insee_com",
)  # fmt: skip
DEPARTMENT_KEYS: Final = (
    "dep_code", "code_departement", "departement", "dep", "code_dep", "department",
)  # fmt: skip
_NUMBER: Final = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?", re.ASCII)
_ABSENT: Final = frozenset({"", "na", "nd", "n/a", "nan", "null", "none", "."})


@dataclass(frozen=True, slots=True)
class FeatureTable:
    """A file as it was read. `values`: column → code → number; columns that are not all numbers are left out.

    `key`: the column of the codes; `by_department`: whether they are departments'. `sha256`: of the CSV's bytes.
    `left_out`: columns that are not all numbers, with the first line whose cell is not one.
    """

    name: str
    key: str
    by_department: bool
    sha256: str
    values: Mapping[str, Mapping[str, float]] = field(repr=False)
    left_out: Mapping[str, int] = field(default_factory=dict)

    @property
    def columns(self) -> tuple[str, ...]:
        return tuple(self.values)


@dataclass(frozen=True, slots=True)
class Filled:
    """One feature over the whole table. `missing`: communes that the public rule filled."""

    feature: Feature
    missing: int


@dataclass(frozen=True, slots=True)
class Column:
    """What a column says of the communes. `known`: how many have a value; the quartiles are over these."""

    name: str
    known: int
    low: float
    median: float
    high: float


def uncompressed(raw: bytes, *, name: str) -> bytes:
    """The bytes of a CSV file, which may come compressed by gzip. Raises `BadFeatureError`, never reads beyond the
    largest size allowed."""
    if raw.startswith(_GZIP):
        try:
            with gzip.GzipFile(fileobj=io.BytesIO(raw)) as stream:
                raw = stream.read(MAX_BYTES + 1)
        except (OSError, EOFError, zlib.error):
            raise BadFeatureError(name, 0, "", "archive gzip illisible") from None
    if len(raw) > MAX_BYTES:
        raise BadFeatureError(name, 0, "", "le fichier dépasse 20 Mo")
    return raw


def read_features(
    raw: bytes,
    *,
    name: str,
    columns: Collection[str] | None = None,
    most_cells: float = math.inf,
) -> FeatureTable:
    """Read a CSV file (comma, semicolon or tab; decimal comma allowed beside semicolons and tabs).

    Only the given columns, or all; `most_cells` of a table that comes in. Raises `BadFeatureError` with the line and the column: no key column, a code
    twice, rows of unequal length, an encoding other than UTF-8, no column of numbers.
    """
    raw = uncompressed(raw, name=name)
    reader = _Reader(name, _text(raw, name), most_cells)
    values: dict[str, dict[str, float]] = {}
    left_out: dict[str, int] = {}
    for column in reader.columns:
        if columns is not None and column not in columns:
            continue
        found = reader.numbers(column)
        if isinstance(found, int):
            left_out[column] = found
        else:
            values[column] = found
    if not values:
        raise BadFeatureError(name, 0, "", "aucune colonne de nombres")
    sha256 = hashlib.sha256(raw).hexdigest()
    return FeatureTable(name, reader.key, reader.by_department, sha256, values, left_out)


def describe(table: FeatureTable, communes: Sequence[Commune]) -> list[Column]:
    """Coverage and quartiles of every column over the communes; columns that say nothing of them are left out."""
    codes = [c.department if table.by_department else c.insee for c in communes]
    found: list[Column] = []
    for name, values in table.values.items():
        known = np.array([values[code] for code in codes if code in values], dtype=np.float64)
        if known.size:
            low, median, high = np.quantile(known, [0.25, 0.5, 0.75]).tolist()
            found.append(Column(name, known.size, low, median, high))
    return found


def fill(
    table: FeatureTable, communes: Sequence[Commune], scales: Mapping[str, float | None]
) -> list[Filled]:
    """The chosen columns over every commune, in the order of `scales`; None takes the interquartile range.

    Raises `BadFeatureError` for a column that is not there, without any value, constant over half of the country
    with no scale given, for a scale that is not a positive number, or far too small for a value.
    """
    return [_fill(table, communes, column, scale) for column, scale in scales.items()]


def interquartile(values: FloatRow) -> float:
    """The distance between the two quartiles (linear interpolation)."""
    low, high = np.quantile(values, [0.25, 0.75])
    return float(high - low)


def _fill(
    table: FeatureTable, communes: Sequence[Commune], column: str, scale: float | None
) -> Filled:
    known = table.values.get(column)
    if known is None:
        raise BadFeatureError(table.name, 0, column, "cette colonne de nombres n'existe pas")
    codes = [c.department if table.by_department else c.insee for c in communes]
    found = np.array([known.get(code, math.nan) for code in codes], dtype=np.float64)
    absent = np.isnan(found)
    if absent.all():
        raise BadFeatureError(table.name, 0, column, "aucun code de la table des communes")
    national = float(np.median(found[~absent]))
    medians = _medians(found, communes)
    for row in np.flatnonzero(absent).tolist():
        found[row] = medians.get(communes[row].department, national)
    chosen = interquartile(found) if scale is None else scale
    if not (chosen > 0 and math.isfinite(chosen)):
        reason = (
            "écart interquartile nul : donnez l'échelle"
            if scale is None
            else "l'échelle doit être un nombre positif"
        )
        raise BadFeatureError(table.name, 0, column, reason)
    if float(np.abs(found).max()) > FARTHEST * chosen:
        raise BadFeatureError(table.name, 0, column, "une valeur dépasse l'échelle de trop loin")
    return Filled(Feature(column, chosen, found), int(absent.sum()))


def _medians(values: FloatRow, communes: Sequence[Commune]) -> dict[str, float]:
    """Median of each department that has a value."""
    groups: dict[str, list[float]] = {}
    for commune, value in zip(communes, values.tolist(), strict=True):
        if not math.isnan(value):
            groups.setdefault(commune.department, []).append(value)
    return {code: float(np.median(found)) for code, found in groups.items()}


def _text(raw: bytes, name: str) -> str:
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        raise BadFeatureError(name, line, "", "le fichier n'est pas en UTF-8") from None
    if "\0" in text:
        line = text[: text.index("\0")].count("\n") + 1
        raise BadFeatureError(name, line, "", "la ligne contient un caractère nul")
    return text


class _Reader:
    """Rows of the file by normal code, with the line that each comes from."""

    def __init__(self, name: str, text: str, most_cells: float) -> None:
        self.name = name
        self._most_cells = most_cells
        first = text.partition("\n")[0]
        delimiter = max(",;\t", key=first.count)
        self._decimal_comma = delimiter != ","
        rows = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
        try:
            self._header = [cell.strip() for cell in next(rows)]
        except StopIteration:
            raise BadFeatureError(name, 0, "", "le fichier est vide") from None
        except csv.Error as error:
            # csv's own limit is one that other readers of this process may have moved
            reason = _LONG_NAME if "limit" in str(error) else "ligne CSV illisible"
            raise BadFeatureError(name, 1, "", reason) from None
        self.key, self.by_department = self._find_key()
        self._rows: dict[str, tuple[int, list[str]]] = {}
        self._read(rows)

    @property
    def columns(self) -> list[str]:
        return [column for column in self._header if column != self.key]

    def numbers(self, column: str) -> dict[str, float] | int:
        """The numbers of a column by code, or the first line whose cell is neither a number nor empty."""
        at = self._header.index(column)
        found: dict[str, float] = {}
        for code, (line, cells) in self._rows.items():
            text = cells[at].strip()
            if text.lower() in _ABSENT:
                continue
            text = text.replace(",", ".") if self._decimal_comma else text
            if not _NUMBER.fullmatch(text) or not math.isfinite(float(text)):
                return line
            found[code] = float(text)
        return found

    def _find_key(self) -> tuple[str, bool]:
        if len(self._header) > MAX_COLUMNS:
            raise BadFeatureError(self.name, 1, "", f"plus de {MAX_COLUMNS} colonnes")
        if any(len(column) > MAX_NAME for column in self._header):
            raise BadFeatureError(self.name, 1, "", _LONG_NAME)
        if not all(column.isprintable() for column in self._header):
            reason = "un nom de colonne contient un caractère invisible"
            raise BadFeatureError(self.name, 1, "", reason)
        folded = {column.lower(): column for column in reversed(self._header)}
        if len(folded) < len(self._header) or "" in folded:
            raise BadFeatureError(self.name, 1, "", "deux colonnes ont le même nom, ou aucun")
        for names, by_department in ((COMMUNE_KEYS, False), (DEPARTMENT_KEYS, True)):
            for key in names:
                if key in folded:
                    return folded[key], by_department
        raise BadFeatureError(
            self.name,
            1,
            "",
            "aucune colonne de codes : attendu « insee_code » ou « dep_code »",
        )

    def _read(self, rows: "_csv.Reader") -> None:
        at = self._header.index(self.key)
        try:
            for cells in rows:
                if not any(cell.strip() for cell in cells):
                    continue
                if len(cells) != len(self._header):
                    reason = f"{len(cells)} cellules, {len(self._header)} attendues"
                    raise BadFeatureError(self.name, rows.line_num, "", reason)
                code = self._code(cells[at].strip().upper(), rows.line_num)
                if code in self._rows:
                    raise BadFeatureError(self.name, rows.line_num, self.key, "code déjà présent")
                self._rows[code] = (rows.line_num, cells)
                if len(self._rows) * len(cells) > self._most_cells:
                    reason = f"plus de {self._most_cells} cellules"
                    raise BadFeatureError(self.name, rows.line_num, "", reason)
        except csv.Error:
            raise BadFeatureError(self.name, rows.line_num, "", "ligne CSV illisible") from None

    def _code(self, text: str, line: int) -> str:
        """The leading zero that a spreadsheet has eaten is given back."""
        width, pattern = (2, r"\d{2,3}|2[AB]") if self.by_department else (5, r"\d[\dAB]\d{3}")
        code = text.zfill(width) if len(text) == width - 1 else text
        if not re.fullmatch(pattern, code, re.ASCII):
            kind = "de département" if self.by_department else "INSEE"
            raise BadFeatureError(self.name, line, self.key, f"ce n'est pas un code {kind}")
        return code
