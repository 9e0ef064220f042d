"""Notes with codes: `look` and `read` are for the eye and for fitting, `check` for totals alone."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).resolve().parents[1] / "icd_notes"


@dataclass(frozen=True, slots=True)
class CodedText:
    """`codes`: canonical code → the words that speak for it."""

    id: str
    text: str
    codes: dict[str, str]


def read_notes(folders: list[Path]) -> list[CodedText]:
    """All notes of the folders, by file name."""
    paths = sorted(path for folder in folders for path in folder.glob("*.json"))
    notes = []
    for path in paths:
        row = json.loads(path.read_text(encoding="utf-8"))
        codes = {code["code"].replace(".", ""): code["evidence"] for code in row["codes"]}
        notes.append(CodedText(row["id"], row["text"], codes))
    return notes
