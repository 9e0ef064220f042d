"""Misread and mistyped characters. A span keeps whatever its characters have become."""

import re
from random import Random
from typing import Final

from worker.training.corpus.marked import Edit, Marked, edit

# What a scanner makes of a character or two; several confusions of one sign are as likely.
_OCR: Final[dict[str, tuple[str, ...]]] = {
    "O": ("0",), "0": ("O", "o"), "o": ("0", "c"), "1": ("l", "I"), "l": ("1", "I", "i"), "I": ("l", "1", "|"), "5": ("S", "s"), "S": ("5",), "s": ("5", "S"), "8": ("B",), "B": ("8",),
    "6": ("b", "G"), "9": ("g",), "2": ("Z",), "Z": ("2",), "rn": ("m",), "m": ("rn", "in"), "n": ("ri", "u"), "u": ("ii", "n"), "é": ("e", "è", "6"), "è": ("e", "é"), "ê": ("e",), "à": ("a",), "ç": ("c",),
    "e": ("c", "o"), "c": ("e", "o"), "h": ("b", "li"), "b": ("h",), "cl": ("d",), "d": ("cl",), "vv": ("w",), "t": ("f", "l"), "f": ("t",), "i": ("l", "j", "1"), "a": ("o",), "'": ("’", "`", ""), ",": (".",), ".": (",", ""),
    "-": ("—", ""), ":": (";", "."), "g": ("q", "9"), "/": ("l", "|"), "D": ("O",), "T": ("I",), "E": ("F",), "R": ("K",),
}  # fmt: skip
_PAIRS: Final = ("rn", "cl", "vv")
_SPECKS: Final = ("~", "|", "_", ".", "'", "¦", "•", "°", "—", "\\", "^")
_EDGE: Final = re.compile(r"(?m)^(?=\S)|(?<=\S)$")


def ocr(marked: Marked, rng: Random) -> Marked:
    """0.5 to 3 characters in a hundred are misread, some blanks lost, specks at the lines' edges."""
    text, rate = marked.text, rng.choice((0.005, 0.01, 0.02, 0.03))
    edits: dict[int, Edit] = {}
    for _ in range(max(1, int(len(text) * rate))):
        at = rng.randrange(len(text))
        if at in edits or at - 1 in edits or at + 1 in edits:
            continue
        pair = text[at : at + 2]
        source = pair if pair in _PAIRS else text[at]
        if source in _OCR:
            edits[at] = Edit(at, at + len(source), rng.choice(_OCR[source]))
        elif source == " " and rng.random() < 0.15 and _keeps_seam(text, at):
            edits[at] = Edit(at, at + 1, "")
    noisy = edit(marked, [found for found in edits.values() if _is_free(found, edits)])
    return _specks(noisy, rng) if rng.random() < 0.5 else noisy


def _is_free(found: Edit, edits: dict[int, Edit]) -> bool:
    """A pair's second character isn't changed by another edit."""
    return found.end - found.start < 2 or found.start + 1 not in edits


def _keeps_seam(text: str, at: int) -> bool:
    """A lost blank must leave a visible seam, else two words become one that nobody can part."""
    before, after = text[at - 1 : at], text[at + 1 : at + 2]
    return not (before.isalpha() and after.islower()) and not (before.isdigit() and after.isdigit())


def _specks(marked: Marked, rng: Random) -> Marked:
    edits = [
        Edit(match.start(), match.start(), f" {rng.choice(_SPECKS)} ")
        for match in _EDGE.finditer(marked.text)
        if rng.random() < 0.05 and not _inside(marked, match.start())
    ]
    unique = {found.start: found for found in edits}
    return edit(marked, list(unique.values()))


def _inside(marked: Marked, at: int) -> bool:
    return any(mark.start < at < mark.end for mark in marked.marks)


_KEYS: Final = {
    "a": "zq", "z": "ae", "e": "zr", "r": "et", "t": "ry", "y": "tu", "u": "yi", "i": "uo", "o": "ip", "p": "om", "q": "sa", "s": "qd", "d": "sf", "f": "dg", "g": "fh", "h": "gj", "j": "hk", "k": "jl", "l": "km",
    "m": "lp", "w": "x", "x": "wc", "c": "xv", "v": "cb", "b": "vn", "n": "b",
}  # fmt: skip
_WORD: Final = re.compile(r"[^\W\d_]{4,}")


def typos(marked: Marked, rng: Random) -> Marked:
    """Two words in a hundred are mistyped, outside the marks."""
    covered = bytearray(len(marked.text))
    for mark in marked.marks:
        covered[mark.start : mark.end] = b"\1" * (mark.end - mark.start)
    edits = [
        _typo(marked.text, match.start(), match.end(), rng)
        for match in _WORD.finditer(marked.text)
        if not covered[match.start()] and rng.random() < 0.03
    ]
    return edit(marked, edits)


def typos_in_names(marked: Marked, rng: Random) -> Marked:
    """A third of the names and towns are mistyped once; the first letter stays."""
    edits: list[Edit] = []
    for mark in marked.marks:
        if mark.subtype in {"NOM", "PRENOM", "VILLE", "HOPITAL"} and rng.random() < 0.35:
            words = list(_WORD.finditer(marked.surface(mark)))
            if words:
                word = rng.choice(words)
                edits.append(
                    _typo(marked.text, mark.start + word.start(), mark.start + word.end(), rng)
                )
    return edit(marked, edits)


def _typo(text: str, start: int, end: int, rng: Random) -> Edit:
    """One slip inside ``text[start:end]``: swapped, lost, doubled or neighbouring key."""
    at = rng.randrange(start + 1, end - 1)
    kind = rng.random()
    if kind < 0.35:
        return Edit(at, at + 2, text[at + 1] + text[at])
    if kind < 0.65:
        return Edit(at, at + 1, "")
    if kind < 0.85:
        return Edit(at, at + 1, text[at] * 2)
    near = _KEYS.get(text[at].lower(), text[at])
    key = rng.choice(near)
    return Edit(at, at + 1, key.upper() if text[at].isupper() else key)
