"""How many more notes would show that an aim is reached."""

from math import ceil
from typing import Final

AIM: Final = 0.98  # of the identifying words
# With fewer nothing is shown: the interval is too wide, or has no width at all.
FEWEST_NOTES: Final = 50


def notes_to_show(value: float, low: float, notes: int) -> int | None:
    """More notes like these until the interval's lower end reaches AIM, if the share stays what it is; FEWEST_NOTES in all
    at least, because notes drawn again hold no miss that none of them holds: one note wholly masked is no proof.

    An interval narrows with the square root of the notes: 98.5 % [97.5 …] on 50 notes needs half the
    distance, four times the notes, 150 more. None where the share itself does not exceed the aim: more
    notes would only show that, and the model must learn.
    """
    if low < AIM and value <= AIM:
        return None
    needed = ceil(notes * ((value - low) / (value - AIM)) ** 2) if low < AIM else notes
    return max(needed, FEWEST_NOTES, notes) - notes
