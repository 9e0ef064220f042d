"""Blanks that are too many, and signs that word processors change."""

import re
from random import Random
from typing import Final

from worker.training.corpus.marked import Edit, Marked, edit

_NUMERIC: Final = frozenset(
    {"TEL", "FAX", "DATE", "DATE_NAISSANCE", "SECU", "IPP", "NDA", "RPPS", "FINESS", "ADELI", "ZIP", "AUTRE"}
)  # fmt: skip


def double_spaces(marked: Marked, rng: Random) -> Marked:
    """About a blank in twelve becomes two or three."""
    edits = [
        Edit(match.start(), match.end(), rng.choice(("  ", "  ", "   ")))
        for match in re.finditer(r"(?<=\S) (?=\S)", marked.text)
        if rng.random() < 0.08
    ]
    return edit(marked, edits)


def tabs(marked: Marked, rng: Random) -> Marked:
    """Runs of blanks and the blank after a colon become tabs."""
    edits = [
        Edit(match.start(), match.end(), "\t")
        for match in re.finditer(r"(?<=:) (?=\S)| {3,}", marked.text)
        if rng.random() < 0.7
    ]
    return edit(marked, edits)


def space_digits(marked: Marked, rng: Random) -> Marked:
    """ "06 39" → "0 6 3 9", "12/03" → "1 2/03": one or several blanks inside numbers."""
    edits: list[Edit] = []
    for mark in marked.marks:
        if mark.subtype not in _NUMERIC or rng.random() > 0.4:
            continue
        share = rng.choice((0.12, 0.3, 1.0))
        for match in re.finditer(r"(?<=\d)(?=\d)", marked.surface(mark)):
            if rng.random() < share:
                at = mark.start + match.start()
                edits.append(Edit(at, at, " "))
    return edit(marked, edits)


def split_words(marked: Marked, rng: Random) -> Marked:
    """A blank inside a long word now and then ("card iologie"); a name's mark keeps both halves."""
    edits = [
        Edit(at, at, " ")
        for match in re.finditer(r"[^\W\d_]{6,}", marked.text)
        if rng.random() < 0.03
        for at in (match.start() + rng.randrange(2, match.end() - match.start() - 1),)
    ]
    return edit(marked, edits)


def letterspaced_title(marked: Marked, rng: Random) -> Marked:
    """ "COMPTE RENDU" → "C O M P T E  R E N D U" on one line in capitals without marks."""
    lines = [
        match
        for match in re.finditer(r"(?m)^[ ]*([A-ZÀ-Ý' ]{6,40})$", marked.text)
        if not any(m.start < match.end() and match.start() < m.end for m in marked.marks)
    ]
    if not lines:
        return marked
    line = rng.choice(lines)
    spaced = " ".join(line.group(1))
    return edit(marked, [Edit(line.start(1), line.end(1), spaced)])


def typographic(marked: Marked, rng: Random) -> Marked:
    """Curly apostrophes, long dashes, unbreakable blanks: what word processors put."""
    text = marked.text.replace("'", "’")
    if rng.random() < 0.5:
        text = text.replace(" - ", " – ")
    if rng.random() < 0.5:
        text = re.sub(r" (?=[:;!?%»])|(?<=«) ", "\u00a0", text)
    return Marked(text, marked.marks)
