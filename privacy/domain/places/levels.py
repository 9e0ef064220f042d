"""Countries, regions and departments named in a text, each at its own level.

Old regions (before 2016) are read as the region that they are now part of.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Final, Protocol

from annotation.domain.labels import Subtype
from privacy.domain.places.hints import Town
from privacy.domain.places.keys import variants
from privacy.domain.places.spelling import Speller
from privacy.domain.text import fold_phrase


class Level(StrEnum):
    """The sub-types of LOC above the town."""

    DEPARTMENT = Subtype.DEPARTEMENT
    REGION = Subtype.REGION
    COUNTRY = Subtype.PAYS


@dataclass(frozen=True, slots=True)
class LevelPlace:
    """A place above the towns: INSEE code of a department or a region, French name of a country."""

    level: Level
    code: str
    name: str

    def holds(self, town: "RegionTown") -> bool:
        """True when the town lies in this department or region."""
        return self.code == (town.department if self.level is Level.DEPARTMENT else town.region)


class RegionTown(Town, Protocol):
    """A town that tells its region, too."""

    @property
    def region(self) -> str: ...
    @property
    def region_name(self) -> str: ...


# region of before 2016, or its short form → INSEE code of today's region
_REGIONS: Final = {
    "alsace": "44", "lorraine": "44", "champagne ardenne": "44", "ge": "44",
    "aquitaine": "75", "limousin": "75", "poitou charentes": "75", "naq": "75", "na": "75",
    "auvergne": "84", "rhone alpes": "84", "aura": "84", "ara": "84",
    "bourgogne": "27", "franche comte": "27", "bfc": "27",
    "languedoc roussillon": "76", "midi pyrenees": "76", "occ": "76",
    "nord pas de calais": "32", "picardie": "32", "hdf": "32", "npdc": "32",
    "haute normandie": "28", "basse normandie": "28", "nor": "28",
    "paca": "93", "provence": "93", "cote d azur": "93", "region sud": "93",
    "idf": "11", "region parisienne": "11", "centre": "24", "cvl": "24", "val de loire": "24", "pdl": "52",
    "bzh": "53",
}  # fmt: skip
# department as people call it → its code
_DEPARTMENTS: Final = {
    "cotes du nord": "22", "basses alpes": "04", "basses pyrenees": "64", "loire inferieure": "44",
    "seine inferieure": "76", "charente inferieure": "17", "bouches du rhone": "13", "bdr": "13",
    "territoire": "90", "terr de belfort": "90", "val de marne": "94", "meurthe moselle": "54",
    "alpes de hte provence": "04", "htes alpes": "05", "hte saone": "70", "hte savoie": "74", "hte marne": "52",
    "hte loire": "43", "hte vienne": "87", "hte garonne": "31", "hte corse": "2B", "htes pyrenees": "65",
    "seine st denis": "93", "hts de seine": "92", "ile de la reunion": "974", "reunion": "974",
}  # fmt: skip
_COUNTRIES: Final = {
    "usa": "États-Unis", "us": "États-Unis", "etats unis d amerique": "États-Unis", "amerique": "États-Unis",
    "uk": "Royaume-Uni", "grande bretagne": "Royaume-Uni", "hollande": "Pays-Bas", "rdc": "Congo",
    "congo brazzaville": "Congo", "congo kinshasa": "Congo", "rca": "Centrafrique", "zaire": "Congo",
    "ex yougoslavie": "Serbie", "yougoslavie": "Serbie", "birmanie": "Birmanie", "rfa": "Allemagne",
    "urss": "Russie", "perse": "Iran", "ceylan": "Sri Lanka", "cote ivoire": "Côte d'Ivoire",
}  # fmt: skip
_NUMBER: Final = re.compile(r"^(?:le |dans le |departement )?\(?(0?\d{1,2}|2[ab]|97[1-6])\)?$")
_SIGNS: Final = re.compile(r"[^a-z0-9 ]+")
_HEADS: Final = (
    "region ", "departement ", "republique ", "dans ", "l ", "d ", "la ", "le ", "les ", "en ", "au ", "aux ",
    "de ", "du ", "des ", "a ",
)  # fmt: skip


class Levels:
    """Names of countries, regions and departments; `find` is cached."""

    def __init__(self, towns: Iterable[RegionTown], countries: Iterable[str]) -> None:
        """`towns`: rows that name their department and region; `countries`: French names."""
        self._known: dict[Level, dict[str, LevelPlace]] = {level: {} for level in Level}
        codes: dict[tuple[Level, str], LevelPlace] = {}
        samples: dict[tuple[Level, str], RegionTown] = {}
        for town in towns:
            for level, code, name in (
                (Level.DEPARTMENT, town.department, town.department_name),
                (Level.REGION, town.region, town.region_name),
            ):
                if (level, code) not in codes:
                    samples[level, code] = town
                    codes[level, code] = LevelPlace(level, code, name)
                    self._known[level][_key(name)] = codes[level, code]
        # one town of each, in the order of their codes: what a random department or region is drawn from
        self.samples: dict[Level, list[RegionTown]] = {
            level: [samples[key] for key in sorted(samples) if key[0] is level] for level in Level
        }
        self._departments = {c: p for (level, c), p in codes.items() if level is Level.DEPARTMENT}
        self._add(Level.REGION, _REGIONS, codes)
        self._add(Level.DEPARTMENT, _DEPARTMENTS, codes)
        for name in countries:
            self._known[Level.COUNTRY][_key(name)] = LevelPlace(Level.COUNTRY, name, name)
        for other, name in _COUNTRIES.items():
            self._known[Level.COUNTRY].setdefault(other, LevelPlace(Level.COUNTRY, name, name))
        self._spellers = {level: Speller(names) for level, names in self._known.items()}
        self._cached = lru_cache(maxsize=4096)(self._resolve)

    def _add(
        self, level: Level, names: Mapping[str, str], codes: Mapping[tuple[Level, str], LevelPlace]
    ) -> None:
        for name, code in names.items():
            if (level, code) in codes:
                self._known[level].setdefault(name, codes[level, code])

    def find(self, text: str, level: Level) -> LevelPlace | None:
        """The place of that level, None when unknown or ambiguous."""
        return self._cached(text, level)

    def _resolve(self, text: str, level: Level) -> LevelPlace | None:
        key = _key(text)
        if level is Level.DEPARTMENT:
            number = _NUMBER.match(key)
            if number is not None:
                return self._departments.get(number[1].upper().zfill(2))
        names = self._known[level]
        tried = _bare(key)
        for candidate in tried:
            if candidate in names:
                return names[candidate]
        for candidate in tried:
            near = self._spellers[level].nearest(candidate)
            places = {names[name] for name in near}
            if len(places) == 1:
                return places.pop()
        return None


def _key(text: str) -> str:
    words = " ".join(_SIGNS.sub(" ", fold_phrase(text)).split())
    return re.sub(r"\bst\b", "saint", words)


def _bare(key: str) -> list[str]:
    """The key, then without what may stand before it: « dans la région Bretagne », « en Côte-d'Or »."""
    found = variants(key)
    rest = key
    while True:
        head = next((h for h in _HEADS if rest.startswith(h) and len(rest) > len(h)), None)
        if head is None:
            return list(dict.fromkeys(found))
        rest = rest.removeprefix(head)
        found.append(rest)
