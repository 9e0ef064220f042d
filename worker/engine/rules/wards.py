"""Wards named by a specialty and a letter, a number or a storey: "Méd. B 3e", "Chir C", "USIC 2", "HDJ 1";
and bodies known by an acronym and their department's number: "l'ATPC 62", "PEP 54"."""

import re
from collections.abc import Iterator
from typing import Final

from annotation.domain.spans import Span
from worker.engine import lexicon
from worker.engine.text.anchors import matches_at
from worker.engine.text.document import NAME_SHAPES, Document
from worker.engine.text.tokens import word_set

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
# A letter with its storey ("B 3e"), a storey named as one, two kinds joined ("MED-POLY-4"): a ward anywhere.
_STRONG: Final = re.compile(
    rf"[^\W\d_]{{3,16}}(?:(?:\. ?| |-)(?:{_KIND}[ -])?(?:[A-D] ?\d{{1,2}}(?:er|e|è|ème|eme)\b|\d{{1,2}} ?(?:er|e|è|ème|eme) ?étage)|-{_KIND}-\d)"
)
_BEFORE: Final = re.compile(
    r"(?:(?:^|\n)[ \t]*(?:[-–—*•>][ \t]*)?|[(|;,/–—>] ?|\s-\s|\b(?:en|au|aux|du|de|vers|lits?|unite|secteur|depuis|service|poste|quitte|monte|adresse)\s|: )$"
)
# A grade, a count or a side follows a specialty too ("Neuro 2", "Pneumo D"): any other code names a
# ward only after words of a stay.
_STAY: Final = re.compile(
    r"(?:\b(?:hospitalise|hospitalisation|transfere|transfert|mute|mutation|monte|remonte|descendu?|passe|passage|admis|readmis|admission|entre|installe|sejourne?|vue?|revue?|reste|toujours|repris|retourne?|retour|lit disponible|place)e?s?"
    r"(?: (?:ce jour|hier|ensuite|puis|direct(?:ement)?))? (?:en|au|aux|vers|vers le|dans le) "
    r"|\b(?:sort|sortie|sortant|transfert|retour|provenance|venante?) d[eu] |\b(?:depuis|quitte) l[ae] |\b(?:service|unite|secteur) ?:? |\blit )$"
)
_LIST: Final = re.compile(r"\s*(?:,|et|/)\s*\d")  # "HDJ 1, 8 et 15": days of a treatment
_REACH: Final = 14  # characters before a ward
_STAY_REACH: Final = 40


def find_wards(doc: Document) -> Iterator[Span]:
    """Wards and bodies that a letter or a number names."""
    for match in matches_at(_WARD, doc.text, doc.anchors.words(_SPECIALTY_WORDS)):
        if _is_named(doc, match.start(), match.end()):
            yield Span(match.start(), match.end(), "ORG", "SERVICE", 0.7, "rule:ward")
    yield from _numbered(doc)


def _is_named(doc: Document, start: int, end: int) -> bool:
    """A ward by its own form or by what stands before it."""
    if doc.text[start].isupper() and _STRONG.fullmatch(doc.text, start, end):
        return _BEFORE.search(doc.folded, max(0, start - _REACH), start) is not None
    if _LIST.match(doc.folded, end):
        return False
    return _STAY.search(doc.folded, max(0, start - _STAY_REACH), start) is not None


_DEPARTMENT: Final = re.compile(
    r" (?:0[1-9]|[1-8]\d|9[0-5]|2[AB]|97[1-6])(?:-(?:0[1-9]|[1-8]\d|9[0-5]|2[AB]))?(?=[,;.)]*(?:\s|$))"
    r"(?!\s?(?:%|mg|g/|g\b|ml|mm|cm|kg|ui|ans|mois|jours|h\b|min|sec|places|lits|seances|séances|points|pts|fois|/|[-–]\s?\d|[àa]\s\d))"
)
# Rescue services: the number is the department's. "SAMU 15" is a telephone number.
_RESCUE: Final = frozenset({"samu", "smur", "sdis", "crra"})
_CALL: Final = " 15"
# Acronyms that are nothing else than bodies, whatever stands before them.
_SURE: Final = word_set(
    "adapei adil adpep admr aftc agafpa anpaa apajh apei apf arsla carsat ccas cdad chrs cicat cidff clat cpam csapa ddcs"
    " ddets ddfip ddpp ddsp dsden fcpe fnath giscop mdph mgen mjpm pcpe saad samsah savs sessad siao spip ssiad udaf"
    " udapei udcca udsp unafam unapei urssaf utpas"
)
# Scores, measures and settings are written as bodies are ("le BIS 45", "la PEP 12", "l'ASIA 12"): any
# other acronym needs a word that only bodies have before them.
_BODY_BEFORE: Final = re.compile(
    r"\b(?:colonie|benevole|adherente?|salariee?|employee?|mandataire(?: pressentie?)?|tutelle|curatelle|tutrice|tuteur|curatrice|curateur|mutuelle|ime|impro|itep|camsp|cmpp|esat|sessad)"
    r" ?(?:\(|: ?)?(?:(?:confiee? )?(?:de|a|par|aupres de|chez) )?(?:l'|la |le |les |des |du |aux? )?$"
)
_HOME: Final = re.compile(r"\b(?:ime|impro|itep|camsp|cmpp|esat|sessad) (?:des )?$")  # "IME PEP 54"
_PLURAL_BODY: Final = ("pep", frozenset({"les", "aux"}))  # "les PEP 54": pupils of public education
_LEAST, _MOST = 3, 6  # letters of an acronym


def _numbered(doc: Document) -> Iterator[Span]:
    """ "UDAF 62", "les PEP 54", "CLAT 25-90": an acronym and a department's number."""
    for index in sorted({*doc.uppers, *doc.indices(_SURE)}):
        if doc.shapes[index] not in NAME_SHAPES or not doc.following[index][:1].isdigit():
            continue
        match = _DEPARTMENT.match(doc.text, doc.ends[index])
        if match is None:
            continue
        word = doc.folds[index]
        if word in _RESCUE and match.group() != _CALL:
            yield Span(
                match.start() + 1, match.end(), "LOC", "DEPARTEMENT", 0.7, "rule:body-number"
            )
        elif word in _SURE or _is_body(doc, index, word):
            start = doc.starts[index]
            home = _HOME.search(doc.folded, max(0, start - _REACH), start)
            start = home.start() if home else start
            rule = "body-number" if word in _SURE else "acronym-number"
            yield Span(start, match.end(), "ORG", "ORGANISME", 0.7, f"rule:{rule}")


def _is_body(doc: Document, index: int, word: str) -> bool:
    """Capitals after a word of bodies; "les PEP 54"."""
    if not _LEAST <= len(word) <= _MOST or word in lexicon.words("scores"):
        return False
    if word == _PLURAL_BODY[0] and doc.folds[index - 1] in _PLURAL_BODY[1]:
        return True
    start = doc.starts[index]
    return _BODY_BEFORE.search(doc.folded, max(0, start - _STAY_REACH), start) is not None
