"""Normal forms of place names: what two writings of one town share, and the hints that they carry.

« CHALON S/ SAÔNE CEDEX » and « Chalon-sur-Saône » have one key; « 75014 Paris », « Dijon (21) » carry a
postal code or a department.
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from privacy.domain.text import fold

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
_DIVIDED: Final = ("paris", "lyon", "marseille")
_RANK: Final = r"(?:\d{1,2}\s?(?:er|e|eme|ieme)?|[ivx]{1,5}\s?(?:e|eme))"
_DISTRICT: Final = r"(?:arrondissements?|arrdt|ardt|arrt|arr)"
_TAIL: Final = re.compile(
    rf"\s+(?:cedex(?:\s*\d{{1,2}})?|cdx(?:\s*\d{{1,2}})?|cx\s*\d{{1,2}}|{_RANK}(?:\s{_DISTRICT})?)$"
)
_HEAD: Final = re.compile(rf"^(?:le\s)?{_RANK}\s{_DISTRICT}\s(?:de|d)\s")
_ROMAN_TAIL: Final = re.compile(r"^(paris|lyon|marseille)\s[ivx]{1,5}$")
_ZIP: Final = re.compile(r"(?:^|\s)(?:f\s)?(\d{2}\s?\d{3})(?=\s|$)")
_PARENTHESIS: Final = re.compile(r"[(\[]\s*([^()\[\]]{1,40}?)\s*[)\]]\s*$")
_CODE: Final = re.compile(r"(?:\d{2}|2[ab]|97\d)$")
_VOWEL: Final = re.compile(r"[aeiouy0-9]")
_SIGNS: Final = re.compile(r"[^a-z0-9 ]+")
_BLANKS: Final = re.compile(r"\s+")


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
    folded = fold(text)
    bracket = _PARENTHESIS.search(folded)
    department = ""
    if bracket is not None and bracket.start() > 0:
        inside, folded = bracket[1], folded[: bracket.start()]
        department = "" if inside[-1:] in ("e", "r") and inside[:1].isdigit() else inside
    bare = _BLANKS.sub(" ", _SIGNS.sub(" ", folded)).strip()
    code = _ZIP.search(bare)
    if code is not None and len(bare) > len(code.group().strip()):
        bare = (bare[: code.start()] + " " + bare[code.end() :]).strip()
    bare = _HEAD.sub("", _TAIL.sub("", _TAIL.sub("", bare)))
    divided = _ROMAN_TAIL.match(bare)
    key = divided[1] if divided else " ".join(_ABBREVIATIONS.get(w, w) for w in bare.split())
    return Written(key, code[1].replace(" ", "") if code else "", department)


def is_department_code(text: str) -> bool:
    """True for 21, 2a, 974."""
    return _CODE.match(text) is not None


def variants(key: str) -> list[str]:
    """The key, then what it may be once its preposition or article is taken off: « au creusot »."""
    found = [key]
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
    return " ".join(_RARE.get(word, word) for word in key.split())


def squeezed(key: str) -> str:
    """The key without its blanks: « villeneuve dascq » and « villeneuve d ascq » share it."""
    return key.replace(" ", "")


def shortens(word: str, name: str) -> bool:
    """True when `word` is the beginning of `name`, or its first letter and some of the others in order."""
    if name.startswith(word):
        return True
    rest = iter(name)
    return word[:1] == name[:1] and all(letter in rest for letter in word)


def abbreviated(text: str) -> list[tuple[str, bool]] | None:
    """Words of « Fontaine-lès-D. », « Chalon s/S » with whether each is shortened; None when none is."""
    tokens = re.findall(r"[a-z0-9]+\.?", fold(text).replace("'", " "))
    words: list[tuple[str, bool]] = []
    for token in tokens:
        word = token.rstrip(".")
        whole = {"st": "saint", "ste": "sainte"}.get(word, word)
        bare = len(word) <= 4 and not _VOWEL.search(word)  # « Aix en Pce », « Issy les Mx »
        short = token.endswith(".") or len(word) == 1 or bare
        words.append((whole, whole == word and short))
    if len(words) < 2 or words[0][1] or not any(short for _, short in words[1:]):
        return None
    return words
