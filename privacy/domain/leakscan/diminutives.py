"""How first names are shortened: by cutting (« Alexandre » → « Alex », « Xandre »), by an ending (« Jacquie »), by custom.

Cutting keeps the beginning up to a consonant before a vowel, or up to « o » or « a », or the end from a syllable on; customs that cutting does
not explain are in a small table of public knowledge (given names and their hypocoristics, Wiktionnaire). « QVRN » of Quivoron is one, too.
"""

import re
from functools import lru_cache
from typing import Final

from privacy.domain.text import words

_VOWELS: Final = frozenset("aeiouy")
_ENDINGS: Final = words("y ie i")
_LONGEST: Final = 5  # letters that cutting keeps, without an ending
_LEAST: Final = 3
_CUT_NAMES: Final = 6  # letters of a name that is cut
_LEAST_END: Final = 5  # letters of an end that is kept
_SYLLABLE: Final = re.compile(r"(?:[bcdfgpt][lr]|[cpt]h|qu|[bcdfgjklmnprstvxz])[aeiouy]")
_NOT_WRITTEN: Final = re.compile(r"(?<=.)[aeiouy]")
_CONSONANTS: Final = 4
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

    « alexandre » → alex, alexy, xandre…; « jacqueline » → jacquie, jacotte…; « mathilde » → thilde.
    """
    found = dict.fromkeys(_CUSTOMS.get(name, ()))
    if len(name) >= _CUT_NAMES:
        for size in range(_LEAST, min(_LONGEST + 1, len(name) - 1)):
            found |= dict.fromkeys(_cut_at(name, size))
        ends = (name[at:] for at in range(2, len(name) - _LEAST_END + 1))
        found |= dict.fromkeys(end for end in ends if _SYLLABLE.match(end))
    found.pop(name, None)
    return tuple(found)


def consonants(name: str) -> tuple[str, ...]:
    """A folded name without its vowels, but for its first letter: « quivoron » → qvrn; none where too little is left."""
    kept = _NOT_WRITTEN.sub("", name)
    return (kept,) if _CONSONANTS <= len(kept) < len(name) else ()


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
