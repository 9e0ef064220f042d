"""Where an engine errs: counts on screen, places in a file that the user names."""

import csv
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from annotation.domain.ner_errors import ErrorKind, confusion, confusion_text, errors
from annotation.domain.notes import Note
from annotation.domain.spans import Span
from benches.ner.quality import Read

_AROUND: Final = 40  # characters of context on each side
_KINDS: Final = {
    ErrorKind.MISSED: "manqué",
    ErrorKind.SPURIOUS: "de trop",
    ErrorKind.LABEL: "mal étiqueté",
    ErrorKind.BOUNDS: "mal borné",
}
_HEADER: Final = (
    "source", "note", "type", "erreur", "attendu", "texte attendu", "trouvé", "texte trouvé", "avant", "après",
)  # fmt: skip


def counts(found: Read, engine: str) -> str:
    """How many errors of each kind, and which sub-types are taken for one another."""
    notes = found.found[engine]
    kinds = Counter(error.kind for note in notes for error in errors(note.gold, note.predicted))
    told = ", ".join(f"{_KINDS[kind]} {kinds[kind]}" for kind in ErrorKind)
    return (
        f"--- {found.source.title}, {engine} : erreurs ---\n{told}\n"
        f"{confusion_text(confusion(notes), most=15)}"
    )


def write(path: Path, found: Sequence[Read], engine: str) -> int:
    """Every error of the sources whose text may be shown; returns how many."""
    written = 0
    with path.open("w", encoding="utf-8", newline="") as file:
        lines = csv.writer(file)
        lines.writerow(_HEADER)
        for read in found:
            source = read.source
            if not source.shows_text:
                continue
            for note, judged in zip(source.notes, read.found[engine], strict=True):
                for error in errors(judged.gold, judged.predicted):
                    lines.writerow(
                        [
                            source.key,
                            note.id,
                            note.meta.get("type", ""),
                            _KINDS[error.kind],
                            *_shown(note, error.gold),
                            *_shown(note, error.predicted),
                            *_context(note, error.place),
                        ]
                    )
                    written += 1
    return written


def _shown(note: Note, span: Span | None) -> tuple[str, str]:
    return (span.subtype or span.label, note.text[span.start : span.end]) if span else ("", "")


def _context(note: Note, span: Span) -> tuple[str, str]:
    before = note.text[max(0, span.start - _AROUND) : span.start]
    after = note.text[span.end : span.end + _AROUND]
    return " ".join(before.split()), " ".join(after.split())
