"""Street addresses: the street comes from the public list, numbers are redrawn, the layout stays."""

import re
from collections.abc import Sequence
from typing import Final

from privacy.domain.randomness import BitSource, below
from privacy.domain.surrogates.shapes import random_digit
from privacy.domain.tables import Tables
from privacy.domain.text import Case, apply_case, case_of, fold_phrase, strip_accents, words

MOST_DRAWS: Final = 1000
_CODE: Final = 4  # digits of a number that is a code
WAYS: Final = {
    "r": "rue", "av": "avenue", "ave": "avenue", "bd": "boulevard", "bld": "boulevard", "blvd": "boulevard",
    "boul": "boulevard", "pl": "place", "ch": "chemin", "chem": "chemin", "che": "chemin", "imp": "impasse",
    "all": "allee", "rte": "route", "sq": "square", "fg": "faubourg", "fbg": "faubourg", "res": "residence",
    "resid": "residence", "trav": "traverse", "lot": "lotissement", "pass": "passage", "crs": "cours", "qu": "quai",
}  # fmt: skip
_KEPT: Final = frozenset(
    words(
        "batiment bat appartement appt apt etage escalier esc entree porte bp cs residence res lieu dit lieudit nº"
        " lotissement hameau villa chez n no numero bis ter quater et de du des la le les d l au a rez chaussee"
        " rdc er e eme cite immeuble imm tour bloc hall code boite postale tsa ld logement lgt lot residences app appart etg"
        " digicode interphone ferme quartier section corniche traverse plage sentier montee secteur zone zac zi za domaine mas"
        " ilot pavillon rue grande grand chemin route place allee"
    )
)
# « 1er », « 2nd », « 2de », « 3è », « 3ième », « 3º »
_RANK: Final = r"(?:[eèéº]|er|[eè]?re|nde?|de?|i?[eèé]me)"
_FLOOR: Final = r"\s{0,3}(?:[ée]t(?:age|g)|ét)\b"
# what may follow the name of the street without a comma
_TAIL: Final = re.compile(
    r"\s+(?:(?:BP|CS|TSA|b[âa]t(?:iment)?|app?a?r?t(?:ement)?|entr[ée]e|porte|esc(?:alier)?)\b"
    rf"|\d+\s{{0,3}}(?:{_RANK}|°)?{_FLOOR})",
    re.IGNORECASE,
)
_TOKEN: Final = re.compile(r"\d+|[^\W\d_]+|[\W_]")
_PARTICLES: Final = frozenset(words("et de du des la le les l d au aux en sur sous"))
_STOREY: Final = re.compile(rf"\s{{0,3}}(?:{_RANK}|°)?{_FLOOR}", re.IGNORECASE)
_STOREY_BEFORE: Final = re.compile(r"(?<![^\W\d_])(?:[ée]t(?:age|g)|ét)\.?\s*\Z", re.IGNORECASE)
_STOREYS: Final = 9
_ENDING: Final = re.compile(_RANK, re.IGNORECASE)
_ENDED: Final = re.compile(_FLOOR, re.IGNORECASE)
_BEHIND: Final = re.compile(r"\d\s{0,3}\Z")
_LONGEST: Final = 4  # letters of « ième »
_REPEATED: Final = words("bis ter quater")  # the first two are drawn
_APOSTROPHES: Final = frozenset("'’")
_WORD: Final = re.compile(r"\s([^\W\d_]+)")
_ELIDING: Final = frozenset("aeiouyh")
_JOINING: Final = frozenset((" ", "-", "'", "’"))
_GREAT: Final = re.compile(
    r"(?<![^\W_])(?:grande?s?|grand['’])[ -]?(?P<way>rue|place|route|all[ée]e|chemin|avenue)(?=\s*(?:$|,|\())",
    re.IGNORECASE,
)
_GREAT_BEFORE: Final = re.compile(
    r"(?:(?<![^\W_])(?:la|le|l['’])\s?)?(?:grande?s?|grand['’])[ -]?\Z", re.IGNORECASE
)
# « la Tour », « Les Hameaux »: behind an article a word of layout is a name
_NEAR: Final = 80  # characters that say whether a number is a storey's
_ARTICLES: Final = frozenset(words("la le les l"))
_HAMLETS: Final = "lieu dit"  # names for what is no street


def address(source: BitSource, original: str, tables: Tables, forbidden: frozenset[str]) -> str:
    """Another address in the same layout, free of the words in `forbidden` (folded)."""
    segments = re.split(r"([,;\n]|\s-\s)", _unbroken(original, tables))
    return "".join(_segment(source, part, tables, forbidden) for part in segments)


def _unbroken(text: str, tables: Tables) -> str:
    """« 3 rue⏎du 11 Novembre » on one line: alone on its own, the name of the way would keep its numbers and its particles."""
    if "\n" not in text:
        return text
    lines = text.split("\n")
    found = lines[:1]
    for line in lines[1:]:
        last = fold_phrase(found[-1]).rsplit(maxsplit=1)[-1:]
        word = last[0].rstrip(".") if last else ""
        if WAYS.get(word, word) in tables.streets or word in _PARTICLES:
            found[-1] = f"{found[-1].rstrip()} {line.lstrip()}"
        else:
            found.append(line)
    return "\n".join(found)


def _segment(source: BitSource, text: str, tables: Tables, forbidden: frozenset[str]) -> str:
    match = _way(text, tables)
    if match is None:
        return _words(source, text, tables, forbidden)
    kind, start, end = match
    after = _TAIL.search(text, end)
    cut = after.start() if after else len(text.rstrip())
    tail = _words(source, text[cut:], tables, forbidden)
    street = _cased(
        _street(source, tables.streets[kind], tables, forbidden),
        _case(text[end:cut] or text[start:end]),
    )
    before = _GREAT_BEFORE.sub("", text[:start])
    return _words(source, before, tables, forbidden) + text[start:end] + " " + street + tail


def _cased(name: str, case: Case) -> str:
    """Capitals have no accents, whether the original has any: few names have."""
    return strip_accents(name).upper() if case is Case.UPPER else apply_case(name, case)


def _case(text: str) -> Case:
    case = case_of(text.strip())
    # « rue de la gare »: lower case would spoil the proper names of the new street
    return Case.UPPER if case is Case.UPPER else Case.TITLE


def _way(text: str, tables: Tables) -> tuple[str, int, int] | None:
    """Folded type of way, and where it is written, when the segment names one."""
    great = _GREAT.search(text)  # « 12 Grande Rue » is « 12 rue … »
    if great is not None:
        kind = fold_phrase(great["way"])
        if kind in tables.streets:
            return kind, great.start("way"), great.end()
    for match in re.finditer(r"[^\W\d_]+(?:-[^\W\d_]+)?\.?", text):
        word = fold_phrase(match.group().rstrip("."))
        kind = WAYS.get(word, word)
        if kind in tables.streets and text[match.end() :].strip():
            return kind, match.start(), match.end()
    return None


def _street(
    source: BitSource, names: tuple[str, ...], tables: Tables, forbidden: frozenset[str]
) -> str:
    for _ in range(MOST_DRAWS):
        name = names[below(source, len(names))]
        if not forbidden & set(fold_phrase(name).replace("'", " ").split()):
            return name
    return _name(source, tables, forbidden)  # few names (« rond-point »), all forbidden


def _words(source: BitSource, text: str, tables: Tables, forbidden: frozenset[str]) -> str:
    """Numbers and lone letters redrawn, words of layout kept; what is left between them is one name, that of a hamlet:
    « quartier la Vasta, bât C2 » → « quartier Puy Chany, bât F14 »."""
    if not text:
        return ""
    shown: list[str] = []
    run: list[str] = []  # words that may be one name, and what joins them
    at = 0
    for token in [*_TOKEN.findall(text), ""]:
        at += len(token)
        start = at - len(token)
        near = text[max(0, start - _NEAR) : start], text[at : at + _NEAR]
        ends = _ends(token, *near)
        stands = ends or _is_letter(token, *near)
        is_name = _is_word_of_name(token) or _is_called(token, run) or _begins(token, near[1])
        if not stands and (token in _JOINING or is_name):
            run.append(token)
            continue
        shown += _named(source, run, tables, forbidden)
        run = []
        if ends:
            number = next(part for part in reversed(shown) if part.strip())
            ending = "er" if number == "1" else "e"
            shown.append(ending.upper() if token.isupper() else ending)
        else:
            shown.append(_letter(source, token) if stands else _layout(source, token, *near))
    return "".join(shown)


def _ends(token: str, before: str, after: str) -> bool:
    """The « e » of « 3e étage », the « nd » of « 2 nd étage »."""
    return bool(_ENDING.fullmatch(token) and _BEHIND.search(before) and _ENDED.match(after))


def _is_letter(token: str, before: str, after: str) -> bool:
    """The « A » of « 12 A rue » and of « bât. A », what stands behind a number (« 12d », « 12 d rue », « 12e », « 2nd »): no word,
    as « d' », « d » of « d Aubigny » and « à » are, no « N° »."""
    if not token.isalpha() or len(token) > _LONGEST or after[:1] in _APOSTROPHES:
        return False
    is_single = len(token) == 1 and token.isascii()
    if before[-1:].isdigit():
        return is_single or _ENDING.fullmatch(token) is not None
    numbered, folded = _BEHIND.search(before), fold_phrase(token)
    if not is_single:
        return bool(numbered and _ENDING.fullmatch(token)) and folded not in _PARTICLES
    word = _WORD.match(after)
    following = fold_phrase(word[1]) if word else ""
    is_elided = folded in "ld" and following[:1] in _ELIDING and following not in _KEPT
    if is_elided or (folded == "n" and after[:1] == "°"):
        return False
    return token.isupper() or (numbered is not None and not after.lstrip()[:1].isdigit())


def _letter(source: BitSource, model: str) -> str:
    letter = chr(ord("A") + below(source, 6))
    return apply_case(letter, Case.UPPER if model.isupper() else Case.LOWER)


def _is_called(token: str, run: Sequence[str]) -> bool:
    """« Tour » of « la Tour », « Ferme » of « la Grande Ferme »."""
    if len(token) < _CODE - 1 or not token.isalpha():
        return False
    said = next(
        (word for word in run if word not in _JOINING), ""
    )  # the first alone: runs may be long
    return fold_phrase(said) in _ARTICLES


def _is_word_of_name(token: str) -> bool:
    folded = fold_phrase(token)
    if folded in _PARTICLES:
        return True
    return len(token) > 1 and token.isalpha() and folded not in _KEPT


def _begins(token: str, after: str) -> bool:
    """The « C » of « C'hoad », the « O » of « O'Reilly »."""
    is_letter = len(token) == 1 and token.isalpha()
    return is_letter and after[:1] in _APOSTROPHES and after[1:2].isalpha()


def _named(
    source: BitSource, run: list[str], tables: Tables, forbidden: frozenset[str]
) -> list[str]:
    """The run with one name in it; as it is when it has particles only."""
    if all(token in _JOINING or fold_phrase(token) in _PARTICLES for token in run):
        return run
    text = "".join(run)
    before = text[: len(text) - len(text.lstrip(" -'’"))]
    after = text[len(text.rstrip(" -'’")) :]
    name = _street(source, tables.streets[_HAMLETS], tables, forbidden)
    return [before, _cased(name[0].upper() + name[1:], _case(text)), after]


def _layout(source: BitSource, token: str, before: str, after: str) -> str:
    """A number, a lone letter, a word of layout or a sign."""
    if token.isdigit():
        is_storey = _STOREY.match(after) or _STOREY_BEFORE.search(before)
        return str(1 + below(source, _STOREYS)) if is_storey else _number(source, token)
    folded = fold_phrase(token)
    if len(token) == 1 and token.isalpha() and folded not in _KEPT:
        return _letter(source, token)
    if folded in _REPEATED:
        return apply_case(_REPEATED[below(source, 2)], case_of(token))
    return token


def _number(source: BitSource, digits: str) -> str:
    """A number of a house, from 1 to 99; of four digits or more (« BP 1519 ») as many, without a leading zero."""
    if len(digits) < _CODE:
        return str(1 + below(source, 99))
    return str(1 + below(source, 9)) + "".join(random_digit(source) for _ in digits[1:])


def _name(source: BitSource, tables: Tables, forbidden: frozenset[str]) -> str:
    while True:
        name = tables.last_names.draw(source)
        if fold_phrase(name) not in forbidden:
            return name
