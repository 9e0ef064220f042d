"""Where each pattern of `addresses` can begin (see `anchors`)."""

from itertools import product
from typing import Final

from worker.engine.text.anchors import Anchors, merged
from worker.engine.text.tokens import word_set

# The first words of the kinds of street, and those that may stand without a number.
_TYPES: Final = word_set(
    "rue rues avenue av ave boulevard bd bld blvd boul allee allees all impasse imp place pl quai"
    " chemin ch che chem route rte cours square sq passage pass residence res lotissement lot"
    " faubourg fbg fg sentier sente ruelle venelle montee cite villa hameau domaine dom mail"
    " promenade esplanade rond voie traverse cote levee parvis clos parc galerie rocade chaussee"
    " porte r lieu zone za zi zac pont port cour rempart coron quartier ferme chateau lieudit ter"
    " berge dreve rampe"
)
_BARE: Final = word_set(
    "allee allees av avenue bd boulevard centre chaussee chemin cite clos cours domaine esplanade"
    " faubourg hameau impasse lieu lotissement montee parc parvis passage place promenade quai res"
    " residence rond route rue ruelle sentier square traverse venelle z za zac zae zi zic zie zone"
)
_SIZES: Final = word_set("grand grande petite vieille haute basse")
_GRAND: Final = _SIZES | {
    size + kind for size, kind in product(_SIZES, ("rue", "place", "route", "cour"))
}
_FIELDS: Final = word_set("adr adresse demeurant domicile domicilie domiciliee")
_FIELD_SIGNS: Final = frozenset(":|")
_BOXES: Final = word_set("b bp bpn bpn° c cs csn csn° tsa tsan tsan°")
_ZIP_FIELDS: Final = word_set("c code cp")
_LOW_LINE: Final = " \t>|"
# Tokens from a number to the kind of street: "12 bis - 14 ter, rue".
_REACH: Final = 7


def numbered(anchors: Anchors) -> list[int]:
    """Numbers a little before a kind of street."""
    return anchors.numbers_before(anchors.indices(_TYPES), _REACH)


def bare(anchors: Anchors) -> list[int]:
    """Kinds of street."""
    return anchors.words(_BARE)


def grand(anchors: Anchors) -> list[int]:
    """ "12 Grande Rue"."""
    return anchors.numbers_before(anchors.indices(_GRAND), _REACH)


def fields(anchors: Anchors) -> list[int]:
    """ "Adresse :"."""
    return anchors.words(_FIELDS) if anchors.has(_FIELD_SIGNS) else []


def boxes(anchors: Anchors) -> list[int]:
    """ "BP 12"."""
    return anchors.leads(_BOXES)


def zip_fields(anchors: Anchors) -> list[int]:
    """ "CP 21000"."""
    return anchors.leads(_ZIP_FIELDS) if anchors.runs.of(5) else []


def zips(anchors: Anchors) -> list[int]:
    """Five digits, or two and three; "F-" and "B-" before them."""
    text = anchors.text
    numbers = merged(anchors.runs.of(5), _parted(anchors))
    found = set(numbers)
    for start in numbers:
        before = text[max(0, start - 4) : start].rstrip()
        if before.endswith("-") and before[:-1].rstrip()[-1:] in ("f", "b"):
            found.add(max(text.rfind("f", 0, start), text.rfind("b", 0, start)))
    return sorted(found)


def _parted(anchors: Anchors) -> list[int]:
    """ "21 000": the two digits."""
    text = anchors.text
    return [
        start
        for start in anchors.runs.of(2)
        if text[start + 2 : start + 3] == " " and text[start + 3 : start + 6].isdigit()
    ]


def before_zips(anchors: Anchors) -> list[int]:
    """The blank, comma or parenthesis between a town and the five digits after it."""
    text = anchors.text
    found: set[int] = set()
    for start in anchors.runs.of(5):
        first = start - (text[start - 1 : start] == "(")
        found |= {first - 1, first - 2}
    return sorted(position for position in found if position >= 0)


def five(anchors: Anchors) -> list[int]:
    """Five digits."""
    return anchors.runs.of(5)


def low_lines(anchors: Anchors) -> list[int]:
    """Lines that a ZIP code or a street's number opens."""
    text = anchors.text
    found: set[int] = set()
    for start in merged(zips(anchors), numbered(anchors)):
        line = text.rfind("\n", 0, start) + 1
        if not text[line:start].strip(_LOW_LINE):
            found.add(line)
    return sorted(found)
