"""Lines: hard wrapping, bullets, tables, quotes, indentation, pieces of a note."""

import re
from random import Random
from typing import Final

from worker.training.corpus.marked import Edit, Mark, Marked, edit

_FIELD: Final = re.compile(r"(?m)^([A-ZÀ-Ý][\w°'’./ -]{1,28}?)[ ]?:[ ](?=\S)")
_BULLET: Final = re.compile(r"(?m)^[ ]*[-•*–] ")


def wrap(marked: Marked, rng: Random) -> Marked:
    """Lines broken at a width, wherever that falls: inside a name, an address, a date.

    A mark broken so stays one, but an address is one mark a line (conventions of the demo notes).
    """
    width = rng.choice((45, 60, 70, 76, 80, 90, 100))
    edits: list[Edit] = []
    for line in re.finditer(r"[^\n]+", marked.text):
        at = line.start()
        while line.end() - at > width:
            space = marked.text.rfind(" ", at + width // 2, at + width + 1)
            if space < 0:
                break
            edits.append(Edit(space, space + 1, "\n"))
            at = space + 1
    return split_addresses(edit(marked, edits))


def split_addresses(marked: Marked) -> Marked:
    """An address that runs over several lines becomes one mark a line."""
    marks: list[Mark] = []
    for mark in marked.marks:
        surface = marked.surface(mark)
        if mark.subtype != "ADRESSE" or "\n" not in surface:
            marks.append(mark)
            continue
        for line in re.finditer(r"[^\n]+", surface):
            text = line.group()
            start = mark.start + line.start() + len(text) - len(text.lstrip())
            end = mark.start + line.start() + len(text.rstrip())
            if start < end:
                marks.append(mark._replace(start=start, end=end))
    return Marked(marked.text, tuple(marks))


def break_lines(marked: Marked, rng: Random) -> Marked:
    """A line break in place of a blank here and there, as scanned columns leave them."""
    edits = [
        Edit(match.start(), match.end(), "\n")
        for match in re.finditer(r"(?<=\S) (?=\S)", marked.text)
        if rng.random() < 0.02
    ]
    return split_addresses(edit(marked, edits))


def join_lines(marked: Marked, rng: Random) -> Marked:
    """The layout is lost: line breaks become blanks."""
    joint = rng.choice((" ", " ", " / ", " | "))
    edits = [Edit(m.start(), m.end(), joint) for m in re.finditer(r"\s*\n\s*", marked.text)]
    return edit(marked, edits)


def blank_lines(marked: Marked, rng: Random) -> Marked:
    """Every line followed by an empty one, as text extracted from a PDF."""
    return edit(
        marked, [Edit(m.start(), m.end(), "\n\n") for m in re.finditer(r"\n+", marked.text)]
    )


def table_bars(marked: Marked, rng: Random) -> Marked:
    """ "Nom : DUPONT" → "Nom | DUPONT", "Nom ..... DUPONT", "Nom    DUPONT"…"""
    joint = rng.choice(
        (" | ", "\t", " ........ ", "      ", " = ", ": ", " :", " => ", ";", " |", " – ")
    )
    edits = [
        Edit(match.end(1), match.end(), joint)
        for match in _FIELD.finditer(marked.text)
        if not any(mark.start < match.end() and match.start() < mark.end for mark in marked.marks)
    ]
    return edit(marked, edits)


def bullets(marked: Marked, rng: Random) -> Marked:
    """Another bullet, or one where there was none."""
    sign = rng.choice(("- ", "• ", "* ", "→ ", "o ", "-", "> ", "+ ", "– ", "· "))
    found = list(_BULLET.finditer(marked.text))
    if found:
        return edit(marked, [Edit(m.start(), m.end(), sign) for m in found])
    starts = [m.start() for m in re.finditer(r"(?m)^(?=\S)", marked.text) if rng.random() < 0.5]
    return edit(marked, [Edit(at, at, sign) for at in starts])


def quoted(marked: Marked, rng: Random) -> Marked:
    """Each line quoted as in an answer's mail."""
    sign = rng.choice(("> ", ">", "| ", ">> "))
    return edit(
        marked, [Edit(m.start(), m.start(), sign) for m in re.finditer(r"(?m)^", marked.text)]
    )


def indented(marked: Marked, rng: Random) -> Marked:
    """The first lines moved to the right, as letterheads are."""
    starts = [0, *(m.end() for m in re.finditer(r"\n", marked.text))][: rng.randrange(2, 9)]
    margin = rng.choice((4, 10, 20, 30))
    return edit(marked, [Edit(at, at, " " * (margin + rng.randrange(6))) for at in starts])


def cut(marked: Marked, rng: Random) -> Marked:
    """A piece of the note that starts and ends between two words, never inside a mark."""
    stops = [m.start() for m in re.finditer(r"(?<=\s)(?=\S)", marked.text)]
    free = [at for at in stops if not any(m.start < at < m.end for m in marked.marks)]
    if len(free) < 20:
        return marked
    first = rng.randrange(len(free) // 2)
    last = rng.randrange(first + len(free) // 4, len(free))
    start, end = free[first], free[last]
    kept = tuple(
        mark._replace(start=mark.start - start, end=mark.end - start)
        for mark in marked.marks
        if mark.start >= start and mark.end <= end
    )
    return Marked(marked.text[start:end].rstrip(), kept)
