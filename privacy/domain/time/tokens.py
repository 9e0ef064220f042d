"""Cut a written date into atoms: numbers, names, what joins them, and the rest, kept as it is."""

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from privacy.domain.text import Case, case_of, strip_accents, words
from privacy.domain.time.forms import elidable
from privacy.domain.time.lexicon import (
    ROMAN,
    NameStyle,
    read_month,
    read_season,
    read_weekday,
)
from privacy.domain.time.numerals import NUMBER_WORD, RANKS, number_at
from privacy.domain.time.portions import NUMBERED

NUMBER: Final = "N"
MONTH: Final = "M"
WEEKDAY: Final = "W"
QUARTER: Final = "Q"
SEMESTER: Final = "H"
SEASON: Final = "S"
WEEK: Final = "K"
DECADE: Final = "E"
JOIN: Final = "C"  # « au », « et », « à »: between two dates, never inside one

_JOINS: Final = frozenset(words("au a et ou puis jusqu to until and"))
# words that may stand in a date and say nothing precise; they are kept as they are
_FILLERS: Final = frozenset(
    words(
        "le la les l de du des d en au aux a depuis vers avant apres dans courant courants crt ct debut mi fin"
        " milieu annee annees an ans mois dps date derniere dernier ne nee entre environ env"
        " alentours jusqu cette cet ce matin soir midi nuit decennie the of on in since from by around"
        " soit autour lors prochain prochaine suivant suivante moitie saison cours pendant pdt durant"
    )
)
_PERIODS: Final = {
    "trimestre": QUARTER,
    "trimestres": QUARTER,
    "trim": QUARTER,
    "quarter": QUARTER,
    "semestre": SEMESTER,
    "semestres": SEMESTER,
    "semaine": WEEK,
    "sem": WEEK,
}
_HIGHEST: Final = {QUARTER: 4, SEMESTER: 2, WEEK: 53}
_RANK_WORDS: Final = {
    **{strip_accents(word): rank for rank, word in enumerate(RANKS, start=1)},
    "second": 2,
    "seconde": 2,
}
_TOKEN: Final = re.compile(
    rf"(?P<half>{NUMBERED}|derni[èe]re\s+(?:quinzaine|moiti[ée]|partie)(?![^\W\d_])"
    r"|derni[èe]re\s+semaine(?=\s(?:du\smois\s)?d(?:e\s|['’])[^\W\d_]))"
    r"|(?P<coded>[TtQq][1-4](?!\d)|(?<!\d)[1-4][Tt](?![^\W\d_])|(?<!\d)[12][Ss](?![^\W\d_]))(?!\s?[/.-]\s?\d{1,2}(?!\d))"
    r"|(?P<week>[Ss](?:0?[1-9]|[1-4]\d|5[0-3])(?!\d))(?!\s?[/.-]\s?\d{1,2}(?!\d))"
    r"|(?P<rank>(?:III?|IV|I)(?:er|[èe]me|e)(?![^\W\d_]))"
    r"|(?P<number>\d+)(?P<ending>(?:er|[èe]me|nde?|st|rd|th|e)(?![^\W\d_]))?"
    r"|(?P<season>(?:(?:de\s+l|[àa]\s+l|l|d)['’]|(?:du|au|le|ce|cet|en)\s+)?"
    r"(?:printemps|[ée]t[ée]|automne|hiver)(?![^\W\d_]))"
    r"|(?P<word>[^\W\d_]+)|(?P<rest>[\W_]+)",
    re.IGNORECASE,
)
_OF_MONTH: Final = re.compile(r"(d['’]|de )([^\W\d_]+)", re.IGNORECASE)
_LOOKALIKE: Final = frozenset("lioIOS|")
_EDGE: Final = frozenset("/.-")
_DEGREES: Final = frozenset("°º")


# not frozen, though nothing changes it: there are several a date, and a frozen one costs more than twice as much to make
@dataclass(slots=True)
class Atom:
    """A field candidate (`kind`), a word that joins two dates, or a literal (kind "").

    `suffix` is the ending of a rank (« er », « ème »); `prefix` an article that elides with the name.
    """

    text: str
    kind: str = ""
    value: int = 0
    digits: int = 0
    style: NameStyle | None = None
    suffix: str = ""
    prefix: str = ""
    roman: bool = False
    years_before: int = 0


def lex(text: str) -> list[Atom] | None:
    """The atoms of a text, in order, which put together make it; None when a word is unknown."""
    atoms: list[Atom] = []
    at = 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        atom = None if match is None else _atom(match, text)
        if atom is None:
            return None
        atoms.append(atom)
        at += len(atom.text)
    read = _periods(atoms)
    if read is None or _DEGREES.isdisjoint(text):
        return read
    marked = any(a.kind == NUMBER and b.text[0] in _DEGREES for a, b in pairwise(read))
    return None if marked else read  # « 1° mars », not « 1° trimestre »


def _atom(match: re.Match[str], text: str) -> Atom | None:
    shown = match.group()
    group = match.lastgroup
    if group in ("rest", "half"):
        return Atom(shown)
    if group in ("number", "ending"):
        if not shown.isascii() and not match["number"].isascii():
            return None
        digits = match["number"]
        return Atom(shown, NUMBER, int(digits), len(digits), suffix=match["ending"] or "")
    if group == "coded":
        digit = next(c for c in shown if c.isdigit())
        kind = SEMESTER if "s" in shown.lower() else QUARTER
        return Atom(shown, kind, int(digit), 1)
    if group == "week":
        return Atom(shown, WEEK, int(shown[1:]), len(shown) - 1)
    if group == "rank":
        roman = (
            shown.upper()
            .removesuffix("ER")
            .removesuffix("EME")
            .removesuffix("ÈME")
            .removesuffix("E")
        )
        return Atom(shown, MONTH, ROMAN.index(roman) + 1, suffix=shown[len(roman) :], roman=True)
    if group == "season":
        return _season(shown)
    return _word(shown, text, match.start(), match.end())


def _season(shown: str) -> Atom | None:
    cut = max(shown.rfind(c) for c in " '’\n\xa0") + 1
    found = read_season(shown[cut:])
    if found is None:
        return None
    return Atom(shown, SEASON, found[0], style=found[1], prefix=shown[:cut])


def _word(word: str, text: str, start: int, end: int) -> Atom | None:
    """The atom of a word: number in words, month, weekday, Roman month, filler; None if unknown."""
    beside = text[max(start - 1, 0) : start] + text[end : end + 1]
    if word in _LOOKALIKE and any(c.isdigit() for c in beside):
        return None  # « l2 mars »: no article
    plain = strip_accents(word).lower()
    number = _number_words(word, plain, text, start)
    if number is not None:
        return number
    if plain in ("d", "de"):
        of = _OF_MONTH.match(text, start)
        month = _name(of[2], text, of.end()) if of else None
        if of is not None and month is not None and month.kind == MONTH and elidable(of[1]):
            return Atom(of[1] + month.text, MONTH, month.value, style=month.style, prefix=of[1])
    if plain in _PERIODS:
        return Atom(word, "P" + _PERIODS[plain])
    if plain in _JOINS:
        return Atom(word, JOIN)
    if plain in _FILLERS:
        return Atom(word)
    return _roman(word, text, start, end) or _name(word, text, end)


def _name(word: str, text: str, end: int) -> Atom | None:
    point = text[end : end + 1] == "."
    month = read_month(word, point=point)
    if month is not None:
        return Atom(word + "." if month[1].point else word, MONTH, month[0], style=month[1])
    weekday = read_weekday(word, point=point)
    if weekday is not None:
        shown = word + "." if weekday[1].point else word
        return Atom(shown, WEEKDAY, weekday[0], style=weekday[1])
    return None


def _roman(word: str, text: str, start: int, end: int) -> Atom | None:
    """« 12/II/2020 », « 12-iii-2020 »: small letters only between separators, never beside a digit."""
    if word.upper() not in ROMAN:
        return None
    before, after = text[start - 1 : start], text[end : end + 1]
    if before.isdigit() or after.isdigit():
        return None
    enclosed = before in _EDGE and after in _EDGE and start > 0 and end < len(text)
    if case_of(word) is Case.LOWER and not enclosed:
        return None
    return Atom(word, MONTH, ROMAN.index(word.upper()) + 1, roman=True)


def _number_words(word: str, plain: str, text: str, start: int) -> Atom | None:
    """A number or a rank in words, but « sept » before no month may abbreviate « septembre »."""
    if plain in _RANK_WORDS:
        return Atom(word, NUMBER, _RANK_WORDS[plain], suffix=plain)
    found = number_at(text, start)
    if found is None:
        return None
    shown, value = _without_september(found[0], found[1], text[start + len(found[0]) :])
    return Atom(shown, NUMBER, value) if shown else None


# « sept » is a number before a month (« sept janvier ») or « mille », else it abbreviates « septembre »
_MONTH_NEXT: Final = re.compile(
    r"\s+du\s+mois(?![^\W\d_])|\s+(?:jan|f[ée]v|mars?(?![^\W\d_])|avr|mai|ju[inl]|ao[uû]|sep|oct|nov|d[ée]c)"
    rf"|\s+(?:et|ou|au|à)\s+(?:le\s+)?(?:\d|premier|{NUMBER_WORD})",
    re.IGNORECASE,
)


_YEAR_NEXT: Final = re.compile(r"\.?\s+\d")


def _without_september(shown: str, value: int, rest: str) -> tuple[str, int]:
    """The number words, less a final « sept » that abbreviates « septembre » (« deux sept 2000 »)."""
    head, _, last = shown.rpartition(" ")
    if last.lower() != "sept" or _MONTH_NEXT.match(rest):
        return shown, value
    if not head:
        return "", 0
    is_thirtieth = value == 37 and _YEAR_NEXT.match(rest)  # « trente sept 2000 »
    if value > 31 and not is_thirtieth:  # « deux mille sept » is a year
        return shown, value
    again = number_at(head, 0)
    return again if again is not None and again[0] == head else (shown, value)


def _periods(atoms: list[Atom]) -> list[Atom] | None:
    """« 1er trimestre », « trimestre 3 », « semaine 12 »: the number beside the word becomes a quarter, a semester
    or a week. None when a week has no number."""
    for at, atom in enumerate(atoms):
        if not atom.kind.startswith("P"):
            continue
        kind = atom.kind[1:]
        atoms[at] = Atom(atom.text)
        for beside in (at - 2, at + 2) if kind != WEEK else (at + 2,):
            if 0 <= beside < len(atoms) and _counts(atoms[beside], kind):
                old = atoms[beside]
                atoms[beside] = Atom(
                    old.text, kind, old.value, old.digits, suffix=old.suffix, roman=old.roman
                )
                break
        else:
            if kind == WEEK:
                return None
    return atoms


def _counts(atom: Atom, kind: str) -> bool:
    whole = atom.kind == NUMBER or (atom.kind == MONTH and atom.roman)
    digits = 2 if kind == WEEK else 1
    return (
        whole
        and atom.digits <= digits
        and not (kind == WEEK and atom.suffix)
        and 1 <= atom.value <= _HIGHEST[kind]
    )
