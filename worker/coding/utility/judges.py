"""Who codes in the comparison: a coder that has nothing to learn, or a network trained anew under each condition."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from icdcoder.domain.coder import Coder
from worker.coding.stays import FAMILY, Stay, split_stays
from worker.coding.utility.conditions import Kind

Codes = frozenset[str]
MOST = 50  # codes of one document


class Judge(Protocol):
    """`chosen` says which stays judge (by place), `code` gives their codes under one condition."""

    @property
    def name(self) -> str: ...

    def chosen(self, stays: Sequence[Stay]) -> list[int]: ...

    def code(self, stays: Sequence[Stay], condition: str) -> list[Codes]:
        """The codes of the chosen stays, `stays` being all of them as the condition has them."""
        ...


class ReadyJudge:
    """A coder as it is: all stays judge."""

    def __init__(self, coder: Coder, *, is_families: bool = False) -> None:
        self._coder = coder
        self._is_families = is_families

    @property
    def name(self) -> str:
        return f"{self._coder.name} ({self._coder.version})"

    def chosen(self, stays: Sequence[Stay]) -> list[int]:
        return list(range(len(stays)))

    def code(self, stays: Sequence[Stay], condition: str) -> list[Codes]:
        """What substitution wrote is told to the coder, as exports tell it."""
        notes = [note for stay in stays for note in stay.notes]
        is_original = condition == Kind.ORIGINAL
        hidden = [
            [] if is_original else [(s.start, s.end) for s in note.entities] for note in notes
        ]
        found = iter(self._coder.predict([note.text for note in notes], MOST, hidden))
        return [
            frozenset(self._cut(own.code) for _text in stay.texts for own in next(found))
            for stay in stays
        ]

    def _cut(self, code: str) -> str:
        return code[:FAMILY] if self._is_families else code


class LearningJudge:
    """Learns from nine patients of ten under each condition, and codes the others: one split, one seed.

    `learn` trains on the stays given to it and returns what gives the codes of stays; it keeps its checkpoint in the
    folder it is given.
    """

    def __init__(
        self,
        learn: Callable[[Sequence[Stay], Path], Callable[[Sequence[Stay]], list[Codes]]],
        work: Path,
        *,
        name: str,
        seed: int,
        share: float,
    ) -> None:
        self._learn = learn
        self._work = work
        self._name = name
        self._seed = seed
        self._share = share

    @property
    def name(self) -> str:
        return self._name

    def chosen(self, stays: Sequence[Stay]) -> list[int]:
        """By patient, whatever the texts: the same under every condition. Raises TooFewStaysError."""
        test = {s.id for s in split_stays(stays, seed=self._seed, share=self._share).test}
        return [place for place, stay in enumerate(stays) if stay.id in test]

    def code(self, stays: Sequence[Stay], condition: str) -> list[Codes]:
        places = set(self.chosen(stays))
        train = [stay for place, stay in enumerate(stays) if place not in places]
        test = [stay for place, stay in enumerate(stays) if place in places]
        folder = "".join(c if c.isalnum() else "-" for c in condition)
        return self._learn(train, self._work / folder)(test)
