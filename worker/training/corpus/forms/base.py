"""A written form: one of the ways in which a value (a day, a person, a number) is put down."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import accumulate
from random import Random
from typing import Any

from worker.training.corpus.marked import Fragment, Piece

Write = Callable[[Any, Random], Fragment | str]


@dataclass(frozen=True, slots=True)
class Form:
    """`write` gives the pieces; a plain string is one piece of the form's own sub-type.

    `tags` say where it may stand ("court", "long"…); `sample` draws a value for whoever wants the
    form alone (a bench).
    """

    subtype: str
    name: str
    write: Write
    weight: float = 1.0
    tags: frozenset[str] = frozenset()
    sample: Callable[[Random], Any] = field(default=lambda rng: None)

    def render(self, value: Any, rng: Random) -> Fragment:
        """The value so written; marks that name no form get this one's name."""
        written = self.write(value, rng)
        if isinstance(written, str):
            return (Piece(written, self.subtype, self.name),)
        return tuple(
            Piece(text, subtype, form or self.name) if subtype else Piece(text)
            for text, subtype, form in written
        )

    def alone(self, rng: Random) -> Fragment:
        """The form of a value of its own."""
        return self.render(self.sample(rng), rng)


@dataclass(frozen=True, slots=True)
class FormSet:
    """Forms that write the same kind of value."""

    forms: tuple[Form, ...]
    bounds: tuple[float, ...]

    @classmethod
    def of(cls, forms: Iterable[Form]) -> "FormSet":
        kept = tuple(forms)
        return cls(kept, tuple(accumulate(form.weight for form in kept)))

    def draw(self, rng: Random) -> Form:
        return rng.choices(self.forms, cum_weights=self.bounds)[0]

    def tagged(self, *tags: str) -> "FormSet":
        """Those that bear one of the tags."""
        return FormSet.of(form for form in self.forms if form.tags.intersection(tags))

    def without(self, *tags: str) -> "FormSet":
        return FormSet.of(form for form in self.forms if not form.tags.intersection(tags))


def shaped(pattern: str) -> Write:
    """Each "0" of the pattern is the next character of the value; the rest stands as it is."""

    def write(value: str, rng: Random) -> str:
        source = iter(value)
        return "".join(next(source) if sign == "0" else sign for sign in pattern)

    return write


def digits(rng: Random, count: int) -> str:
    """`count` random digits."""
    return f"{int(rng.random() * 10**count):0{count}d}"
