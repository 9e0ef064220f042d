"""What each slot writes: a fragment with its marks, drawn from the world in one of its forms."""

import re
from collections.abc import Callable
from datetime import date
from typing import Final

from worker.training.corpus import negatives
from worker.training.corpus.forms import (
    addresses,
    contacts,
    dates,
    durations,
    identifiers,
    odd_people,
    people,
    places,
)
from worker.training.corpus.forms.base import FormSet
from worker.training.corpus.marked import Fragment, Piece
from worker.training.corpus.names import PersonName, person_name
from worker.training.corpus.slot_names import PLAIN, split_slot
from worker.training.corpus.slot_places import PlaceSlots

_SPECIALITIES: Final = (
    "cardiologue", "chirurgien", "anesthésiste", "gériatre", "pneumologue", "neurologue", "radiologue", "urgentiste", "médecin généraliste", "médecin traitant",
    "pédiatre", "gynécologue", "oncologue", "hématologue", "interne", "praticien hospitalier", "chef de clinique", "néphrologue", "urologue", "psychiatre",
    "rhumatologue", "dermatologue", "ophtalmologiste", "ORL", "gastro-entérologue", "anatomopathologiste", "médecin coordonnateur", "endocrinologue",
)  # fmt: skip
_JOBS: Final = (
    "IDE", "IDE", "infirmière", "infirmier", "AS", "aide-soignante", "sage-femme", "kinésithérapeute", "kiné", "secrétaire", "assistante sociale", "diététicienne",
    "ergothérapeute", "psychologue", "orthophoniste", "cadre de santé", "ASH", "IADE", "IBODE", "puéricultrice", "manipulateur radio", "brancardier", "secrétaire médicale",
)  # fmt: skip
_DOCTOR: Final = ("Dr", "Dr", "Dr", "Dr", "Dr", "Docteur", "Docteur", "Dr.", "DR", "dr", "docteur")
_PROFESSOR: Final = ("Pr", "Pr", "Professeur", "Pr.", "PR", "professeur")
_MEN: Final = ("M.", "M.", "M.", "Monsieur", "Monsieur", "Mr", "Mr", "M", "Mr.")
_WOMEN: Final = ("Mme", "Mme", "Mme", "Madame", "Madame", "Mme", "Mme.", "MME")
_CHILDREN: Final = {
    False: ("l'enfant", "le jeune", "l'enfant", "le petit"),
    True: ("l'enfant", "la jeune", "l'enfant", "la petite"),
}
_GRAMMAR: Final = {
    "il": ("il", "elle"), "Il": ("Il", "Elle"), "e": ("", "e"), "ne": ("né", "née"), "le": ("le", "la"), "Le": ("Le", "La"), "patient": ("patient", "patiente"),
}  # fmt: skip
_NAME_PARTS: Final[dict[str, tuple[str, FormSet]]] = {
    "nom": ("nom", people.SURNAMES),
    "prenom": ("prenom", people.GIVEN),
    "prenoms": ("prenoms", people.GIVEN_LISTS),
    "nn": ("nn", people.BIRTH_NAMES),
}
_PATIENT: Final = people.NAMES.tagged("complet")
_WITH_BIRTH: Final = people.NAMES.tagged("naissance")
_STAFF: Final = FormSet.of(
    [
        *people.NAMES.tagged("complet", "court").without("champ").forms,
        *people.NAMES.tagged("nom").forms[:2],
    ]
)
_CARERS: Final = people.NAMES.tagged("complet", "court", "prenom", "nom").without("champ")
_RELATIVES: Final = people.NAMES.tagged("complet").without("champ")
_STATUS_SHARE: Final = 0.05  # share of doctors' names with a status in brackets behind
_PLAIN_INITIALS: Final = people.INITIALS.without("civilite")


class Slots(PlaceSlots):
    """Writes the slots of one note."""

    def write(self, name: str) -> Fragment:
        """The fragment of a slot that `slot_names` knows."""
        base, number, part = split_slot(name)
        if base in PLAIN:
            text = negatives.PLAIN[base](self.rng)
            return (Piece(self._cased(text) if self.rng.random() < 0.8 else text),)
        writer: Callable[[str, str], Fragment] = getattr(self, f"_{base}")
        return writer(f"{base}{number or ''}", part)

    def _pat(self, key: str, part: str) -> Fragment:
        world = self.world
        if part in _GRAMMAR:
            return (Piece(_GRAMMAR[part][world.patient.is_female]),)
        if part == "":
            return self._patient_name()
        if part == "ddn":
            return self._written("ddn", dates.BIRTHS, world.stay.birth)
        if part == "age":
            return self._age_of(world.age)
        if part in {"ipp", "nda"}:
            return self._fixed(part, identifiers.IPPS if part == "ipp" else identifiers.NDAS)
        if part == "nir":
            return self._written("nir", identifiers.NIRS, world.nir())
        if part == "lieu":
            return self._written("ville", places.TOWNS, world.birth_place("pat"))
        if part in {"dep", "region", "pays"}:
            of_home: Fragment = getattr(self, f"_{part}")("pat", "")
            return of_home
        return self._person_part("pat", world.patient, part)

    def _patient_name(self) -> Fragment:
        world, forms = self.world, _PATIENT
        if world.patient.birth and not self._names_birth and self.rng.random() < 0.2:
            forms = _WITH_BIRTH
            return forms.draw(self.rng).render(world.patient, self.rng)
        return self._written("pat", forms, world.patient)

    def _med(self, key: str, part: str) -> Fragment:
        person = self.world.person(key)
        if part == "":
            shown = self._written("med", _STAFF, person)
            if self.rng.random() < _STATUS_SHARE:
                return (*shown, Piece(f" {negatives.status(self.rng)}"))
            return shown
        if part == "titre":
            is_professor = self.world.value(f"professor:{key}", lambda: self.rng.random() < 0.18)
            pool = _PROFESSOR if is_professor else _DOCTOR
            spoken = self.before.endswith((" le ", " du ", " au ", "Le ", "Au "))
            return (Piece(self.rng.choice(pool if spoken else pool[:-1])),)
        return self._person_part(key, person, part)

    def _ide(self, key: str, part: str) -> Fragment:
        person = self.world.person(key)
        if part == "":
            return self._written("ide", _CARERS, person)
        if part == "titre":
            part = "metier"
        return self._person_part(key, person, part)

    def _proche(self, key: str, part: str) -> Fragment:
        person = self.world.person(key)
        if part == "":
            return self._written("proche", _RELATIVES, person)
        if part == "lien":
            return (Piece(self._cased(self.world.relation(key)[0])),)
        if part == "ddn":
            return self._written("ddn", dates.BIRTHS, self._other_birth(key))
        return self._person_part(key, person, part)

    def _other_birth(self, key: str) -> date:
        return self.world.value(f"birth:{key}", lambda: dates.any_birth(self.rng))

    def _person_part(self, key: str, person: PersonName, part: str) -> Fragment:
        role = key.rstrip("0123456789")
        if part in _NAME_PARTS:
            label, forms = _NAME_PARTS[part]
            return self._written(f"{role}:{label}", forms, person)
        if part == "ini":
            return self._initials(person)
        if part in odd_people.ODD_NAMES:
            return odd_people.ODD_NAMES[part].draw(self.rng).render(person, self.rng)
        if part in {"tel", "mobile", "fax", "poste", "bip"}:
            return self._line(f"{key}.{part}", part)
        writer: Callable[[str, PersonName], Fragment] = getattr(self, f"_of_{part}")
        return writer(key, person)

    def _initials(self, person: PersonName) -> Fragment:
        """One letter alone only where a title or a first name stands before it."""
        titled = re.search(
            r"(?:M\.|Mme|Mr|Dr|Pr|Melle|Mlle|Madame|Monsieur|Docteur) $", self.before
        )
        forms = people.INITIALS if titled else _PLAIN_INITIALS
        return self._written("ini1" if titled else "ini2", forms, person)

    def _of_civ(self, key: str, person: PersonName) -> Fragment:
        if key == "pat" and self.world.age_in_days < 5500:
            return (Piece(self._cased(self.rng.choice(_CHILDREN[person.is_female]))),)
        pool = _WOMEN if person.is_female else _MEN
        pick = self.world.value(f"civ:{key}", lambda: self.rng.choice(pool))
        return (Piece(pick if self.rng.random() < 0.7 else self.rng.choice(pool)),)

    def _of_spe(self, key: str, person: PersonName) -> Fragment:
        return (Piece(self.world.value(f"spe:{key}", lambda: self.rng.choice(_SPECIALITIES))),)

    def _of_metier(self, key: str, person: PersonName) -> Fragment:
        return (Piece(self.world.value(f"job:{key}", lambda: self.rng.choice(_JOBS))),)

    _of_titre = _of_metier

    def _of_lien(self, key: str, person: PersonName) -> Fragment:
        return (Piece(self.world.relation(key)[0]),)

    def _of_sexe(self, key: str, person: PersonName) -> Fragment:
        pool = (
            ("F", "féminin", "Féminin", "F", "femme")
            if person.is_female
            else ("M", "masculin", "Masculin", "M", "H", "homme")
        )
        return (Piece(self.rng.choice(pool)),)

    def _of_rpps(self, key: str, person: PersonName) -> Fragment:
        number = self.world.value(f"rpps:{key}", lambda: identifiers.any_rpps(self.rng))
        return self._written("rpps", identifiers.RPPS, number)

    def _of_adeli(self, key: str, person: PersonName) -> Fragment:
        number = self.world.value(f"adeli:{key}", lambda: identifiers.any_nine(self.rng))
        return self._written("adeli", identifiers.ADELI, number)

    def _of_dict(self, key: str, person: PersonName) -> Fragment:
        return self._fixed(
            f"dict:{key}",
            identifiers.DICTATIONS,
            self.world.dictation(key) if key != "pat" else "JD",
        )

    def _of_mail(self, key: str, person: PersonName) -> Fragment:
        return self._written("mail", contacts.MAILS, self.world.mailbox(key))

    def _of_adresse(self, key: str, person: PersonName) -> Fragment:
        return self._written(f"adresse:{key}", addresses.ADDRESSES, self.world.address(key))

    def _of_ville(self, key: str, person: PersonName) -> Fragment:
        town = self.world.home if key == "pat" else self.world.town(key)
        return self._written("ville", places.TOWNS, town)

    def _of_zip(self, key: str, person: PersonName) -> Fragment:
        town = self.world.home if key == "pat" else self.world.town(key)
        return self._zip_of(town)

    def _of_age(self, key: str, person: PersonName) -> Fragment:
        return self._age_of(self.world.value(f"age:{key}", lambda: self._relative_age(key)))

    def _relative_age(self, key: str) -> durations.Age:
        """Children twenty-odd years younger, parents as much older, others alike."""
        years = self.world.age_in_days // 365
        word = self.world.relation(key)[0] if key.startswith("proche") else ""
        shift = self.rng.randrange(20, 38)
        if re.search(r"fils|fille|gendre|neveu|nièce", word):
            years -= shift
        elif re.search(r"mère|père|maman|papa|tante", word):
            years += shift
        else:
            years += self.rng.randrange(-6, 7)
        return durations.Age(min(99, max(2, years)), "ans")

    def _of_ddn(self, key: str, person: PersonName) -> Fragment:
        return self._written("ddn", dates.BIRTHS, self._other_birth(key))

    def _of_poids(self, key: str, person: PersonName) -> Fragment:
        return (Piece(f"{self.rng.randrange(40, 120)} kg"),)

    def _of_taille(self, key: str, person: PersonName) -> Fragment:
        return (Piece(f"1,{self.rng.randrange(48, 95)} m"),)

    def _nom(self, key: str, part: str) -> Fragment:
        return self._written("nom", people.SURNAMES, self._someone(key))

    def _prenom(self, key: str, part: str) -> Fragment:
        return self._written("prenom", people.GIVEN, self._someone(key))

    def _ini(self, key: str, part: str) -> Fragment:
        return self._initials(self._someone(key))

    def _someone(self, key: str) -> PersonName:
        """A new person at each mention, unless the slot is numbered."""
        if key[-1].isdigit():
            return self.world.person(f"x{key[-1]}")
        return person_name(self.rng, female=self.rng.random() < 0.5)
