"""One move of the preview's slider: what the server draws again."""

import time
from datetime import date
from fractions import Fraction

from benches.privacy.files import long_notes
from privacy.domain.effects import preview
from privacy.domain.policy import SubstitutionPolicy
from privacy.domain.randomness import StudyKey
from privacy.domain.tables import default_tables

MOVES = 20


def milliseconds() -> list[float]:
    """Processor time of each move, over a note of 750 words and 15 entities; tables are there already."""
    [note] = long_notes(1, seed=7)
    key, tables = StudyKey(bytes(range(32))), default_tables()
    spent = []
    for move in range(MOVES + 1):
        policy = SubstitutionPolicy(Fraction(move + 1, 4), date(2026, 1, 31))
        began = time.process_time()
        preview([note], policy=policy, key=key, tables=tables)
        spent.append(1000 * (time.process_time() - began))
    return spent[1:]
