"""What stands beside a word that is also a name: « VU AVEC PETIT CE JOUR », « petit jean », « né à Tours ».

Read only for the few matches whose letters say nothing, so its cost is not that of the texts.
"""

import re
from collections.abc import Set
from typing import Final

from privacy.domain.leakscan.context import after_civility, reads_as_name
from privacy.domain.text import fold_phrase, words

_LOOK: Final = 32  # characters read on one side
_LAST_WORD: Final = re.compile(r"([^\W\d_]+)(?: |, )$")
_NEXT_WORD: Final = re.compile(r"(?: |, )([^\W\d_]+)")
_INITIAL_BEFORE: Final = re.compile(r"(?<![^\W_])([^\W\d_])(?:\.-?[^\W\d_])?(?:\. ?| )$")
_INITIAL_AFTER: Final = re.compile(r",? ([^\W\d_])(?:\.|(?=[,;)\n]|$))")
# what a letter alone tells more of
_LETTERED: Final = re.compile(
    r"\b(?:vitamines?|hepatites?|facteur|groupe|stade|grade|type|score|classe|zone|plan|annexe|virus|grippe|bloc|batiment"
    r"|aile|lit|streptocoque|proteine|complexe|point|vit|child|et|ou|ecole|categorie|anti|ag|ac) ?$"
)
_CUE: Final = re.compile(
    r"\b(?:avec|par|chez|(?:de|dans|avec|par) (?:la|sa) famille|nommee?s?|prenommee?s?|appelee?s?|alias|epou(?:se|x) de|veu(?:ve|f) de) $"
)
_FOR: Final = re.compile(r"\bpour $")
# after a preposition these have no noun to go with, so they are a name
_ADJECTIVES: Final = frozenset(
    words(
        "petit blanc roux brun gros gras grand rouge fort long clair gentil riche court franc large doux plat noir"
        " vert vieux mauvais leger parfait gris courtois lefort roy"
    )
)
# « vit avec compagnon », « amené par voisin »: said without an article too
_PEOPLE: Final = frozenset(
    words(
        "papa maman parent parents pere mari frere neveu cousin voisin compagnon garcon jumeau person cadet maitre"
        " allemand juge"
    )
)
# what can't go on with a noun or an adjective: « avec petit ce jour », not « avec petit hématome »
_GOES_ON: Final = re.compile(
    r"(?:[.,;:!?)\]]|\s*$| (?:ce|cet|cette|ces|le|la|les|un|une|au|aux|a|et|ou|en|dans|pour|avec|par|chez|qui|que"
    r"|est|ainsi|puis|lors|hier|aujourd'hui|demain|son|sa|ses|sur)\b)"
)
_LIVES: Final = re.compile(
    r"\b(?:nee?s?|habite|habitante?|domiciliee?s?|domicile|demeurant|demeure|vit|vivant|resid\w+|originaire|adresse"
    r"|commune|ville|retour\w*|rentre\w*)(?: actuellement)? (?:a|de) $"
)
_BRACKETS: Final = frozenset('([«"')
_NAMED: Final = frozenset(words("avec par pour chez et ou mme m mr dr pr monsieur madame docteur"))
_PLACED: Final = frozenset(
    words("a de sur vers habite habitant domicile ville commune chu ch mairie pres")
)
_SYMBOLS: Final = frozenset(words("na ca mg li fe cl al cu zn co hb ba ph kt rx tt td cf ht gb gy"))
_MARKS: Final = frozenset("+-/=:%'’_")


def _before(text: str, start: int) -> str:
    """Folded, with the blank that stands before the match; empty when it is no single blank of the same line."""
    shown = text[max(0, start - _LOOK) : start]
    if shown[-1:] != " " or shown[-2:-1] in {" ", "\n", ""}:
        return ""
    return f"{fold_phrase(shown.rpartition(chr(10))[2])} "


def _after(text: str, end: int) -> str:
    shown = text[end : end + _LOOK].partition("\n")[0]
    kept = " " if shown[:1] == " " else ""
    return kept + fold_phrase(shown)


def beside_a_name(text: str, start: int, end: int, names: Set[str]) -> bool:
    """« PETIT Jean », « jean, petit », « J. Petit »: another name of the file, or its initial, just before or just after."""
    own = fold_phrase(text[start:end])
    last = _LAST_WORD.search(text, max(0, start - _LOOK), start)
    following = _NEXT_WORD.match(text, end)
    around = {fold_phrase(found[1]) for found in (last, following) if found is not None}
    if any(word in names and word != own for word in around):
        return True
    initial = _initial(text, start, end)
    return bool(initial) and any(word[0] == initial and word != own for word in names)


def _initial(text: str, start: int, end: int) -> str:
    """The letter, folded, of « J. Petit », « J.-P. Petit », « p. petit », « PETIT J. », « Petit J, »; not of
    « vitamine D. Petit abcès »."""
    before = _INITIAL_BEFORE.search(text, max(0, start - _LOOK), start)
    if before is not None and (before[1].isupper() or "." in before[0]):
        if _LETTERED.search(fold_phrase(text[max(0, start - _LOOK) : before.start(1)]) + " "):
            return ""
        return fold_phrase(before[1])[:1]
    after = _INITIAL_AFTER.match(text, end) if text[start].isupper() else None
    return fold_phrase(after[1])[:1] if after is not None else ""


def is_told(text: str, start: int, end: int) -> bool:
    """« vu avec petit ce jour », « PAR BLANC. »: after a word that people follow, before what ends the phrase."""
    before = _before(text, start)
    cue = _CUE.search(before) is not None
    if not cue and _FOR.search(before) is None:
        return False
    word = fold_phrase(text[start:end])
    if word in _PEOPLE or not (cue or word in _ADJECTIVES):
        return False
    return text[end : end + 1] != "-" and _GOES_ON.match(_after(text, end)) is not None


def may_be_told(text: str, start: int, *, is_place: bool) -> bool:
    """A word of small letters where people or places are named: « (clément », « avec clément », « à vienne »."""
    if not start or text[start - 1] in _BRACKETS:
        return True
    last = _LAST_WORD.search(text, max(0, start - _LOOK), start)
    return last is not None and fold_phrase(last[1]) in (_PLACED if is_place else _NAMED)


def is_lived_in(text: str, start: int, end: int) -> bool:
    """« né à Tours », « DOMICILIE A SENS »."""
    return text[end : end + 1] != "-" and _LIVES.search(_before(text, start)) is not None


def is_short_name(text: str, start: int, end: int, *, is_article: bool) -> bool:
    """Two letters or a particle that are a name: « vu avec Le ce jour », « revu pour Do en fin de visite »; not « Le
    Creusot », « Na 140 », « vu avec le fils », nor « Le bilan » after a forgotten full stop."""
    shown = text[start:end]
    if is_told(text, start, end):
        return shown[0].isupper() or not is_article
    following = text[end : end + 2].lstrip(" ")[:1]
    if not shown.istitle() or following.isupper() or following.isdigit() or following in _MARKS:
        return False
    if is_article and _GOES_ON.match(_after(text, end)) is None:
        return False
    if after_civility(text, start):
        return True
    return fold_phrase(shown) not in _SYMBOLS and reads_as_name(text, start)


def is_short_town(text: str, start: int, end: int) -> bool:
    """« vit à Pau », « suivie sur Gap »; capitals in running text are more often a short form (« MER »)."""
    if is_lived_in(text, start, end):
        return True
    return text[start:end].istitle() and reads_as_name(text, start)
