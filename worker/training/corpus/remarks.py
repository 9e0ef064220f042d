"""A line in an odd form put into any kind of note, with what looks like one and is none beside it.

The odd forms then meet every document type and every departure, not those of their own families
alone.
"""

from functools import cache
from random import Random
from typing import Final

from worker.training.corpus import pages, template
from worker.training.corpus.library import PhraseRule
from worker.training.corpus.marked import Marked, join
from worker.training.corpus.render import Renderer
from worker.training.corpus.slots import Slots

SHARE: Final = 0.2
RULES: Final = ("rare", "rare_piege")
_LEAST_LINES: Final = 3
_SHAPES: Final = (
    "\n{@rare}", "\n{@rare}.", "\n- {@rare}", "\n{@rare_piege}\n{@rare}", "\n{@rare}\n{@rare_piege}", "\n{@rare}. {@rare_piege}.", "\n{@rare_piege}. {@rare}.", "\n{@rare_piege}",
    "\n{@rare} ; {@rare_piege}", "\n• {@rare}\n• {@rare_piege}", "\n{@rare}\n{@rare}", "\nNB : {@rare}", "\n<Note|Remarque|Divers|À noter> : {@rare}. {@rare_piege}", "\n{@rare} / {@rare}",
)  # fmt: skip


@cache
def _parsed(place: int) -> template.Sequence:
    return template.parse(_SHAPES[place])


def insert_remark(
    marked: Marked, rng: Random, rules: dict[str, PhraseRule], slots: Slots
) -> Marked:
    """A remark at a line's end, never inside a mark; a note of one or two lines stays as it is."""
    lines = [at for at, sign in enumerate(marked.text) if sign == "\n"]
    lines = [at for at in lines if not any(m.start < at < m.end for m in marked.marks)]
    if len(lines) < _LEAST_LINES or not all(name in rules for name in RULES):
        return marked
    at = lines[rng.randrange(1, len(lines))]
    remark = join(Renderer(rng, rules, slots).render(_parsed(rng.randrange(len(_SHAPES)))))
    return pages.insert(marked, at, remark)
