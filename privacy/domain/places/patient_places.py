"""Places of one patient's file: cities spend budget, codes and levels above them are derived."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import Final

from annotation.domain.labels import Label, Subtype
from privacy.domain.budget import ElementKey
from privacy.domain.linking.divisions import country, without_preposition
from privacy.domain.linking.words import APOSTROPHES, BARE, tail_of, without_article, word_before
from privacy.domain.patient_file import Mention, PatientFile, Rendered
from privacy.domain.places.draws import CITY, PlaceChoice
from privacy.domain.places.geography import Commune
from privacy.domain.places.keys import department_of, place_key
from privacy.domain.places.levels import Level, RegionTown
from privacy.domain.places.peoples import PEOPLES, in_number, is_people, without_origin
from privacy.domain.policy import FREE_PLACES, SubstitutionPolicy
from privacy.domain.randomness import StudyKey, below
from privacy.domain.surrogates.addresses import address
from privacy.domain.surrogates.shapes import draw_source, pour
from privacy.domain.tables import Tables
from privacy.domain.text import Case, apply_case, case_of, fold_phrase, like, strip_accents

UNKNOWN: Final = "lieu inconnu de la table des communes : remplacé par une commune au hasard"
ATTACHED: Final = "lieu inconnu : rattaché à la commune de son code postal"
SUPPOSED: Final = "commune supposée : d'autres portent ce nom"
HOSPITAL_TOWN: Final = 10_000  # inhabitants of a town that may have a hospital
_NEAR: Final = 4  # characters between a postal code and its city
# between a country and its town, « Maroc (Casablanca) », and between a town and its country
_OPENED: Final = re.compile(r"[ \t]{0,2}[(:][ \t]?")
# « né en Algérie, à Oran »; behind another word the town may be where somebody came to
_BORN: Final = re.compile(r"\bn[ée]{1,2}s?[ \t](?:en|au|aux|à)[ \t]\Z", re.IGNORECASE)
_THERE: Final = re.compile(r",?[ \t](?:à|au|aux)[ \t]")
_BESIDE: Final = re.compile(r"[ \t]{0,2}(?:[(,/^–-][ \t]?)?(?:(?:en|au|aux|à)[ \t])?")
_TOWN_CODE: Final = re.compile(r"\d[\dABab]\d{0,3}")
_ZIP: Final = re.compile(r"\d[\dABab]\d{3}")  # « 2A 004 » is laid out as « 21 000 »
_GOES_ON: Final = re.compile(r"\s[a-zà-öø-ÿ]")  # of a sentence
ABROAD: Final = "99"  # the department of who is born abroad, in a NIR


@dataclass(frozen=True, slots=True)
class _Place:
    """A mention that stands for a commune, known or not, and the element that it spends, if any."""

    mention: Mention
    commune: Commune | None = field(repr=False)
    key: str = field(repr=False)
    element: ElementKey | None
    warning: str | None = None


class Places:
    """Reads every LOC mention once; `city_of` tells organisations which city replaces theirs."""

    def __init__(
        self, file: PatientFile, policy: SubstitutionPolicy, key: StudyKey, tables: Tables
    ) -> None:
        self._file, self._policy, self._key, self._tables = file, policy, key, tables
        self._atlas = tables.atlas
        self._atlas.geography.require(policy.metric)
        self._departments = self._hints()
        self._abroad: dict[int, Mention] = {}
        self._cities: list[_Place] = []
        self._zips: list[_Place] = []
        self._surrogates: dict[str, Commune] = {}
        self._read()

    @property
    def spends(self) -> bool:
        return self._policy.places not in FREE_PLACES

    def elements(self) -> list[ElementKey]:
        """One key a mention that spends: cities, and postal codes that no city explains."""
        return [
            place.element for place in (*self._cities, *self._zips) if place.element is not None
        ]

    def draw(self, shares: Mapping[ElementKey, Fraction]) -> None:
        """Draw the surrogate of every distinct place."""
        for place in (*self._cities, *self._zips):
            if place.key not in self._surrogates:
                self._surrogates[place.key] = self._draw_one(place, shares)

    def render(self) -> dict[int, Rendered]:
        """What replaces each LOC mention, by mention index. `draw` comes first."""
        shown: dict[int, Rendered] = {}
        for place in self._cities:
            shown[place.mention.index] = self._city_text(place)
        for place in self._zips:
            shown[place.mention.index] = self._zip_text(place)
        for mention in self._file.labelled(Label.LOC):
            if mention.index not in shown:
                shown[mention.index] = self._other_text(mention)
        return shown

    def choice(self, epsilon: Fraction) -> PlaceChoice:
        """How an element of that budget is drawn."""
        policy = self._policy
        return PlaceChoice(self._atlas.geography, policy.places, policy.area, epsilon)

    def source(self, element: ElementKey) -> Commune:
        """The commune behind a place element, for the exact effects shown to the steward."""
        return next(
            p.commune for p in (*self._cities, *self._zips) if p.element == element and p.commune
        )

    def city_of(self, name: str) -> tuple[Commune | None, bool]:
        """Surrogate of a city named inside an organisation, and whether it follows a city of the file.

        A city that no text of the file names alone is drawn at random: organisations spend nothing.
        """
        found = self._atlas.find(name, departments=self._departments)
        place = self._named(name, found)
        if place is not None:
            return self._surrogates[place.key], place.commune is not None
        key = found.insee if found is not None else place_key(name)
        return self._random(f"ORG/ville:{key}", smallest=HOSPITAL_TOWN), False

    def department_of_town(self, mention: Mention) -> str:
        """The department of a town's surrogate, 99 abroad; "" where the mention is no town."""
        if mention.index in self._abroad:
            return ABROAD
        for place in self._cities:
            if place.mention is mention:
                return self._surrogates[place.key].department
        return ""

    def followed(self, name: str) -> tuple[ElementKey, ...]:
        """The element that `city_of` follows for that name, when it follows one."""
        place = self._named(name, self._atlas.find(name, departments=self._departments))
        return self._follows(None if place is None else place.commune)

    def _named(self, name: str, found: Commune | None) -> _Place | None:
        """The town of the file that is called so, whatever commune it was read as; else the one that is that commune."""
        folded = place_key(name)
        same = next((p for p in self._cities if place_key(p.mention.surface) == folded), None)
        if same is not None or found is None:
            return same
        return next((p for p in self._cities if p.commune and p.commune.insee == found.insee), None)

    # reading

    def _hints(self) -> list[str]:
        """Departments that decide between homonyms: the patient's postal code, then those of the texts."""
        codes = [self._file.identity.zip]
        codes += [
            _digits(m.surface) for m in self._file.labelled(Label.LOC) if m.subtype == Subtype.ZIP
        ]
        return list(dict.fromkeys(department_of(code) for code in codes if len(code) == 5))

    def _read(self) -> None:
        mentions = self._file.labelled(Label.LOC)
        neighbours = self._neighbours(mentions)
        self._abroad = self._towns_abroad(mentions, neighbours)
        for mention in mentions:
            if mention.subtype in (CITY, "") and mention.index not in self._abroad:
                code = neighbours[mention.index].surface if mention.index in neighbours else ""
                self._cities.append(self._city(mention, _digits(code)))
        by_index = {place.mention.index: place for place in self._cities}
        for mention in mentions:
            if mention.subtype == Subtype.ZIP:
                beside = neighbours.get(mention.index)
                self._zips.append(
                    self._zip(mention, by_index.get(beside.index) if beside else None)
                )

    def _towns_abroad(
        self, mentions: list[Mention], neighbours: Mapping[int, Mention]
    ) -> dict[int, Mention]:
        """Towns beside a country (« Oran (Algérie) », « né à Oran en Algérie », « Maroc (Casablanca) », « née au Maroc à Fès »), with its mention; the same town elsewhere in
        the file, too. A postal code makes it a French address. Which country is not looked at, nor whether the town is known."""
        lands: dict[str, Mention] = {}
        if Subtype.PAYS not in {m.subtype for m in mentions}:
            return {}
        for left, right in pairwise(mentions):
            is_behind = right.subtype == Subtype.PAYS
            town, land = (left, right) if is_behind else (right, left)
            joint = _BESIDE if is_behind else _OPENED
            if (
                land.subtype == Subtype.PAYS
                and town.subtype in (CITY, "")
                and left.note == right.note
                and town.index not in neighbours
                and (
                    joint.fullmatch(between := self._between(left, right))
                    or (
                        not is_behind
                        and _THERE.fullmatch(between)
                        and _BORN.search(self._file.before(land))
                    )
                )
            ):
                lands.setdefault(place_key(town.surface), land)
        if not lands:
            return {}
        towns = [m for m in mentions if m.subtype in (CITY, "") and m.index not in neighbours]
        found = {m.index: lands.get(place_key(m.surface)) for m in towns}
        return {index: land for index, land in found.items() if land is not None}

    def _between(self, left: Mention, right: Mention) -> str:
        return self._file.notes[left.note].text[left.end : right.start]

    def _neighbours(self, mentions: list[Mention]) -> dict[int, Mention]:
        """Postal code ↔ city written side by side."""
        found: dict[int, Mention] = {}
        for left, right in pairwise(mentions):
            kinds = {left.subtype or CITY, right.subtype or CITY}
            if (
                left.note == right.note
                and right.start - left.end <= _NEAR
                and kinds == {Subtype.ZIP, CITY}
            ):
                found.setdefault(left.index, right)
                found.setdefault(right.index, left)
        return found

    def _city(self, mention: Mention, code: str) -> _Place:
        found = self._atlas.resolve(
            mention.surface, departments=self._departments, postal_code=code
        )
        beside = self._of_code(code) if found is None else None
        if beside is not None:
            return replace(self._place(mention, beside, code), warning=ATTACHED)
        commune = None if found is None else found.commune
        place = self._place(mention, commune, place_key(mention.surface))
        return replace(place, warning=SUPPOSED) if found and found.is_supposed else place

    def _zip(self, mention: Mention, beside: _Place | None) -> _Place:
        """A postal code follows the city beside it, else a city of the file that has it, else its largest."""
        code = _digits(mention.surface)
        for place in (beside, *self._cities):
            if place is not None and (
                place is beside or (place.commune and code in place.commune.postal_codes)
            ):
                return _Place(mention, place.commune, place.key, None)
        return self._place(mention, self._of_code(code), code)

    def _of_code(self, code: str) -> Commune | None:
        """The largest commune of a postal code, else of its department: « 75000 » is no code of Paris."""
        communes = self._atlas.of_zip(code)
        if communes:
            return communes[0]
        return self._atlas.largest(department_of(code)) if len(code) == 5 else None

    def _place(self, mention: Mention, commune: Commune | None, name: str) -> _Place:
        if commune is None:
            return _Place(mention, None, f"?{name}", None)
        element = ElementKey(CITY, "commune", commune.insee) if self.spends else None
        return _Place(mention, commune, commune.insee, element)

    # drawing

    def _draw_one(self, place: _Place, shares: Mapping[ElementKey, Fraction]) -> Commune:
        if place.commune is None or not self.spends:
            return self._random(place.key)
        choice = self.choice(shares[ElementKey(CITY, "commune", place.commune.insee)])
        drawn = choice.draw(place.commune.index, key=self._key, patient=self._file.patient_id)
        return self._atlas.communes[drawn]

    def _random(self, value: str, *, smallest: int = 0) -> Commune:
        area = self._atlas.geography.towns(self._policy.area, smallest)
        source = draw_source(self._key, self._file.patient_id, CITY, f"{self._policy.area}:{value}")
        return self._atlas.communes[int(area[below(source, len(area))])]

    # writing

    def _city_text(self, place: _Place) -> Rendered:
        name = self._surrogates[place.key].name
        surface = place.mention.surface
        if len(surface) == 1 and self._file.in_capitals:
            surface *= 2  # « Y » (Somme) has no small letter that tells its case
        text = name if self._file.has_no_case else city_like(name, surface)
        warning = UNKNOWN if place.commune is None else place.warning
        return Rendered(text, _spent(place), warning=warning)

    def _zip_text(self, place: _Place) -> Rendered:
        codes = self._surrogates[place.key].postal_codes or ("00000",)
        source = draw_source(self._key, self._file.patient_id, Subtype.ZIP, place.mention.surface)
        code = codes[below(source, len(codes))]
        layout = place.mention.surface
        text = pour(code, layout) if _ZIP.fullmatch("".join(filter(str.isalnum, layout))) else code
        warning = UNKNOWN if place.commune is None else None
        if place.element is not None:
            return Rendered(text, _spent(place), warning=warning)
        return Rendered(text, (), "la commune", warning, self._follows(place.commune))

    def _other_text(self, mention: Mention) -> Rendered:
        if mention.subtype in (Subtype.DEPARTEMENT, Subtype.REGION):
            return self._level_text(mention)
        if mention.subtype == Subtype.PAYS:
            return Rendered(
                self._people(mention) or self._land_like(self._country(mention), mention)
            )
        if mention.index in self._abroad:
            return Rendered(self._city_abroad(mention))
        source = draw_source(
            self._key, self._file.patient_id, Subtype.ADRESSE, fold_phrase(mention.surface)
        )
        return Rendered(address(source, mention.surface, self._tables, self._own_words))

    def _follows(self, commune: Commune | None) -> tuple[ElementKey, ...]:
        """The element of a city that something else follows."""
        if commune is None or not self.spends:
            return ()
        return (ElementKey(CITY, "commune", commune.insee),)

    @cached_property
    def _own_words(self) -> frozenset[str]:
        names = self._file.labelled(Label.PER)
        return frozenset(
            word for m in names for word in fold_phrase(m.surface).split() if len(word) > 2
        )

    @cached_property
    def _home_first(self) -> list[_Place]:
        """Towns of the file: where the patient lives, those with a postal code, the others; « en Bourgogne » of somebody from
        Dijon follows Dijon, whatever town a note names first."""
        identity = self._file.identity
        home = self._atlas.find(identity.city, postal_code=identity.zip) if identity.city else None
        coded = {place.key for place in self._zips}

        def rank(place: _Place) -> int:
            if home is not None and place.commune is not None and place.commune.insee == home.insee:
                return 0
            return 1 if place.key in coded else 2

        return sorted(self._cities, key=rank)

    def _level_text(self, mention: Mention) -> Rendered:
        """A department or region follows a city of the file that lies in it; else it is drawn at its level."""
        named = self._tables.levels.find(mention.surface, Level(mention.subtype))
        beside = [
            place
            for place in self._cities
            if place.mention.note == mention.note
            and 0 <= mention.start - place.mention.end <= _NEAR  # « Quimper (29) »
        ]
        for place in (*beside, *self._home_first):
            if named is not None and place.commune is not None and named.holds(place.commune):
                text = self._level_like(self._surrogates[place.key], mention)
                return Rendered(text, (), "la commune", None, self._follows(place.commune))
        value = fold_phrase(mention.surface) if named is None else named.code
        source = draw_source(self._key, self._file.patient_id, mention.subtype, value)
        samples = self._tables.levels.samples[Level(mention.subtype)]
        return Rendered(self._level_like(samples[below(source, len(samples))], mention))

    def _people(self, mention: Mention) -> str:
        """« d'origine {portugaise} » → « serbe »; "" of what is no people."""
        before = self._file.before(mention)
        head, name = without_origin(mention.surface)
        if not is_people(name, before):
            return ""
        source = draw_source(self._key, self._file.patient_id, "PAYS/peuple", fold_phrase(name))
        people = in_number(PEOPLES[below(source, len(PEOPLES))], before)
        return head + like(people.title(), name)

    def _country(self, mention: Mention) -> str:
        """Any country, whatever the original's preposition: « au Portugal » → « en Islande »; one that asks for no article where a sentence
        names it without a preposition, with an article or none: « quitte {Cuba} » and « quitte la {France} » → « quitte Malte »."""
        folded = self._country_key(mention)
        names = self._tables.country_names
        if folded in self._bare:
            names = tuple(name for name in names if country(name).gender == BARE)
        source = draw_source(self._key, self._file.patient_id, Subtype.PAYS, folded)
        return names[below(source, len(names))]

    def _country_key(self, mention: Mention) -> str:
        named = self._tables.levels.find(mention.surface, Level.COUNTRY)
        return fold_phrase(mention.surface if named is None else named.name)

    @cached_property
    def _bare(self) -> frozenset[str]:
        """The countries that a sentence of the file names without a preposition."""
        lands = [m for m in self._file.labelled(Label.LOC) if m.subtype == Subtype.PAYS]
        return frozenset(self._country_key(land) for land in lands if self._is_alone(land))

    def _is_alone(self, land: Mention) -> bool:
        before = without_article(self._file.before(land) + _head(land))
        if tail_of(before) or before[-1:] in APOSTROPHES:
            return False
        return bool(word_before(before)) or _GOES_ON.match(self._file.after(land)) is not None

    def _city_abroad(self, mention: Mention) -> str:
        """A city of the surrogate country: « Oran (Algérie) » → « Szeged (Hongrie) »."""
        cities = self._tables.cities[self._country(self._abroad[mention.index])]
        value = place_key(mention.surface)
        source = draw_source(self._key, self._file.patient_id, "VILLE/étranger", value)
        return self._cased(cities[below(source, len(cities))])

    def _level_like(self, commune: RegionTown, mention: Mention) -> str:
        if mention.subtype == Subtype.REGION:
            return self._land_like(commune.region_name, mention)
        if any(c.isdigit() for c in mention.surface):
            return commune.department
        return self._land_like(commune.department_name, mention)

    def _land_like(self, name: str, mention: Mention) -> str:
        head = _head(mention)
        if self._file.in_capitals:
            head = head.upper()
        elif case_of(mention.surface) is Case.UPPER:
            head = head.lower()
        return head + self._cased(name)

    def _cased(self, name: str) -> str:
        """« USA », « PACA », « BDR » and « NYC » are in capitals among small letters, too: the file's text decides for any land."""
        return strip_accents(name).upper() if self._file.in_capitals else name


def _head(mention: Mention) -> str:
    """« au » of « au Portugal », marked with its preposition."""
    return mention.surface[: len(mention.surface) - len(without_preposition(mention.surface))]


def city_like(name: str, original: str) -> str:
    """A commune's name in the case of the original, as any commune is written: « St », blanks for hyphens and accents of
    capitals are usual for some names alone, so that a surrogate that kept them would tell that the original had them.

    « SAINT-ETIENNE » for « DIJON », « CHALON SUR SAONE » and « BESANÇON »; « Saint-Étienne » for « St-Apollinaire ».
    """
    case = case_of(original)
    # « île Maurice », « ville de Dijon »; « 21 », « 2a », « 21 000 », « 2A 004 »: codes marked as towns
    if case is Case.LOWER and (any(map(str.isupper, original)) or _is_code(original)):
        case = Case.TITLE
    return apply_case(strip_accents(name) if case is Case.UPPER else name, case)


def _is_code(text: str) -> bool:
    """Of a department or a postal code, however it is laid out."""
    return _TOWN_CODE.fullmatch("".join(filter(str.isalnum, text))) is not None


def _spent(place: _Place) -> tuple[ElementKey, ...]:
    return () if place.element is None else (place.element,)


def _digits(text: str) -> str:
    return "".join(c for c in text if c.isdigit())
