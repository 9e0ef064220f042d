"""A random value for a time expression that could not be read.

A date that no calendar has (« 31/02/2020 ») becomes a random date in its form. In anything else each month, weekday
or season becomes another of its kind, and figures that are not understood a date or a number of a public form,
drawn whole: neither its digits nor its length stay. Words of time that say nothing (« depuis », « mi-temps », « à terme »)
stay. Where another word is not understood (« trois lunes »), letters drawn for it would only puzzle the reader:
the caller writes the label. The caller flags the result.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from enum import Enum
from typing import Final

from privacy.domain.randomness import BitSource, below
from privacy.domain.text import Case, apply_case, case_of, strip_accents, words
from privacy.domain.time.dates import INITIAL, parse_date
from privacy.domain.time.feasts import event_as_day, without_feasts
from privacy.domain.time.forms import fields_of
from privacy.domain.time.lexicon import MONTHS, SEASONS, WEEKDAYS, read_month
from privacy.domain.time.neutral import neutral
from privacy.domain.time.numerals import NUMBER_WORD, NUMBER_WORDS, rank_of
from privacy.domain.time.quantity_scan import HALF_OF
from privacy.domain.time.units import read_unit

_FIRST: Final = date(1930, 1, 1)
_DAYS: Final = 34_000  # until 2023
_KINDS: Final = (MONTHS, WEEKDAYS, tuple(SEASONS.values()))
_KIND_OF: Final = {strip_accents(name).lower(): kind for kind in _KINDS for name in kind}
# words of time, of grammar and of care: public, they say nothing of anybody
_KEPT: Final = frozenset(
    words(
        "le la les l de du des d en au aux a depuis vers avant apres dans pendant durant courant debut mi fin"
        " milieu annee annees an ans mois entre et ou environ il y dernier derniere derniers prochain prochaine"
        " date ce cet cette ces jusqu lors age semaine semaines jour jours heure heures matin soir midi nuit"
        " plus moins pres une un voila trimestre semestre siecle decennie saison cure seance ne nee"
        " son sa ses mon ma mes leur leurs temps plein partiel complet terme week end weekend demi demie journee matinee soiree vacance scolaire tout toute toutes"
        " fois par sur chaque plusieurs quelque qq qque qlq qlque longtemps toujours longue nombreux nombreuse peu enfance adolescence naissance jeunesse"
        " operation intervention chirurgie anesthesie admission entree sortie hospitalisation consultation traitement accouchement grossesse repas coucher reveil"
    )
)
# « sept. 2019 » is no seven; the point of an abbreviation goes, since « mai » has none
_MONTH: Final = (
    r"(?:janv?|f[ée]vr?|mars?|avr|mai|jui[nl]?|juill|ju[nl]|ao[uû]t?|sept?|octo?|nove?|d[ée]ce?)"
    r"(?:\.|(?=\s+\d{2}))"
)
# « un jour » counts, « un lundi » does not
_ARTICLE: Final = r"une?\b(?!\s(?:an|ann[ée]e|mois|trimestre|semestre|si[èe]cle|semaine|jour|heure|nuit|SA|d[ée]cennie|saison|cure|s[ée]ance)(?![^\W\d_]))"
# what holds a figure is one token up to the next blank, and so are words that make a number (« quatre-vingt-deux »)
_TOKEN: Final = re.compile(
    rf"(?<![^\s\d'’])[^\s\d'’]*\d\S*|(?<![^\W\d_])(?P<month>{_MONTH})"
    rf"|(?P<rank>(?<![^\W\d_])(?:{NUMBER_WORD}[ -](?:et[ -])?){{0,4}}(?:premi(?:er|[èe]re)|seconde?|[^\W\d_]{{2,9}}i[èe]me)(?![^\W\d_]))"
    rf"|(?!{_ARTICLE}){NUMBER_WORDS.pattern}|[^\W\d_]+|[\W_]",
    re.IGNORECASE,
)
_UNCOUNTED: Final = re.compile(_ARTICLE, re.IGNORECASE)
_OF: Final = re.compile(
    r"\bd['’](?=avr|ao[uû]|oct|une?\s|[ée]t[ée]\b|automne|hiver)", re.IGNORECASE
)
_UNELIDED: Final = re.compile(
    r"\bde (?=avril|ao[uû]t|octobre|[ée]t[ée]\b|automne|hiver)", re.IGNORECASE
)
_RANKED: Final = re.compile(r"(\d{1,3})(?:er|[èe]?re|e|[èe]me|nde?)", re.IGNORECASE)
_SINGULAR: Final = re.compile(
    r"(?<!\d)\d\d\s(?:an|ann[ée]e|trimestre|semestre|si[èe]cle|semaine|jour|heure|nuit|d[ée]cennie|saison|cure|s[ée]ance)(?![^\W\d_])",
    re.IGNORECASE,
)  # « 1 trimestre » among more of them
_EDGES: Final = re.compile(r"^([^\w]*)(.*?)([^\w]*)$", re.DOTALL)
_CLASS: Final = re.compile(
    r"(?:(?:en|au|[ée]l[èe]ve de|en classe de|classe de|niveau)\s)?"
    r"(?:T?PS|MS|GS|(?:toute\s)?petite section|(?:moyenne|grande) section|CP|C[EM] ?\d{1,2}|terminale|tle|maternelle|primaire)"
    r"|(?:en|[ée]l[èe]ve de|en classe de|classe de)\s"
    r"(?:premi[èe]re|seconde|troisi[èe]me|quatri[èe]me|cinqui[èe]me|sixi[èe]me|\d{1,2}(?:[èe]me|[èe]re|re|e|nde?|°))",
    re.IGNORECASE,
)
# figures in a row, and what is taken for one: up to three are a short number, since 99 and 100 are one kind
_YEAR_LONG: Final = 4
_NEXT_WORD: Final = re.compile(r"\s([^\W\d_]+)")
_LONG: Final = re.compile(r"[\dOolIiZSB]{4}")


def random_like(
    source: BitSource, text: str, *, accents: bool = True, is_age: bool = False
) -> str | None:
    """A random text of that kind, drawn without a look at what is not understood; None where a word is not.

    `accents`: whether the file's writer types them; `is_age`: no date, whatever its figures would make.
    """
    form = None if is_age else parse_date(text, lenient=True)
    if form is not None:
        day = fields_of(_FIRST + timedelta(days=below(source, _DAYS)))
        return neutral(form, accents=accents).render(day)
    tokens = list(_tokens(text))
    if _is_unknown(tokens):
        return None
    drawn = "".join(_drawn(source, token) for token in tokens)
    return _UNELIDED.sub("d'", _SINGULAR.sub(_in_plural, drawn))


def _in_plural(match: re.Match[str]) -> str:
    return match.group() + ("S" if match.group().isupper() else "s")


def without_events(text: str, near: date) -> str:
    """A text with its feasts as days, and so any other event that it names in words.

    >>> without_events("la foire aux vins 2019", date(2020, 1, 1))
    'le 30 octobre 2019'
    """
    plain = without_feasts(text, near)
    return event_as_day(plain, near) if _names_event(plain) else plain


def _names_event(text: str) -> bool:
    """Whether a text has a word that is none of time, and counts nothing in words: « la foire 2019 », but not « un lundi », « une lune », « trois
    lunes »."""
    tokens = list(_tokens(text))
    counts = any(_has_kind(token) for token in tokens if not token.group().isdecimal())
    return _is_unknown(tokens) and not (counts or _UNCOUNTED.search(text))


def _is_unknown(tokens: Sequence[re.Match[str]]) -> bool:
    return any(_value_of(token) is _Value.UNKNOWN for token in tokens)


def says_nothing(text: str) -> bool:
    """Whether a text has words of time, of grammar and of care alone, no value: « mi-temps », « depuis l'opération », « 1/2 journée »."""
    return all(_value_of(token) is _Value.NONE for token in _tokens(HALF_OF.sub("demi", text)))


def is_rank(text: str) -> bool:
    """Whether a text is a rank alone: « première », « 3e »."""
    return _RANKED.fullmatch(text) is not None or rank_of(text.replace(" ", "-")) is not None


def is_class(text: str) -> bool:
    """Whether a text is a class at school, which tells an age: « CE1 », « en 3e », « classe de seconde », « grande section »."""
    return _CLASS.fullmatch(text) is not None


class _Value(Enum):
    """What a token says: nothing of a time, one of a known kind, or nobody knows what."""

    NONE = 0
    KNOWN = 1
    UNKNOWN = 2


def _tokens(text: str) -> Iterator[re.Match[str]]:
    # an initial of a weekday goes: « S8/16 » may be a week, and had « S13/12 » alone another letter, it were none
    if initial := INITIAL.match(text):
        text = text[initial.end("initial") :].lstrip(". ")
    return _TOKEN.finditer(_OF.sub("de ", text))


def _value_of(match: re.Match[str]) -> _Value:
    token = match.group()
    if _has_kind(match) or _kind(token) is not None:
        return _Value.KNOWN
    plain = strip_accents(token).lower()
    is_kept = (
        not token.isalpha()
        or plain in _KEPT
        or plain.removesuffix("s") in _KEPT
        or (len(plain) > 1 and read_unit(token) is not None)
    )
    return _Value.NONE if is_kept else _Value.UNKNOWN


def _has_kind(match: re.Match[str]) -> bool:
    """Whether a token is an abbreviated month, a rank or a number."""
    if any(match[name] is not None for name in ("month", "rank")):
        return True
    token = match.group()
    if any(map(str.isnumeric, token)):
        return True
    is_number = NUMBER_WORDS.fullmatch(token) is not None
    return is_number and not _UNCOUNTED.match(match.string, match.start())


def _kind(token: str) -> Sequence[str] | None:
    """The months, weekdays or seasons, for one of them."""
    kind = _KIND_OF.get(strip_accents(token).lower())
    return kind or (MONTHS if token.isalpha() and read_month(token) is not None else None)


def _drawn(source: BitSource, match: re.Match[str]) -> str:
    token = match.group()
    if match["month"] is not None:
        return _cased(MONTHS[below(source, len(MONTHS))], token.rstrip("."))
    if _has_kind(match):
        # « le premier » and « le deux », « un an » and « 2 ans » are one writer's
        number = token if any(map(str.isnumeric, token)) else "0"
        behind = _NEXT_WORD.match(match.string, match.end())
        if number.isalnum() and len(number) < _YEAR_LONG and behind and read_month(behind[1]):
            day = 1 + below(source, 28)  # of any month
            return "1er" if day == 1 else str(day)
        return _numbered(source, number)
    kind = _kind(token)
    return token if kind is None else _cased(kind[below(source, len(kind))], token)


def _numbered(source: BitSource, token: str) -> str:
    """« 1Z/0Z/202O » becomes a date in figures, « 12 » and « 10h30 » a number of two digits, « 2O2O » one of four."""
    found = _EDGES.match(token)
    before, body, after = found.groups() if found else ("", token, "")
    if ranked := _RANKED.fullmatch(body):  # « 1er » is the 1 of « 1er mars »
        body = ranked[1]
    if not body.isalnum():
        shown = f"{_FIRST + timedelta(days=below(source, _DAYS)):%d/%m/%Y}"
    elif _LONG.search(body):
        shown = str(_FIRST.year + below(source, 94))
    else:
        shown = f"{below(source, 100):02d}"
    return before + shown + after


def _cased(word: str, model: str) -> str:
    case = case_of(model)
    titled = word[:1].upper() + word[1:] if case is Case.TITLE else word
    shown = apply_case(titled, case)
    # whether the original's capitals had some would tell which it was
    return strip_accents(shown) if case is Case.UPPER else shown
