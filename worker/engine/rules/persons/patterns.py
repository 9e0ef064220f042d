"""What promises a person's name: a civility or a field's name (folded text)."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from annotation.domain.labels import Label, Subtype
from worker.engine import lexicon
from worker.engine.rules.pattern import Rule, Searched
from worker.engine.text.document import Document
from worker.engine.text.folding import word_set


@dataclass(frozen=True)
class NameContext(Searched):
    """`regex` ends where the name begins. `alone`: sub-type of a single word. `is_list`: more names may
    follow. `counts` looks at the match and at the text as written."""

    rule: Rule
    regex: re.Pattern[str]
    score: float
    examples: tuple[str, ...]
    alone: Subtype = Subtype.NOM
    is_list: bool = False
    counts: Callable[[re.Match[str], str], bool] = lambda _match, _text: True

    def find(self, doc: Document) -> Iterator[re.Match[str]]:
        """Where a name may begin: at the ends of the matches."""
        for match in self.matches(doc):
            if self.counts(match, doc.text):
                yield match


def _any(words: frozenset[str]) -> str:
    return "|".join(map(re.escape, sorted(words, key=len, reverse=True)))


_PLURAL: Final = word_set("mm maitres drs docteurs prs professeurs messieurs mesdames mmes mlles")
_SINGULAR: Final = _any(lexicon.words("titles") - _PLURAL)
_ROLES: Final = _any(lexicon.words("roles") - {"ph"})  # "Dr Ph. Roy"
_LATER_TITLES: Final = _any(lexicon.words("titles") - {"m", "me", "mm"})
_CAPITAL_ONLY: Final = word_set("m me mm pr prs veuve maitre prof")
# "Dr", "M. le Professeur", "Mme la Directrice", "Dr :", "Docteur" at the end of a line.
_MORE: Final = rf"(?:\.?[ ]?[:(][ ]?|\.?[ ](?:(?:le|la)[ ])?(?:{_LATER_TITLES}|(?P<role>{_ROLES}))(?![a-z'-])){{0,3}}\.?[ ]{{0,8}}(?:\n[ ]{{0,8}})?(?(role)(?!d[eu]s?[ ]))"

CIVILITY: Final = Rule("civility", Label.PER, Subtype.NOM, is_sure=True)
BIRTH_NAME: Final = Rule("birth-name", Label.PER, Subtype.NOM)
FIELD_NAME: Final = Rule("field-name", Label.PER, Subtype.NOM)


# Weekdays above the columns of a plan: "L M M J V S D", "L Ma Me J V", from an M or "Me".
_DAY_COLUMNS: Final = re.compile(r"(?:[\s|/,;.-]{1,6}Me?)?[\s|/,;.-]{1,6}J[\s|/,;.-]{1,6}V(?!\w)")


# Shifts in the columns of a plan: "M    R    S", "M  AM  N".
_SHIFTS: Final = re.compile(r"[ \t|]{2,}[A-Z][A-Za-z]?(?![\w.'’-])")
# "E. M. LE 09/10/24" is signed, "le Dr DE GARDE" is whoever it is.
_NOBODY: Final = re.compile(r"(?i:le \d|de garde\b|de chant\b)")


def _is_title(match: re.Match[str], text: str) -> bool:
    """ "M." and "Me" in capitals; the initials "M.B.", the sex "M", "M J V" of weekdays and "Prof. :" are no titles."""
    return not _NOBODY.match(text, match.end()) and _may_be_title(match, text)


def _may_be_title(match: re.Match[str], text: str) -> bool:
    word, written = match["w"], text[match.start("w") : match.end("w")]
    if word in _CAPITAL_ONLY and not written[0].isupper():
        return False
    end = match.end("w")
    if word in ("m", "me") and (_DAY_COLUMNS.match(text, end) or _SHIFTS.match(text, end)):
        return False
    before = text[max(0, match.start() - 8) : match.start()].lower()
    if word == "m":
        behind = text[match.end("w") : match.end("w") + 1]
        sex = before.rstrip().endswith(("sexe", ":", "|", "sexe :"))
        return not sex and behind in (".", " ")
    measure = word == "mm" and (written != "MM" or re.search(r"\d\s?$", before))
    return not measure and not (word == "me" and written == "ME")


def _is_birth(match: re.Match[str], text: str) -> bool:
    """Not the negation "ne", not "EP" (pulmonary embolism), not "né le"."""
    word, written = match["w"], text[match.start("w") : match.end("w")]
    if word.startswith("ne") and word != "nee" and "é" not in written.lower():
        return False
    return written != "EP"


def _is_field(match: re.Match[str], text: str) -> bool:
    """ "Nom : ", "Nom<tab>DUPONT", "NOM DUPONT", "Nom (3 lettres) DUP": without a sign, field and value begin with capitals."""
    written = text[match.start() : match.end()]
    if any(sign in written for sign in ":|="):
        return True
    apart = any(sign in written for sign in "\t\n)") or written.endswith("  ")
    value = text[match.end() : match.end() + 2]
    return value[:1].isupper() and (
        written[0].isupper() if apart else written.isupper() and value.isupper()
    )


_FIELD_END: Final = r"(?:[ ]?\((?:s|e|es|\d(?:ere?)?(?: ?(?:premieres )?lettres?)?)\))?(?:[ \t.]{0,40}[:|=][ \t]{0,40}\n?[ \t]{0,8}"
_NAME_FIELD_END: Final = rf"{_FIELD_END}|[ ]{{1,40}}|\n(?=[a-z]{{2}}))"
_OF_NAMES: Final = r"(?:[ ](?:(?:de[ ])?(?:naissance|naiss\.?)|d'usage|usuel|marital|de[ ]jeune[ ]fille|de[ ]famille|patronymique|(?:du[ ]|de[ ]la[ ])?patiente?|jeune[ ]fille))?"

CONTEXTS: Final = (
    NameContext(
        CIVILITY,
        re.compile(rf"(?<![a-z\d'-])(?<![a-z]\.)(?P<w>{_SINGULAR})(?![a-z'-]){_MORE}"),
        0.95,
        ("vu par le Dr [[Petit]]",),
        counts=_is_title,
    ),
    NameContext(
        CIVILITY,
        re.compile(rf"(?<![a-z\d'-])(?P<w>{_any(_PLURAL)})(?![a-z'-]){_MORE}"),
        0.95,
        ("les Drs [[Petit]], [[Roy]] et [[Blanc]]",),
        is_list=True,
        counts=_is_title,
    ),
    NameContext(
        BIRTH_NAME,
        re.compile(
            r"(?<![a-z\d'-])(?P<w>ne\(e\)|nee?|ep|epse|epouse|vve|veuve|dite?|alias)(?![a-z'(-])(?:\.|[ ]?:)?[ ](?!le[ ]\d|en[ ]|a[ ])"
        ),
        0.9,
        ("Mme Petit née [[Roy]]",),
        counts=_is_birth,
    ),
    NameContext(
        FIELD_NAME,
        re.compile(
            rf"(?<![a-z])(?:noms?{_OF_NAMES}[ ]?(?:et|/|,|-|&)?[ ]?prenoms?|prenoms?[ ]?(?:et|/|,|-|&)?[ ]?noms?){_NAME_FIELD_END}"
        ),
        0.95,
        ("Nom, prénom : [[DUPONT]] [[Marie]]",),
        counts=_is_field,
    ),
    NameContext(
        FIELD_NAME,
        re.compile(rf"(?<![a-z])(?<!prenom )(?<!prenom/)noms?{_OF_NAMES}{_NAME_FIELD_END}"),
        0.95,
        ("Nom : [[DUPONT]]", "nom de naissance : [[Roy]]"),
        counts=_is_field,
    ),
    NameContext(
        FIELD_NAME,
        re.compile(rf"(?<![a-z])(?<!nom )(?<!nom/)(?<!et )prenoms?{_NAME_FIELD_END}"),
        0.95,
        ("Prénom : [[Marie]]",),
        alone=Subtype.PRENOM,
        is_list=True,
        counts=_is_field,
    ),
)
