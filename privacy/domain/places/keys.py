"""Normal forms of place names: what two writings of one town share, and the hints that they carry.

« CHALON S/ SAÔNE CEDEX » and « Chalon-sur-Saône » have one key; « 75014 Paris », « Dijon (21) » carry a
postal code or a department.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from privacy.domain.text import fold_phrase

_ABBREVIATIONS: Final = {
    "st": "saint",
    "ste": "sainte",
    "sts": "saints",
    "stes": "saintes",
    "s": "sur",
    "lez": "les",
}
# opened only when the name is unknown as it stands
_RARE: Final = {
    "gd": "grand",
    "gde": "grande",
    "gds": "grands",
    "pt": "petit",
    "pte": "petite",
    "mt": "mont",
    "mts": "monts",
    "vx": "vieux",
    "nd": "notre dame",
    "ss": "sous",
    "chal": "chalon",
    "chat": "chateau",
    "chx": "chateaux",
    "vill": "villeneuve",
    "bg": "bourg",
    "ft": "font",
    "fbg": "faubourg",
    "mgne": "montagne",
    "gal": "general",
}
ARTICLES: Final = ("le ", "la ", "les ", "l ")
_CONTRACTED: Final = {"au ": "le ", "aux ": "les ", "du ": "le ", "des ": "les "}
_PREPOSITIONS: Final = ("a ", "de ", "d ", "en ", "sur ")
_RANK: Final = r"(?:\d{1,2}\s?(?:er|e|eme|ieme)?|[ivx]{1,5}\s?(?:e|eme))"
_DISTRICT: Final = r"(?:arrondissements?|arrdt|ardt|arrt|arr)"
_SHORT_CEDEX: Final = (
    r"(?<!ste )(?<!sainte )(?<!la )cx(?:\s*\d{1,2})?"  # « Ste Cx » is Sainte-Croix
)
_TAIL: Final = re.compile(
    rf"\s+(?:cedex(?:\s*\d{{1,2}})?|cdx(?:\s*\d{{1,2}})?|{_SHORT_CEDEX}|{_RANK}(?:\s{_DISTRICT})?)$"
)
_GLUED: Final = re.compile(r"(?<=[a-z]{3})(?=\d{1,2}(?:er|e|eme)?(?:\s|$))")  # « Paris10 »
_HEAD: Final = re.compile(rf"^(?:le\s)?{_RANK}\s{_DISTRICT}\s(?:de|d)\s")
_ROMAN_TAIL: Final = re.compile(r"^(paris|lyon|marseille)\s[ivx]{1,5}$")
_ZIP: Final = re.compile(r"(?:^|\s)(?:f\s)?(\d{2}\s?\d{3})(?=\s|$)")
_CLOSING: Final = frozenset(")]")
_PARENTHESIS: Final = re.compile(r"[(\[]\s*([^()\[\]]{1,40}?)\s*[)\]]\s*$")
_CODE: Final = re.compile(r"(?:\d{2}|2[ab]|97\d)$")
_VOWEL: Final = re.compile(r"[aeiouy0-9]")
# « Neuilly/Seine », « Neuilly/s/Seine »; the slash of « s/ Saône » and « ss/Bois » goes with its letters
_OVER: Final = re.compile(r"(?<=[a-z]{2})(?<!\bss)\s?/\s?(?:s(?:ur)?\s?/\s?)?(?=[a-z])")
_OUR_LADY: Final = re.compile(r"\bn d\b")
_LINKS: Final = frozenset({"le", "la", "de", "du"})
_INNER: Final = frozenset({"le", "la", "les", "l"})
_SIGNS: Final = re.compile(r"[^a-z0-9 ]+")
_DIGIT: Final = re.compile(r"\d")


@dataclass(frozen=True, slots=True)
class Written:
    """A place name as a text writes it: its key and what it says beside the name.

    `department` is a code or a folded name in brackets, "" otherwise.
    """

    key: str
    postal_code: str = ""
    department: str = ""


@lru_cache(maxsize=65536)
def place_key(text: str) -> str:
    """Normal form of a place name: folded, abbreviations opened, CEDEX and arrondissement removed."""
    return read(text).key


@lru_cache(maxsize=8192)
def read(text: str) -> Written:
    """The key of a name and its hints. Pure and cached."""
    folded = fold_phrase(text)
    if folded.isascii() and folded.isalpha():  # a lone word holds nothing else
        return Written(_ABBREVIATIONS.get(folded, folded))
    # most names hold nothing of what the costly patterns look for
    bracket = _PARENTHESIS.search(folded) if folded[-1:] in _CLOSING else None
    department = ""
    if bracket is not None and bracket.start() > 0:
        inside, folded = bracket[1], folded[: bracket.start()]
        department = "" if inside[-1:] in ("e", "r") and inside[:1].isdigit() else inside
    if "/" in folded:
        folded = _OVER.sub(" sur ", folded)
    bare = " ".join(_SIGNS.sub(" ", folded).split())
    has_digits = _DIGIT.search(bare) is not None
    code = _ZIP.search(bare) if has_digits else None
    if code is not None and len(bare) > len(code.group().strip()):
        bare = (bare[: code.start()] + " " + bare[code.end() :]).strip()
    if has_digits:
        bare = _GLUED.sub(" ", bare)
    if _TAIL.search(bare):
        bare = _TAIL.sub("", _TAIL.sub("", bare))
    bare = _HEAD.sub("", bare)
    divided = _ROMAN_TAIL.match(bare)
    key = divided[1] if divided else " ".join([_ABBREVIATIONS.get(w, w) for w in bare.split()])
    return Written(key, code[1].replace(" ", "") if code else "", department)


def is_department_code(text: str) -> bool:
    """True for 21, 2a, 974."""
    return _CODE.match(text) is not None


def variants(key: str) -> list[str]:
    """The key, then what it may be once its preposition or article is taken off: « au creusot »."""
    found = [key]
    if " " not in key:
        return found
    for contracted, article in _CONTRACTED.items():
        if key.startswith(contracted):
            found += [article + key.removeprefix(contracted), key.removeprefix(contracted)]
    for preposition in _PREPOSITIONS:
        if key.startswith(preposition):
            found += [key.removeprefix(preposition)]
    for article in ARTICLES:
        if key.startswith(article):
            found.append(key.removeprefix(article))
    return list(dict.fromkeys(found))


def opened(key: str) -> str:
    """The key with its rare abbreviations opened: « gd quevilly » → « grand quevilly »."""
    return " ".join(_RARE.get(word, word) for word in _OUR_LADY.sub("nd", key).split())


def squeezed(key: str) -> str:
    """The key without its blanks: « villeneuve dascq » and « villeneuve d ascq » share it."""
    return key.replace(" ", "")


def loosened(key: str) -> str:
    """The key without its blanks and inner articles: « l isle sur la sorgue » and « l isle sur sorgue » share it."""
    first, *rest = key.split(" ")
    return "".join([first, *(word for word in rest if word not in _INNER)])


def department_of(code: str) -> str:
    """Department of a postal code (Corsica's two are told apart by the third digit)."""
    if code.startswith("20"):
        return "2A" if code[2:3] in ("0", "1") else "2B"
    return code[:3] if code.startswith(("97", "98")) else code[:2]


def shortens(word: str, name: str) -> bool:
    """True when `word` is the beginning of `name`, or its first letter and some of the others in order."""
    if name.startswith(word):
        return True
    rest = iter(name)
    return word[:1] == name[:1] and all(letter in rest for letter in word)


def abbreviated(text: str) -> list[tuple[str, bool]] | None:
    """Words of « Fontaine-lès-D. », « Aix en Pce », « V. d'Ascq » with whether each is shortened.

    None when none is, or when the first one is and no later word is whole enough to tell the town.
    """
    tokens = re.findall(r"[a-z0-9]+\.?", fold_phrase(text).replace("'", " "))
    words: list[tuple[str, bool]] = []
    for token in tokens:
        word = token.rstrip(".")
        whole = {"st": "saint", "ste": "sainte"}.get(word, word)
        # « Issy les Mx », « Aix en Pce »: no vowel, but perhaps at the end
        bare = len(word) <= 4 and word not in _LINKS and not _VOWEL.search(word[:-1])
        short = token.endswith(".") or bare
        words.append((whole, whole == word and short))
    if len(words) < 2:
        return None
    if words[0][1]:
        told = tokens[0].endswith(".") or len(words[0][0]) == 1
        return words if told and telling(words) else None
    return words if any(short for _, short in words[1:]) else None


def telling(words: Sequence[tuple[str, bool]]) -> str:
    """The longest word that is whole, of four letters or more; "" when there is none."""
    whole = [word for word, short in words if not short and len(word) >= 4]
    return max(whole, key=len, default="")
