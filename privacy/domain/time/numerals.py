"""French number words, both ways, from 0 to 9999: France's and Belgium's or Switzerland's."""

import re
from functools import lru_cache
from typing import Final

from privacy.domain.text import strip_accents, words

_UNITS: Final = words(
    "zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize"
    " dix-sept dix-huit dix-neuf"
)
_TENS: Final = {
    20: "vingt",
    30: "trente",
    40: "quarante",
    50: "cinquante",
    60: "soixante",
    80: "quatre-vingt",
}
_NORTHERN: Final = {70: "septante", 90: "nonante"}  # Belgium and Switzerland
HIGHEST: Final = 9999
# words that may open or continue a number; accents of « zéro » are optional
NUMBER_WORD: Final = (
    r"(?:z[ée]ro|une?|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|treize|quatorze|quinze"
    r"|seize|vingts?|trente|quarante|cinquante|soixante|septante|nonante|cents?|mille|mil)"
)
NUMBER_WORDS: Final = re.compile(
    rf"(?<![^\W\d_]){NUMBER_WORD}(?:(?:[ \-]et[ \-]|[ \-]){NUMBER_WORD})*(?![^\W\d_])",
    re.IGNORECASE,
)
# what counts a unit that is marked without it: « un », « deux bons », « les trois derniers », « d'une petite »
COUNT_REACH: Final = 48  # characters of « d'une petite soixante-dix-septième »
COUNT_BEFORE: Final = re.compile(
    rf"(?<![\w.,/])(?P<of>d['’])?(?P<count>une?|\d{{1,3}}|{NUMBER_WORD}(?:(?:[ \-]et[ \-]|[ \-]){NUMBER_WORD})*)\s{{1,3}}"
    r"(?:(?:bon(?:ne)?|petite?|gros(?:se)?|grande?|long(?:ue)?|courte?|pleine?|belle|beau|seule?|autre|tout|dernier|derni[èe]re|premier|premi[èe]re"
    r"|prochaine?)s?\s{1,3}){0,2}\Z",
    re.IGNORECASE,
)
_LAST: Final = re.compile(rf"(?:[ \-]et[ \-]|[ \-]){NUMBER_WORD}$", re.IGNORECASE)
# collective nouns: « une dizaine de jours », « la quarantaine »
COLLECTIVES: Final = {
    "huitaine": 8,
    "dizaine": 10,
    "douzaine": 12,
    "quinzaine": 15,
    "vingtaine": 20,
    "trentaine": 30,
    "quarantaine": 40,
    "cinquantaine": 50,
    "soixantaine": 60,
    "soixante-dizaine": 70,
    "quatre-vingtaine": 80,
    "quatre-vingt-dizaine": 90,
    "centaine": 100,
}
DECADES: Final = {
    "trentenaire": 30,
    "quadragénaire": 40,
    "quinquagénaire": 50,
    "sexagénaire": 60,
    "septuagénaire": 70,
    "octogénaire": 80,
    "nonagénaire": 90,
    "centenaire": 100,
}
RANKS: Final = words("premier deuxième troisième quatrième")


def _below_hundred(n: int, *, last: bool, northern: bool) -> str:
    if n < 20:
        return _UNITS[n]
    tens, rest = n // 10 * 10, n % 10
    if tens in _NORTHERN and northern:
        word = _NORTHERN[tens]
    else:
        if tens in _NORTHERN:
            tens, rest = tens - 10, rest + 10
        word = _TENS[tens]
    if rest == 0:
        return word + ("s" if tens == 80 and last else "")
    if rest in (1, 11) and tens != 80:
        return f"{word} et {_UNITS[rest]}"
    return f"{word}-{_UNITS[rest]}"


def _below_thousand(n: int, *, last: bool, northern: bool) -> str:
    hundreds, rest = divmod(n, 100)
    if hundreds == 0:
        return _below_hundred(rest, last=last, northern=northern)
    head = "cent" if hundreds == 1 else f"{_UNITS[hundreds]} cent"
    if rest == 0:
        return head + ("s" if hundreds > 1 and last else "")
    return f"{head} {_below_hundred(rest, last=last, northern=northern)}"


def to_words(n: int, *, feminine: bool = False, northern: bool = False) -> str:
    """Traditional spelling: « vingt et un », « deux mille dix-huit »; `northern`: « septante ».

    Raises ValueError out of 0–9999.
    """
    if not 0 <= n <= HIGHEST:
        msg = "only 0 to 9999 can be spelled"
        raise ValueError(msg)
    thousands, rest = divmod(n, 1000)
    if thousands == 0:
        spelled = _below_thousand(rest, last=True, northern=northern)
    else:
        above = _below_thousand(thousands, last=False, northern=northern)
        head = "mille" if thousands == 1 else f"{above} mille"
        below = _below_thousand(rest, last=True, northern=northern)
        spelled = head if rest == 0 else f"{head} {below}"
    return spelled + "e" if feminine and spelled.endswith("un") else spelled


@lru_cache(maxsize=4096)
def spellings(n: int, *, feminine: bool = False) -> tuple[str, ...]:
    """Every spelling that this module can keep, always eight, by rank.

    Traditional, all hyphens (1990), no hyphens, the year's « mil », then the three first in Belgium's
    words, then without the accent of « zéro ».
    """
    base = to_words(n, feminine=feminine)
    mil = base.replace("mille", "mil", 1) if 1000 < n < 2000 else base
    north = to_words(n, feminine=feminine, northern=True)
    return (
        base,
        base.replace(" ", "-"),
        base.replace("-", " "),
        mil,
        north,
        north.replace(" ", "-"),
        north.replace("-", " "),
        strip_accents(base),
    )


def _unmarked(spelled: str) -> str:
    """« neuf cent » of « neuf cents »: the rank of a year takes no mark of the plural."""
    return spelled[:-1] if spelled.endswith(("cents", "vingts")) else spelled


def _known_numbers() -> dict[str, int]:
    """Spelling without accents or hyphens → value, below 1,000 (what stands above is composed)."""
    known: dict[str, int] = {}
    for n in range(1000):
        for feminine in (False, True):
            for spelled in spellings(n, feminine=feminine):
                plain = strip_accents(spelled).replace("-", " ")
                known.setdefault(plain, n)
                known.setdefault(_unmarked(plain), n)
    return known


_BELOW_THOUSAND: Final = _known_numbers()
_THOUSAND: Final = re.compile(r"(?:^|(?<= ))(?:mille|mil)(?:$|(?= ))")


@lru_cache(maxsize=4096)
def from_words(text: str) -> int | None:
    """The value of number words, or None when they do not make one number (« quatre et cinq »)."""
    plain = strip_accents(text).lower().replace("-", " ")
    thousand = _THOUSAND.search(plain)
    if thousand is None:
        return _BELOW_THOUSAND.get(plain)
    head, tail = plain[: thousand.start()].strip(), plain[thousand.end() :].strip()
    above = _BELOW_THOUSAND.get(head) if head else 1
    below = _BELOW_THOUSAND.get(tail) if tail else 0
    if above is None or below is None or not 1 <= above <= 9:
        return None
    return above * 1000 + below


_RANKED: Final = re.compile(r"(?P<stem>[^\W\d_]+(?:-[^\W\d_]+)*?)i[èe]me", re.IGNORECASE)
_STEMS: Final = (("cinqu", "cinq"), ("neuv", "neuf"))
_FIRST: Final = {"premier": 1, "premiere": 1, "second": 2, "seconde": 2}


@lru_cache(maxsize=4096)
def rank_of(word: str) -> int | None:
    """1 of « première », 16 of « seizième »; None when the word is no rank."""
    plain = strip_accents(word).lower()
    match = _RANKED.fullmatch(plain)
    if match is None:
        return _FIRST.get(plain)
    stem = match["stem"]
    for ending, whole in _STEMS:  # « quarante-cinquième », too
        if stem.endswith(ending):
            stem = stem.removesuffix(ending) + whole
    return from_words(stem) or from_words(f"{stem}e")  # « quatrième »


def number_at(text: str, at: int) -> tuple[str, int] | None:
    """The longest number in words that begins at `at`, with its value."""
    match = NUMBER_WORDS.match(text, at)
    shown = match.group() if match else ""
    while shown:
        value = from_words(shown)
        if value is not None:
            return shown, value
        shorter = _LAST.search(shown)
        shown = shown[: shorter.start()] if shorter else ""
    return None


@lru_cache(maxsize=4096)
def spelling_of(shown: str, value: int, *, feminine: bool = False) -> int | None:
    """Rank in `spellings` of the way a number is written; None when it is none of them."""
    known, low = spellings(value, feminine=feminine), shown.lower()
    return next((rank for rank, each in enumerate(known) if low in (each, _unmarked(each))), None)
