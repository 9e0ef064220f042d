"""What can go wrong in a substitution. Messages are French, and never quote a note."""

from dataclasses import dataclass


class PrivacyError(ValueError):
    """Base of every error that this package raises on purpose."""


@dataclass(eq=False)
class BadKeyError(PrivacyError):
    """The study key is not 32 bytes (64 hexadecimal digits)."""

    def __str__(self) -> str:
        return "La clé d'étude doit compter exactement 64 chiffres hexadécimaux."


@dataclass(eq=False)
class BadEntityError(PrivacyError):
    """A span that can't be replaced: `reason` says why, offsets say where."""

    note_id: str
    start: int
    end: int
    reason: str

    def __str__(self) -> str:
        return f"Note {self.note_id}, entité [{self.start}, {self.end}[ : {self.reason}."


@dataclass(eq=False)
class BadPolicyError(PrivacyError):
    """A parameter of the policy has no meaning."""

    field: str
    reason: str

    def __str__(self) -> str:
        return f"Paramètre « {self.field} » : {self.reason}."


@dataclass(eq=False)
class BadFeatureError(PrivacyError):
    """A public table that can't be read. `line` is 1-based, 0 for the whole file; `field` is a column or ""."""

    file: str
    line: int
    field: str
    reason: str

    def __str__(self) -> str:
        where = self.file
        if self.line:
            where += f", ligne {self.line}"
        if self.field:
            where += f", champ « {self.field} »"
        return f"{where} : {self.reason}."
