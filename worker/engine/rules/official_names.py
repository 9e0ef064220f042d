"""Public bodies by their official name and their place ("Registre des tumeurs du Doubs"), and places of care
by an acronym that no list holds ("transfert au CPNX")."""

import re
from collections.abc import Iterator
from typing import Final

from annotation.domain.spans import Span
from worker.engine import lexicon
from worker.engine.lexicon.phrases import match_commune, match_phrase
from worker.engine.text.document import Document, Shape
from worker.engine.text.tokens import word_set
from worker.engine.vetoes import words as vetoes

_LEVEL: Final = r"(?:departementale?|regionale?|interregionale?|nationale?|academique|territoriale?|interdepartementale?|diocesaine?|locale?)"
# "de l'ordre des deux semaines", "inspection des aisselles" name nobody.
_PROFESSION: Final = r"(?:medecins|infirmiere?s|pharmaciens|avocats|sages-femmes|masseurs|kinesitherapeutes|chirurgiens|pedicures|podologues|dentistes|notaires|architectes|experts|veterinaires|geometres|psychologues)"
_HEAD: Final = (
    rf"registre(?= d)|observatoire|commission(?= d| {_LEVEL})|maison (?:departementale|territoriale|des [a-z]{{5,}}|de la justice)|delegation {_LEVEL}|direction {_LEVEL}"
    rf"|agence {_LEVEL}|conseil (?:de l'ordre|{_LEVEL})|chambre (?:{_LEVEL}|d'agriculture|de commerce|des metiers|des notaires)|centre {_LEVEL}|centre d'information|service {_LEVEL}"
    rf"|comite {_LEVEL}|union {_LEVEL}|federation|office (?:de|public|national)|ordre (?:(?:departemental|regional|national) )?(?:des|de la) {_PROFESSION}|inspection (?:d'academie|academique|du travail|generale|de l'education|de l'enseignement|{_LEVEL})|caisse {_LEVEL}|academie|archeveche|eveche|diocese|corps {_LEVEL}|cellule {_LEVEL}"
)
_OFFICIAL: Final = re.compile(rf"(?<![a-z\d-])(?:{_HEAD})(?![a-z\d-])")
# Words of a body's title, and what stands before its place.
_TITLE: Final = re.compile(r"[a-z' -]*(?:, [a-z' -]+)?[a-z' –-]*")
_LINK: Final = re.compile(
    r"(?: (?:de la |de l'|de |du |des |d')| [-–] | \()(?:le |la |les |l')?(?=\S)"
)
_HEAD_WORDS: Final = word_set(
    "registre observatoire commission maison delegation direction agence conseil chambre centre service comite union"
    " federation office ordre inspection caisse academie archeveche eveche diocese corps cellule"
)
_LONGEST: Final = 120  # characters of a name
# Words of a sentence, which no title holds.
_STOPS: Final = re.compile(
    r"\b(?:est|sont|a|ont|que|qui|il|elle|on|nous|vous|patiente?s?|sa|son|ses|mon|ma|ce|cette|par|sur|avec|dans|chez|sans|depuis|lors|afin|puis|ainsi|comme|pas|mais|ou|fait|vue?|suivie?|prevue?|retour|sortie|faveur|maladie d|syndrome|signes?|lesions?|retrouve|montre|objective|devant)\b"
)


def find_official_names(doc: Document) -> Iterator[Span]:
    """Whole names with the place at their end; acronyms right after words of care."""
    for match in doc.anchors.matches(_OFFICIAL, doc.anchors.words(_HEAD_WORDS)):
        title = _TITLE.match(doc.folded, match.end(), match.start() + _LONGEST)
        limit = title.end() if title else match.end()
        stop = _STOPS.search(doc.folded, match.end(), limit)
        end = stop.start() if stop else limit + 1
        for link in _LINK.finditer(doc.folded, match.end(), end):
            last = _place_end(doc, doc.index_at(link.end()))
            if last >= 0:
                yield Span(
                    match.start(), doc.ends[last], "ORG", "ORGANISME", 0.78, "rule:named-body"
                )
                break
    yield from _care_acronyms(doc)


def _place_end(doc: Document, index: int) -> int:
    """The last token of the department, the region or the town that starts here; -1 when none does."""
    if doc.shape(index) is Shape.LOWER:
        return -1
    for kind in ("departments", "regions"):
        if length := match_phrase(doc, index, lexicon.divisions(kind))[0]:
            return index + length - 1
    length = match_commune(doc, index)
    return index + length - 1 if length else -1


# "reprise du THS", "opéré du GIST", "suivi du BHCG" tell a treatment, a lesion, a measure: only "au" and
# "vers le" lead to a place.
_CARE: Final = re.compile(
    r"\b(?:(?P<moved>transfert|transferee?|hospitalisee?|admise?|readmise?|rapatriee?|mutee?|naissance|neee?|accouche)"
    r"|greffee?|operee?|dialysee?|suivie?)"
    r"(?: (?:ce jour|hier|demain|prevue?|possible|accepte|programme|ensuite|puis))? (?:au|a l'|vers le|vers l') ?$"
)
_REACH: Final = 40  # characters before an acronym
_LEADS: Final = frozenset({"au", "'", "le"})
_LEAST, _MOST = 3, 6  # letters


def _care_acronyms(doc: Document) -> Iterator[Span]:
    for index in doc.uppers:
        word = doc.folds[index]
        if doc.folds[index - 1] not in _LEADS or not _LEAST <= len(word) <= _MOST:
            continue
        start = doc.starts[index]
        if not _is_unknown(doc, index, word):
            continue
        if cue := _CARE.search(doc.folded, max(0, start - _REACH), start):
            # Only after words of a transfer no second opinion is needed.
            rule = "care-acronym" if cue["moved"] else "followed-acronym"
            yield doc.span(index, index, ("ORG", "HOPITAL"), 0.7, rule)


def _is_unknown(doc: Document, index: int, word: str) -> bool:
    if doc.shape(index - 1) is Shape.UPPER or word in doc.lower_words:
        return False
    known = vetoes.is_common(word) or vetoes.is_veto_word(doc, index)
    bare = word in lexicon.words("no_acronyms") or word in lexicon.words("capital_heads")
    return not (known or bare or word in lexicon.words("scores"))
