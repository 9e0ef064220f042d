"""The kinds of bodies ("clinique", "foyer de vie", "lycée"), read from the vocabulary."""

import re
from dataclasses import dataclass
from typing import Final

from annotation.domain.labels import Subtype
from worker.engine import lexicon

_LISTS: Final = {
    "care_kinds": Subtype.HOPITAL,
    "ward_kinds": Subtype.SERVICE,
    "body_kinds": Subtype.ORGANISME,
}
_IN_CAPITALS, _APART = "^", "~"


@dataclass(frozen=True, slots=True)
class Kind:
    """`in_capitals`: counts in capitals only. `apart`: a town after it is no part of a name ("la
    pharmacie de Dole" names a pharmacy, "le garage de Dole" none)."""

    subtype: Subtype
    in_capitals: bool
    apart: bool


def _read() -> dict[str, Kind]:
    """Every kind; the first list wins."""
    kinds: dict[str, Kind] = {}
    for name, subtype in _LISTS.items():
        for line in lexicon.lines(name):
            kind = line.rstrip(f" {_IN_CAPITALS}{_APART}")
            apart = _APART in line or subtype is Subtype.SERVICE
            kinds.setdefault(kind, Kind(subtype, _IN_CAPITALS in line, apart))
    return kinds


KINDS: Final = _read()
FIRST_WORDS: Final = frozenset(re.split(r"[ .'-]", kind)[0] for kind in KINDS)
# The longest kind that begins here; a dot at its end is its own.
KIND: Final = re.compile(
    rf"(?:{'|'.join(map(re.escape, sorted(KINDS, key=len, reverse=True)))})(?![a-z\d-])"
)
