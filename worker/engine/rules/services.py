"""Named services and units of a hospital: "Service de Cardiologie", "Unité 32B"."""

import re
from collections.abc import Iterator
from typing import Final

from annotation.domain.spans import Span
from worker.engine import lexicon
from worker.engine.rules.organisation_names import FACILITY_PARTICLES
from worker.engine.text.anchors import matches_at
from worker.engine.text.document import Document
from worker.engine.text.tokens import word_set
from worker.engine.vetoes import words as vetoes

_WORD: Final = r"(?:[a-z\d]+(?:[-'][a-z'\d]+)*|-|,(?!\s(?:dr|pr))|&|/)"
# At the edge of a line, a column or a clause: a letterhead, a signature, a list.
_TITLE: Final = re.compile(
    rf"(?P<s>(?:service|pole|unite|departement|federation|secteur|clinique|filiere|plateau)\b(?:[ ]+{_WORD})+)"
)
_TITLE_HEADS: Final = word_set(
    "service pole unite departement federation secteur clinique filiere plateau"
)
_INLINE_HEADS: Final = word_set("service unite pole departement federation clinique")
_NAMED_HEADS: Final = word_set("unite pavillon secteur pole salle")
_NUMBERED_HEADS: Final = word_set("unite secteur pole pavillon")
# Ends with what is no part of the title.
_CUT: Final = re.compile(
    r"\s{2,}|\t|\s[-–—]\s(?=(?:dr|pr|professeur|docteur|chef|tel|fax|echo|secretariat|cmp|ch|chu|chru|hopital|clinique|epsm|ehpad|centre)\b)|,|\s?:|\s?\(|\.\s|\||\s-\s(?=[a-z]+ograph|etiquette|page|fiche|feuille|demande|planning|transmissions)"
    r"|\s[-–—]\s(?=\d)|\s/\s|\s(?:du|de|des)\s(?=(?:dr|pr|prs|professeur|docteur)\b)|\s(?=(?:du|de l'|de la)\s?(?:chu|chru|ch|ghu?|hopital|clinique|centre hospitalier)\b)"
)
# Inside a sentence: head and name capitalised, particles between.
_CAP: Final = r"(?:[A-ZÀ-Ý][^\W\d_]*(?:[-'’][^\W\d_]+)*)"
_INLINE: Final = re.compile(
    rf"(?<![^\W\d_])(?P<s>(?:Service|Unité|Pôle|Département|Fédération|Clinique|SERVICE|UNITE|UNITÉ|POLE|PÔLE) "
    rf"(?:(?:de |du |des |de la |de l['’]|d['’]|et ){_CAP}(?: (?:et |de |du |des |de la |d['’]|de l['’])?{_CAP})*))"
)
_NAMED: Final = re.compile(
    r"(?<![^\W\d_])(?P<s>(?:[Uu]nité|[Pp]avillon|[Ss]ecteur|[Pp]ôle|Salle) (?P<n>[A-ZÀ-Ý][^\W\d_]+(?:[- ][A-ZÀ-Ý][^\W\d_]+){0,2}))"
)
_NUMBERED: Final = re.compile(
    r"(?<![^\W\d_])(?P<s>(?:Unité|Secteur|SECTEUR|UNITE|UNITÉ|unité|secteur|Pôle|Pavillon|pavillon) (?:n° ?)?(?:[A-Z]{1,3} ?-?\d{1,4}|\d{1,3}[A-Z]{1,2}\d{0,2}|\d{2,4}))(?!\w|[.,/-]\d|\s?(?:%|mg|g|ml|/))"
)
# A sector of psychiatry: department, adults or children, number.
_SECTOR: Final = re.compile(r"\d\d[gi]\d\d$")
# What makes "service de soins" no name.
_PLAIN: Final = frozenset(
    {"soins", "soin", "hospitalisation", "jour", "nuit", "consultation", "consultations", "garde"}
    | {"adresseur", "demandeur", "traitement", "surveillance", "rendu", "prescripteur", "clinique"}
    | {"origine", "accueil", "destination", "prelevement", "centrale", "fonctionnelle", "public"}
)
_CARE_HEADS: Final = frozenset(
    {"service", "departement", "pole", "unite", "clinique", "federation"}
)
_MAX_WORDS: Final = 10


def find_services(doc: Document) -> Iterator[Span]:
    """Titles of a letterhead, capitalised names in a sentence, units with a name or a number."""
    anchors = doc.anchors
    titles = [start for start in anchors.words(_TITLE_HEADS) if _is_at_edge(doc.folded, start)]
    for match in anchors.matches(_TITLE, titles):
        yield from _title(doc, match)
    for match in matches_at(_INLINE, doc.text, anchors.words(_INLINE_HEADS)):
        cut = _CUT.search(doc.folded, match.start("s"), match.end("s"))
        end = cut.start() if cut else match.end("s")
        if " " in doc.text[match.start("s") : end]:
            yield _span(match.start("s"), end, 0.72)
    for match in matches_at(_NAMED, doc.text, anchors.words(_NAMED_HEADS)):
        name = doc.folded[match.start("n") : match.end("n")].split()[0]
        if (
            not vetoes.is_common(name)
            and name not in lexicon.abbreviations()
            and name not in ("hospitaliere", "fonctionnelle", "centrale")
        ):
            yield _span(match.start("s"), match.end("s"), 0.7)
    for match in matches_at(_NUMBERED, doc.text, anchors.words(_NUMBERED_HEADS)):
        sector = _SECTOR.search(doc.folded, match.start("s"), match.end("s"))
        source = "rule:body-number" if sector else "rule:service"
        yield Span(match.start("s"), match.end("s"), "ORG", "SERVICE", 0.66, source)


def _is_at_edge(text: str, start: int) -> bool:
    """At the beginning of a line, a column or a clause: after ", ", " - ", "/ ", ") "."""
    near = text[max(0, start - 3) : start]
    if near[-1:] in ("", "\n", "|"):
        return True
    if near[-1].isspace():
        if near[-2:-1] in (",", "/", ")") or not near[-2:].strip(" \t"):
            return True
        if near[-2:-1] == "-" and near[0].isspace():
            return True
    return not text[text.rfind("\n", 0, start) + 1 : start].strip(" \t>*")


def _title(doc: Document, match: re.Match[str]) -> Iterator[Span]:
    start = match.start("s")
    if not doc.text[start].isupper():
        return
    cut = _CUT.search(match.group("s"))
    end = start + (cut.start() if cut else len(match.group("s")))
    end = start + len(doc.folded[start:end].rstrip(" -,&'/"))
    words = doc.folded[start:end].split()
    if len(words) < 2 or words[-1] in FACILITY_PARTICLES:
        return
    if doc.folded[end : end + 2].strip().startswith(":"):
        return
    written = doc.text[start:end].split()
    if _is_named(written) or _is_whole_line(doc, start, end, words):
        yield _span(start, end, 0.75)


def _is_named(words: list[str]) -> bool:
    """Capitalised like a title: "Service de Cardiologie", "SERVICE DE CARDIOLOGIE"."""
    if words[0].isupper():
        return len(words) <= _MAX_WORDS
    return len(words) < _MAX_WORDS and any(
        word[0].isupper() or ("'" in word.replace("’", "'") and _last_part(word)[:1].isupper())
        for word in words[1:]
    )


def _last_part(word: str) -> str:
    return word.replace("’", "'").split("'")[-1]


def _is_whole_line(doc: Document, start: int, end: int, words: list[str]) -> bool:
    """ "Service des maladies infectieuses" alone on its line or in its column."""
    before = doc.folded[:start][-2:]
    after = doc.folded[end : end + 2]
    alone = (not before.strip() or before.endswith("\n")) and (
        not after.strip() or after[0] == "\n" or after in (" -", " –")
    )
    linked = words[0] in _CARE_HEADS and re.split("'", words[1])[0] in ("de", "des", "d", "du")
    words = [part for word in words[1:] for part in word.split("'")]
    real = [word for word in words if word not in FACILITY_PARTICLES]
    return (
        alone
        and linked
        and len(words) < _MAX_WORDS
        and not any(word in _PLAIN for word in real[:1])
        and bool(real)
    )


def _span(start: int, end: int, score: float) -> Span:
    return Span(start, end, "ORG", "SERVICE", score, "rule:service")
