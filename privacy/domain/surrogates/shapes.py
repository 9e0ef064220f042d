"""Random text of the same shape: digits for digits, letters for letters, the rest as it was.

What is drawn here spends nothing, so it is drawn without a look at the original: a draw that refused it would give it
probability 0 under itself and more under any other, an infinite ratio of likelihoods.
"""

import string

from privacy.domain.randomness import BitSource, DrawContext, StudyKey, below
from privacy.domain.text import strip_accents


def random_digit(source: BitSource) -> str:
    return str(below(source, 10))


def _same_kind(source: BitSource, char: str) -> str:
    if char.isnumeric():  # « ½ » and « Ⅳ », too
        return random_digit(source)
    if not char.isalpha():
        return char
    letter = string.ascii_lowercase[below(source, 26)]
    return letter.upper() if char.isupper() else letter


def same_shape(source: BitSource, text: str) -> str:
    """A random text of that shape; it may equal the original, as any other. « AB-12 » → « QX-70 »."""
    return "".join([_same_kind(source, char) for char in text])


def letters(source: BitSource, fewest: int, most: int) -> str:
    """Between `fewest` and `most` letters, as many as are drawn."""
    size = fewest + below(source, most - fewest + 1)
    return "".join([string.ascii_lowercase[below(source, 26)] for _ in range(size)])


def pour(characters: str, layout: str) -> str:
    """`characters` written in the places of the alphanumerics of `layout`; they must be as many."""
    supply = iter(characters)
    return "".join([next(supply) if c.isalnum() else c for c in layout])


def core(text: str) -> str:
    """The letters and digits of an identifier, in capitals: what two layouts of it share."""
    return "".join(filter(str.isalnum, strip_accents(text).upper()))


def draw_source(key: StudyKey, patient: str, kind: str, value: str) -> BitSource:
    """The stream of a value that is replaced whatever it is: no scale in the context."""
    return key.stream(DrawContext(patient, kind, value, "uniform"))
