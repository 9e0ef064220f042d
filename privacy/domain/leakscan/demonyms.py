"""Words for the people of a town: « Dijon » → « dijonnaise ». By rule from the town's beginning, else by a table."""

import re
from typing import Final

from privacy.domain.text import words

FIRST: Final = 4  # letters by which a word is looked up
LEAST: Final = 6  # letters of a word that is looked at
_SMALL: Final = frozenset(words("saint sainte sous dans lès lez pres les mont ville bourg sur"))
_ENDING: Final = re.compile(
    r"(?:(?P<doubled>[ntsl])?(?:ais|aise|ois|oise|ien|ienne|een|eenne|en|enne|ain|aine|in|ine|ard|arde|ot|ote|otte)"
    r"|geois|geoise|yssois|yssoise|iote|iot)s?"
)
_VOWELS: Final = "aeio"  # that an ending begins with, where only three letters of the town are left
# what no rule gives (public knowledge: the usual names of the inhabitants)
_CUSTOMS: Final[dict[str, str]] = {
    "besancon": "bisontin",
    "saintetienne": "stephanois",
    "lonslesaunier": "ledonien",
    "vesoul": "vesulien",
    "pontarlier": "pontissalien",
    "saintclaude": "sanclaudien",
    "lecreusot": "creusotin",
    "creusot": "creusotin",
    "bourges": "berruyer",
    "metz": "messin",
    "reims": "remois",
    "tours": "tourangeau",
    "sens": "senonais",
    "pau": "palois",
    "lemans": "manceau",
    "mans": "manceau",
    "angers": "angevin",
    "poitiers": "poitevin",
    "bordeaux": "bordelais",
    "limoges": "limougeaud",
    "perigueux": "perigourdin",
    "rodez": "ruthenois",
    "cahors": "cadurcien",
    "beziers": "biterrois",
    "evreux": "ebroicien",
    "saintmalo": "malouin",
    "saintbrieuc": "briochin",
    "fontainebleau": "bellifontain",
    "chateauroux": "castelroussin",
    "chateaudun": "dunois",
    "chateauthierry": "castelthéodoricien",
    "saintdie": "deodatien",
    "saintdiedesvosges": "deodatien",
    "epinal": "spinalien",
    "montlucon": "montluconnais",
    "moulins": "moulinois",
    "nevers": "nivernais",
    "charlevillemezieres": "carolomacerien",
    "meaux": "meldois",
    "melun": "melunais",
    "pontoise": "pontoisien",
    "versailles": "versaillais",
    "saintdenis": "dionysien",
    "saintgermainenlaye": "saintgermanois",
    "aixenprovence": "aixois",
    "aix": "aixois",
    "gap": "gapençais",
    "digne": "dignois",
    "foix": "fuxeen",
    "auch": "auscitain",
    "agen": "agenais",
    "dax": "dacquois",
    "albi": "albigeois",
    "castres": "castrais",
    "lepuyenvelay": "ponot",
    "puy": "ponot",
    "tulle": "tulliste",
    "brivelagaillarde": "briviste",
    "laval": "lavallois",
    "alencon": "alenconnais",
    "lisieux": "lexovien",
    "montpellier": "montpellierain",
    "marseille": "marseillais",
    "toulon": "toulonnais",
    "bastia": "bastiais",
    "ajaccio": "ajaccien",
    "douai": "douaisien",
    "boulognesurmer": "boulonnais",
    "saintomer": "audomarois",
    "valenciennes": "valenciennois",
    "verdun": "verdunois",
    "barleduc": "barisien",
    "chaumont": "chaumontais",
    "langres": "langrois",
    "gray": "graylois",
    "luxeuillesbains": "luxovien",
    "morteau": "mortuacien",
    "dole": "dolois",
    "champagnole": "champagnolais",
    "arbois": "arboisien",
    "poligny": "polinois",
    "baumelesdames": "baumois",
    "maiche": "maichois",
}


def inflected(masculine: str) -> tuple[str, ...]:
    """« bisontin » → bisontin, bisontins, bisontine, bisontines."""
    if masculine.endswith("eau"):
        feminine, plural = f"{masculine[:-3]}elle", f"{masculine}x"
    else:
        doubled = "n" if masculine.endswith(("ien", "een")) else ""
        feminine = masculine if masculine.endswith("e") else f"{masculine}{doubled}e"
        plural = masculine if masculine.endswith("s") else f"{masculine}s"
    return tuple(dict.fromkeys((masculine, plural, feminine, f"{feminine}s")))


def customary(row: tuple[str, ...]) -> tuple[str, ...]:
    """What a town's people are called when no rule tells; nothing for most towns."""
    masculine = _CUSTOMS.get("".join(row))
    return inflected(masculine) if masculine else ()


def stems(row: tuple[str, ...]) -> tuple[str, ...]:
    """The words of a town's name that a demonym may be made of: « Chalon-sur-Saône » → chalon."""
    found = [word for word in row if len(word) >= FIRST and word.isalpha() and word not in _SMALL]
    return tuple(found[:1]) if "".join(row) not in _CUSTOMS else ()


def beginnings(stem: str) -> tuple[str, ...]:
    """The first four letters that a demonym of the stem may have."""
    own = stem[:FIRST]
    return (
        (own, *(stem[: FIRST - 1] + vowel for vowel in _VOWELS)) if len(stem) == FIRST else (own,)
    )


def is_demonym(word: str, stem: str) -> bool:
    """True for « dijonnaises » of « dijon », « dolois » of « dole », « nantais » of « nantes »."""
    lost = 2 if len(stem) > 5 else 1
    return any(
        word.startswith(stem[:size]) and _ENDING.fullmatch(word, size) is not None
        for size in range(max(len(stem) - lost, FIRST - 1), len(stem) + 1)
    )
