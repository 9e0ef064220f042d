"""The notes on which engines are judged.

An exam (`shows_text` False: the demo's held-out notes, `fresh_notes`) is never printed: figures only.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from annotation.demo.corpus import load_corpus, load_folders
from annotation.domain.notes import Note
from worker.training.corpus import generate
from worker.training.corpus.library import Split

HAND_NOTES: Final = Path(__file__).resolve().parents[1] / "hand_notes"
FRESH_NOTES: Final = HAND_NOTES.with_name("fresh_notes")
EXAM_NOTES: Final = HAND_NOTES.with_name("exam_notes")


@dataclass(frozen=True, slots=True)
class Source:
    """`key` names it in files; what `shows_text` is False for appears in no gallery."""

    key: str
    title: str
    notes: tuple[Note, ...]
    shows_text: bool = True

    @property
    def words(self) -> int:
        """Blank-separated."""
        return sum(len(note.text.split()) for note in self.notes)


def families(split: Split, count: int, seed: int) -> Source:
    """Generated notes of template families that training never saw (`dev` or `test`)."""
    notes = tuple(made.note for made in generate(seed, count, split))
    return Source(f"familles-{split}", f"familles {split} du générateur, graine {seed}", notes)


def fresh() -> Source:
    """Sixty notes whose author had read no rule and no template."""
    notes = tuple(load_folders([FRESH_NOTES]))
    return Source("fresh", "notes d'un auteur indépendant", notes, shows_text=False)


def exam() -> Source:
    """Sixty notes of an author who had read the conventions alone: opened once, after the choice of weights."""
    return Source("exam", "examen", tuple(load_folders([EXAM_NOTES])), shows_text=False)


def exams(count: int, seed: int) -> list[Source]:
    """What nobody tunes on."""
    return [
        families("test", count, seed),
        Source("demo-heldout", "démo, heldout", tuple(load_corpus("heldout")), shows_text=False),
        Source("main", "notes écrites à la main", tuple(load_folders([HAND_NOTES]))),
        fresh(),
    ]


def rehearsals(count: int, seed: int) -> list[Source]:
    """For whoever works on the engine: no exam is read."""
    return [
        families("dev", count, seed),
        Source("demo-dev", "démo, dev", tuple(load_corpus("dev"))),
    ]
