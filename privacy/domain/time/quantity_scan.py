"""Cut a written age or duration into numbers, units, and the rest, kept as it is."""

import re
from dataclasses import replace
from typing import Final

from privacy.domain.text import strip_accents, words
from privacy.domain.time.bands import band_at
from privacy.domain.time.numerals import COLLECTIVES, NUMBER_WORD, number_at, rank_of, spelling_of
from privacy.domain.time.quantity_pieces import NUMBERS, QuantityPiece
from privacy.domain.time.units import Unit, UnitWord, read_unit

_FILLERS: Final = frozenset(
    words(
        "depuis dps il y environ env pres de d du des pendant durant vers l le la les age agee ages agees plus moins"
        " presque quasi a au aux dans sa ses ces un une revolu revolus dernier derniers derniere dernieres passe"
        " passes passee passees prochain prochains prochaine prochaines cours precedent precedents demi demie et soit amenorrhee vie ou entre bientot maintenant"
        " cela ca fait voila voici sur x apres avant tot tard auparavant suite en deja encore juste peine tout"
        " quelque quelques jusqu des ne nee terme grossesse corrige corriges gestation que qu bon bonne petit petite"
        " tous toutes post op operatoire postoperatoire postop natal natale postnatal postnatale naissance peu for since ago old of the aged about over suivi evolution evoluant anniversaire duree delai bout periode recul intervalle espace retraite"
    )
)
_TOKEN: Final = re.compile(
    r"(?P<half>1/2(?!\d)|½|(?:et\s+)?demie?(?!-?[^\W\d_]))"
    r"|(?P<tens>\d{1,4})(?P<round>\s?[tz]?aine)(?![^\W_])"
    r"|(?P<hours>\d{1,3})(?P<link>\s?h\s?)(?P<minutes>\d{1,2})(?!\d)"
    r"|(?P<number>\d+)(?P<tail>[.,]\d{1,2}(?!\d)|(?:er|[èe]?re|e|[èe]me)(?![^\W\d_]))?"
    r"|(?P<word>[^\W\d_]+)|(?P<rest>[\W_])",
    re.IGNORECASE,
)
# « vingt et unième », « dix-septième »: one rank, no number before another
_LONG_RANK: Final = re.compile(
    rf"(?:{NUMBER_WORD}[ \-](?:et[ \-])?)+[^\W\d_]{{2,9}}i[èe]me(?![^\W\d_])", re.IGNORECASE
)
_COLLECTIVE: Final = re.compile(
    rf"(?:{'|'.join(sorted(COLLECTIVES, key=len, reverse=True)).replace('-', '[ -]')})(?![^\W_])",
    re.IGNORECASE,
)
HALF_OF: Final = re.compile(
    r"(?<![^\W_])(?:1/2|½)[ \xa0]?(?:journ[ée]e|jour|j|semaine|ann[ée]e|an|heure|h)(?![^\W\d_])",
    re.IGNORECASE,
)
_OF: Final = frozenset((("d", "'"), ("d", "’"), ("de", " ")))
_MINUTES: Final = 60
_LEAST_TENS, _HUNDRED = 20, 100  # « la vingtaine », « la centaine »
_TWO: Final = 2
_UP_TO: Final = frozenset(("à", "a", "ou"))
_HOURS: Final = UnitWord("", "", Unit.HOUR)  # « h » is written with the number
_LOOKALIKE: Final = frozenset("loiOIS|")
_BEHIND: Final = _LOOKALIKE - {"S"}
# « 6/12 » of an infant: six months; « 6/52 » of anything: six weeks
_OF_YEAR: Final = {
    "12": UnitWord("/12", "/12", Unit.MONTH),
    "52": UnitWord("/52", "/52", Unit.WEEK),
}
_PARTS_OF_YEAR: Final = re.compile(r"(\d{1,3})/(12|52)", re.ASCII)
_YEARS_MONTHS: Final = re.compile(r"\d{1,3}\sa\s\d{1,2}\s?m\.?", re.IGNORECASE)  # « 5 a 6 m »
_DECADE: Final = re.compile(r"[^\W\d_]+[ée]naire", re.IGNORECASE)  # no duration is called so
# « J10 », « M6 », « S+3 » of an age: the unit stands before its number
_AHEAD: Final = re.compile(r"[JMSH]\s?[+\-–−]?\s?\d", re.IGNORECASE)
_MONTH_AHEAD: Final = re.compile(r"mois\s\d{1,3}\Z", re.IGNORECASE)  # « mois 3 » of a treatment
# after the « a » of « 5a6m », « 2a1/2 »
_YEARS_AND: Final = re.compile(
    r"\s?(?:1/2|½|\d{1,3}\s?m(?:ois)?(?![^\W\d_]))|\s*(?!\s*\d)", re.IGNORECASE
)


def scan(text: str, *, age: bool) -> list[QuantityPiece] | None:
    """The pieces of a text, in order, which put together make it; None when a word is unknown.

    `age`: words of age (« nourrisson ») and units before their numbers (« J10 ») are read too.
    """
    pieces: list[QuantityPiece] = []
    at = 0
    counted = _MONTH_AHEAD.match(text) is not None  # a number has been read: a unit may follow
    while at < len(text):
        parts = None if counted else _PARTS_OF_YEAR.fullmatch(text, at)
        if parts and (age or parts[2] == "52"):
            number, unit = parts[1], _OF_YEAR[parts[2]]
            count = QuantityPiece(number, "digits", int(number), pad=_zeros(number))
            return [*pieces, count, QuantityPiece(unit.singular, "unit", word=unit)]
        match = _TOKEN.match(text, at)
        piece = _band(text, at, pieces) if age or _DECADE.match(text, at) else None
        if piece is None and match is not None:
            piece = _piece(match, text, counted=counted, age=age)
        if piece is None:
            return None
        counted = counted or piece.role in NUMBERS
        pieces.append(piece)
        if piece.choices == _MINUTES:
            pieces.append(QuantityPiece("", "unit", word=_HOURS))
        at += len(piece.text)
    return _tens(_echoed(_elide(_agree(pieces))))


def _zeros(digits: str) -> int:
    """The width of « 07 », 0 of « 7 »."""
    return len(digits) if digits.startswith("0") else 0


def _band(text: str, at: int, before: list[QuantityPiece]) -> QuantityPiece | None:
    """« nourrisson », but not « l'âge adulte », where no other word of age would stand."""
    found = band_at(text, at)
    if found is None or any(strip_accents(p.text).lower() == "age" for p in before):
        return None
    return QuantityPiece(found[0], "band", found[1])


def _piece(match: re.Match[str], text: str, *, counted: bool, age: bool) -> QuantityPiece | None:
    shown = match.group()
    if match["rest"] is not None:
        return QuantityPiece(shown)
    if match["half"] is not None:
        if not counted and HALF_OF.match(text, match.start()):
            return None  # « 1/2 journée » says no more than « une demi-journée »
        if not counted and shown == "1/2":  # « 1/2 semaines »: one or two
            return QuantityPiece("1", "digits", 1)
        return QuantityPiece(shown, "half", choices=2, fine=1) if counted else None
    if match["tens"] is not None:  # « la 60aine », « une 15zaine », « 60taine »: one ending for all
        tail = re.sub("[tzTZ]", "", match["round"])
        return QuantityPiece(shown, "rounded", int(match["tens"]), tail=tail)
    if match["hours"] is not None:  # « 2 h 30 », « 12h05 »: minutes are finer than the hour
        return (
            QuantityPiece(
                shown,
                "digits",
                int(match["hours"]),
                pad=_zeros(match["hours"]),
                tail=match["link"],
                choices=_MINUTES,
                fine=int(match["minutes"]),
            )
            if int(match["minutes"]) < _MINUTES
            else None
        )
    if match["number"] is not None:
        digits = match["number"]
        if not digits.isascii() or len(digits) > 4:
            return None
        pad, tail = _zeros(digits), match["tail"] or ""
        if tail[:1] not in (".", ","):
            return QuantityPiece(shown, "digits", int(digits), pad=pad, tail=tail)
        choices, fine = 10 ** (len(tail) - 1), int(tail[1:])
        return QuantityPiece(
            shown, "digits", int(digits), pad=pad, tail=tail[0], choices=choices, fine=fine
        )
    ahead = age and _AHEAD.match(text, match.start()) is not None
    return _word(shown, text, match.start(), match.end(), counted=counted or ahead, ahead=ahead)


def _elide(pieces: list[QuantityPiece]) -> list[QuantityPiece]:
    """« d'un an », « de trois mois »: the preposition goes with the number in words that follows it."""
    for index in range(2, len(pieces)):
        number, mark, of = pieces[index], pieces[index - 1].text, pieces[index - 2].text.lower()
        if number.role != "words" or (of, mark) not in _OF:
            continue
        if number.text.lower().startswith("un") == (of == "d"):
            whole = pieces[index - 2].text + mark
            pieces[index] = replace(number, text=whole + number.text, prefix=whole)
            pieces[index - 2] = pieces[index - 1] = QuantityPiece("")
    return pieces


def _word(
    word: str, text: str, start: int, end: int, *, counted: bool, ahead: bool
) -> QuantityPiece | None:
    if not ahead and word in _LOOKALIKE and text[end : end + 1].isdigit():
        return None  # « l2 mois »
    if word in _BEHIND and text[start - 1 : start].isdigit():
        return None  # « 2l mois »; « 3S » are weeks
    number = _number(word, text, start)
    if number is not None:
        if number.text.lower() in ("un", "une") and _is_article(text, start):
            return QuantityPiece(number.text)
        return number
    unit = read_unit(word) if counted else None
    # « à » and « a » stand between two numbers far more often than they abbreviate « ans »
    if unit is not None and (word.lower() != "a" or _is_years(text, start, end)):
        return QuantityPiece(word, "unit", word=unit)
    return QuantityPiece(word) if strip_accents(word).lower() in _FILLERS else None


def _is_years(text: str, start: int, end: int) -> bool:
    """True for the « a » of « 45 a », « (45 a) », « 5a6m », « 45a environ »."""
    if not text[end:].strip(" )].,;") or _YEARS_MONTHS.fullmatch(text):
        return True
    return text[:start][-1:].isdigit() and _YEARS_AND.match(text, end) is not None


def _number(word: str, text: str, start: int) -> QuantityPiece | None:
    if (named := _COLLECTIVE.match(text, start)) is not None:
        shown = named.group()
        return QuantityPiece(shown, "collective", COLLECTIVES[shown.lower().replace(" ", "-")])
    long = _LONG_RANK.match(text, start)
    ranked = long.group() if long else word
    if (rank := rank_of(ranked.replace(" ", "-"))) is not None:
        return QuantityPiece(ranked, "rank", rank)
    found = number_at(text, start)
    if found is None:
        return None
    shown, value = found
    feminine = shown.lower().endswith("une")
    spelling = spelling_of(shown, value, feminine=feminine)
    return QuantityPiece(shown, "words", value, feminine=feminine, spelling=spelling or 0)


def _is_article(text: str, at: int) -> bool:
    """« une dizaine », « un octogénaire », « un peu plus »: an article, not the number one."""
    following = text[at:].split(maxsplit=2)
    if len(following) < _TWO:
        return False
    word = following[1].strip(".,;)")
    return read_unit(word) is None and word.lower() not in _UP_TO


def _agree(pieces: list[QuantityPiece]) -> list[QuantityPiece]:
    """Number words take the gender of the unit that follows (« une semaine »)."""
    for index, piece in enumerate(pieces):
        ranked = piece.role == "rank" or (piece.tail and not piece.choices)
        if piece.role not in ("words", "rank", "digits") or piece.feminine:
            continue
        if piece.role == "digits" and not ranked:
            continue
        unit = next((p.word for p in pieces[index + 1 :] if p.role == "unit"), None)
        if unit is not None and unit.feminine:
            pieces[index] = replace(piece, feminine=True)
    return pieces


def _echoed(pieces: list[QuantityPiece]) -> list[QuantityPiece]:
    """« enfant de 8 ans » says one age twice: it is no interval from « enfant » to 8 years."""
    numbers = [piece for piece in pieces if piece.role in NUMBERS]
    bands = [at for at, piece in enumerate(pieces) if piece.role == "band"]
    if len(bands) != 1 or len(numbers) < _TWO or not any(piece.word for piece in pieces):
        return pieces
    value = next(piece.value for piece in numbers if piece.role != "band")
    pieces[bands[0]] = replace(pieces[bands[0]], role="echo", value=value)
    return pieces


def _tens(pieces: list[QuantityPiece]) -> list[QuantityPiece]:
    """« la quarantaine », without a unit, is an age; its article goes with it (« l'âge de 70 ans »)."""
    if any(piece.role == "unit" for piece in pieces):
        return pieces
    for index, piece in enumerate(pieces):
        if piece.role != "collective" or not _LEAST_TENS <= piece.value < _HUNDRED:
            continue
        pieces[index] = replace(piece, role="tens")
        if index > 1 and pieces[index - 2].text.lower() == "la" and pieces[index - 1].text == " ":
            whole = pieces[index - 2].text + " "
            pieces[index] = replace(piece, role="tens", text=whole + piece.text, prefix=whole)
            pieces[index - 2] = pieces[index - 1] = QuantityPiece("")
    return pieces
