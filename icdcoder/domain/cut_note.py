"""A note as everything reads it: cut into words once, with where each word stands."""

from collections.abc import Sequence
from dataclasses import dataclass

from icdcoder.domain.tokens import Break, Places, Token, columns, fold_text, places_of


@dataclass(frozen=True, slots=True)
class CutNote:
    """`folded` is as long as `text` (`fold_text`); `folds`, `stems` and `breaks` are those of `tokens`, `places` those of `folds`."""

    text: str
    folded: str
    tokens: list[Token]
    folds: tuple[str, ...]
    stems: tuple[str, ...]
    breaks: Sequence[Break]
    places: Places

    @classmethod
    def of(cls, text: str) -> "CutNote":
        """Reads the text."""
        cut = columns(text)
        return cls(
            text,
            fold_text(text),
            cut.tokens(),
            cut.folds,
            cut.stems,
            cut.breaks,
            places_of(cut.folds),
        )
