"""Elision, contraction and gender of the word before a noun: « de » / « d' », « le » / « la » / « l' », « au » / « à la ».

One table for all: a row is one word, its columns are what it becomes before a masculine or a feminine noun that
begins with a consonant, then before one that elides (Grevisse, *Le bon usage*, § 44–45, 590–598).
"""

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from privacy.domain.text import strip_accents
from privacy.domain.time.lexicon import WEEKDAYS
from privacy.domain.time.numerals import COUNT_BEFORE, COUNT_REACH

LONGEST: Final = 26  # characters: more than the longest of these words has, its blanks included
_USUAL: Final = 14  # with one blank behind it
_BLANKS: Final = r"\s{1,12}"
APOSTROPHES: Final = frozenset("'’")
VOWELS: Final = frozenset("aeiouyh")  # every h is taken as mute
_ROWS: Final = {
    "de": ("de ", "de ", "d'", "d'"),
    "que": ("que ", "que ", "qu'", "qu'"),
    "lorsque": ("lorsque ", "lorsque ", "lorsqu'", "lorsqu'"),
    "puisque": ("puisque ", "puisque ", "puisqu'", "puisqu'"),
    "quoique": ("quoique ", "quoique ", "quoiqu'", "quoiqu'"),
    "le": ("le ", "la ", "l'", "l'"),
    "du": ("du ", "de la ", "de l'", "de l'"),
    "au": ("au ", "à la ", "à l'", "à l'"),
    "un": ("un ", "une ", "un ", "une "),
    "ce": ("ce ", "cette ", "cet ", "cette "),
    "mon": ("mon ", "ma ", "mon ", "mon "),
    "ton": ("ton ", "ta ", "ton ", "ton "),
    "son": ("son ", "sa ", "son ", "son "),
    "notre": ("notre ", "notre ", "notre ", "notre "),
    "votre": ("votre ", "votre ", "votre ", "votre "),
    "leur": ("leur ", "leur ", "leur ", "leur "),
}
_ROW_OF: Final = {form.rstrip(): name for name, row in _ROWS.items() for form in row}
PLAIN: Final = frozenset(
    ("de", "que", "lorsque", "puisque", "quoique")
)  # the rows that ask for no gender
PLURAL, BARE = "P", "0"  # genders of names: « les Landes »; « Paris », which has no article
# what stands before plurals only
_PLURAL_ROWS: Final = {
    "les": "le", "des": "du", "aux": "au", "ces": "ce", "mes": "mon", "tes": "ton", "ses": "son", "nos": "notre", "vos": "votre", "leurs": "leur",
}  # fmt: skip
_ARTICLES: Final = {
    PLURAL: {row: f"{plural} " for plural, row in _PLURAL_ROWS.items()},
    BARE: {"le": "", "du": "de ", "au": "à "},
}
# before the name of a town: its preposition, and an article that is part of the name
_TOWN: Final = {
    "à": "à", "au": "à", "aux": "à", "à la": "à", "à l'": "à",
    "de": "de", "d'": "de", "du": "de", "des": "de", "de la": "de", "de l'": "de",
    "le": "", "la": "", "les": "", "l'": "",
}  # fmt: skip
_CONTRACTED: Final = {("à", "le "): "au", ("à", "les "): "aux", ("de", "le "): "du", ("de", "les "): "des"}  # fmt: skip
# before a country: where one is, whence one comes, its article
_IN: Final = frozenset(("en", "au", "aux", "à", "à la", "à l'"))
_FROM: Final = frozenset(("de", "d'", "du", "des", "de la", "de l'"))
_THE: Final = frozenset(("le", "la", "les", "l'"))
_WITHIN: Final = frozenset(("dans le", "dans la", "dans les", "dans l'"))
_DANS: Final = re.compile(r"(?<![^\W\d_])dans\s{1,3}\Z", re.IGNORECASE)
_SHOUTED: Final = re.compile(r"(?<![^\W\d_])[^\W\d_a-zà-öø-ÿ]{2,}\s+\Z")
_REGION: Final = re.compile(r"\br[ée]gions?\s{1,2}\Z", re.IGNORECASE)
_SEASON: Final = re.compile(
    r"(?:(?P<spring>printemps)|[ée]t[ée]|automne|hiver)(?![^\W_])", re.IGNORECASE
)
_IN_SEASON: Final = frozenset(("en", "au", "à l'"))
_FORMS: Final = sorted({*_ROW_OF, *_PLURAL_ROWS, *_TOWN, "en"}, key=len, reverse=True)
_ENDS: Final = (
    "a",
    *{form.split()[-1] for form in _FORMS},
)  # « a » is « à » of who types no accents
_TAIL: Final = re.compile(
    r"(?<![^\W\d_])(?:"
    + "|".join(
        re.escape(form).replace("à", "[àa]").replace("'", "['’]").replace(r"\ ", r"\s{1,3}")
        + (r"\s{0,12}" if form.endswith("'") else _BLANKS)
        for form in _FORMS
    )
    + r")\Z",
    re.IGNORECASE,
)


# before a day, whatever stood there before the original: « à {Noël 2019} », « depuis la {Toussaint 2019} », « jusqu'à l'{Ascension 2019} »
_WHEN: Final = ("depuis", "dps", "dès", "ici", "avant", "après", "vers", "pour", "entre", "pendant", "durant")  # fmt: skip
_BEFORE_DAY: Final = re.compile(
    rf"(?<![^\W\d_])(?:(?P<to>(?:jusqu['’]\s?)?(?:[àa](?=\s)|aux?))(?:\s{{1,3}}(?:l[ae]{_BLANKS}|l['’]\s{{0,12}})|{_BLANKS})"
    rf"|(?P<of>d(?:es?|u)(?:\s{{1,3}}l[ae]{_BLANKS}|\s{{1,3}}l['’]\s{{0,12}}|{_BLANKS})|d['’]\s{{0,12}})"
    rf"|(?P<when>{'|'.join(_WHEN).replace('è', '[èe]')})(?:\s{{1,3}}l(?:a|es?){_BLANKS}|\s{{1,3}}l['’]\s{{0,12}}|{_BLANKS})|(?P<this>ce(?:t(?:te)?)?){_BLANKS}|l(?:a|es?){_BLANKS}|l['’]\s{{0,12}})\Z",
    re.IGNORECASE,
)
# the last words of what `before_day` finds
DAY_ENDS: Final = (
    *("à", "a", "au", "aux", "de", "des", "la", "les", "cet", "cette"),
    *_WHEN,
    *map(strip_accents, _WHEN),
)
_DAY_ENDS: Final = (*DAY_ENDS, "le")  # « à {le 1er novembre} »
# right behind these « à » and « au » are those of any day: « reporté au 3 mars », « du lundi au 3 mars »
_TO_A_DAY: Final = re.compile(
    rf"(?<![^\W\d_])(?:du\s(?:{'|'.join(WEEKDAYS)}|[\d/.]+)\s|(?:report\w+|d[ée]cal\w+|repouss\w+|avanc\w+|fix\w+|prolong\w+|renouvel\w+|valable|d['’]ici|jusque)(?:\s[\w'’]+){{0,3}}\s)\Z",
    re.IGNORECASE,
)
_LASTING: Final = re.compile(
    rf"(?<![^\W\d_])(?P<of>de\s)?(?:l['’]\s{{0,12}}|l(?:a|es?){_BLANKS})\Z", re.IGNORECASE
)
# « quitte la {Creuse} », « la région {Bretagne} », « la Creuse et {Mayotte} »
_WORD_BEFORE: Final = re.compile(r"(?<![^\W\d_])(?P<word>[^\W\d_]+)\s{1,3}\Z")
_WITHOUT_ARTICLE: Final = re.compile(
    r"r[ée]gions?|d[ée]p(?:artements?|t)?|dpt|et|ou", re.IGNORECASE
)
_COUNTING: Final = re.compile(rf"(?<![^\W\d_])(?P<of>d['’]\s?)?une?{_BLANKS}\Z", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Noun:
    """What a noun asks of the word before it. `gender`: M or F, "" where it is both or none is known; of a
    department or a region also PLURAL or BARE. `keeps_article`: « dans la Sarthe », where others have « en »."""

    elides: bool
    gender: str = ""
    keeps_article: bool = False


def elides(word: str) -> bool:
    """True when « d' » may stand before the word; « huit » and « onze » stand after « de »."""
    plain = strip_accents(word[:6]).lower()
    return plain[:1] in VOWELS and not plain.startswith(("onze", "onzi", "huit"))


def tail_of(before: str) -> str:
    """The words at the end of a text that the next word decides upon; "" when there is none."""
    end = before[-_reach(before) - 1 :]
    if not _ends(end, _ENDS):
        return ""
    found = _TAIL.search(end)
    return "" if found is None else found.group()


def _reach(before: str) -> int:
    """How many characters at the end of a text are read: more where many blanks may stand there."""
    return LONGEST if is_uneven(before) else _USUAL


def longest_tail(before: str) -> str:
    """The most words at the end of a text that what follows it may change."""
    end, tail = before[-2 * LONGEST :], tail_of(before)
    counting = COUNT_BEFORE.search(before[-COUNT_REACH:]) or _COUNTING.search(end)
    found = [match for match in (_before_day(before), counting, _LASTING.search(end)) if match]
    longest = max([within(before, tail), *(match.group() for match in found)], key=len)
    head = before.removesuffix(longest)
    ahead, behind = (text[len(text.rstrip()) :] for text in (head, before))
    return ahead + longest if found and behind and ahead != behind else longest


@lru_cache(maxsize=1024)
def gender_told(tail: str) -> str:
    """« une », « la », « cette » tell F, « un », « le », « ce », « du », « au » M, « l' », « de » nothing."""
    plain = _plain(tail)
    columns = {
        at
        for row in _ROWS.values()
        for at, form in enumerate(row)
        if form.rstrip() == plain and row[0] != row[1]
    }
    if not columns or {at % 2 for at in columns} == {0, 1}:
        return ""
    return "F" if columns <= {1, 3} else "M"


def before_noun(tail: str, noun: Noun, *, model: str, is_division: bool = False) -> str | None:
    """The tail as it stands before the noun; None when it can't be adapted. `model`: the noun as it is written.

    A land may also follow « les », « des », « aux », « ses », which tell no plural of another noun.
    """
    plain = _plain(tail)
    if plain == "en":
        return _written(_inside(noun), tail, model) if is_division and noun.gender else None
    row = (_PLURAL_ROWS.get(plain) if is_division else None) or _ROW_OF.get(plain)
    if row is None or (row not in PLAIN and not noun.gender):
        return None
    link = _ARTICLES.get(noun.gender, {}).get(row)
    if link is None:
        link = _ROWS[row][2 * noun.elides + (noun.gender == "F")]
    return _written(link, tail, model)


def _inside(noun: Noun) -> str:
    """« en Bretagne », « en Ardèche », but « dans l'Oise », « dans la Sarthe », « dans le Gard », « dans les
    Hauts-de-France », « à Mayotte »."""
    if noun.gender == PLURAL:
        return "dans les "
    if noun.gender == BARE:
        return "à "
    if noun.gender == "M":
        return "dans l'" if noun.elides else "dans le "
    if noun.keeps_article:
        return "dans l'" if noun.elides else "dans la "
    return "en "


def before_day(before: str, day: str) -> tuple[str, str] | None:
    """The words before a day that become others, and which: « à », « à la », « à l' » become « le », « de » « du », « depuis » « depuis le »,
    « cette » « ce »; None where none of them stands there. Between two dates, behind « jusqu' » and « reporté », « à » and « au » are « au ».

    Feasts, which days stand for, have other words before them than days have.
    """
    found = _before_day(before)
    if found is None:
        return None
    if found["to"]:
        until = re.sub(r"(?:[àa]|aux?)\Z", "", found["to"], flags=re.IGNORECASE)
        is_to = (
            until or _joins_dates(before) or _TO_A_DAY.search(before.removesuffix(found.group()))
        )
        link = f"{until}au " if is_to else "le "
    else:
        others = {"of": "du ", "this": "ce "}
        link = next((shown for name, shown in others.items() if found[name]), "le ")
        link = f"{found['when']} le " if found["when"] else link
    return found.group(), _shown_as(found.group(), link, day)


def before_month(before: str, tail: str, month: str) -> str | None:
    """« en » for what says when (« à la {rentrée 2019} » is « en août 2019 »), « à » between two dates, « de » or « d' », no article; None of
    another word, and of « à », which stays."""
    plain = _plain(tail)
    if plain in _THE:
        return _shown_as(tail, "", month)
    if plain in _FROM:
        return _written("d'" if elides(month) else "de ", tail, month)
    if plain not in _IN or plain == "à":
        return None
    return _written("à " if plain != "en" and _joins_dates(before) else "en ", tail, month)


def _before_day(before: str) -> re.Match[str] | None:
    end = before[-2 * _reach(before) :]
    may_stand = _ends(end, _DAY_ENDS) or is_uneven(end)
    return _BEFORE_DAY.search(end) if may_stand else None


def _ends(before: str, words: tuple[str, ...]) -> bool:
    """False where no word that the next one decides upon may stand at the end: of most texts, and sooner seen than by a search."""
    return is_apostrophed(before) or (
        before[-1:].isspace() and before.rstrip().lower().endswith(words)
    )


def is_apostrophed(before: str) -> bool:
    """Whether an apostrophe is the last sign that is no blank: « l'», « l' », « l'⏎»."""
    return before.rstrip()[-1:] in APOSTROPHES


def is_uneven(before: str) -> bool:
    """Whether a text ends with blanks that are not one usual blank: « de␣␣», « de⏎». Behind « d' » and « l' » there are none."""
    return before[-1:].isspace() and (before[-1] != " " or before[-2:-1].isspace())


def _joins_dates(before: str) -> bool:
    """Whether « à », « à la » or « au » alone stands between two entities: « de {Noël 2019} à {Pâques 2020} »."""
    return before[:1] == " " and _plain(before) in _IN


def before_count(before: str, *, bare: bool = False) -> tuple[str, str] | None:
    """« un » or « une » before a number, which goes: « dans une {quinzaine} » is « dans 14 jours », « d'une » « de »; None without.
    `bare`: the number replaces a unit alone, so that whatever counted it goes, too: « deux bons {mois} »."""
    found = COUNT_BEFORE.search(before) if bare else _COUNTING.search(before[-LONGEST:])
    return None if found is None else _left_out(before, found, "de ", found.group())


def before_last(before: str, length: str) -> tuple[str, str] | None:
    """The article of « l'{an dernier} », « la {veille} », which goes: « de l'» is « d' » before « il y a 3 ans »; None without."""
    found = _LASTING.search(before[-LONGEST:])
    of = "d'" if elides(length) else "de "
    return None if found is None else _left_out(before, found, of, length)


def _left_out(before: str, found: re.Match[str], of: str, model: str) -> tuple[str, str]:
    """The words found at the end of a text, which go but for their « de », and what stands there then: of the blanks around them those
    behind, as before a number that had no word (« dans une⏎{quinzaine} », « dans⏎{14 jours} »), unless those ahead begin a line or fill it."""
    cut = found.group()
    if found["of"]:
        return cut, _shown_as(cut, of, model)
    head = before.removesuffix(cut)
    ahead, behind = head[len(head.rstrip()) :], cut[len(cut.rstrip()) :]
    if not ahead or "\n" in ahead:
        return cut, "\n" * behind.count("\n")
    blanks = behind if behind and len(ahead) == 1 else ahead
    return ahead + cut, blanks if len(blanks) == 1 or "\n" in blanks else filling(blanks)


def filling(blanks: str) -> str:
    """What several blanks beside an entity become: how many there were would tell how long it was."""
    return "\t" if "\t" in blanks else "  "


def _shown_as(cut: str, link: str, model: str) -> str:
    """The link in the case of the words that it replaces, a lone capital being the first of a sentence; what ends a line goes before it."""
    letters = [c for c in cut if c.isalpha()]
    if letters and letters[0].isupper():
        shouted = len(letters) > 1 or model.isupper()
        link = (
            link.upper()
            if shouted and all(c.isupper() for c in letters)
            else link[:1].upper() + link[1:]
        )
    return "\n" * cut.count("\n") + link


def before_country(tail: str, noun: Noun, *, model: str) -> str | None:
    """« en Italie », « au Maroc », « aux Pays-Bas », « à Cuba »; « d'Italie », « du Maroc »: whichever of a row stood there, the surrogate's stands there afterwards."""
    plain, elided, gender = _plain(tail), noun.elides, noun.gender
    is_m = gender == "M" and not elided
    if plain in _IN:
        link = {PLURAL: "aux ", BARE: "à "}.get(gender) or ("au " if is_m else "en ")
    elif plain in _FROM:
        link = "des " if gender == PLURAL else "du " if is_m else "d'" if elided else "de "
    else:
        return before_noun(tail, noun, model=model, is_division=True)
    return _written(link, tail, model)


def before_land(before: str, tail: str, noun: Noun, *, is_country: bool) -> tuple[str, str] | None:
    """The article alone before a land, and what stands there whether the original had one: « quitte {Cuba} », « quitte la {France} ». None where
    a preposition stands there. No country has one (behind a word its surrogate asks for none); a department or a region has it behind
    most words."""
    if tail and _plain(tail) not in _THE:
        return None
    found = _LASTING.search(before[-LONGEST:])
    cut, blanks = ("", "") if found is None else _left_out(before, found, "", "")
    ahead = before.removesuffix(cut) + blanks
    word = word_before(ahead)
    if is_country or not word or _WITHOUT_ARTICLE.fullmatch(word):
        return cut, blanks
    article = before_noun("le ", noun, model="", is_division=True) or ""
    is_shouted = len(word) > 1 and word.isupper()
    return cut, blanks + (article.upper() if is_shouted else article)


def word_before(before: str) -> str:
    """The word at the end of a text, with blanks alone behind it: « quitte  »; "" behind a sign."""
    found = _WORD_BEFORE.search(before[-2 * LONGEST :])
    return "" if found is None else found["word"]


def without_article(before: str) -> str:
    """A text less the article at its end: « quitte la  » → « quitte  »; « de la  » stays."""
    found = _LASTING.search(before) if _plain(tail_of(before)) in _THE else None
    return before if found is None else before[: found.start()]


def before_specialty(tail: str, noun: Noun, *, model: str) -> str | None:
    """« d'Urologie », « en Urologie », « l'Urologie »: whichever of a row stood there, in the plural or not: « aux {urgences} », « dans les » and
    « ses » would tell."""
    plain = _plain(tail)
    if plain in _FROM:
        return _written("d'" if noun.elides else "de ", tail, model)
    if plain in _IN | _WITHIN:
        return _written("en ", tail, model)
    return before_noun(tail, noun, model=model, is_division=True)


def before_division(before: str, tail: str, noun: Noun, *, model: str) -> str | None:
    """« dans le Nord », « en Bretagne », « à Mayotte »; « du Nord », « de la Bretagne », « de l'Ain », but « région de Bretagne »;
    « le Nord »: whichever of a row stood there, the surrogate's stands there afterwards."""
    plain, noun = _plain(tail), noun if noun.gender else replace(noun, gender="F")  # of a label
    if plain in _FROM and noun.gender == "F" and _REGION.search(before.removesuffix(tail)):
        return _written("d'" if noun.elides else "de ", tail, model)
    if plain not in _IN | _FROM | _WITHIN:
        return before_noun(tail, noun, model=model, is_division=True)
    if plain in _FROM:
        return before_noun(_like_tail("du ", tail, model), noun, model=model, is_division=True)
    return _written(_inside(noun), tail, model)


def _like_tail(link: str, tail: str, model: str) -> str:
    """The link in the case and with the blanks of the tail."""
    return _written(link, tail, model) if _plain(tail) != link.rstrip() else tail


def shouted(before: str, tail: str, noun: str) -> str:
    """The noun in capitals where the word before « À » or « D' » is: the lone capital begins no sentence."""
    return noun.upper() if _SHOUTED.search(before.removesuffix(tail)) else noun


def within(before: str, tail: str) -> str:
    """The tail with the « dans » before it."""
    found = _DANS.search(before.removesuffix(tail)) if tail and _plain(tail) in _THE else None
    return tail if found is None else found.group() + tail


def misfits(tail: str, noun: Noun) -> bool:
    """True for a word that stands before a consonant only, or before a vowel only, where the other one follows."""
    plain, at = _plain(tail), 2 * noun.elides
    fitting = {form.rstrip() for row in _ROWS.values() for form in row[at : at + 2]}
    return plain in _ROW_OF and plain not in fitting


def in_season(tail: str, season: str) -> str | None:
    """« en été », « au printemps »: whichever of « en », « au », « à l' » stood there would tell whether it was spring. None before another
    word."""
    found = _SEASON.match(season)
    if found is None or _plain(tail) not in _IN_SEASON:
        return None
    return _written("en " if found["spring"] is None else "au ", tail, season)


def before_town(tail: str, town: str, *, model: str = "") -> tuple[str, str]:
    """The tail and the town's name, contracted: (« au », « Le Creusot ») → (« au », « Creusot »).

    A tail that no town asks to change (« en », « cette ») stays.
    """
    preposition = _TOWN.get(_plain(tail))
    if preposition is None:
        return tail, town
    article = next((a for a in ("le ", "les ") if town[: len(a)].lower() == a), "")
    contracted = _CONTRACTED.get((preposition, article))
    if contracted is not None:
        link, name = contracted + " ", town[len(article) :]
    elif preposition == "de" and elides(town):
        link, name = "d'", town
    else:
        link, name = f"{preposition} " if preposition else "", town
    return _written(link, tail, model or town), name


@lru_cache(maxsize=1024)
def _plain(tail: str) -> str:
    """The tail's key: lower case, straight apostrophe, single blanks, « à » with its accent."""
    plain = " ".join(tail.lower().replace("’", "'").split())
    return "à" + plain[1:] if plain == "a" or plain.startswith("a l") else plain


def _written(link: str, tail: str, model: str) -> str:
    """The link in the case and with the apostrophe of the tail. The end of a line goes before it, whatever the link: « de⏎Dijon » becomes
    « ⏎de Lyon » or « ⏎d'Angers », and doubled, no-break blanks and tabs become one blank: nothing can stand behind « d' »."""
    if tail[-1:].isspace() and is_apostrophed(tail):  # « l' enfant », « l'⏎enfant »
        return "\n" * tail.count("\n") + _written(link, tail.rstrip(), model)
    single = " ".join(tail.split()) + " " * tail[-1].isspace()
    if single != tail:
        return "\n" * tail.count("\n") + _written(link, single, model)
    if _plain(tail) == link.rstrip():
        return tail
    shown = _cased(link, tail, model)
    if "’" in tail:
        shown = shown.replace("'", "’")
    return shown[:-1] + tail[-1] if shown.endswith(" ") and tail[-1].isspace() else shown


def _cased(link: str, tail: str, model: str) -> str:
    letters = [c for c in tail if c.isalpha()]
    if not letters[0].isupper():
        accented = letters[0] != "a" or tail[1:2] in ("u", "U")
        return link if accented else strip_accents(link)  # a note typed without accents
    # a lone capital (« D' ») begins a sentence, or a line of capitals
    capitals = model.upper() == model if len(letters) == 1 else all(c.isupper() for c in letters)
    if not capitals:
        return link[:1].upper() + link[1:]
    return (strip_accents(link) if strip_accents(tail) == tail else link).upper()
