"""Where the tables of this package alone lie (privacy/data/README.md)."""

from pathlib import Path
from typing import Final

DATA: Final = Path(__file__).resolve().parents[1] / "data"
