"""Where each pattern of `ages` can begin (see `anchors`)."""

from typing import Final

from worker.engine.lexicon.terms import NUMBER_WORDS
from worker.engine.text.anchors import Anchors, merged
from worker.engine.text.tokens import word_set

_YEARS: Final = word_set("an ans a")
_TO_UNIT: Final = 4  # "2,5-ans": tokens from the number to its unit
_ANS: Final = frozenset({"ans"})
_MONTHS: Final = word_set("mois semaines jours")
_SHORT_UNITS: Final = word_set("mois semaine semaines jour jours sem m j heures")
_SPOKEN: Final = NUMBER_WORDS | {"et", "vingts", "cent"}
_OF_AGE: Final = word_set("a l age agee agees ages")
_AGE: Final = word_set("age agee")
_CHILDREN: Final = word_set(
    "bebe enfant fille fillette fils frere garcon garconnet jumeaux jumelles nn nourrisson nouveau"
    " petit petite premature prematuree soeur age agee agees ages l prenom prenoms"
)
_EVENTS: Final = word_set(
    "bronchiolite otite opere operee hospitalise hospitalisee marche convulsion convulsions"
    " varicelle sevre sevree pyelonephrite pyelo invagination"
)
_LIFE_EVENTS: Final = word_set(
    "dcd decede decedee decedes decedees mort morte morts mortes menopause menopausee menarche premieres grand pere mere frere"
    " soeur oncle tante"
)
_SEXES: Final = word_set("h f homme femme patient patiente m sexe")
_HF: Final = word_set("h f m")
_BORN: Final = word_set("ne nee")
_MANY: Final = word_set("enfants fils filles freres soeurs garcons age agee ages agees fratrie")
_LIFE: Final = frozenset({"vie"})
_MOIS: Final = frozenset({"mois"})
_MOIS_SEMAINES: Final = word_set("mois semaines")
_LIST_SIGNS: Final = word_set("et ou a , - .")
_LIST_PARTS: Final = NUMBER_WORDS | _LIST_SIGNS | {"vingts"}
_CHILD_NOTE: Final = word_set(
    "nourrisson bebe nouveau creche biberon biberons carnet fontanelle perimetre enfant assistante"
    " vaccin vaccins"
)


def years(anchors: Anchors) -> list[int]:
    """ "72 ans", "quarante-deux ans"."""
    figures = anchors.numbers_before(anchors.indices(_YEARS), _TO_UNIT)
    return merged(figures, _spoken_before(anchors, _YEARS))


def _spoken_before(anchors: Anchors, units: frozenset[str]) -> list[int]:
    """Numbers in words right before a unit: every word that one could begin with."""
    starts, words = anchors.tokens.starts, anchors.tokens.words
    found: set[int] = set()
    for unit in anchors.indices(units):
        index = unit - 1
        while index >= 0 and (words[index] in _SPOKEN or words[index] == "-"):
            found.add(starts[index])
            index -= 1
    return sorted(found)


def young(anchors: Anchors) -> list[int]:
    """ "nourrisson de 6 semaines", "à l'âge de 3 mois"."""
    if not anchors.has(_SHORT_UNITS):
        return []
    of_age = anchors.before(anchors.indices(_AGE), _OF_AGE, 3)
    return merged(anchors.words(_CHILDREN), of_age)


def events(anchors: Anchors) -> list[int]:
    """ "opéré à 3 mois"."""
    return anchors.words(_EVENTS, "event") if anchors.has(_MONTHS) else []


def life_events(anchors: Anchors) -> list[int]:
    """ "ménopause à 51"."""
    return anchors.leads(_LIFE_EVENTS)


def fields(anchors: Anchors) -> list[int]:
    """ "Age : 45"."""
    return anchors.leads(_AGE)


def sexes(anchors: Anchors) -> list[int]:
    """ "H, 45 ans"."""
    return anchors.leads(_SEXES)


def sex_slashes(anchors: Anchors) -> list[int]:
    """ "F/72"."""
    return anchors.leads(_HF)


def children(anchors: Anchors) -> list[int]:
    """ "garçon 18 m"."""
    return anchors.leads(_CHILDREN)


def births(anchors: Anchors) -> list[int]:
    """ "née le 3/12/2023, 6 semaines"."""
    return anchors.leads(_BORN) if anchors.has(_MONTHS) else []


def children_lists(anchors: Anchors) -> list[int]:
    """ "enfants (4, 6, 9 ans)"."""
    return anchors.leads(_MANY) if anchors.has(_ANS) else []


def parentheses(anchors: Anchors) -> list[int]:
    """ "(6 mois)"."""
    if not anchors.has(_MOIS):
        return []
    text = anchors.text
    return [start - 1 for start in anchors.runs.blank if start and text[start - 1] == "("]


def of_life(anchors: Anchors) -> list[int]:
    """ "3 jours de vie"."""
    runs = anchors.runs
    return merged(runs.short, runs.three) if anchors.has(_LIFE) else []


def line_openings(anchors: Anchors) -> list[int]:
    """The beginning of a line whose first word is a number of months."""
    if not anchors.has(_MOIS_SEMAINES):
        return []
    text = anchors.text
    lines = ((text.rfind("\n", 0, start) + 1, start) for start in anchors.runs.blank)
    return [line for line, start in lines if not text[line:start].strip(" -•*")]


def lists(anchors: Anchors) -> list[int]:
    """Numbers before "ans": "3 et 5 ans", "douze, huit et quatre ans"."""
    starts, words = anchors.tokens.starts, anchors.tokens.words
    found: set[int] = set()
    for unit in anchors.indices(_ANS):
        index = unit - 1
        while index >= 0 and (words[index] in _LIST_PARTS or words[index][0].isdigit()):
            if words[index] not in _LIST_SIGNS:
                found.add(starts[index])
            index -= 1
    return sorted(found)


def child_months(anchors: Anchors) -> list[int]:
    """What leads to a number of months: "à", "(", "dents", the beginning of the line."""
    starts, words, text = anchors.tokens.starts, anchors.tokens.words, anchors.text
    found: set[int] = set()
    for unit in anchors.indices(_MOIS_SEMAINES):
        index = unit - 1
        while index >= 0 and (words[index] in _SPOKEN or words[index] == "-"):
            found.add(starts[index])
            index -= 1
        if index == unit - 1:
            index -= 1
        found.update(starts[position] for position in range(max(0, index - 2), index + 1))
        first = starts[index + 1]
        line = text.rfind("\n", 0, first) + 1
        if not text[line:first].strip(" -•*"):
            found.add(line)
    return sorted(found)


def child_notes(anchors: Anchors) -> list[int]:
    """Words that only a child's note holds."""
    return anchors.words(_CHILD_NOTE, "child")
