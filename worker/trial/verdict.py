"""What to think of a document once it has been substituted: nothing to say, to be looked at, a leak."""

from collections.abc import Iterable
from enum import StrEnum
from typing import Final

SURE: Final = "sure"


class Verdict(StrEnum):
    PASS = "pass"  # noqa: S105 - no password
    REVIEW = "review"
    FAIL = "fail"


def verdict_of(*, levels: Iterable[str], doubts: int, kept: int, entities: int) -> Verdict:
    """`levels`: how sure the leak scan is of each finding; `doubts`: words left in clear that the model would hide;
    `kept`: values that chance has drawn as they were.

    A sure finding is a leak. Any other finding, a doubt, a value that stayed, or a document in which nothing was found
    is to be looked at.

    >>> verdict_of(levels=["likely"], doubts=0, kept=0, entities=3)
    <Verdict.REVIEW: 'review'>
    """
    found = set(levels)
    if SURE in found:
        return Verdict.FAIL
    return Verdict.REVIEW if found or doubts or kept or not entities else Verdict.PASS
