"""What the shipped model was taught, shown again beside a project's corrections.

A few dozen notes of one service, learned alone, teach a network that words like theirs are identifying
wherever they stand: it masks more of everything. Generated notes say what is not.
"""

from collections.abc import Iterator
from typing import Final

from annotation.domain.notes import Note
from worker.training.corpus import generate
from worker.training.corpus.sheets import generate_sheets

LEAST: Final = 60  # an epoch: fewer say nothing of 588 families
_SHEETS_EVERY: Final = (
    3  # one generated note in three is a sheet of numbers, as in the shipped training
)


def replay_count(corrected: int, share: float) -> int:
    """Generated notes an epoch, `share` to each corrected one; none for a share of 0."""
    return max(LEAST, round(corrected * share)) if share else 0


def replayed(epoch: int, seed: int, count: int) -> Iterator[Note]:
    """`count` notes of the training families, others each epoch; the same for the same arguments."""
    sheets = count // _SHEETS_EVERY
    drawn = seed + 7919 * epoch
    for generated in generate(drawn, count - sheets, "train"):
        yield generated.note
    for generated in generate_sheets(drawn, sheets, "train"):
        yield generated.note
