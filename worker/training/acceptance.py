"""How many more notes would show that an aim is reached."""

from math import ceil
from typing import Final

AIM: Final = 0.98  # of the identifying words
FEWEST_NOTES: Final = 50  # of a site: with fewer the interval is too wide to decide by


def notes_to_show(value: float, low: float, notes: int, aim: float = AIM) -> int | None:
    """More notes like these until the interval's lower end reaches `aim`, if the share stays what it is.

    An interval narrows with the square root of the notes: 98.5 % [97.5 …] on 50 notes needs half the
    distance, four times the notes, 150 more. None where the share itself does not exceed the aim: more
    notes would only show that, and the model must learn.
    """
    if low >= aim:
        return 0
    if value <= aim:
        return None
    return ceil(notes * ((value - low) / (value - aim)) ** 2) - notes
