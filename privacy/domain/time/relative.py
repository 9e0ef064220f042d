"""Words that stand for a short time before another day, and those that say nothing that can be moved."""

import re
from typing import Final

from privacy.domain.text import Case, apply_case, case_of, fold_phrase
from privacy.domain.time.numerals import NUMBER_WORDS
from privacy.domain.time.units import PLAIN, Unit

RELATIVE: Final[dict[str, tuple[int, Unit]]] = {
    "avant hier": (2, Unit.DAY),
    "avant hier soir": (2, Unit.DAY),
    "avant hier matin": (2, Unit.DAY),
    "hier": (1, Unit.DAY),
    "hier soir": (1, Unit.DAY),
    "hier matin": (1, Unit.DAY),
    "hier midi": (1, Unit.DAY),
    "hier au soir": (1, Unit.DAY),
    "hier apres midi": (1, Unit.DAY),
    "la veille": (1, Unit.DAY),
    "la veille au soir": (1, Unit.DAY),
    "la veille au matin": (1, Unit.DAY),
    "l'avant veille": (2, Unit.DAY),
    "ce matin": (0, Unit.DAY),
    "ce midi": (0, Unit.DAY),
    "ce soir": (0, Unit.DAY),
    "ce jour": (0, Unit.DAY),
    "cet apres midi": (0, Unit.DAY),
    "cette nuit": (0, Unit.DAY),
    "la nuit derniere": (1, Unit.DAY),
    "aujourd'hui": (0, Unit.DAY),
    "la semaine derniere": (1, Unit.WEEK),
    "la semaine passee": (1, Unit.WEEK),
    "le mois dernier": (1, Unit.MONTH),
    "le mois passe": (1, Unit.MONTH),
    "l'an dernier": (1, Unit.YEAR),
    "l'an passe": (1, Unit.YEAR),
    "l'annee derniere": (1, Unit.YEAR),
    "l'annee passee": (1, Unit.YEAR),
    "yesterday": (1, Unit.DAY),
    "demain": (1, Unit.DAY),
    "demain soir": (1, Unit.DAY),
    "demain matin": (1, Unit.DAY),
    "demain midi": (1, Unit.DAY),
    "demain apres midi": (1, Unit.DAY),
    "apres demain": (2, Unit.DAY),
    "la semaine prochaine": (1, Unit.WEEK),
    "le mois prochain": (1, Unit.MONTH),
    "l'an prochain": (1, Unit.YEAR),
    "l'annee prochaine": (1, Unit.YEAR),
}
# « l'{an dernier} », « la {veille} »: marked without their article, which goes with them
_ARTICLE: Final = re.compile(r"l'|l[ae] ")
WITHOUT_ARTICLE: Final = frozenset(
    _ARTICLE.sub("", words, count=1) for words in RELATIVE if _ARTICLE.match(words)
)
RELATIVE.update(
    {
        _ARTICLE.sub("", words, count=1): length
        for words, length in RELATIVE.items()
        if _ARTICLE.match(words)
    }
)
# « J+3 », « J0 », « M6 », « H+12 », « S2 post-op », « A1 », « W12 », « C3J8 », « POD 2 »: counted from an event that no mention names
_COUNTED: Final = re.compile(
    r"(?:[àa] |au |de |depuis |d[eè]s |entre )?(?:[jJHMSms] ?|[ACW](?=[+\-–−\d])|POD ?)(?:[+\-–−] ?)?\d{1,3}(?! ?[/.]? ?\d)"
    r"(?: ?(?:-|à|et|/)? ?[jJHMSC] ?(?:[+\-–−] ?)?\d{1,3})?"
    r"(?:,? (?:post|de|du|d['’]|apr[èe]s)[ \-]?[^\W\d]*(?:[ \-'’][^\W\d]+){0,3})?$"
)
_MINUTES: Final = re.compile(
    r"(?:depuis |il y a |pendant |environ |durant |dans )*(?:\d{1,3} ?(?:min|mn|minutes?|sec|secondes?|''|['’′\"″])"
    rf"|{NUMBER_WORDS.pattern} (?:minute|seconde)s?"
    r"|(?:(?:un|trois|[13]) quarts?|[13]/4) d['’]heure|(?:une |1 |½ |1/2 )?demi[ -]heure|(?:½|1/2) heure)\.?$",
    re.IGNORECASE,
)
_THIS: Final = frozenset(
    (
        "ce jour", "a ce jour", "en date de ce jour", "aujourd'hui", "le jour meme", "ce meme jour", "le lendemain",
        "le surlendemain", "lendemain", "surlendemain", "ce mois", "ce mois ci", "cette annee", "cette semaine",
        "ce week end", "maintenant", "actuellement", "j0",
    )
)  # fmt: skip


def left_alone(text: str, *, age: bool = False) -> bool:
    """True for what is counted from an event of the stay or names the note's own day: it stays as it is.

    « J+3 », « M6 », « ce jour », « le lendemain »; and minutes, which identify nobody. An `age` is counted from
    birth: « J10 », « M6 » are one.
    """
    if text[:1].isdecimal():  # « 12/03/2020 », « 45 ans »: only minutes begin so
        return not text[-1].isdecimal() and _MINUTES.match(text) is not None
    if _MINUTES.match(text) is not None:
        return True
    return not age and (fold_phrase(text) in _THIS or _COUNTED.match(text) is not None)


def read_relative(text: str) -> tuple[str, str] | None:
    """« depuis hier » → what stands before (« depuis  ») and the words themselves; None when it is none."""
    folded = fold_phrase(text)
    if folded in RELATIVE:
        return "", text
    head, _, rest = folded.partition(" ")
    if head not in ("depuis", "dps", "des") or rest not in RELATIVE:
        return None
    cut = len(text) - len(text.lstrip().split(maxsplit=1)[1])
    return text[:cut], text[cut:]


def render_relative(prefix: str, core: str, value: int, unit: Unit) -> str:
    """Another length in the place of « hier »: « avant-hier », « il y a 27 jours », « depuis 27 jours »."""
    if RELATIVE[fold_phrase(core)] == (value, unit):
        return prefix + core
    folded = fold_phrase(core)
    near = ("la veille", "l'avant-veille") if "veille" in folded else ("hier", "avant-hier")
    near = ("demain", "après-demain") if _is_ahead(folded) else near
    if unit is Unit.DAY and value in (1, 2):
        return prefix + _cased(near[value - 1], core)
    return plain_relative(prefix, core, value, unit)


def plain_relative(prefix: str, core: str, value: int, unit: Unit) -> str:
    """A length in the place of « hier », as any length may be written: « il y a 1 jour », « depuis 1 jour »."""
    folded = fold_phrase(core)
    plain = f"{value} {PLAIN[unit][1 if value > 1 else 0]}"
    if not fold_phrase(prefix):
        ago = f"dans {plain}" if _is_ahead(folded) else f"il y a {plain}"
        plain = f"{plain} plus tôt" if "veille" in folded else ago
    return prefix + _cased(plain, core)


def _is_ahead(folded: str) -> bool:
    return "demain" in folded or "prochain" in folded


def _cased(word: str, model: str) -> str:
    case = case_of(model)
    return apply_case(word[:1].upper() + word[1:] if case is Case.TITLE else word, case)
