"""Where each pattern of `dates` can begin (see `anchors`)."""

from itertools import pairwise
from typing import Final

from worker.engine.lexicon.terms import (
    DAY_WORDS,
    FULL_MONTH_WORDS,
    FULL_WEEKDAY_WORDS,
    MONTH_WORDS,
    WEEKDAY_WORDS,
)
from worker.engine.text.anchors import Anchors, merged
from worker.engine.text.tokens import word_set

# "1ermars": the blank was lost.
_AFTER_DAY: Final = MONTH_WORDS | {f"er{month}" for month in MONTH_WORDS}
_MARCH: Final = frozenset({"mar"})
_SEASONS: Final = word_set(
    "ete hiver printemps automne noel toussaint paques rentree pentecote ascension assomption"
    " epiphanie chandeleur carnaval mardi rameaux halloween ramadan aid kippour pessah hanoucca"
    " nouvel jour reveillon saint"
)
_SINCE: Final = word_set("en depuis debut fin mi courant mois des")
_ABOUT: Final = _SINCE | word_set("jusqu d vers avant apres entre")
EXAMS: Final = word_set(
    "bilan bio biologie biopsie chirurgie colo coloscopie controle crp cs ctrl cure doppler ecbu"
    " ecg eeg efr emg endoscopie eto ett examen fcv fogd frottis gastroscopie hba holter hospit"
    " hospitalisation irm mms nfs pet petscan prelevement psa psg rdv rp scanner seance sejour"
    " tdm tep"
)
_BEFORE_MONTH: Final = _SINCE | EXAMS | {"(", ":"}
_BEFORE_DAY: Final = WEEKDAY_WORDS | word_set(
    "le du au les ce des jusqu avant apres depuis ddr dg ddg dpa terme rdv cs ctrl controle vu vue"
    " revu revue opere operee t j date dates entree sortie"
)
_BEFORE_DASHED: Final = word_set("le du au les depuis jusqu avant date entree sortie")
_EVENTS: Final = word_set(
    "en depuis fin debut mi courant opere operee traite traitee pose posee recidive rechute"
    " ablation exerese pontage coro greffe greffee depiste depistee"
)
_LE: Final = frozenset({"le"})
_CURRENT: Final = word_set("le du au depuis")
_OF_THIS_MONTH: Final = word_set("courant ct crt")
_DU: Final = frozenset({"du"})
_LE_AU: Final = frozenset({"le", "les", "au"})
_NIGHTS: Final = word_set("nuit nuits week weekend we garde astreinte periode sejour semaine")
_OU: Final = frozenset({"ou", "et"})
_BEFORE_ARROW: Final = frozenset(" -")
_ARROWS: Final = frozenset({"+", "&", "→", ">"})
_BIRTHS: Final = word_set("ddn d date nee ne")
# Tokens from the number back to where `_OF_DAY` begins.
_STEPS_BACK: Final = {"du": 2, "des": 2, "au": 3, "le": 4}
_EDGES: Final = frozenset("(•*>")
_BULLETS: Final = " -•*>"
_NEXT_DAY: Final = 3
_DAY_TO_MONTH: Final = 4  # "1er de mars", "3 au 7 mai": tokens from the day to the month
_SPOKEN_DAYS: Final = word_set("onze douze treize quatorze quinze seize dix vingt trente")
_FIRST_OF_RANGE: Final = FULL_WEEKDAY_WORDS | word_set("du les entre le des au")


def numeric(anchors: Anchors) -> list[int]:
    """d/m/y and y/m/d, after a weekday or not."""
    runs = anchors.runs
    return merged(runs.signed, runs.years, anchors.leads(WEEKDAY_WORDS))


def letters(anchors: Anchors) -> list[int]:
    """ "3 mars 2020", after a weekday or not."""
    months = anchors.indices(_AFTER_DAY)
    if not months:
        return []
    return merged(anchors.numbers_before(months, _DAY_TO_MONTH), anchors.leads(WEEKDAY_WORDS))


def glued(anchors: Anchors) -> list[int]:
    """ "12nov2019"."""
    return anchors.numbers_before(anchors.indices(MONTH_WORDS), 2)


def spelled(anchors: Anchors) -> list[int]:
    """ "mardi trois mai": up to six tokens before the month."""
    months = anchors.indices(FULL_MONTH_WORDS)
    return anchors.before(months, DAY_WORDS | FULL_WEEKDAY_WORDS, 8)


def months(anchors: Anchors) -> list[int]:
    """Months, whole or cut."""
    return anchors.words(MONTH_WORDS)


def full_months(anchors: Anchors) -> list[int]:
    """Months in full."""
    return anchors.words(FULL_MONTH_WORDS)


def month_headings(anchors: Anchors) -> list[int]:
    """The beginning of a line that a month in full opens."""
    text = anchors.text
    lines = ((text.rfind("\n", 0, start) + 1, start) for start in full_months(anchors))
    return [line for line, start in lines if not text[line:start].strip(_BULLETS)]


def seasons(anchors: Anchors) -> list[int]:
    """ "été 2019"."""
    return anchors.leads(_SEASONS)


def weekdays(anchors: Anchors) -> list[int]:
    """ "mardi 12"."""
    return anchors.leads(FULL_WEEKDAY_WORDS)


def signed(anchors: Anchors) -> list[int]:
    """ "03/2020"."""
    return anchors.runs.signed


def month_before_year(anchors: Anchors) -> list[int]:
    """What leads to "mars 20": "en", "(", an examination."""
    months = anchors.indices(MONTH_WORDS)
    return anchors.before(months, _BEFORE_MONTH, 6, stem="exam") if months else []


def month_alone(anchors: Anchors) -> list[int]:
    """ "vers le mois d'avril"."""
    return anchors.before(anchors.indices(FULL_MONTH_WORDS), _ABOUT, 9)


def day_month(anchors: Anchors) -> list[int]:
    """Before d/m: a word that wants a date, the beginning of the line, a parenthesis, a comma."""
    text = anchors.text
    bare = [
        start
        for start in anchors.runs.signed
        if start == 0 or text[start - 1] in _EDGES or text[start - 1].isspace()
    ]
    lines = [text.rfind("\n", 0, start) + 1 for start in bare]
    opening = [
        line
        for line, start in zip(lines, bare, strict=True)
        if line < start and not text[line:start].strip(_BULLETS)
    ]
    return merged(bare, opening, anchors.leads_signed(_BEFORE_DAY))


def after_number(anchors: Anchors) -> list[int]:
    """The end of every number that a day and its month follow closely: "et 12/03"."""
    starts, ends = anchors.tokens.starts, anchors.tokens.ends
    signed = set(anchors.runs.signed)
    return [
        ends[before]
        for before, after in pairwise(anchors.numbers)
        if after - before <= _NEXT_DAY and starts[after] in signed
    ]


def spoken_day(anchors: Anchors) -> list[int]:
    """ "le quinze"."""
    return anchors.before(anchors.indices(_SPOKEN_DAYS), _LE, 1)


def after_exams(anchors: Anchors) -> list[int]:
    """ "scanner du 12/03", "PET 12/22"."""
    return anchors.leads_signed(EXAMS, "exam")


def exam_of_month(anchors: Anchors) -> list[int]:
    """ "scanner de mars"."""
    months = anchors.indices(FULL_MONTH_WORDS)
    if not months:
        return []
    return anchors.before(months, EXAMS, 5, stem="exam")


def dashed(anchors: Anchors) -> list[int]:
    """ "le 12-03"."""
    return anchors.leads_signed(_BEFORE_DASHED)


def events(anchors: Anchors) -> list[int]:
    """ "diagnostiqué 03/12"."""
    return anchors.leads_signed(_EVENTS, "event")


def bracketed(anchors: Anchors) -> list[int]:
    """The parenthesis or the comma before "05/21"."""
    text = anchors.text
    return [
        start - 1 if text[start - 1] == "(" else start - 2
        for start in anchors.runs.signed
        if start > 1 and (text[start - 1] == "(" or text[start - 2] == ",")
    ]


def current(anchors: Anchors) -> list[int]:
    """ "le 12 courant"."""
    return anchors.leads(_CURRENT) if anchors.has(_OF_THIS_MONTH) else []


def english_march(anchors: Anchors) -> list[int]:
    """ "12MAR2023"."""
    return anchors.runs.short if anchors.has(_MARCH) else []


def alone_on_line(anchors: Anchors) -> list[int]:
    """ "12 03 2020" at the beginning of a line or after a parenthesis."""
    text = anchors.text
    found = []
    for start in anchors.runs.blank:
        first = start
        while first and text[first - 1] == " ":
            first -= 1
        if first == 0 or text[first - 1] == "\n":
            found.append(first)
        elif text[start - 1] == "(":
            found.append(start - 1)
    return found


def before_day_of_month(anchors: Anchors) -> list[int]:
    """ "12-14 mars", "12 et 14 mars"."""
    return anchors.numbers_before(anchors.indices(FULL_MONTH_WORDS), _DAY_TO_MONTH)


def the_day(anchors: Anchors) -> list[int]:
    """ "le 12"."""
    return anchors.leads(_LE)


def of_day(anchors: Anchors) -> list[int]:
    """The word before "du 12", "jusqu'au 12", "d'ici le 12"."""
    starts, words = anchors.tokens.starts, anchors.tokens.words
    found = []
    for index in anchors.numbers:
        steps = _STEPS_BACK.get(words[index - 1], 0) if index else 0
        if steps and index >= steps:
            found.append(starts[index - steps])
    return found


def ranges(anchors: Anchors) -> list[int]:
    """ "du 3 au 7 mai"."""
    return anchors.leads(_FIRST_OF_RANGE)


def stays(anchors: Anchors) -> list[int]:
    """ "du 3 au 7"."""
    return anchors.leads(_DU)


def nights(anchors: Anchors) -> list[int]:
    """ "nuit du 3 au 4"."""
    return anchors.leads(_NIGHTS)


def day_or_day(anchors: Anchors) -> list[int]:
    """ "le 3 ou le 4"."""
    return anchors.leads(_LE_AU) if anchors.has(_OU) else []


def before_arrows(anchors: Anchors) -> list[int]:
    """ "12" of "12+13/03", "12 → 14 mars"."""
    text = anchors.text
    found = set()
    for arrow in anchors.words(_ARROWS):
        end = arrow
        while end and text[end - 1] in _BEFORE_ARROW:
            end -= 1
        while end and text[end - 1].isdigit():
            end -= 1
        found.add(end)
    return sorted(found)


def spaced(anchors: Anchors) -> list[int]:
    """ "12 03 50"."""
    text = anchors.text
    return [start for start in anchors.runs.blank if text[start + 3 : start + 5].isdigit()]


def six_digits(anchors: Anchors) -> list[int]:
    """What leads to "120350"."""
    return anchors.words(_BIRTHS) if anchors.runs.six else []


def any_weekdays(anchors: Anchors) -> list[int]:
    """ "mar. 12/03"."""
    return anchors.leads_signed(WEEKDAY_WORDS)
