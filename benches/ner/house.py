"""Notes of one invented clinic with habits of its own, for the bench of the learning loop.

What a detector meets on a ward that it has never read: carers by trigrams, wards named after stars, beds, dates
with Roman months, file numbers of the house's own shape, and things of the house (protocols, pumps, tables,
diets) that carry surnames and identify nobody. Nothing here trains the shipped model; everybody is invented.
"""

from collections.abc import Callable, Iterator
from random import Random
from typing import Final

from annotation.demo.corpus import parse_marked
from annotation.domain.notes import Note
from worker.training.corpus.names import person_name

Write = Callable[["_Scene"], str]

_ROMAN: Final = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII")
_MONTHS: Final = (
    "janv",
    "fév",
    "mars",
    "avr",
    "mai",
    "juin",
    "juil",
    "août",
    "sept",
    "oct",
    "nov",
    "déc",
)
_WARDS: Final = ("Cassiopée", "Orion", "Bételgeuse", "Véga", "Altaïr", "Sirius")
_HOMES: Final = (
    "Maison Bleue", "résidence du Prélot", "foyer Les Alizés", "Villa Garance", "SSR des Tilleuls", "MAS L'Envol", "HAD Rive d'Ouche",
    "clinique Saint-Roch", "hôpital Dubreuil", "Château de Serres",
)  # fmt: skip
_BODIES: Final = (
    "APA-Liens",
    "Présence Verte 21",
    "ATMP Ouche",
    "Relais Parents",
    "Vite-Soins",
    "Bel-Âge",
    "labo Cauchois",
    "SOS Aides Sud",
)
_TOWNS: Final = (
    "Chenôve",
    "Is-sur-Tille",
    "Talant",
    "Gevrey",
    "Auxonne",
    "Seurre",
    "Genlis",
    "Brazey",
    "Mirebeau",
    "Pontailler",
)
_THINGS: Final = (
    "protocole Dubreuil", "pompe Lefort", "table Martin", "régime Sanson", "échelle Payen", "grille Roussel", "drain de Redon", "matelas Clermont",
    "fauteuil Vienne", "lève-malade Arnaud", "bande Velpeau", "canule Simon", "fiche Garnier", "chariot Morel", "solution Dakin", "test Perrin",
)  # fmt: skip
_NUMBERS: Final = (
    "TA 12.8",
    "TA 14.7 / 9.1",
    "ration 12.4",
    "diurèse 14.50",
    "dextro 1.12",
    "gly 2.05 g",
    "EVA 2/10",
    "BU 1.2.0",
    "GCS 15",
    "SpO2 97 s/ 2 L",
)
_DRUGS: Final = (
    "Lovenox 0,4",
    "Doliprane 1 g",
    "Tahor 20",
    "Kardégic 75",
    "Lasilix 40",
    "Xarelto 15",
    "Levothyrox 75",
    "Seresta 10",
)
_EVENTS: Final = (
    "chute",
    "pose de PTH",
    "sevrage",
    "thrombose",
    "AVC",
    "fracture du poignet",
    "embolie",
    "cure de hernie",
)


class _Scene:
    """Who and when of one note; each method gives a text with its marks."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.patient = person_name(rng, female=rng.random() < 0.5)
        self.staff = [person_name(rng, female=rng.random() < 0.5) for _ in range(4)]
        self.month, self.year = rng.randrange(12), rng.randrange(2019, 2026)

    def pick(self, pool: tuple[str, ...]) -> str:
        return self.rng.choice(pool)

    def name(self) -> str:
        """The house's way: surname in capitals, then the first name, or the surname alone."""
        last, first = f"[[NOM:{self.patient.surname.upper()}]]", f"[[PRENOM:{self.patient.usual}]]"
        return self.pick((f"{last} {first}", f"{last} {first}", last, f"{first} {last}"))

    def sex(self) -> str:
        return self.pick(("Pt", "Pte", "pt", "R.", "Le rés."))

    def trigram(self) -> str:
        """Of a carer: "KMA", "kma", "K.MA"."""
        person = self.rng.choice(self.staff)
        last = person.surname.replace(" ", "").replace("'", "").replace("-", "")
        three = (person.usual[0] + last[:2]).upper()
        return f"[[INITIALES:{self.pick((three, three, three.lower()))}]]"

    def doctor(self) -> str:
        person = self.rng.choice(self.staff)
        return self.pick(("Dr ", "Dr ", "le Dr ", "")) + f"[[NOM:{person.surname}]]"

    def day(self) -> str:
        """ "12.IV.21", "lu 12/IV", "12avr", "12.IV"."""
        number, month = self.rng.randrange(1, 29), (self.month + self.rng.randrange(2)) % 12
        roman, short = _ROMAN[month], _MONTHS[month]
        weekday = self.pick(("lu", "ma", "me", "je", "ve"))
        forms = (
            f"[[DATE:{number}.{roman}.{self.year % 100}]]", f"[[DATE:{number}.{roman}]]", f"[[DATE:{weekday} {number}/{roman}]]",
            f"[[DATE:{number}{short}]]", f"[[DATE:{number}{short}{self.year % 100}]]",
        )  # fmt: skip
        return self.pick(forms)

    def birth(self) -> str:
        number, month, year = (
            self.rng.randrange(1, 29),
            self.rng.randrange(12),
            self.rng.randrange(1928, 2001),
        )
        return (
            f"[[DATE_NAISSANCE:{number}.{_ROMAN[month]}.{self.pick((str(year), str(year % 100)))}]]"
        )

    def age(self) -> str:
        years = self.rng.randrange(24, 97)
        return self.pick((f"[[AGE:{years} a]]", f"[[AGE:{years}ans]]", f"[[AGE:{years} ans]]"))

    def file(self) -> str:
        """The stay's number: "D·21-04417"."""
        return f"[[NDA:D·{self.year % 100}-{self.rng.randrange(100000):05d}]]"

    def sample(self) -> str:
        return f"[[AUTRE:R{self.rng.randrange(1, 9)}-{self.rng.randrange(10000):04d}]]"

    def ward(self) -> str:
        return f"[[SERVICE:{self.pick(('Aile', 'aile', 'Unité'))} {self.pick(_WARDS)}]]"

    def home(self) -> str:
        return f"[[HOPITAL:{self.pick(_HOMES)}]]"

    def body(self) -> str:
        return f"[[ORGANISME:{self.pick(_BODIES)}]]"

    def town(self) -> str:
        return f"[[VILLE:{self.pick(_TOWNS)}]]"

    def phone(self) -> str:
        return self.pick(("poste ", "bip ", "DECT ")) + f"[[TEL:{self.rng.randrange(20, 7999)}]]"

    def relative(self) -> str:
        person = person_name(self.rng, female=self.rng.random() < 0.5)
        return self.pick(("fille", "fils", "voisine", "tutrice")) + f" ([[PRENOM:{person.usual}]])"

    def bed(self) -> str:
        return f"lit {self.rng.randrange(1, 40)}{self.pick(('a', 'b', ''))}"


_HEADS: Final[tuple[Write, ...]] = (
    lambda s: (
        f"ST-ROCH / A3S / {s.ward()} / {s.bed()}\n{s.sex()} {s.name()} - {s.birth()} - {s.file()}"
    ),
    lambda s: f"{s.ward()} {s.bed()} — {s.name()}, {s.age()} — {s.file()}",
    lambda s: f"Relève {s.day()}, {s.ward()}\n{s.bed()} : {s.sex()} {s.name()}",
    lambda s: f"({s.file()}) {s.name()} né(e) {s.birth()} ; réf. {s.trigram()} ; {s.phone()}",
    lambda s: f"Fiche Garnier n° 2 — {s.bed()}\nRésident : {s.name()} ({s.age()}) entré {s.day()}",
    lambda s: (
        f"{s.day()} staff {s.ward()} : {s.doctor()}, {s.trigram()}, {s.trigram()}\nDossier {s.file()} {s.name()}"
    ),
)
_LINES: Final[tuple[Write, ...]] = (
    lambda s: f"AM {s.trigram()} : {s.pick(_NUMBERS)}, {s.pick(_NUMBERS)}, {s.pick(_DRUGS)} donné.",
    lambda s: f"NUIT {s.trigram()} RAS, {s.pick(_THINGS)} en place, {s.pick(_NUMBERS)}.",
    lambda s: f"{s.day()} {s.pick(_EVENTS)}, vu {s.doctor()}, {s.pick(_THINGS)} débuté.",
    lambda s: f"ATCD : {s.pick(_EVENTS)} {s.day()}, {s.pick(_EVENTS)} à la {s.home()}.",
    lambda s: f"Vient de {s.home()} ({s.town()}), dossier social {s.body()}.",
    lambda s: f"Appel {s.relative()} hors de {s.town()}, rappeler {s.phone()}.",
    lambda s: f"Prél. {s.sample()} parti {s.day()}, {s.body()} prévenu par {s.trigram()}.",
    lambda s: f"Kiné {s.trigram()} : {s.pick(_THINGS)}, {s.pick(_NUMBERS)}, tient 5 min.",
    lambda s: (
        f"{s.pick(_THINGS).capitalize()} : J{s.rng.randrange(1, 9)}, {s.pick(_NUMBERS)} ; {s.pick(_THINGS)} arrêté."
    ),
    lambda s: f"Pesée {s.day()} 61.4 kg, {s.pick(_THINGS)}, {s.pick(_DRUGS)} si besoin.",
    lambda s: f"Sortie prévue vers {s.home()}, transport {s.body()}, bon signé {s.trigram()}.",
    lambda s: (
        f"Avis {s.doctor()} ({s.ward()}) {s.day()} : poursuite {s.pick(_DRUGS)}, {s.pick(_THINGS)} J{s.rng.randrange(2, 6)}."
    ),
    lambda s: f"Passage {s.relative()}, demande {s.pick(_THINGS)} ; vu avec {s.trigram()}.",
    lambda s: f"Cs {s.day()} {s.home()} avec {s.doctor()}, bon {s.sample()}.",
    lambda s: (
        f"Mange {s.pick(_THINGS)}, {s.pick(_NUMBERS)}, selles J{s.rng.randrange(1, 4)}, {s.pick(_DRUGS)} x2."
    ),
    lambda s: (
        f"Boîte {s.sample()} posée par {s.trigram()}, {s.pick(_THINGS)} contrôlé {s.pick(_NUMBERS)}."
    ),
)
_ENDS: Final[tuple[Write, ...]] = (
    lambda s: f"{s.trigram()}/{s.trigram()}",
    lambda s: f"Fait {s.day()}, {s.trigram()}",
    lambda s: f"{s.doctor()} — {s.phone()}",
    lambda s: "",
)  # fmt: skip


def house_notes(count: int, seed: int) -> Iterator[Note]:
    """`count` notes; the same ones for the same seed. A head, three to eight lines, an end."""
    for number in range(count):
        rng = Random(f"house:{seed}:{number}")
        scene = _Scene(rng)
        lines = rng.sample(_LINES, rng.randrange(3, 9))
        marked = "\n".join(
            write(scene) for write in (rng.choice(_HEADS), *lines, rng.choice(_ENDS))
        )
        text, spans = parse_marked(marked.strip())
        yield Note(f"house-{number:03d}", text, meta={"type": "transmission"}, entities=spans)
