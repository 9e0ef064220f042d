r"""Kinds of sheet, read from `kinds/*.txt`: a family of sheets is a title and blocks of rows.

    ## sheet-lab-ionogramme
    #! patient: femme 20-40 ; identité: toujours
    @titre IONOGRAMME | Biochimie sanguine
    @table results,hours 5-12
    Sodium;Na;Na+ | mmol/L | 135~145
    @cols 3-8 Nerf | Latence ms | Amplitude mV
    Médian D | [2,8~4,4] | [4,0~12,0]
    @serie hours 5-10 Heure | PA | IDE
    %t | [90~160]/[40~95] | %staff
    @lignes 1-3
    P/F [80~420] (Berlin 2012)

Cells are parted by `` | ``; a cell is a template (README of the corpus) with the numbers of
`figures` and the tokens of `writer`. A bare `135~145` is a measure with its usual values.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, cached_property
from pathlib import Path
from typing import Final

from worker.training.corpus import library, template
from worker.training.corpus.library import Family, Split

HERE: Final = Path(__file__).parent / "kinds"
DOCUMENT_TYPE: Final = "fiche"
CELL: Final = " | "
ALL: Final = 99  # a block's `high` when its line gives no count: every row
_BAR: Final = re.compile(r" \|(?= |$)")
_VERBS: Final = ("table", "cols", "serie", "lignes", "titre")
_HEAD: Final = re.compile(r"@(\w+)(?: ([a-z]+(?:,[a-z]+)*))?(?: (\d+)(?:-(\d+))?)?(?: (.*))?")


@dataclass(frozen=True, slots=True)
class Block:
    """`verb` table, cols, serie or lignes; `low` to `high` of `rows` are used."""

    verb: str
    axes: tuple[str, ...]
    low: int
    high: int
    heads: tuple[str, ...]
    rows: tuple[str, ...]


@dataclass(frozen=True)
class Kind:
    """`identified` True: always someone's sheet, False: never, None: as it is drawn."""

    family: Family
    titles: tuple[str, ...]
    blocks: tuple[Block, ...]
    identified: bool | None

    @cached_property
    def supposed(self) -> Family:
        """What its comment says of the patient (`generator.wishes_of`), without its rows."""
        return replace(self.family, source="")


def read(content: str, file: str) -> Iterator[Kind]:
    """The kinds of one file. Raises TemplateError for a line that no block holds."""
    for family in library.read_families(content, DOCUMENT_TYPE, file):
        yield kind_of(family)


def kind_of(family: Family) -> Kind:
    """Raises TemplateError with the line of what cannot be read."""
    titles: tuple[str, ...] = ()
    blocks: list[Block] = []
    for number, line in enumerate(family.source.split("\n"), start=family.line + 1):
        if line.startswith("@titre "):
            titles = tuple(cells_of(escaped(line.removeprefix("@titre "))))
        elif line.startswith("@"):
            blocks.append(_block(line, number, family.file))
        elif line.replace(template.NOTHING, "").strip():
            if not blocks:
                raise template.TemplateError("ligne hors d'un bloc", line=number, file=family.file)
            blocks[-1] = replace(blocks[-1], rows=(*blocks[-1].rows, escaped(line)))
    told = " ".join(family.comments)
    identified = True if "toujours" in told else False if "jamais" in told else None
    return Kind(family, titles, tuple(blocks), identified)


def _block(line: str, number: int, file: str) -> Block:
    head = _HEAD.fullmatch(line)
    if head is None or head.group(1) not in _VERBS:
        raise template.TemplateError(f"bloc inconnu : {line}", line=number, file=file)
    verb, axes, low, high, heads = head.groups()
    least = int(low or 1)
    return Block(
        verb,
        tuple((axes or "").split(",")),
        least,
        int(high or (least if low else ALL)),
        tuple(cells_of(escaped(heads))) if heads else (),
        (),
    )


def cells_of(line: str) -> list[str]:
    """ "Hb | | 12~16" → "Hb", "", "12~16"."""
    return [part.strip() for part in _BAR.split(f" {line}")]


_LITERAL: Final = re.compile(r"(?<!\\)<(?=[ =])|(?<= )>(?=[ =\d])|(?<= [-=])>")


def escaped(line: str) -> str:
    r""" "PaO2 < 60 -> O2" → "PaO2 \< 60 -\> O2": a sign beside a blank opens no alternative."""
    return _LITERAL.sub(lambda match: "\\" + match.group(), line)


@cache
def all_kinds() -> tuple[Kind, ...]:
    """The package's kinds by their name. Raises TemplateError."""
    found: dict[str, Kind] = {}
    for path in sorted(HERE.glob("*.txt")):
        for kind in read(path.read_text("utf-8"), str(path)):
            if kind.family.id in found:
                reason = f"identifiant déjà pris : {kind.family.id}"
                raise template.TemplateError(reason, line=kind.family.line, file=str(path))
            found[kind.family.id] = kind
    return tuple(found[name] for name in sorted(found))


@cache
def by_split() -> dict[Split, tuple[Kind, ...]]:
    """Kinds of each side: the hash of the name decides, as for other families."""
    kinds = {kind.family.id: kind for kind in all_kinds()}
    sides: dict[Split, list[Kind]] = {split: [] for split in library.SPLITS}
    for family, split in library.split_of_type([kind.family for kind in kinds.values()]):
        sides[split].append(kinds[family.id])
    return {
        split: tuple(sorted(found, key=lambda k: k.family.id)) for split, found in sides.items()
    }
