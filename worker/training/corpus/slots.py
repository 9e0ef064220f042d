"""What each slot writes: a fragment with its marks, drawn from the world in one of its forms."""

import re
from collections.abc import Callable
from datetime import date, timedelta
from random import Random
from typing import Any, Final

from worker.training.corpus import negatives
from worker.training.corpus.forms import (
    addresses,
    contacts,
    dates,
    durations,
    identifiers,
    organisations,
    people,
    phones,
    places,
)
from worker.training.corpus.forms.base import Form, FormSet
from worker.training.corpus.marked import Fragment, Piece
from worker.training.corpus.names import PersonName, person_name
from worker.training.corpus.slot_names import PLAIN, split_slot
from worker.training.corpus.world import World

_LOYALTY: Final = 0.65  # share of mentions in the form that the note prefers
_DATE_LOYALTY: Final = 0.8
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
_SENTENCE_START: Final = re.compile(r"(?:^|\n|[.!?:]\s|[-•–]\s)\s*$")
_ARTICLE: Final = re.compile(r"(?:^|[\s(])(?:le|du|au|Le|Du|Au|dès le) $")


class Slots:
    """Writes the slots of one note. `before` is the text so far (its last characters at least)."""

    def __init__(self, rng: Random, world: World, *, names_birth: bool) -> None:
        self.rng = rng
        self.world = world
        self.before = ""
        self._names_birth = names_birth  # the template writes the birth name itself
        self._preferred: dict[str, Form] = {}

    def write(self, name: str) -> Fragment:
        """The fragment of a slot that `slot_names` knows."""
        base, number, part = split_slot(name)
        if base in PLAIN:
            text = negatives.PLAIN[base](self.rng)
            return (Piece(self._cased(text) if self.rng.random() < 0.8 else text),)
        writer: Callable[[str, str], Fragment] = getattr(self, f"_{base}")
        return writer(f"{base}{number or ''}", part)

    # Drawing a form ---------------------------------------------------------------------------

    def _form(self, key: str, forms: FormSet, loyalty: float = _LOYALTY) -> Form:
        """Mostly the form that this note prefers for `key`, else any of `forms`."""
        kept = self._preferred.get(key)
        if kept is None:
            kept = self._preferred[key] = forms.draw(self.rng)
            return kept
        return kept if self.rng.random() < loyalty else forms.draw(self.rng)

    def _written(self, key: str, forms: FormSet, value: Any) -> Fragment:
        return self._form(key, forms).render(value, self.rng)

    def _fixed(self, key: str, forms: FormSet, value: Any = None) -> Fragment:
        """Numbers without inner structure: the same characters at each mention."""
        fragment = self.world.value(
            f"fragment:{key}", lambda: forms.draw(self.rng).render(value, self.rng)
        )
        self.world.value(f"fixed:{key}", lambda: "".join(piece.text for piece in fragment))
        return fragment

    def _starts_sentence(self) -> bool:
        return bool(_SENTENCE_START.search(self.before))

    def _cased(self, text: str) -> str:
        return text[:1].upper() + text[1:] if self._starts_sentence() else text

    # People -----------------------------------------------------------------------------------

    def _pat(self, key: str, part: str) -> Fragment:
        world = self.world
        if part in _GRAMMAR:
            return (Piece(_GRAMMAR[part][world.patient.is_female]),)
        if part == "":
            return self._patient_name()
        if part == "ddn":
            return self._written("ddn", _BIRTHS, world.stay.birth)
        if part == "age":
            return self._age_of(world.age)
        if part in {"ipp", "nda"}:
            return self._fixed(part, identifiers.IPPS if part == "ipp" else identifiers.NDAS)
        if part == "nir":
            return self._written("nir", identifiers.NIRS, world.nir())
        if part == "lieu":
            return self._written("ville", places.TOWNS, world.birth_place("pat"))
        if part in {"dep", "region", "pays"}:
            return getattr(self, f"_{part}")("pat", "")
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
            return self._written("med", _STAFF, person)
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
            return self._written("ddn", _BIRTHS, self._other_birth(key))
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
        return self._written("zip", _PLAIN_ZIPS, town)

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
        return self._written("ddn", _BIRTHS, self._other_birth(key))

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

    # Places -----------------------------------------------------------------------------------

    def _ville(self, key: str, part: str) -> Fragment:
        town = self.world.town(key.removeprefix("ville") if key != "ville" else self._fresh())
        if part:
            return getattr(self, f"_{part}_of")(town)
        return self._written("ville", places.TOWNS, town)

    def _fresh(self) -> str:
        """A key that no other mention has."""
        return f"#{self.rng.random()}"

    def _zip_of(self, town: Any) -> Fragment:
        return self._written("zip", _PLAIN_ZIPS, town)

    def _zip(self, key: str, part: str) -> Fragment:
        number = key.removeprefix("zip")
        return self._zip_of(self.world.town(number or self._fresh()))

    def _adresse(self, key: str, part: str) -> Fragment:
        number = key.removeprefix("adresse")
        own = f"a{number}" if number else self._fresh()
        if part in {"zip", "ville"}:
            town = self.world.town(number or own)
            return (
                self._zip_of(town) if part == "zip" else self._written("ville", places.TOWNS, town)
            )
        forms = {"": addresses.ADDRESSES, "rue": addresses.STREETS, "comp": addresses.EXTRAS}[part]
        return self._written(f"adresse{part}", forms, self.world.address(own))

    def _dep(self, key: str, part: str) -> Fragment:
        return self._dep_of(self.world.town(f"dep{key}"))

    def _dep_of(self, town: Any) -> Fragment:
        return self._written("dep", places.DEPARTMENTS, town)

    def _region(self, key: str, part: str) -> Fragment:
        return self._region_of(self.world.town(f"region{key}"))

    def _region_of(self, town: Any) -> Fragment:
        return self._written("region", places.REGIONS, town)

    def _pays(self, key: str, part: str) -> Fragment:
        return self._written("pays", places.COUNTRIES, places.any_country(self.rng))

    # Organisations ----------------------------------------------------------------------------

    def _h(self, key: str, part: str) -> Fragment:
        place = self.world.hospital(int(key[1:]))
        if part == "":
            return self._written(f"hospital:{key}", organisations.HOSPITALS[place.kind], place)
        if part == "ville":
            return self._written("ville", places.TOWNS, place.town)
        if part == "zip":
            return self._written("zip", places.ZIPS, place.town)
        if part == "finess":
            number = self.world.value(f"finess:{key}", lambda: identifiers.any_nine(self.rng))
            return self._written("finess", identifiers.FINESS, number)
        return self._house_part(key, place.town.name, part)

    def _house_part(self, key: str, town: str, part: str) -> Fragment:
        if part in {"tel", "fax", "poste"}:
            return self._line(f"{key}.{part}", part)
        if part == "adresse":
            return self._written(f"adresse:{key}", addresses.ADDRESSES, self.world.address(key))
        if part == "url":
            site = self.world.value(f"url:{key}", lambda: contacts.site_of(town, self.rng))
            return self._written("url", contacts.URLS, site)
        box = self.world.value(f"mail:{key}", lambda: contacts.office_mailbox(town, self.rng))
        return self._written("mail", contacts.MAILS, box)

    def _s(self, key: str, part: str) -> Fragment:
        service = self.world.service(int(key[1:]))
        if part:
            return self._house_part(key, self.world.town("h1").name, part)
        forms = _NAMED_UNITS if service.named_by_unit else _SPECIALITY_UNITS
        return self._written(f"service:{key}", forms, service)

    def _org(self, key: str, part: str) -> Fragment:
        number = key.removeprefix("org")
        body = self.world.body(number or self._fresh(), self._kind_of_body())
        if part == "":
            own = f"body:{key}" if number else self._fresh()
            return self.world.value(
                own, lambda: organisations.BODIES[body.kind].draw(self.rng).render(body, self.rng)
            )
        if part == "ville":
            return self._written("ville", places.TOWNS, body.town)
        if part == "zip":
            return self._zip_of(body.town)
        return self._house_part(key, body.town.name, part)

    def _kind_of_body(self) -> str:
        """Guessed from the words before it."""
        words = self.before[-45:].lower()
        found = [
            (match.start(), kind) for kind, hint in _BODY_HINTS for match in hint.finditer(words)
        ]
        return max(found)[1] if found else ""

    # Days -------------------------------------------------------------------------------------

    def _date(self, key: str, part: str) -> Fragment:
        if part in _DAY_FORMS:
            return self._day(part, self._any_day(key, part))
        if part in {"mois", "annee"}:
            return self._month_or_year(part, self._earlier())
        if part == "heure":
            return dates.TIMED.draw(self.rng).render(self._any_day(key, ""), self.rng)
        if part == "plage":
            return self._range()
        stay = self.world.stay
        fixed = {
            "note": stay.note,
            "entree": stay.admission,
            "sortie": stay.discharge,
            "op": stay.operation,
        }
        if part in fixed:
            return self._day("", fixed[part])
        if part == "apres":
            return self._day("", stay.note + timedelta(days=self.rng.randrange(2, 200)))
        return self._day("", self._earlier(6000))

    def _any_day(self, key: str, part: str) -> date:
        if key[-1].isdigit():
            return self.world.value(f"day:{key}", self._some_day)
        return self._some_day()

    def _some_day(self) -> date:
        """Around the stay, else in the years before."""
        stay = self.world.stay
        if self.rng.random() < 0.65:
            length = (stay.note - stay.admission).days
            return stay.admission + timedelta(days=int(self.rng.random() * (length + 1)))
        return self._earlier(1200)

    def _earlier(self, most: int = 12000) -> date:
        """Before the admission and after the birth, `most` days ago at most, rather lately."""
        stay = self.world.stay
        reach = min((stay.admission - stay.birth).days, most)
        return stay.admission - timedelta(days=1 + int(self.rng.random() ** 3 * reach))

    def _day(self, part: str, day: date) -> Fragment:
        before = self.before[-12:]
        after_article = bool(_ARTICLE.search(before))
        forms = _DAY_FORMS[part][after_article]
        form = self._form(f"date{part}{after_article}", forms, _DATE_LOYALTY)
        if before.rstrip("le ").lower().endswith(_WEEKDAY_ENDS) and "jour" in form.tags:
            form = _DAY_FORMS["court"][True].draw(self.rng)
        return form.render(day, self.rng)

    def _month_or_year(self, part: str, day: date) -> Fragment:
        is_in = self.before.lower().endswith(("en ", "depuis ", "fin ", "début ", "mi-"))
        if part == "mois":
            return self._form(f"mois{is_in}", _MONTHS_IN if is_in else _MONTHS_ALONE).render(
                day, self.rng
            )
        if self.before.lower().endswith("années "):
            return (Piece(str(day.year // 10 * 10), "DATE", "aaaa"),)
        return self._form(f"annee{is_in}", _YEARS_IN if is_in else _YEARS_ALONE).render(
            day, self.rng
        )

    def _range(self) -> Fragment:
        rng, first = self.rng, self._some_day()
        last = first + timedelta(days=rng.randrange(1, 14))
        shown = rng.choices(_RANGES, _RANGE_WEIGHTS)[0]
        if first.month != last.month:
            shown = rng.choice(_LONG_RANGES)
        has_article = self.before.lower().endswith(("du ", "le ", "les ", "entre le "))
        head, start, joint, end = shown
        start_form, end_form = _FORM_BY_NAME[start], _FORM_BY_NAME[end]
        name = f"plage {start}{joint}{end}"
        pieces = [*start_form.render(first, rng), Piece(joint), *end_form.render(last, rng)]
        if head and not has_article:
            pieces.insert(0, Piece(self._cased(head)))
        return tuple(p._replace(form=name) if p.subtype else p for p in pieces)

    def _duree(self, key: str, part: str) -> Fragment:
        fragment = durations.DURATIONS.draw(self.rng).render(durations.any_span(self.rng), self.rng)
        first = fragment[0]
        return (first._replace(text=self._cased(first.text)), *fragment[1:])

    def _age(self, key: str, part: str) -> Fragment:
        return self._age_of(durations.any_age(self.rng))

    def _age_of(self, age: durations.Age) -> Fragment:
        in_prose = bool(re.search(r"[a-zé]{2,} (?:de )?$", self.before))
        young = age.unit == "ans" and 2 <= age.count < 7 and self.rng.random() < 0.15
        forms = _AGES_YOUNG if young else _AGES_PROSE if in_prose else _AGES_FIELD
        return self._written(f"age{in_prose}" if not young else "young", forms, age)

    def _annees(self, key: str, part: str) -> Fragment:
        years = sorted({self._earlier().year for _ in range(self.rng.randrange(2, 5))})
        pieces = [Piece(str(years[0]), "DATE", "liste d'années")]
        for place, year in enumerate(years[1:], start=2):
            joint = (
                self.rng.choice((" et ", " puis "))
                if place == len(years)
                else self.rng.choice((", ", ", ", " - "))
            )
            pieces += [Piece(joint), Piece(str(year), "DATE", "liste d'années")]
        return tuple(pieces)

    # Numbers ----------------------------------------------------------------------------------

    def _line(self, key: str, part: str) -> Fragment:
        """A telephone, fax, extension or pager that belongs to `key`."""
        if part in {"poste", "bip"}:
            number = self.world.value(f"line:{key}", lambda: phones.any_extension(self.rng))
            return self._written("poste", phones.EXTENSIONS, number)
        number = self.world.phone(
            key,
            mobile=part == "mobile"
            or (part == "tel" and key.startswith(("pat", "proche")) and self.rng.random() < 0.5),
        )
        if part == "fax":
            return self._written("fax", phones.FAXES, number)
        lists = self.rng.random() < 0.08
        return (
            phones.PHONES.tagged("liste").draw(self.rng).render(number, self.rng)
            if lists
            else self._written("tel", phones.SINGLE, number)
        )

    def _tel(self, key: str, part: str) -> Fragment:
        return self._line(
            key if key[-1].isdigit() else self._fresh(),
            "mobile" if self.rng.random() < 0.4 else "tel",
        )

    def _fax(self, key: str, part: str) -> Fragment:
        return self._line(key if key[-1].isdigit() else self._fresh(), "fax")

    def _mail(self, key: str, part: str) -> Fragment:
        return self._written("mail", contacts.MAILS, contacts.any_mailbox(self.rng))

    def _url(self, key: str, part: str) -> Fragment:
        return self._written("url", contacts.URLS, contacts.any_site(self.rng))

    def _number(self, key: str, forms: FormSet, value: Any = None) -> Fragment:
        if key[-1].isdigit():
            return self._fixed(key, forms, value)
        return self._form(key, forms).render(value, self.rng)

    def _ref(self, key: str, part: str) -> Fragment:
        return self._number(key, identifiers.REFERENCES)

    def _ipp(self, key: str, part: str) -> Fragment:
        return self._number(key, identifiers.IPPS)

    def _nda(self, key: str, part: str) -> Fragment:
        return self._number(key, identifiers.NDAS)

    def _autre(self, key: str, part: str) -> Fragment:
        return self._number(key, identifiers.OTHERS)

    def _nir(self, key: str, part: str) -> Fragment:
        return self._written("nir", identifiers.NIRS, identifiers.any_nir(self.rng))

    def _rpps(self, key: str, part: str) -> Fragment:
        return self._written("rpps", identifiers.RPPS, identifiers.any_rpps(self.rng))

    def _adeli(self, key: str, part: str) -> Fragment:
        return self._written("adeli", identifiers.ADELI, identifiers.any_nine(self.rng))

    def _finess(self, key: str, part: str) -> Fragment:
        return self._written("finess", identifiers.FINESS, identifiers.any_nine(self.rng))


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
_PLAIN_INITIALS: Final = people.INITIALS.without("civilite")
_BIRTHS: Final = dates.BIRTHS
_PLAIN_ZIPS: Final = FormSet.of(form for form in places.ZIPS.forms if "cedex" not in form.name)
_NAMED_UNITS: Final = organisations.SERVICES.tagged("unite")
_SPECIALITY_UNITS: Final = organisations.SERVICES.tagged("specialite")
_WEEKDAY_ENDS: Final = ("lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche")
_DAYS: Final = FormSet.of(
    [
        *dates.DAYS.tagged("court").forms,
        *dates.DAYS.tagged("long").forms,
        *dates.DAYS.tagged("jm").forms,
        *dates.DAYS.tagged("jour").forms,
    ]
)


def _both(forms: FormSet) -> tuple[FormSet, FormSet]:
    """Outside prose, and after "le" or "du" (where no machine's form stands)."""
    return forms.without("article"), forms.without("iso", "serre")


_DAY_FORMS: Final[dict[str, tuple[FormSet, FormSet]]] = {
    "": _both(_DAYS),
    "court": _both(dates.DAYS.tagged("court")),
    "long": _both(dates.DAYS.tagged("long")),
    "jm": _both(dates.DAYS.tagged("jm")),
    "jour": _both(dates.DAYS.tagged("jour")),
}
_MONTHS_IN: Final = dates.MONTHS.without("sans_en")
_MONTHS_ALONE: Final = dates.MONTHS.without("seul")
_YEARS_IN: Final = dates.YEARS.without("sans_en")
_YEARS_ALONE: Final = dates.YEARS.without("sans_en", "article2")
_AGES_PROSE: Final = durations.AGES.tagged("prose")
_AGES_FIELD: Final = durations.AGES.tagged("champ")
_AGES_YOUNG: Final = durations.AGES.tagged("jeune")
_FORM_BY_NAME: Final = {form.name: form for form in (*dates.DAYS.forms,)}
_RANGES: Final = (
    ("du ", "jour seul", " au ", "j mois aaaa"), ("du ", "jour seul", " au ", "j mois"), ("du ", "jour seul", " au ", "jj/mm/aaaa"), ("", "jour seul", "-", "jj/mm"),
    ("du ", "jj/mm", " au ", "jj/mm/aaaa"), ("du ", "jj/mm/aaaa", " au ", "jj/mm/aaaa"), ("du ", "j mois aaaa", " au ", "j mois aaaa"), ("", "jj/mm", "-", "jj/mm"),
    ("", "jj/mm/aa", " - ", "jj/mm/aa"), ("", "jj/mm/aaaa", " → ", "jj/mm/aaaa"), ("entre le ", "j mois", " et le ", "j mois aaaa"), ("du ", "jj.mm", " au ", "jj.mm.aaaa"),
    ("les ", "jour seul", " et ", "j mois"), ("du ", "jour seul", " au ", "jj.mm.aa"), ("", "jour seul", "/", "j janv. aaaa"), ("du ", "lundi j", " au ", "lundi j mois"),
    ("du ", "j mois", " au ", "j mois aaaa"), ("", "jj/mm", " au ", "jj/mm/aa"),
)  # fmt: skip
_RANGE_WEIGHTS: Final = (6, 4, 2, 2, 3, 5, 2, 1, 1, 1, 1, 1, 1.5, 1, 0.3, 0.7, 1.5, 1)
_LONG_RANGES: Final = tuple(
    shown for shown in _RANGES if "jour seul" not in shown and "lundi j" not in shown
)
_BODY_HINTS: Final = tuple(
    (kind, re.compile(hint))
    for kind, hint in (
        ("assurance", r"cpam|caisse|sécu|organisme|assurance|régime|carsat|msa\b|droits"), ("mutuelle", r"mutuelle|complémentaire"),
        ("laboratoire", r"labo|biologie|prélève|analyses|anapath|anatomopath|biopsie|lame|pièce"), ("imagerie", r"radiolog|imagerie|cabinet d|irm |scanner "), ("pharmacie", r"pharmaci"),
        ("transport", r"ambulanc|transport|taxi|vsl|brancard"), ("ecole", r"écol|scolar|crèche|collège|lycée|classe|étudi|élève|institut|ime\b"),
        ("employeur", r"travail|employ|chez |ouvrier|profession|salari|retrait|poste de|société|entreprise|usine|cariste|vendeu|chauffeur|stage"),
        ("tutelle", r"tutel|curatel|curateur|mandatai|mjpm"), ("association", r"associ|portage|aide[s]? (?:ménag|à dom)|auxiliaire|foyer|esat|social|bénévol|aemo|mesure"),
        ("prestataire", r"prestataire|fourni|livr|oxygène|matériel|perfusion|location|lit médicalisé|appareill|ppc|vni"), ("etat", r"préfect|tribunal|juge|signal|parquet|ars\b"),
    )
)  # fmt: skip
