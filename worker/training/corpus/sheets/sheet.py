"""Sheets of one side of the split: a kind's blocks, laid out, with or without an identity."""

import re
from collections.abc import Iterator
from random import Random
from typing import Final, Literal

from annotation.domain.control_keys import nir_is_valid
from worker.training.corpus import generator, pages, style
from worker.training.corpus.generator import GeneratedNote
from worker.training.corpus.library import Library, Split
from worker.training.corpus.marked import Marked, Piece, join
from worker.training.corpus.render import Renderer
from worker.training.corpus.sheets import damage, identity, layout
from worker.training.corpus.sheets.blocks import grid_of, lines_of
from worker.training.corpus.sheets.grid import Grid
from worker.training.corpus.sheets.kinds import Block, Kind, by_split
from worker.training.corpus.sheets.writer import Writer
from worker.training.corpus.slots import Slots
from worker.training.corpus.world import World

Presence = Literal["none", "lonely", "full"]

_PRESENCES: Final[tuple[Presence, ...]] = ("none", "lonely", "full")
_SHARES: Final = (0.36, 0.16, 0.48)
_MIXED_SHARE: Final = 0.14
_DAMAGED_SHARE: Final = 0.14
_CLEAN_SHARE: Final = 0.62
_DEPARTURES: Final = (
    "capitales", "minuscules", "sans accents", "accents perdus", "noms en capitales", "typographie", "doubles espaces", "tabulations", "chiffres espacés", "numérisation",
    "lignes vides", "retrait", "extrait", "lignes coupées", "sur une ligne", "fautes", "noms collés", "champs collés",
)  # fmt: skip
_NIR_LIKE: Final = re.compile(r"(?<!\d)(?=([12](?:[ .\-/|;\t]?\d){14})(?!\d))")
_TRIES: Final = 8


def generate_sheets(seed: int, count: int, split: Split) -> Iterator[GeneratedNote]:
    """`count` sheets of the kinds of `split`, each kind about equally often.

    The same arguments give the same sheets, whatever the process. Some of them stand within a note
    of the families of the same side. Raises TemplateError when a kind is wrong.
    """
    library = generator.default_library()
    kinds = by_split()[split]
    order: list[Kind] = []
    for index in range(count):
        turn, place = divmod(index, len(kinds))
        if not place:
            order = list(kinds)
            Random(f"sheets:{seed}:{split}:{turn}").shuffle(order)  # noqa: S311 - training data
        yield sheet_of(order[place], library, split, f"{seed}:{split}:{index}")


def sheet_of(kind: Kind, source: Library, split: Split, seed: str) -> GeneratedNote:
    """One sheet of a kind; drawn again while its bare numbers make up a valid NIR."""
    made = _sheet(kind, source, split, f"{kind.family.id}:{seed}")
    for again in range(_TRIES):
        if not holds_nir(made):
            break
        made = _sheet(kind, source, split, f"{kind.family.id}:{seed}:{again}")
    return made


def holds_nir(made: GeneratedNote) -> bool:
    """Whether figures outside the marks read as a social-security number with its key."""
    text = made.note.text
    for span in made.note.entities:
        text = text[: span.start] + "#" * (span.end - span.start) + text[span.end :]
    return any(
        nir_is_valid(re.sub(r"\D", "", found.group(1))) for found in _NIR_LIKE.finditer(text)
    )


def _sheet(kind: Kind, source: Library, split: Split, seed: str) -> GeneratedNote:
    rng = Random(seed)  # noqa: S311 - training data
    presence = _presence(kind, rng)
    mixed = presence == "full" and rng.random() < _MIXED_SHARE
    host = rng.choice(source.by_split[split]) if mixed else None
    world = World(rng, generator.wishes_of(host or kind.supposed))
    slots = Slots(rng, world, names_birth=host is not None and "pat.nn" in host.slots)
    writer = Writer(rng, slots, source.rules, identified=presence == "full")
    if host is None:
        marked = join(_document(kind, writer, presence))
    else:
        text = join(Renderer(rng, source.rules, slots).render(host.nodes))
        marked = _within(text, join(_body(kind, writer, presence)), rng)
    names = _departures(rng)
    if rng.random() < _DAMAGED_SHARE:
        marked = damage.scanned(marked, rng)
        names = ["tableau numérisé", *names]
    marked = style.apply([name for name in names if name in style.DEPARTURES], marked, rng)
    return generator.finished(kind.family, world, marked, " + ".join(names), seed)


def _presence(kind: Kind, rng: Random) -> Presence:
    if kind.identified is not None:
        return "full" if kind.identified else "none"
    return rng.choices(_PRESENCES, _SHARES)[0]


def _departures(rng: Random) -> list[str]:
    """None for most sheets, else one or two light ones."""
    if rng.random() < _CLEAN_SHARE:
        return []
    chosen = rng.sample(_DEPARTURES, rng.choice((1, 1, 2)))
    return sorted(chosen, key=lambda name: style.DEPARTURES[name].stage)


def _document(kind: Kind, writer: Writer, presence: Presence) -> list[Piece]:
    """Header, title, tables and lines, signature, in this order or with the title first."""
    rng = writer.rng
    title = _title(kind, writer)
    parts: list[list[Piece]] = []
    if presence == "full" and rng.random() < 0.93:
        parts = [identity.header(writer), title]
        if rng.random() < 0.3:
            parts.reverse()
    else:
        parts = [title]
    parts.append(_body(kind, writer, presence))
    if presence == "full":
        parts.append(identity.footer(writer))
    parts.append(identity.plain_end(writer))
    parts = [part for part in parts if part]
    if presence == "lonely":
        _put_lonely(parts, writer)
    gap = rng.choice(("\n", "\n", "\n\n"))
    pieces: list[Piece] = []
    for place, part in enumerate(parts):
        pieces += [Piece(gap if rng.random() < 0.85 else "\n"), *part] if place else part
    return pieces


def _title(kind: Kind, writer: Writer) -> list[Piece]:
    rng = writer.rng
    if not kind.titles or rng.random() < 0.08:
        return []
    title = writer.block(rng.choice(kind.titles))
    draw = rng.random()
    if draw < 0.12:
        sign = rng.choice("=-*_~#")
        return [Piece(sign * rng.randrange(3, 12) + " "), *title, Piece(" " + sign * 4)]
    if draw < 0.22:
        return [Piece(rng.choice(("# ", "## ", "** ", "> ", "--- "))), *title]
    return title


def _put_lonely(parts: list[list[Piece]], writer: Writer) -> None:
    """Beside the title, on a line of its own or in the margin of the sheet's end."""
    rng = writer.rng
    found = identity.lonely(writer)
    at = rng.choice((0, 0, len(parts) - 1))
    joint = Piece(rng.choice(("   ", "          ", " - ", "\n", "\n", " ")))
    parts[at] = (
        [*parts[at], joint, *found] if rng.random() < 0.7 else [*found, Piece("\n"), *parts[at]]
    )


def _body(kind: Kind, writer: Writer, presence: Presence) -> list[Piece]:
    rng = writer.rng
    shown = [kind.blocks[0], *(block for block in kind.blocks[1:] if rng.random() < 0.85)]
    favourite = layout.draw(rng)
    parts = [_block(block, writer, presence, favourite) for block in shown]
    gap = rng.choice(("\n", "\n\n"))
    pieces: list[Piece] = []
    for part in parts:
        if part:
            pieces += [Piece(gap), *part] if pieces else part
    return pieces or [Piece("néant")]


def _block(block: Block, writer: Writer, presence: Presence, favourite: str) -> list[Piece]:
    if block.verb == "lignes":
        return lines_of(block, writer)
    grid = grid_of(block, writer)
    if not grid.rows:
        return []
    rng = writer.rng
    name = favourite if rng.random() < 0.7 else layout.draw(rng)
    pieces = (
        _paged(grid, name, writer, presence)
        if len(grid.rows) > 9 and rng.random() < 0.15
        else layout.lay_out(name, grid, rng)
    )
    if block.heads or rng.random() < 0.9 or not pieces:
        return pieces
    return [
        Piece(f"{rng.choice(('Résultats', 'Mesures', 'Paramètres', 'Relevé', 'RESULTATS'))}\n"),
        *pieces,
    ]


def _paged(grid: Grid, name: str, writer: Writer, presence: Presence) -> list[Piece]:
    """The table over two or three pages, with its heading on each."""
    rng = writer.rng
    size = rng.randrange(4, 8)
    chunks = [grid.rows[at : at + size] for at in range(0, len(grid.rows), size)]
    shape = identity.page_shape(rng)
    pieces: list[Piece] = []
    for number, rows in enumerate(chunks, start=1):
        if number > 1:
            told = identity.page_break(number, len(chunks), shape)
            pieces.append(Piece(f"\n{told}\n"))
            if presence == "full" and rng.random() < 0.5:
                pieces += [*identity.recall(writer), Piece("\n")]
        pieces += layout.lay_out(name, Grid(rows, grid.head), rng)
    return pieces


def _within(text: Marked, sheet: Marked, rng: Random) -> Marked:
    """The sheet put between two lines of a note, or after it."""
    stops = [at for at, sign in enumerate(text.text) if sign == "\n"]
    stops = [at for at in stops if not any(mark.start < at < mark.end for mark in text.marks)]
    at = rng.choice(stops) if stops else len(text.text)
    gap = rng.choice(("\n", "\n\n"))
    shift = len(gap)
    marks = tuple(m._replace(start=m.start + shift, end=m.end + shift) for m in sheet.marks)
    return pages.insert(
        text, at, Marked(gap + sheet.text + ("\n" if at < len(text.text) else ""), marks)
    )
