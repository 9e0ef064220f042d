"""Words of the French calendar and of French numbers, as regular-expression pieces (folded)."""

from typing import Final

from worker.engine.text.tokens import word_set

_MONTHS: Final = (
    "janvier|janv|jan|fevrier|fevr|fev|mars|avril|avr|mai|juin|juillet|juil|aout"
    "|septembre|sept|sep|octobre|oct|novembre|nov|decembre|dec"
)
# An abbreviation may carry its dot; "mars." at the end of a sentence keeps its own.
MONTH: Final = (
    r"(?:janvier|fevrier|mars|avril|mai|juin|juillet|aout|septembre|octobre|novembre|decembre"
    r"|(?:janv|jan|fevr|fev|avr|juil|jul|sept|sep|oct|nov|dec)\.?)(?![a-z])"
)
FULL_MONTH: Final = (
    r"(?:janvier|fevrier|mars|avril|mai|juin|juillet|aout|septembre|octobre|novembre|decembre)"
    r"(?![a-z])"
)
GLUED_MONTH: Final = f"(?:{_MONTHS})"

WEEKDAY: Final = (
    r"(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|(?:lun|mar|mer|jeu|ven|sam|dim)\.?)"
)
FULL_WEEKDAY: Final = r"(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)"

DAY: Final = r"(?:0?[1-9]|[12]\d|3[01])"
DAY_FIRST: Final = rf"(?:1\s?er|1°|{DAY})"
YEAR: Final = r"(?:19|20)\d\d"

UNIT_WORDS: Final = (
    "un|une|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|treize|quatorze|quinze|seize"
)
DECADE: Final = "cinquante|soixante|septante|huitante|octante|nonante|quatre[ -]vingts?"
_TENS: Final = f"vingt|trente|quarante|{DECADE}"
# 1 to 99 in words, compound with hyphens or blanks: soixante et onze, quatre-vingt-dix-neuf.
NUMBER_WORD: Final = (
    rf"(?:(?:{_TENS})(?:[ -]et)?(?:[ -](?:dix[ -](?:sept|huit|neuf)|{UNIT_WORDS}))?"
    rf"|dix[ -](?:sept|huit|neuf)|(?:{UNIT_WORDS}))(?![a-z])"
)
DAY_WORD: Final = (
    r"(?:premier|trente[ -]et[ -]un|trente|vingt[ -]et[ -]un"
    r"|vingt[ -](?:deux|trois|quatre|cinq|six|sept|huit|neuf)|vingt|dix[ -](?:sept|huit|neuf)"
    r"|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|treize|quatorze|quinze|seize)"
)
YEAR_WORD: Final = (
    rf"(?:deux[ -]mille(?:[ -](?:et[ -])?{NUMBER_WORD})?"
    rf"|(?:mille|mil)[ -]neuf[ -]cents?(?:[ -]{NUMBER_WORD})?"
    rf"|dix[ -]neuf[ -]cents?[ -]{NUMBER_WORD})"
)

# The same words one by one, for whoever looks words up.
FULL_MONTH_WORDS: Final = word_set(
    "janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre"
)
MONTH_WORDS: Final = FULL_MONTH_WORDS | word_set(
    "janv jan fevr fev avr juil jul sept sep oct nov dec"
)
FULL_WEEKDAY_WORDS: Final = word_set("lundi mardi mercredi jeudi vendredi samedi dimanche")
WEEKDAY_WORDS: Final = FULL_WEEKDAY_WORDS | word_set("lun mar mer jeu ven sam dim")
TEENS: Final = word_set("onze douze treize quatorze quinze seize")
# First words of NUMBER_WORD and of DAY_WORD.
NUMBER_WORDS: Final = TEENS | word_set(
    "un une deux trois quatre cinq six sept huit neuf dix vingt trente quarante cinquante soixante"
    " septante huitante octante nonante"
)
DAY_WORDS: Final = TEENS | word_set(
    "premier deux trois quatre cinq six sept huit neuf dix vingt trente"
)
