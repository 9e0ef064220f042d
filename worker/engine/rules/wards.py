"""Wards named by a specialty and a letter, a number or a storey: "Méd. B 3e", "Chir C", "USIC 2", "HDJ 1";
and bodies known by an acronym and their department's number: "l'ATPC 62", "PEP 54"."""

import re
from collections.abc import Iterator
from typing import Final

from annotation.domain.spans import Span
from worker.engine import lexicon
from worker.engine.rules import vetoes
from worker.engine.rules.anchors import matches_at
from worker.engine.rules.document import NAME_SHAPES, Document, Shape
from worker.engine.rules.tokens import word_set

_SPECIALTIES: Final = (
    "med chir neuro pneumo cardio gastro nephro ortho uro onco hemato geria psy rea rhumato dermato endoc pedia neonat gyneco"
    " traumato digestif visceral vasculaire infectio medecine chirurgie cardiologie neurologie pneumologie gastrologie"
    " gastroenterologie nephrologie orthopedie urologie oncologie hematologie geriatrie psychiatrie reanimation rhumatologie"
    " dermatologie endocrinologie pediatrie gynecologie traumatologie infectiologie usic usi usc usip usinv hdj hds hdn uhcd"
    " ucc uhr umg ucsg ssr smr mpr usld"
)
_SPECIALTY_WORDS: Final = word_set(_SPECIALTIES)
# A storey ("3e", "B 3e"), a letter, a number, both; then the end of a clause.
_CODE: Final = r"(?:\d{1,2} ?(?:er|e|è|ème|eme)\b(?: ?étage)?|[A-D] ?\d{1,2}(?:er|e|è|ème|eme)?|\d{1,2} ?[A-D]|[A-D]|\d{1,2}|[IV]{2,3})"
# "Méd interne B", "onco-hémato 3B", "MED-POLY-4".
_KIND: Final = r"(?i:dig(?:estive?)?|visc(?:[eé]rale?)?|vasc(?:ulaire)?|int(?:erne)?|thoracique|poly(?:valente)?|neuro|m[eé]d|chir|h[eé]mato|aigu[eë]|g[eé]ria(?:trique)?|p[eé]dia(?:trique)?|infantile|intensifs?|continus?|cardiaque|cardio|traumato|ortho|onco|pneumo|gastro|uro|orl|femmes?|hommes?|adultes?|enfants?)"
_WARD: Final = re.compile(
    rf"[^\W\d_]{{3,16}}(?:\. ?| |-)(?:{_KIND}[ -])?{_CODE}(?=\s*(?:[,;)»|]|\.(?!\d)|\n|$)|\s[-–—(])"
)
_BEFORE: Final = re.compile(
    r"(?:(?:^|\n)[ \t]*(?:[-–—*•>][ \t]*)?|[(|;,/–—>] ?|\s-\s|\b(?:en|au|aux|du|de|vers|lits?|unite|secteur|depuis|service|poste|quitte|monte|adresse)\s|: )$"
)
# In small letters only after them: "monté en méd 2".
_IN: Final = re.compile(r"\b(?:en|lits?|unite) $")
_REACH: Final = 14  # characters before a ward


def find_wards(doc: Document) -> Iterator[Span]:
    """Wards and bodies that a letter or a number names."""
    for match in matches_at(_WARD, doc.text, doc.anchors.words(_SPECIALTY_WORDS)):
        start = match.start()
        if (
            doc.text[start].isupper() or _IN.search(doc.folded, max(0, start - _REACH), start)
        ) and _BEFORE.search(doc.folded, max(0, start - _REACH), start):
            yield Span(start, match.end(), "ORG", "SERVICE", 0.7, "rule:ward")
    yield from _numbered(doc)


_DEPARTMENT: Final = re.compile(
    r" (?:0[1-9]|[1-8]\d|9[0-5]|2[AB]|97[1-6])(?:-(?:0[1-9]|[1-8]\d|9[0-5]|2[AB]))?(?=[,;.)]*(?:\s|$))"
    r"(?!\s?(?:%|mg|g/|g\b|ml|mm|cm|kg|ui|ans|mois|jours|h\b|/|[-–]\s?\d|[àa]\s\d))"
)
_ARTICLES: Final = frozenset({"l", "'", "la", "le", "du", "au", "par", "ou"})
# Rescue services: the number is the department's.
_RESCUE: Final = frozenset({"samu", "smur", "sdis", "crra"})
_KNOWN: Final = lexicon.words("body_acronyms")
_LEAST, _MOST = 3, 6  # letters of an unknown acronym


def _numbered(doc: Document) -> Iterator[Span]:
    """ "l'ATPC 62", "PEP 54", "CLAT 25-90": an acronym and a department's number."""
    for index in sorted({*doc.uppers, *doc.indices(_KNOWN)}):
        if doc.shapes[index] not in NAME_SHAPES or not doc.following[index][:1].isdigit():
            continue
        match = _DEPARTMENT.match(doc.text, doc.ends[index])
        if match is None:
            continue
        word = doc.folds[index]
        if word in _RESCUE:
            yield Span(
                match.start() + 1, match.end(), "LOC", "DEPARTEMENT", 0.7, "rule:body-number"
            )
        elif word in _KNOWN or _is_unknown_acronym(doc, index):
            yield Span(doc.starts[index], match.end(), "ORG", "ORGANISME", 0.7, "rule:body-number")


def _is_unknown_acronym(doc: Document, index: int) -> bool:
    """Capitals after an article where others write small letters, no abbreviation of medicine."""
    word = doc.folds[index]
    if not _LEAST <= len(word) <= _MOST or doc.folds[index - 1] not in _ARTICLES:
        return False
    if doc.shape(index - 1) is Shape.UPPER or word in doc.lower_words:
        return False
    return not (
        vetoes.is_common(word)
        or vetoes.is_veto_word(doc, index)
        or word in lexicon.words("no_acronyms")
        or word in lexicon.words("scores")
        or word in lexicon.drugs()
    )
