"""Where a town named in a text may lie: what the text itself says, else where the patient lives."""

from dataclasses import dataclass
from typing import Protocol


class Town(Protocol):
    """What a row of the table must tell."""

    @property
    def index(self) -> int: ...
    @property
    def insee(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def department(self) -> str: ...
    @property
    def department_name(self) -> str: ...
    @property
    def region(self) -> str: ...
    @property
    def postal_codes(self) -> tuple[str, ...]: ...
    @property
    def population(self) -> int: ...


@dataclass(frozen=True, slots=True)
class Hints:
    """Where a town may lie: departments, the likeliest first, and a postal code.

    `binding`: the text gives the code, or the first department in brackets; else they are the patient's home.
    """

    departments: tuple[str, ...]
    code: str = ""
    binding: bool = False

    @property
    def places(self) -> tuple[str, ...]:
        """The departments that count: only the first when the text itself says where."""
        return self.departments[:1] if self.binding else self.departments

    def hold(self, commune: Town) -> bool:
        """True when the commune lies there."""
        return commune.department in self.places or (
            bool(self.code) and self.code in commune.postal_codes
        )
