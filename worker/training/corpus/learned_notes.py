"""Notes and prose of other authors, all for training (`README.md`): exams until their errors were read, or written to teach."""

from pathlib import Path
from typing import Final

from annotation.demo.corpus import load_folders
from annotation.domain.notes import Note

LEARNED: Final = Path(__file__).parent / "learned"  # a folder each origin


def learned_notes() -> list[Note]:
    """By folder, then by id; two folders may have the same ids."""
    return [note for folder in sorted(LEARNED.iterdir()) for note in load_folders([folder])]
