"""Findings covered by their label, in a note about to leave."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from privacy.domain.leakscan.forms import Finding
from privacy.domain.leakscan.replaced import touching
from privacy.domain.substitute import Replacement, SubstitutedNote

MASKED: Final = "chaîne d'origine oubliée par l'annotation : masquée"


def mask(note: SubstitutedNote, findings: Iterable[Finding]) -> SubstitutedNote:
    """The note with every finding replaced by its label, replacements moved accordingly.

    A replacement that a finding touches is masked as a whole.
    """
    stretches = _merge(note, [(f.start, f.end, f.label) for f in findings])
    covered = {r for s, e, _ in stretches for r in touching(note.replacements, s, e)}
    kept = [r for r in note.replacements if r not in covered]
    pending: list[tuple[int, int, str | Replacement]] = [(r.start, r.end, r) for r in kept]
    pending += stretches
    parts: list[str] = []
    moved: list[Replacement] = []
    read = shift = 0
    for start, end, what in sorted(pending, key=lambda item: item[0]):
        if isinstance(what, Replacement):
            moved.append(what._replace(start=start + shift, end=end + shift))
            continue
        tag = f"[{what}]"
        at = start + shift
        parts += [note.text[read:start], tag]
        moved.append(Replacement(at, at + len(tag), what, "", -1, -1, warning=MASKED))
        read, shift = end, shift + len(tag) - (end - start)
    return replace(note, text="".join(parts) + note.text[read:], replacements=tuple(moved))


def _merge(note: SubstitutedNote, found: list[tuple[int, int, str]]) -> list[tuple[int, int, str]]:
    """Disjoint stretches, each grown to the replacements that it touches."""
    merged: list[tuple[int, int, str]] = []
    for first, last, label in sorted(found):
        touched = touching(note.replacements, first, last)
        start = min([first, *(r.start for r in touched)])
        end = max([last, *(r.end for r in touched)])
        if merged and start < merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]), merged[-1][2])
        else:
            merged.append((start, end, label))
    return merged
