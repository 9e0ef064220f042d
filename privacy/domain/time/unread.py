"""A random value for a time expression that could not be read.

A date that no calendar has (« 31/02/2020 ») becomes a random date in its form. In anything else each month, weekday,
season or feast becomes another of its kind, and what is not understood a date, a number or a word of a public form,
drawn whole: neither its digits nor its length stay. Words of time that say nothing (« depuis », « vers ») stay. The
caller flags the result.
"""

import re
from datetime import date, timedelta
from typing import Final

from privacy.domain.randomness import BitSource, below
from privacy.domain.surrogates.shapes import letters
from privacy.domain.text import Case, apply_case, case_of, strip_accents, words
from privacy.domain.time.dates import INITIAL, parse_date
from privacy.domain.time.forms import fields_of
from privacy.domain.time.lexicon import MONTHS, SEASONS, WEEKDAYS, read_month
from privacy.domain.time.neutral import neutral
from privacy.domain.time.numerals import NUMBER_WORD, NUMBER_WORDS
from privacy.domain.time.units import read_unit

# none asks for an article, so that none tells which one stood before another
_FEASTS: Final = words("Noël Pâques Halloween")
_FIRST: Final = date(1930, 1, 1)
_DAYS: Final = 34_000  # until 2023
_KINDS: Final = (MONTHS, WEEKDAYS, tuple(SEASONS.values()))
_KIND_OF: Final = {strip_accents(name).lower(): kind for kind in _KINDS for name in kind}
# words of time and of grammar: public, they say nothing of anybody
_KEPT: Final = frozenset(
    words(
        "le la les l de du des d en au aux a depuis vers avant apres dans pendant durant courant debut mi fin"
        " milieu annee annees an ans mois entre et ou environ il y dernier derniere derniers prochain prochaine"
        " date ce cet cette ces jusqu lors age semaine semaines jour jours heure heures matin soir midi nuit"
        " plus moins pres une un voila trimestre semestre siecle decennie saison cure seance ne nee"
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
_FEAST: Final = (
    r"(?:(?:(?:(?:la\s|l['’])?(?:avant[ -])?veille|(?:le\s)?(?:sur)?lendemain)\sde\s|(?:le\s)?(?:r[ée]veillon|jour|lundi|dimanche|mardi|jeudi)\sde\s)?(?:la\s|l['’])?"
    r"(?:no[ëe]l|p[âa]ques|toussaint|pentec[ôo]te|ascension|[ée]piphanie|assomption|chandeleur|rameaux"
    r"|(?:st|saint)[ -](?:sylvestre|jean|valentin|nicolas|patrick))"
    r"|(?:le\s)?(?:jour\sde\sl['’]an|nouvel[ -]an|carnaval|halloween|r[ée]veillon|mardi\sgras|(?:jeudi|vendredi|samedi)\ssaint|f[êe]te\s(?:nationale|des\s[mp][èe]res|du\stravail)))(?![^\W_])"
)
_TOKEN: Final = re.compile(
    rf"(?<![^\W\d_])(?P<feast>{_FEAST})"
    rf"|(?<![^\s\d'’])[^\s\d'’]*\d\S*|(?<![^\W\d_])(?P<month>{_MONTH})"
    rf"|(?P<rank>(?<![^\W\d_])(?:{NUMBER_WORD}[ -](?:et[ -])?){{0,4}}(?:premi(?:er|[èe]re)|seconde?|[^\W\d_]{{2,9}}i[èe]me)(?![^\W\d_]))"
    rf"|(?!{_ARTICLE}){NUMBER_WORDS.pattern}|[^\W\d_]+|[\W_]",
    re.IGNORECASE,
)
_UNCOUNTED: Final = re.compile(_ARTICLE, re.IGNORECASE)
_OF: Final = re.compile(r"\bd['’](?=avr|ao[uû]|oct|une?\s)", re.IGNORECASE)
_UNELIDED: Final = re.compile(r"\bde (?=avril|ao[uû]t|octobre)", re.IGNORECASE)
_RANKED: Final = re.compile(r"(\d{1,3})(?:er|[èe]?re|e|[èe]me|nde?)", re.IGNORECASE)
_SINGULAR: Final = re.compile(
    r"(?<!\d)\d\d\s(?:an|ann[ée]e|trimestre|semestre|si[èe]cle|semaine|jour|heure|nuit|d[ée]cennie|saison|cure|s[ée]ance)(?![^\W\d_])",
    re.IGNORECASE,
)  # « 1 trimestre » among more of them
_EDGES: Final = re.compile(r"^([^\w]*)(.*?)([^\w]*)$", re.DOTALL)
_INITIALS: Final = words("lu ma me je ve sa di")
# figures in a row, and what is taken for one: up to three are a short number, since 99 and 100 are one kind
_LONG: Final = re.compile(r"[\dOolIiZSB]{4}")


def random_like(source: BitSource, text: str, *, accents: bool = True, is_age: bool = False) -> str:
    """A random text of that kind, drawn without a look at what is not understood.

    `accents`: whether the file's writer types them; `is_age`: no date, whatever its figures would make.
    """
    form = None if is_age else parse_date(text, lenient=True)
    if form is not None:
        day = fields_of(_FIRST + timedelta(days=below(source, _DAYS)))
        return neutral(form, accents=accents).render(day)
    head = ""
    if initial := INITIAL.match(text):  # of a weekday
        drawn = _INITIALS[below(source, len(_INITIALS))]
        head, text = _cased(drawn[: initial.end(1)], initial[1]), text[initial.end(1) :]
    text = _OF.sub("de ", text)
    shown = head + "".join(_token(source, match) for match in _TOKEN.finditer(text))
    return _UNELIDED.sub("d'", _SINGULAR.sub(r"\g<0>s", shown))


def _token(source: BitSource, match: re.Match[str]) -> str:
    token = match.group()
    if match["feast"] is not None:
        return _cased(_FEASTS[below(source, len(_FEASTS))], "NOËL" if token.isupper() else "Noël")
    if match["month"] is not None:
        return _cased(MONTHS[below(source, len(MONTHS))], token.rstrip("."))
    if any(map(str.isnumeric, token)):
        return _numbered(source, token)
    if match["rank"] is not None:
        return _numbered(source, "0")  # « le premier » and « le deux » are one writer's
    if NUMBER_WORDS.fullmatch(token) and not _UNCOUNTED.match(match.string, match.start()):
        return _numbered(source, "0")  # « un an » and « 2 ans » are one writer's
    if not token.isalpha():
        return token
    plain = strip_accents(token).lower()
    kind = _KIND_OF.get(plain) or (MONTHS if read_month(token) is not None else None)
    if kind is not None:
        return _cased(kind[below(source, len(kind))], token)
    if (
        plain in _KEPT
        or plain.removesuffix("s") in _KEPT
        or (len(plain) > 1 and read_unit(token) is not None)
    ):
        return token
    return _cased(letters(source, 4, 8), token)


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
    return strip_accents(shown) if model.isascii() and case is Case.UPPER else shown
