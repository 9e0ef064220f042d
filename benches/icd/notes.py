"""Notes with codes: `look` and `read` are for the eye and for fitting, `check` for totals alone."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Final

LEARNED: Final = ("look", "read", "grown", "newer")  # what the dictionary's tables were made from
_DENSE: Final = 11  # of the authors of `check`: from this number on dense notes coded for PMSI
FOLDER: Final = Path(__file__).resolve().parents[1] / "icd_notes"


@dataclass(frozen=True, slots=True)
class CodedText:
    """`codes`: canonical code → the words that speak for it."""

    id: str
    text: str
    codes: dict[str, str]


def read_notes(folders: list[Path]) -> list[CodedText]:
    """All notes of the folders, by file name."""
    return [_read(path) for path in _paths(folders)]


def read_check(*, are_dense: bool) -> list[CodedText]:
    """The dense notes of `check`, or the ordinary ones, told apart by the number of their file: "c11.json" is dense."""
    return [
        _read(path)
        for path in _paths([FOLDER / "check"])
        if (int(path.stem[1:]) >= _DENSE) is are_dense
    ]


def _paths(folders: list[Path]) -> list[Path]:
    return sorted(path for folder in folders for path in folder.glob("*.json"))


def _read(path: Path) -> CodedText:
    row = json.loads(path.read_text(encoding="utf-8"))
    codes = {code["code"].replace(".", ""): code["evidence"] for code in row["codes"]}
    return CodedText(row["id"], row["text"], codes)
