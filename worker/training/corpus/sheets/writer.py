"""Writes the cells of one sheet: templates, drawn numbers and tokens.

Tokens: `%t` the row's point on its axis, `%staff` who did it (initials), `%lot` a lot or serial
number, `%sa` a pregnancy's term, `%abbr` an abbreviation, `%test` a laboratory test, `%i` the row's
number, `%date` a day. What identifies is left out of a sheet that identifies nobody.
"""

import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from functools import lru_cache
from random import Random
from typing import Final

from worker.training.corpus import tables, template
from worker.training.corpus.library import PhraseRule
from worker.training.corpus.marked import Fragment, Piece
from worker.training.corpus.render import Renderer
from worker.training.corpus.sheets import axes
from worker.training.corpus.sheets.figures import Figures
from worker.training.corpus.slot_names import PARTS
from worker.training.corpus.slots import Slots

_TOKEN: Final = re.compile(r"(%(?:t|staff|lot|sa|abbr|test|i|date)\b)")
_SLOT: Final = re.compile(r"\{([a-z]+)\d*(?:\.(\w+))?\}")
_NAMING: Final = ("%staff", "%lot", "%sa", "%date")
_GRAMMAR: Final = frozenset({"il", "Il", "e", "ne", "le", "Le", "patient", "sexe", "poids", "taille", "titre", "civ", "metier", "spe", "lien"})  # fmt: skip
_CARERS: Final = 4


@lru_cache(maxsize=20_000)
def _parsed(source: str) -> template.Sequence:
    return template.parse(source)


def names_by_slot(source: str) -> bool:
    """Whether a slot of the source identifies: True for "Vu {ide1.ini}", not for "{medicament}"."""
    return any(base in PARTS and part not in _GRAMMAR for base, part in _SLOT.findall(source))


def names_someone(source: str) -> bool:
    """The same, tokens counted."""
    return any(token in source for token in _NAMING) or names_by_slot(source)


class Writer:
    """`identified` False: no cell bears a mark."""

    def __init__(
        self, rng: Random, slots: Slots, rules: dict[str, PhraseRule], *, identified: bool
    ) -> None:
        self.rng = rng
        self.slots = slots
        self.identified = identified
        self.figures = Figures(rng)
        self.point: Fragment = ()
        self.index = 0
        self._rules = rules
        self._day_form = axes.day_form(rng)
        self._carer = 1 + rng.randrange(_CARERS)
        self._staff_in_words = rng.random() < 0.2  # names instead of initials in the grids

    def cell(self, source: str) -> Fragment:
        """The fragment that a cell's source writes."""
        if not any(sign in source for sign in "<{\\"):
            return tuple(self._expanded(source))
        if not self.identified and names_by_slot(source):
            return ()
        pieces: list[Piece] = []
        for piece in Renderer(self.rng, self._rules, self.slots).render(_parsed(source)):
            pieces += [piece] if piece.subtype else self._expanded(piece.text)
        return tuple(pieces)

    def _expanded(self, text: str) -> Iterator[Piece]:
        """The text with its numbers drawn and its tokens written."""
        for part in _TOKEN.split(self.figures.filled(text)):
            if part in _WRITERS:
                yield from _WRITERS[part](self)
            elif part:
                yield Piece(part)

    def block(self, source: str) -> list[Piece]:
        """Whole lines: a header or a footer, whose slots see what precedes them."""
        return list(self.cell(source))

    def points(self, axis: str, count: int) -> list[Fragment]:
        """Headings along an axis; "dates" are days of this patient."""
        if axis == "dates" and not self.identified:
            axis = self.rng.choice(("days", "numbers", "weeks"))
        if axis != "dates":
            return axes.AXES[axis](self.rng, count)
        stay = self.slots.world.stay
        first = stay.admission - timedelta(days=self.rng.choice((0, 0, 0, 3, 30, 400)))
        return axes.days(self.rng, first, count, self._day_form)

    def staff(self) -> Fragment:
        """Mostly the same carer as in the row before."""
        if not self.identified:
            return ()
        if self.rng.random() < 0.3:
            self._carer = 1 + self.rng.randrange(_CARERS)
        part = self.rng.choice(("nom", "prenom")) if self._staff_in_words else "ini"
        return self.cell(f"{{ide{self._carer}.{part}}}")

    def lot(self) -> Fragment:
        return self.cell("{autre}") if self.identified else ()

    def term(self) -> Fragment:
        return self.cell("{sa}") if self.identified else ()

    def day(self) -> Fragment:
        return self.points("dates", 1)[0] if self.identified else ()


_WRITERS: Final[dict[str, Callable[[Writer], Fragment]]] = {
    "%t": lambda writer: writer.point,
    "%i": lambda writer: (Piece(str(writer.index)),),
    "%staff": Writer.staff,
    "%lot": Writer.lot,
    "%sa": Writer.term,
    "%date": Writer.day,
    "%abbr": lambda writer: (Piece(writer.rng.choice(tables.abbreviations())),),
    "%test": lambda writer: (Piece(writer.rng.choice(tables.lab_tests())),),
}
