"""The people, places and days of one note: drawn when first named, the same ever after."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, timedelta
from random import Random
from typing import Any, Final, TypeVar

from annotation.domain.notes import PatientIdentity
from worker.training.corpus import tables
from worker.training.corpus.forms import contacts, durations, identifiers, organisations, phones
from worker.training.corpus.forms.addresses import Address, any_address
from worker.training.corpus.forms.organisations import Body, Hospital, Service
from worker.training.corpus.forms.people import both_initials
from worker.training.corpus.forms.places import any_birth_place, any_town
from worker.training.corpus.names import PersonName, french_surname, person_name
from worker.training.corpus.tables import Town

T = TypeVar("T")

_FIRST_YEAR: Final = 2006
_LAST_YEAR: Final = 2026
_NEAR: Final = 0.65  # share of towns in the note's own department


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a template supposes of its patient."""

    sex: str = ""  # "M", "F"
    youngest: int = 0  # days
    oldest: int = 36500
    married: bool = False
    houses: tuple[str, ...] = ()  # kinds of the hospital where the note is written


@dataclass(frozen=True, slots=True)
class Stay:
    """Days in order: birth < before < admission <= operation <= discharge <= note < after."""

    birth: date
    admission: date
    operation: date
    discharge: date
    note: date


@dataclass(slots=True)
class World:
    rng: Random
    wishes: Wishes = Wishes()
    _values: dict[str, Any] = field(default_factory=dict)

    def value(self, key: str, draw: Callable[[], T]) -> T:
        """What `draw` gave the first time that `key` was asked for."""
        if key not in self._values:
            self._values[key] = draw()
        found: T = self._values[key]
        return found

    @property
    def home(self) -> Town:
        """The patient's town."""
        return self.value("home", lambda: any_town(self.rng))

    def town(self, key: str) -> Town:
        """Another town, mostly of the same department."""
        return self.value(f"town:{key}", self._near)

    def _near(self) -> Town:
        around = tables.towns_of_department().get(self.home.code, ())
        if around and self.rng.random() < _NEAR:
            return around[int(self.rng.random() ** 1.5 * len(around))]
        return any_town(self.rng)

    def birth_place(self, key: str) -> Town:
        return self.value(f"birth:{key}", lambda: any_birth_place(self.rng))

    @property
    def stay(self) -> Stay:
        return self.value("stay", self._draw_stay)

    def _draw_stay(self) -> Stay:
        rng = self.rng
        note = date(_FIRST_YEAR, 1, 1) + timedelta(
            days=int(rng.random() ** 0.7 * 365.25 * (_LAST_YEAR - _FIRST_YEAR))
        )
        discharge = note - timedelta(days=rng.choice((0, 0, 0, 1, 2, 5)))
        admission = discharge - timedelta(days=int(rng.random() ** 2 * 25))
        operation = admission + timedelta(
            days=int(rng.random() * ((discharge - admission).days + 1) * 0.5)
        )
        return Stay(
            admission - timedelta(days=self._age_in_days()), admission, operation, discharge, note
        )

    def _age_in_days(self) -> int:
        low, high = self.wishes.youngest, self.wishes.oldest
        if high - low < 30000:
            return low + int(self.rng.random() * (high - low))
        if self.rng.random() < 0.08:
            return int(self.rng.random() * 6000)
        years = min(103.0, max(16.0, self.rng.gauss(62, 19)))
        return int(years * 365.25)

    @property
    def patient(self) -> PersonName:
        def draw() -> PersonName:
            sex = self.wishes.sex or self.rng.choice("MF")
            married = True if self.wishes.married and sex == "F" else None
            adult = self.age_in_days > 6600
            return person_name(self.rng, female=sex == "F", married=married if adult else False)

        return self.value("patient", draw)

    @property
    def age_in_days(self) -> int:
        return (self.stay.admission - self.stay.birth).days

    @property
    def age(self) -> durations.Age:
        return durations.age_of(self.age_in_days)

    def person(self, key: str) -> PersonName:
        """A doctor, another carer (mostly women) or a relative (often of the patient's name)."""
        return self.value(f"person:{key}", lambda: self._draw_person(key))

    def _draw_person(self, key: str) -> PersonName:
        rng = self.rng
        female = rng.random() < (0.8 if key.startswith("ide") else 0.48)
        if key.startswith("proche"):
            female = self.relation(key)[1]
        name = person_name(rng, female=female)
        if key.startswith("proche") and rng.random() < 0.55:
            return PersonName(name.given, self.patient.surname, "", female)
        return name

    def relation(self, key: str) -> tuple[str, bool]:
        """How a relative is named ("son fils") and whether a woman."""
        return self.value(f"relation:{key}", self._draw_relation)

    def _draw_relation(self) -> tuple[str, bool]:
        years = self.age_in_days / 365.25
        pool = _YOUNG if years < 16 else _ADULT if years < 40 else _OLD
        word, female = self.rng.choice(pool)
        if word in _SPOUSES:
            female = not self.patient.is_female
            word = self.rng.choice(_WIFE if female else _HUSBAND)
        return word, female

    def hospital(self, number: int) -> Hospital:
        """The first is where the note was written: a house that has wards."""

        def draw() -> Hospital:
            place = self.town(f"h{number}") if self.rng.random() < 0.7 else None
            if number == 1 and self.rng.random() < 0.9:
                houses = self.wishes.houses or _MAIN
                return organisations.hospital_of(self.rng.choice(houses), self.rng, place)
            return organisations.any_hospital(self.rng)

        return self.value(f"hospital:{number}", draw)

    def service(self, number: int) -> Service:
        return self.value(f"service:{number}", lambda: organisations.any_service(self.rng))

    def body(self, key: str, kind: str) -> Body:
        """A named body; `kind` counts only when it is first named."""

        def draw() -> Body:
            body = organisations.any_body(self.rng)
            return Body(kind or body.kind, self.town(f"org{key}"), french_surname(self.rng))

        return self.value(f"body:{key}", draw)

    def address(self, key: str) -> Address:
        return self.value(f"address:{key}", lambda: any_address(self.rng))

    def phone(self, key: str, *, mobile: bool = False) -> str:
        draw = phones.any_mobile if mobile else phones.any_phone
        return self.value(f"phone:{key}", lambda: draw(self.rng))

    def nir(self) -> str:
        return self.value(
            "nir",
            lambda: identifiers.nir(
                self.rng,
                self.stay.birth,
                female=self.patient.is_female,
                department=self.birth_place("pat").code,
            ),
        )

    def mailbox(self, key: str) -> contacts.Mailbox:
        """Of the patient or a relative: private; of a carer or a house: its domain."""

        def draw() -> contacts.Mailbox:
            if key == "pat":
                return contacts.personal_mailbox(self.patient, self.rng)
            if key.startswith("proche"):
                return contacts.personal_mailbox(self.person(key), self.rng)
            place = self.town("h1").name
            if key.startswith(("med", "ide")):
                return contacts.work_mailbox(self.person(key), place, self.rng)
            return contacts.office_mailbox(place, self.rng)

        return self.value(f"mail:{key}", draw)

    def dictation(self, key: str) -> str:
        """Initials of who dictates, two letters or three."""
        return both_initials(self.person(key))[:3]

    def known(self, key: str) -> Any:
        """The value of a key that was drawn, else None."""
        return self._values.get(key)

    def identity(self, name: str) -> PatientIdentity:
        """The patient's structured data: the name, and what the note used of the rest."""
        patient = self.patient
        address: Address | None = self.known("address:pat")
        box: contacts.Mailbox | None = self.known("mail:pat")
        numbers = [self.known(f"phone:{key}") for key in ("pat.tel", "pat.mobile")]
        return PatientIdentity(
            id=name,
            last_name=(patient.surname, patient.birth) if patient.birth else (patient.surname,),
            first_name=patient.given,
            birth_date=self.stay.birth.isoformat(),
            nir=self.known("nir") or "",
            ipp=self.known("fixed:ipp") or "",
            phone=tuple(number for number in numbers if number),
            mail=(f"{box.user}@{box.domain}",) if box else (),
            address=f"{address.number} {address.way}" if address else "",
            zip=self.home.zip,
            city=self.home.name,
        )


_MAIN: Final = (
    "ch", "ch", "ch", "ch_nom", "ch_nom", "ch_nom", "chu", "chu", "chu_nu", "clinique", "clinique", "connu", "prive", "sigle", "sigle",
    "cancer", "clinique_ville", "armees", "libre", "long", "nu",
)  # fmt: skip
_SPOUSES: Final = frozenset({"conjoint"})
_WIFE: Final = ("son épouse", "sa femme", "son épouse", "sa compagne", "sa conjointe", "épouse")
_HUSBAND: Final = ("son mari", "son époux", "son conjoint", "son compagnon", "époux", "son mari")
_YOUNG: Final = (("sa mère", True), ("sa mère", True), ("son père", False), ("sa maman", True), ("son papa", False), ("sa grand-mère", True), ("sa tante", True),
    ("son frère", False), ("sa sœur", True), ("son grand-père", False), ("la mère", True), ("le père", False))  # fmt: skip
_ADULT: Final = (("conjoint", False), ("conjoint", False), ("sa mère", True), ("son père", False), ("sa sœur", True), ("son frère", False), ("une amie", True), ("un ami", False),
    ("sa belle-mère", True), ("son fils", False), ("sa fille", True))  # fmt: skip
_OLD: Final = (("conjoint", False), ("conjoint", False), ("son fils", False), ("sa fille", True), ("son fils aîné", False), ("sa fille cadette", True), ("sa nièce", True), ("son neveu", False),
    ("sa belle-fille", True), ("son gendre", False), ("sa sœur", True), ("son frère", False), ("sa voisine", True), ("son voisin", False), ("son petit-fils", False), ("une amie", True))  # fmt: skip
