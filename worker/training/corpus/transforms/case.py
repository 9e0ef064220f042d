"""Letter case and accents, character by character: no offset moves."""

import re
import unicodedata
from collections.abc import Callable
from random import Random
from typing import Final

from worker.training.corpus.marked import Marked
from worker.training.corpus.tables import capitalised

_NAMES: Final = frozenset({"NOM", "PRENOM"})


def _upper(character: str) -> str:
    upper = character.upper()
    return upper if len(upper) == 1 else character


def _lower(character: str) -> str:
    lower = character.lower()
    return lower if len(lower) == 1 else character


def _plain(character: str) -> str:
    base = unicodedata.normalize("NFD", character)[0]
    return base if character > "\x7f" and base.isalpha() else character


def _mapped(text: str, change: Callable[[str], str]) -> str:
    """Each character changed; `change` gives one character for one."""
    return text.translate({ord(character): change(character) for character in set(text)})


def upper_all(marked: Marked, rng: Random) -> Marked:
    """The whole note in capitals; accents go too in half of the notes."""
    text = _mapped(marked.text, _upper)
    return Marked(_mapped(text, _plain) if rng.random() < 0.5 else text, marked.marks)


def lower_all(marked: Marked, rng: Random) -> Marked:
    return Marked(_mapped(marked.text, _lower), marked.marks)


def drop_accents(marked: Marked, rng: Random) -> Marked:
    return Marked(_mapped(marked.text, _plain), marked.marks)


def drop_some_accents(marked: Marked, rng: Random) -> Marked:
    """Half of the words lose theirs: typed in a hurry."""
    text = re.sub(
        r"\w*[À-ÿ]\w*",
        lambda m: _mapped(m.group(), _plain) if rng.random() < 0.5 else m.group(),
        marked.text,
    )
    return Marked(text, marked.marks)


def _names(marked: Marked, change: Callable[[str], str]) -> Marked:
    text = marked.text
    parts: list[str] = []
    at = 0
    for mark in marked.marks:
        if mark.subtype in _NAMES:
            changed = change(text[mark.start : mark.end])
            if len(changed) == mark.end - mark.start:
                parts += (text[at : mark.start], changed)
                at = mark.end
    return Marked("".join((*parts, text[at:])), marked.marks)


def names_upper(marked: Marked, rng: Random) -> Marked:
    return _names(marked, lambda name: _mapped(name, _upper))


def names_title(marked: Marked, rng: Random) -> Marked:
    return _names(marked, lambda name: capitalised(_mapped(name, _lower)))


def names_lower(marked: Marked, rng: Random) -> Marked:
    return _names(marked, lambda name: _mapped(name, _lower))


def names_plain(marked: Marked, rng: Random) -> Marked:
    """Names without accents, as old software kept them."""
    return _names(marked, lambda name: _mapped(name, _plain))


def swap_sentence_case(marked: Marked, rng: Random) -> Marked:
    """Sentences that start with a small letter, outside the marks."""
    covered = {at for mark in marked.marks for at in range(mark.start, mark.end)}

    def lowered(match: re.Match[str]) -> str:
        return match.group() if match.end() - 1 in covered else match.group().lower()

    return Marked(re.sub(r"(?:^|[.!?]\s)[A-ZÀ-Ý](?=[a-zà-ÿ])", lowered, marked.text), marked.marks)
