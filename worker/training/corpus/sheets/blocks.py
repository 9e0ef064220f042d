"""From a block of a kind to a table or to lines: columns of results, of hours, of dates, of sides."""

from collections.abc import Sequence
from typing import Final

from worker.training.corpus.marked import Fragment, Piece
from worker.training.corpus.sheets import axes
from worker.training.corpus.sheets.figures import RANGE, decimals_of, number
from worker.training.corpus.sheets.grid import Grid, Row, cell, joined
from worker.training.corpus.sheets.kinds import ALL, CELL, Block, cells_of
from worker.training.corpus.sheets.writer import Writer, names_someone

_MISSING: Final = (
    "",
    "",
    "-",
    "-",
    "--",
    "/",
    "ND",
    "NF",
    "n.f.",
    "abs",
    "NR",
    ".",
    "—",
    "x",
    "n/a",
    "en cours",
    "NC",
)
_FLAGS: Final = (("", ""), ("", ""), (" H", " L"), (" +", " -"), ("*", "*"), (" ↑", " ↓"), (" (H)", " (B)"), (" h", " b"), ("H", "B"), (" >", " <"), (" !", " !"))  # fmt: skip
_NORMS: Final = ("{a}-{b}", "{a}-{b}", "{a} - {b}", "({a}-{b})", "({a} - {b})", "[{a}-{b}]", "{a} à {b}", "N : {a}-{b}", "{a} – {b}", "< {b}", "N {a}/{b}", "({a} à {b})", "{a}…{b}", "de {a} à {b}", "{a}<N<{b}")  # fmt: skip
_HEADS: Final = {
    "name": ("Analyse", "Examen", "ANALYSES", "Paramètre", "Dosage", "", "Libellé", "EXAMENS", "Param.", "Test"),
    "value": ("Résultat", "RÉSULTATS", "Valeur", "Résultats", "Rés.", "Val.", "RESULTAT"),
    "unit": ("Unité", "Unités", "UNITES", "U.", "unité"),
    "norm": ("Valeurs de référence", "Normes", "VALEURS USUELLES", "Réf.", "N", "Intervalle de réf.", "V.R.", "Val. usuelles", "norme"),
    "previous": ("Antériorité", "Antér.", "Résultat antérieur", "précédent", "N-1", "ANTERIORITES", "Ant."),
    "second": ("Conv.", "SI", "mmol/L", "g/L", "autre unité"),
}  # fmt: skip
_ROW_HEADS: Final = (
    "",
    "",
    "Paramètre",
    "heure",
    "Examen",
    "H",
    "Date/heure",
    "Param.",
    "item",
    "Analyse",
    "mesure",
    "Éléments",
    "Horaire",
)
_STAFF_ROWS: Final = (
    "IDE",
    "Visa",
    "Paraphe",
    "Soignant",
    "init.",
    "par",
    "Signature",
    "fait par",
    "préleveur",
    "IDE/AS",
    "Vu par",
    "Initiales",
)
_LOT_ROWS: Final = (
    "N° échantillon",
    "Échant.",
    "n° demande",
    "N° prélèvement",
    "Tube n°",
    "N° labo",
    "Dossier",
    "N° de paillasse",
)
_MOST: Final = 8
_INTRUDED_SHARE: Final = 0.22
_INTRUDERS: Final = (
    (("Tél.", "Tél. service", "Contact", "Tel", "Rappeler au"), "<{s1.tel}|{med1.tel}|{pat.tel}>"), (("Poste", "DECT", "Bip"), "{med1.poste}"), (("N° SS", "NIR", "INS", "N° Sécu"), "{pat.nir}"), (("IPP", "ID"), "{pat.ipp}"),
    (("N° demande", "N° échantillon", "Tube", "N° dossier"), "{autre1}"), (("Prélevé le", "Date", "Reçu le"), "{date.note}"), (("Validé par", "Visa", "Par", "Opérateur"), "{med2.ini}"), (("Prescripteur", "Médecin"), "{med1}"),
    (("RPPS",), "{med1.rpps}"), (("NDA", "N° séjour"), "{pat.nda}"), (("DDN", "Né(e) le"), "{pat.ddn}"), (("Âge", "Age"), "{pat.age}"), (("FINESS",), "{h1.finess}"), (("Mobile", "Portable"), "{pat.mobile}"), (("Fax",), "{h1.fax}"),
    (("Patient", "Nom"), "{pat}"), (("IDE", "Technicien"), "{ide1}"),
)  # fmt: skip


def grid_of(block: Block, writer: Writer) -> Grid:
    """The table of a block; empty when nothing of it may be shown."""
    if block.verb == "cols":
        return _columns(block, writer)
    if block.verb == "serie":
        return _series(block, writer)
    return _table(block, writer)


def lines_of(block: Block, writer: Writer) -> list[Piece]:
    """Some of a block's lines, in their order."""
    rows = _some(block, writer)
    in_one = all(row.endswith(".") for row in rows) and writer.rng.random() < 0.7
    shown = [writer.cell(row) for row in rows]
    return joined([line for line in shown if line], " " if in_one else "\n")


def _some(block: Block, writer: Writer) -> list[str]:
    """As many rows as the block says, in their order; those that name someone only if allowed."""
    rows = [row for row in block.rows if writer.identified or "<" in row or not names_someone(row)]
    return _sampled(rows, block, writer)


def _sampled(rows: Sequence[str], block: Block, writer: Writer) -> list[str]:
    """As many of `rows` as the block says, in their order."""
    rng = writer.rng
    count = min(len(rows), rng.randint(block.low, max(block.low, block.high)))
    if block.high == ALL:
        count = len(rows)
    return [rows[place] for place in sorted(rng.sample(range(len(rows)), count))]


def _columns(block: Block, writer: Writer) -> Grid:
    rows: list[Row] = []
    sources = _some(block, writer) if writer.identified else _open(block, writer)
    for index, source in enumerate(sources, start=1):
        writer.index = index
        rows.append([writer.cell(part) for part in cells_of(source)])
    return Grid(rows, _headings(block, writer)).without_empty_columns()


def _open(block: Block, writer: Writer) -> list[str]:
    """Rows of an anonymous sheet: cells that would name someone are emptied, not their rows."""
    return [_emptied(row) for row in _sampled(block.rows, block, writer)]


def _emptied(row: str) -> str:
    """The row without the cells that would name someone; one that has a choice says something else."""
    parts = cells_of(row)
    return CELL.join("" if names_someone(part) and "<" not in part else part for part in parts)


def _headings(block: Block, writer: Writer) -> Row:
    if not block.heads or writer.rng.random() < 0.06:
        return []
    return [writer.cell(head) for head in block.heads]


def _series(block: Block, writer: Writer) -> Grid:
    """Rows that follow an axis, each after one of the block's patterns."""
    rng = writer.rng
    axis = _axis(block.axes, writer)
    rows: list[Row] = []
    sources = block.rows if writer.identified else [_emptied(row) for row in block.rows]
    for index, point in enumerate(writer.points(axis, rng.randint(block.low, block.high)), start=1):
        writer.point, writer.index = point, index
        row = [writer.cell(part) for part in cells_of(rng.choice(sources))]
        rows.append(row)
    return Grid(rows, _headings(block, writer)).without_empty_columns()


def _axis(known: Sequence[str], writer: Writer) -> str:
    """One of the block's axes; a sheet with an identity often has dates instead of days."""
    axis = writer.rng.choice(known)
    if writer.identified and axis in axes.TIMES and writer.rng.random() < 0.35:
        return "dates"
    return axis


def _table(block: Block, writer: Writer) -> Grid:
    axis = _axis(block.axes, writer)
    measures = [_Measure(row, writer) for row in _some(block, writer)]
    if axis == "results":
        grid = _results(measures, writer)
    elif axis == "values":
        grid = _values(measures, writer)
    else:
        grid = _along(axis, measures, writer)
    if writer.identified and writer.rng.random() < _INTRUDED_SHARE:
        _intrude(grid.rows, writer)
    return grid


def _intrude(rows: list[Row], writer: Writer) -> None:
    """Numbers of persons between the measures: "Tél. | 03 80 12 34 56" below "K+ | 4,1"."""
    rng = writer.rng
    for names, source in rng.sample(_INTRUDERS, rng.choice((1, 1, 2, 3))):
        row = [cell(rng.choice(names)), writer.cell(source)]
        rows.insert(rng.choice((0, len(rows), rng.randrange(len(rows) + 1))), row)


class _Measure:
    """A row's source: "Sodium;Na | mmol/L | 135~145"."""

    def __init__(self, source: str, writer: Writer) -> None:
        names, unit, pattern = (*cells_of(source), "", "")[:3]
        self.name = writer.rng.choice(names.split(";"))
        self.unit = unit.strip()
        self.pattern = pattern
        self.range = RANGE.fullmatch(pattern)

    def value(self, writer: Writer, flags: tuple[str, str] = ("", "")) -> Fragment:
        rng = writer.rng
        if self.range is None:
            return writer.cell(self.pattern)
        low, high = self.range.groups()
        first, last = number(low), number(high)
        draw, decimals = rng.random(), decimals_of(low)
        if draw < 0.72:
            return cell(writer.figures.between(low, high))
        if draw < 0.76:
            sign = rng.choice(("<", "< ", "<=", "inf. à ", ">", "> ", "≥ "))
            return cell(sign + writer.figures.written(first if "<" in sign else last, decimals))
        if draw < 0.86:
            return cell(writer.figures.written(first * rng.uniform(0.4, 0.98), decimals) + flags[1])
        return cell(
            writer.figures.written(last * (1.02 + rng.random() ** 3 * 4), decimals) + flags[0]
        )

    def norm(self, writer: Writer, shape: str) -> str:
        if self.range is None:
            return ""
        low, high = (
            writer.figures.written(number(end), decimals_of(end)) for end in self.range.groups()
        )
        return shape.format(a=low, b=high)


def _results(measures: list[_Measure], writer: Writer) -> Grid:
    """Name, value, unit, usual values, previous value: some of them, in one of several orders."""
    rng = writer.rng
    columns = ["name", "value", *rng.choice(_ORDERS)]
    flags, shape = rng.choice(_FLAGS), rng.choice(_NORMS)
    rows: list[Row] = []
    for measure in measures:
        made = {
            "name": writer.cell(measure.name),
            "value": measure.value(writer, flags),
            "unit": writer.cell(measure.unit),
            "norm": cell(measure.norm(writer, shape)),
            "previous": _maybe(measure.value(writer), writer, 0.2),
            "second": measure.value(writer),
        }
        rows.append([made[column] for column in columns])
    head = [cell(rng.choice(_HEADS[column])) for column in columns]
    if "previous" in columns and writer.identified and rng.random() < 0.6:
        head[columns.index("previous")] = writer.points("dates", 1)[0]
    return Grid(rows, head if rng.random() < 0.75 else [])


_ORDERS: Final = (
    ("unit", "norm"), ("unit", "norm", "previous"), ("norm",), ("unit",), (), ("norm", "unit"), ("previous",), ("unit", "previous", "norm"),
    ("unit", "second", "norm", "previous"), ("norm", "previous"),
)  # fmt: skip


def _values(measures: list[_Measure], writer: Writer) -> Grid:
    with_units = writer.rng.random() < 0.7
    rows = [
        [writer.cell(measure.name), _with_unit(measure, writer, shown=with_units)]
        for measure in measures
    ]
    return Grid(rows)


def _with_unit(measure: _Measure, writer: Writer, *, shown: bool) -> Fragment:
    value = measure.value(writer)
    if not shown or not measure.unit or not value:
        return value
    blank = "" if writer.rng.random() < 0.2 else " "
    return (*value, Piece(blank), *writer.cell(measure.unit))


def _along(axis: str, measures: list[_Measure], writer: Writer) -> Grid:
    """A column for each point of the axis."""
    rng = writer.rng
    many = rng.random() < 0.12
    points = writer.points(axis, rng.randint(10, 24) if many else rng.randint(2, _MOST))
    missing, empty = rng.choice((0.0, 0.0, 0.08, 0.3)), rng.choice(_MISSING)
    where = rng.choice(("label", "label", "column", "none", "bracket"))
    rows: list[Row] = []
    for measure in measures:
        values = [cell(empty) if rng.random() < missing else measure.value(writer) for _ in points]
        rows.append([*_label(measure, writer, where), *values])
    first = [cell(rng.choice(_ROW_HEADS)), *([cell("unité")] if where == "column" else [])]
    head = [*first, *points]
    if axis == "dates" and rng.random() < 0.4:
        clock = axes.hours(rng, len(points))
        rows.insert(0, [*(cell("") for _ in first[1:]), cell("heure"), *clock])
    _sign(rows, len(first), len(points), writer)
    return Grid(rows, head)


def _label(measure: _Measure, writer: Writer, where: str) -> Row:
    name = writer.cell(measure.name)
    if where == "column":
        return [name, writer.cell(measure.unit)]
    if where == "none" or not measure.unit:
        return [name]
    unit = writer.cell(measure.unit)
    if where == "bracket":
        return [(*name, Piece(" ("), *unit, Piece(")"))]
    return [(*name, Piece(" "), *unit)]


def _sign(rows: list[Row], firsts: int, count: int, writer: Writer) -> None:
    """Rows of who measured and of the samples' numbers, in a sheet with identities."""
    rng = writer.rng
    if not writer.identified:
        return
    fill: Row = [() for _ in range(firsts - 1)]
    if rng.random() < 0.35:
        signed = [writer.staff() if rng.random() < 0.9 else () for _ in range(count)]
        rows.append([cell(rng.choice(_STAFF_ROWS)), *fill, *signed])
    if rng.random() < 0.18:
        numbers = [writer.lot() for _ in range(count)]
        rows.append([cell(rng.choice(_LOT_ROWS)), *fill, *numbers])


def _maybe(fragment: Fragment, writer: Writer, share: float) -> Fragment:
    return () if writer.rng.random() < share else fragment
