"""The header or footer that a printer repeats in the middle of a note of several pages."""

from functools import cache
from random import Random
from typing import Final

from worker.training.corpus import template
from worker.training.corpus.library import PhraseRule
from worker.training.corpus.marked import Marked, join
from worker.training.corpus.render import Renderer
from worker.training.corpus.slots import Slots

SHARE: Final = 0.08
_LEAST_LINES: Final = 14
_BREAKS: Final = (
    "\n\n{h1} - {s1}\n{pat.civ} {pat} - {pat.ne} le {pat.ddn} - IPP {pat.ipp}\nPage <2|2/3|2 / 4|- 2 ->\n\n",
    "\n\nPage 1/2\n\n{pat.nom} {pat.prenom} ({pat.ipp})\n\n",
    "\n<----------|__________|. . . . . .>\nPatient : {pat} \\| DDN : {pat.ddn} \\| Page 2 sur 3\n\n",
    "\n\n{pat.nom} {pat.prenom}   {pat.ddn}   {pat.nda}   <2/2|p. 2|page 2>\n\n",
    "\n\n{h1}, {h1.adresse}, {h1.zip} {h1.ville} - Tél. {h1.tel}\n<Document confidentiel|Imprimé le {date.note}|Édité le {date.note} par {ide9.ini}> - page 2\n\n",
    "\n\nSuite du compte rendu de {pat.civ} {pat.nom} {pat.prenom} du {date.note}\n\n",
    "\n\x0c{h1} <CRH|Compte rendu|CR> {pat.nom} {pat.prenom} {pat.ddn} <2|2/2>\n\n",
    "\n\n{med1.titre} {med1} - RPPS {med1.rpps}\nN° FINESS {h1.finess} - Page n° 2\n\n",
    "\n\nValidé par {med1} le {date.note} à {heure} - <Version 1|Page 1/2>\n\n",
)  # fmt: skip


@cache
def _parsed(place: int) -> template.Sequence:
    return template.parse(_BREAKS[place])


def insert_break(marked: Marked, rng: Random, rules: dict[str, PhraseRule], slots: Slots) -> Marked:
    """A page break between two lines of the middle; short notes stay as they are."""
    lines = [at for at, sign in enumerate(marked.text) if sign == "\n"]
    lines = [at for at in lines if not any(m.start < at < m.end for m in marked.marks)]
    if len(lines) < _LEAST_LINES:
        return marked
    at = lines[rng.randrange(len(lines) // 3, len(lines) - 2)]
    page = join(Renderer(rng, rules, slots).render(_parsed(rng.randrange(len(_BREAKS)))))
    return insert(marked, at, page)


def insert(marked: Marked, at: int, other: Marked) -> Marked:
    """`other` put into the text at `at`, which lies inside no mark."""
    shift = len(other.text)
    inside = tuple(m._replace(start=m.start + at, end=m.end + at) for m in other.marks)
    before = tuple(m for m in marked.marks if m.end <= at)
    after = tuple(
        m._replace(start=m.start + shift, end=m.end + shift) for m in marked.marks if m.start >= at
    )
    return Marked(marked.text[:at] + other.text + marked.text[at:], (*before, *inside, *after))
