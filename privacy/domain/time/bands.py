"""Words that name an age without a figure: « nouveau-né », « nourrisson », « enfant », « adolescent », « adulte ».

Each stands for a typical age in years, which is noised like any age; the word of the noisy age is written.
"""

import re
from typing import Final

from privacy.domain.text import Case, apply_case, case_of, strip_accents

# first age in years, typical age, masculine, feminine
_BANDS: Final = (
    (0, 1, "nouveau-né", "nouveau-née"),
    (2, 2, "nourrisson", "nourrisson"),
    (4, 7, "enfant", "enfant"),
    (12, 15, "adolescent", "adolescente"),
    (18, 40, "adulte", "adulte"),
)
NAMES: Final = tuple((masculine, feminine) for _, _, masculine, feminine in _BANDS)
_WORD: Final = re.compile(
    r"(?:nouveau[- ]n[ée]e?|nourrisson|enfant|adolescente?|adulte)s?(?![^\W\d_])", re.IGNORECASE
)
_FEMININE: Final = ("nee", "ente")


def band_at(text: str, at: int) -> tuple[str, int] | None:
    """The word of age that begins at `at` and its typical age in years; None when there is none."""
    match = _WORD.match(text, at)
    if match is None:
        return None
    plain = _plain(match.group())
    return match.group(), next(
        typical for _, typical, *names in _BANDS if plain in map(_plain, names)
    )


def write_band(years: int, model: str) -> str:
    """The word of that age, in the gender, the number and the case of `model`."""
    names = next(names for first, _, *names in reversed(_BANDS) if years >= first)
    name = names[_plain(model).endswith(_FEMININE)] + ("s" if model.lower().endswith("s") else "")
    case = case_of(model)
    return name[:1].upper() + name[1:] if case is Case.TITLE else apply_case(name, case)


def _plain(word: str) -> str:
    return strip_accents(word).lower().replace(" ", "-").removesuffix("s")
