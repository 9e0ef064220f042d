"""What adversaries read in a representation, and the verdict that follows from it. No network: a process with little memory reads
the verdict of another site's file."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Final, TypeGuard

from annotation.domain.wilson import wilson

CHANCE: Final = 0.5
CONTROL: Final = "control"
MARGIN: Final = 0.05
ASKED: Final = tuple(
    f"T{number} {kind}" for kind in ("continued", "fresh", CONTROL) for number in (1, 2)
)


@dataclass(frozen=True, slots=True)
class Attack:
    """One adversary: its accuracy on pairs of sentences that taught nobody, at the passage that was best on others. `low`,
    `high`: Wilson's 95 %."""

    name: str
    epoch: int
    right: int
    pairs: int
    low: float
    high: float

    @property
    def accuracy(self) -> float:
        return self.right / self.pairs if self.pairs else 1.0

    @property
    def passes(self) -> bool:
        """At chance, neither above nor below (who is always wrong knows, too); a control above it. Too few pairs prove nothing:
        then the bounds are far apart."""
        if CONTROL in self.name:
            return self.low > CHANCE + MARGIN
        return self.low >= CHANCE - MARGIN and self.high <= CHANCE + MARGIN


@dataclass(frozen=True, slots=True)
class Verdict:
    attacks: tuple[Attack, ...]

    @property
    def is_accepted(self) -> bool:
        """Each adversary was asked, once: who leaves out the one that reads, or the controls, has proved nothing."""
        names = sorted(one.name for one in self.attacks)
        return names == sorted(ASKED) and all(one.passes for one in self.attacks)

    def to_json(self) -> dict[str, Any]:
        attacks = [asdict(one) | {"passes": one.passes} for one in self.attacks]
        return {"accepted": self.is_accepted, "attacks": attacks}


def attack(name: str, epoch: int, right: int, pairs: int) -> Attack:
    """With its interval."""
    return Attack(name, epoch, right, pairs, *wilson(right, pairs))


def read_verdict(told: Any) -> Verdict:
    """What `Verdict.to_json` wrote, elsewhere: intervals and verdict are reckoned again from the counts. Raises ValueError."""
    rows = told.get("attacks") if isinstance(told, dict) else None
    if not isinstance(rows, list):
        raise ValueError("no attacks")
    return Verdict(tuple(map(_read, rows)))


def _read(row: Any) -> Attack:
    if not isinstance(row, dict):
        raise ValueError("no attack")
    name, epoch, right, pairs = (row.get(key) for key in ("name", "epoch", "right", "pairs"))
    if name not in ASKED:
        raise ValueError("no adversary of ours")
    if not (_is_count(epoch) and _is_count(right) and _is_count(pairs)):
        raise ValueError("no counts")
    if right > pairs:
        raise ValueError("more right than asked")
    return attack(name, epoch, right, pairs)


def _is_count(told: Any) -> TypeGuard[int]:
    return type(told) is int and 0 <= told < 2**31
