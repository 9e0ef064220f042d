"""What a scanner makes of a table: lost blanks and bars, O for 0, l for 1, numbers that break."""

import re
from random import Random
from typing import Final

from worker.training.corpus.marked import Edit, Marked, edit

_READ_AS: Final = {"0": "O", "1": "l", "5": "S", "8": "B", "6": "b"}
_GAP: Final = re.compile(r"(?<=\S)[ \t]{2,}(?=\S)")
_BAR: Final = re.compile(r" ?[|;│] ?")
_NUMBER: Final = re.compile(r"\d{2,}(?:[.,]\d+)?")


def scanned(marked: Marked, rng: Random) -> Marked:
    """One to three of the damages, each with a rate of its own."""
    damages = rng.sample((_narrow, _misread, _broken, _unbarred, _split_lines), rng.randrange(1, 4))
    for damage in damages:
        marked = damage(marked, rng)
    return marked


def _covered(marked: Marked) -> bytearray:
    """1 for each character inside a mark."""
    found = bytearray(len(marked.text))
    for mark in marked.marks:
        found[mark.start : mark.end] = b"\1" * (mark.end - mark.start)
    return found


def _narrow(marked: Marked, rng: Random) -> Marked:
    """Runs of blanks become one: columns run into one another."""
    share = rng.choice((0.3, 0.7, 1.0))
    edits = [
        Edit(match.start(), match.end(), " ")
        for match in _GAP.finditer(marked.text)
        if rng.random() < share
    ]
    return edit(marked, edits)


def _misread(marked: Marked, rng: Random) -> Marked:
    """ "108" → "1O8", inside marks too."""
    rate = rng.choice((0.03, 0.08, 0.2))
    text = "".join(
        _READ_AS[sign] if sign in _READ_AS and rng.random() < rate else sign for sign in marked.text
    )
    return Marked(text, marked.marks)


def _broken(marked: Marked, rng: Random) -> Marked:
    """ "12,4" → "1 2,4" outside the marks."""
    covered = _covered(marked)
    edits = [
        Edit(at, at, " ")
        for match in _NUMBER.finditer(marked.text)
        if rng.random() < 0.05 and not covered[match.start()]
        for at in (match.start() + 1,)
    ]
    return edit(marked, edits)


def _unbarred(marked: Marked, rng: Random) -> Marked:
    """Some of the bars and semicolons are lost."""
    covered = _covered(marked)
    edits = [
        Edit(match.start(), match.end(), " ")
        for match in _BAR.finditer(marked.text)
        if rng.random() < 0.4 and not covered[match.start()]
    ]
    return edit(marked, edits)


def _split_lines(marked: Marked, rng: Random) -> Marked:
    """Lines broken at a blank between two cells, lines run together."""
    covered = _covered(marked)
    edits = [
        Edit(match.start(), match.end(), "\n" if match.group() != "\n" else " ")
        for match in re.finditer(r"(?<=\S)(?:[ \t]+|\n)(?=\S)", marked.text)
        if rng.random() < 0.025 and not covered[match.start()]
    ]
    return edit(marked, edits)
