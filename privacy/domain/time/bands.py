"""Words that name an age without a figure: « nouveau-né », « fillette », « adolescent », « octogénaire ».

Each stands for a typical age in years, which is noised like any age. What is written is the word of the noisy age on
one ladder from « nouveau-né » to « centenaire », whatever the word was: were there a ladder of children and one of the
aged, or words said of girls alone, the surrogate would tell on which of them the original stood.
"""

import re
from typing import Final

from privacy.domain.text import Case, apply_case, case_of, strip_accents
from privacy.domain.time.numerals import DECADES

# first age in years, masculine, feminine
_LADDER: Final = (
    (0, "nouveau-né", "nouveau-née"),
    (2, "nourrisson", "nourrisson"),
    (4, "enfant", "enfant"),
    (12, "adolescent", "adolescente"),
    (18, "adulte", "adulte"),
    *((first, name, name) for name, first in DECADES.items()),
)
NAMES: Final = tuple((masculine, feminine) for _, masculine, feminine in _LADDER)
# what is read: typical age, first and last one that it may be said of
_READ: Final = {
    "nouveau-ne": (1, 0, 1), "nouveau-nee": (1, 0, 1), "bebe": (1, 0, 2), "nourrisson": (2, 0, 3), "enfant": (7, 2, 15),
    "fillette": (7, 2, 12), "garconnet": (7, 2, 12), "adolescent": (15, 12, 17), "adolescente": (15, 12, 17),
    "adulte": (40, 18, 120), "vieillard": (85, 70, 120), "ado": (15, 12, 17), "preadolescent": (11, 9, 13),
    "preadolescente": (11, 9, 13), "preado": (11, 9, 13), "jeune-adulte": (22, 18, 30), "personne-agee": (80, 65, 120),
    "premature": (1, 0, 1), "prematuree": (1, 0, 1), "retraite": (70, 60, 120), "retraitee": (70, 60, 120),
    **{strip_accents(name): (first + 5, first, first + 9) for name, first in DECADES.items()},
}  # fmt: skip
_WORD: Final = re.compile(
    r"(?:nouveau[-\s]n[ée]e?|b[ée]b[ée]|nourrisson|enfant|fillette|gar[çc]onnet|(?:pr[ée])?ado(?:lescente?)?|(?:jeunes?\s)?adulte|vieillard"
    r"|personnes?\s[âa]g[ée]e|pr[ée]matur[ée]e?|retrait(?:é|[ée]e)|"
    r"(?<!\bla\s)(?<!\ben\s)(?<!\bde\s)retraite|"  # « RETRAITE », but not « en retraite »
    + "|".join(re.sub("é", "[ée]", name) for name in DECADES)
    + r")s?(?![^\W\d_])",
    re.IGNORECASE,
)
_FEMININE: Final = ("nee", "ente")


def band_at(text: str, at: int) -> tuple[str, int] | None:
    """The word of age that begins at `at` and its typical age in years; None when there is none."""
    match = _WORD.match(text, at)
    return None if match is None else (match.group(), _READ[_plain(match.group())][0])


def may_be(word: str, years: int) -> bool:
    """Whether the word is said of that age: « octogénaire » of 83, « adulte » too."""
    _, first, last = _READ[_plain(word)]
    return first <= years <= last


def neutral_band(word: str, *, accents: bool) -> str:
    """A word of age that keeps the case and the number of another one, and nothing else."""
    model = "octogénaire" if accents and not word.isupper() else "octogenaire"
    return _like(model + "s" * word.lower().endswith("s"), word)


def write_band(years: int, model: str) -> str:
    """The word of that age, in the number, the case and the accents of `model`; `model` itself at its typical age.

    The gender is the model's, where its word has two forms, else masculine; `privacy.domain.linking.nouns` puts the word
    into the gender that the text asks for.
    """
    plain = _plain(model)
    typical = _READ[plain][0]
    if typical == years:
        return model
    name = _names(years)[plain.endswith(_FEMININE)]
    if model.isascii() and not _names(typical)[0].isascii():
        name = strip_accents(name)
    return _like(name + "s" * model.lower().endswith("s"), model)


def _names(years: int) -> tuple[str, str]:
    """The word of an age, masculine and feminine."""
    return next((him, her) for first, him, her in reversed(_LADDER) if years >= first)


def _like(name: str, model: str) -> str:
    case = case_of(model)
    return name[:1].upper() + name[1:] if case is Case.TITLE else apply_case(name, case)


def _plain(word: str) -> str:
    parts = re.split(r"[-\s]", strip_accents(word).lower())
    return "-".join(part.removesuffix("s") for part in parts)
