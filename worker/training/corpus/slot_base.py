"""How a slot draws a form: the state that all slots of one note share."""

import re
from random import Random
from typing import Any, Final

from worker.training.corpus.forms.base import Form, FormSet
from worker.training.corpus.marked import Fragment
from worker.training.corpus.world import World

_LOYALTY: Final = 0.65  # share of mentions in the form that the note prefers
_SENTENCE_START: Final = re.compile(r"(?:^|\n|[.!?:]\s|[-•–]\s)\s*$")


class SlotBase:
    """`before` is the text so far (its last characters at least)."""

    def __init__(self, rng: Random, world: World, *, names_birth: bool) -> None:
        self.rng = rng
        self.world = world
        self.before = ""
        self._names_birth = names_birth  # the template writes the birth name itself
        self._preferred: dict[str, Form] = {}

    def _form(self, key: str, forms: FormSet, loyalty: float = _LOYALTY) -> Form:
        """Mostly the form that this note prefers for `key`, else any of `forms`."""
        kept = self._preferred.get(key)
        if kept is None:
            kept = self._preferred[key] = forms.draw(self.rng)
            return kept
        return kept if self.rng.random() < loyalty else forms.draw(self.rng)

    def _written(self, key: str, forms: FormSet, value: Any) -> Fragment:
        return self._form(key, forms).render(value, self.rng)

    def _fixed(self, key: str, forms: FormSet, value: Any = None) -> Fragment:
        """Numbers without inner structure: the same characters at each mention."""
        fragment = self.world.value(
            f"fragment:{key}", lambda: forms.draw(self.rng).render(value, self.rng)
        )
        self.world.value(f"fixed:{key}", lambda: "".join(piece.text for piece in fragment))
        return fragment

    def _starts_sentence(self) -> bool:
        return bool(_SENTENCE_START.search(self.before))

    def _cased(self, text: str) -> str:
        return text[:1].upper() + text[1:] if self._starts_sentence() else text

    def _fresh(self) -> str:
        """A key that no other mention has."""
        return f"#{self.rng.random()}"
