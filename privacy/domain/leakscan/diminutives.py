"""How first names are shortened: by cutting (« Alexandre » → « Alex »), by an ending (« Jacquie »), by custom.

Cutting keeps the beginning up to a consonant before a vowel, or up to « o » or « a »; customs that cutting does not
explain are in a small table of public knowledge (given names and their hypocoristics, Wiktionnaire).
"""

from functools import lru_cache
from typing import Final

from privacy.domain.text import words

_VOWELS: Final = frozenset("aeiouy")
_ENDINGS: Final = words("y ie i")
_LONGEST: Final = 5  # letters that cutting keeps, without an ending
_LEAST: Final = 3
_CUT_NAMES: Final = 6  # letters of a name that is cut
_CUSTOMS: Final[dict[str, tuple[str, ...]]] = {
    name: words(short)
    for name, short in {
        "elisabeth": "babeth lisa betty zabeth elise lili",
        "marguerite": "margot maguy meg guite",
        "catherine": "cathy kate katia",
        "jacqueline": "jacotte line",
        "francoise": "soizic fanfan",
        "francois": "fanfan",
        "marie": "mimi marion mariette manon",
        "bernadette": "nadette detty",
        "antoinette": "toinette nette",
        "antoine": "toine tonio tony",
        "guillaume": "guigui will",
        "philippe": "phil flip",
        "genevieve": "ginette viviane vevette",
        "madeleine": "mado mad lena",
        "josephine": "jojo fifine",
        "joseph": "jo jojo zef",
        "georges": "jojo",
        "robert": "bob bobby",
        "charles": "charlie charly",
        "michel": "mimi mich",
        "micheline": "mimi mich line",
        "monique": "momo mimo",
        "odette": "dédé",
        "andre": "dede",
        "andree": "dede",
        "rene": "neness",
        "emmanuel": "manu",
        "emmanuelle": "manu",
        "frederique": "fredo",
        "henriette": "riette",
        "suzanne": "suzon zette suzie",
        "therese": "tessa",
        "louise": "loulou lison",
        "louis": "loulou",
        "helene": "lena ln",
        "edouard": "doudou ed",
        "eugenie": "nini ninie",
        "eugene": "gege",
        "gerard": "gege",
        "genevieve marie": "gege",
        "roger": "roro",
        "raymonde": "momone",
        "simone": "momone",
        "yvonne": "vonnette vovonne",
        "leontine": "titine",
        "augustine": "titine gugusse",
        "valentine": "titine",
        "christine": "titine cricri",
        "christiane": "cricri",
        "christian": "cricri",
        "sebastien": "bastien",
        "nathalie": "nath natou",
        "isabelle": "isa belle zaza",
        "veronique": "vero",
        "dominique": "domi",
        "jean": "jeannot",
        "jeanne": "jeannette jeanneton",
        "pierre": "pierrot",
        "jacques": "jacquot jacky",
        "paul": "paulo popaul",
    }.items()
}


@lru_cache(maxsize=8192)
def diminutives(name: str) -> tuple[str, ...]:
    """The short forms of a folded first name.

    « alexandre » → alex, alexy, alexie…; « jacqueline » → jacquie, jacotte…
    """
    found = dict.fromkeys(_CUSTOMS.get(name, ()))
    if len(name) >= _CUT_NAMES:
        for size in range(_LEAST, min(_LONGEST + 1, len(name) - 1)):
            found |= dict.fromkeys(_cut_at(name, size))
    found.pop(name, None)
    return tuple(found)


def _cut_at(name: str, size: int) -> tuple[str, ...]:
    kept, following = name[:size], name[size]
    if kept[-1] in "oa":
        return (kept,) if size > _LEAST else ()
    if kept[-1] in _VOWELS and not kept.endswith("qu"):
        return ()
    # « jacqu|eline », « fred|eric », « valer|ie »; « gus|tave », whose next letter is no vowel
    endings = [kept + ending for ending in _ENDINGS] if following in _VOWELS else []
    plain = () if kept.endswith("qu") else (kept,)
    return (*plain, *endings)
