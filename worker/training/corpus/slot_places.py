"""Slots of towns, addresses, hospitals, services and other bodies."""

import re
from typing import Any, Final

from worker.training.corpus.forms import (
    addresses,
    contacts,
    identifiers,
    odd_places,
    organisations,
    places,
)
from worker.training.corpus.forms.base import FormSet
from worker.training.corpus.marked import Fragment
from worker.training.corpus.names import french_surname
from worker.training.corpus.slot_numbers import NumberSlots

_PLAIN_ZIPS: Final = FormSet.of(form for form in places.ZIPS.forms if "cedex" not in form.name)
_NAMED_UNITS: Final = organisations.SERVICES.tagged("unite")
_SPECIALITY_UNITS: Final = organisations.SERVICES.tagged("specialite")
_BODY_HINTS: Final = tuple(
    (kind, re.compile(hint))
    for kind, hint in (
        ("assurance", r"cpam|caisse|prise en charge|sécu|organisme|assurance|régime|carsat|msa\b|droits"), ("mutuelle", r"mutuelle|complémentaire"),
        ("laboratoire", r"labo|biologie|prélève|analyses|prise de sang|bilan sanguin|anapath|anatomopath|biopsie|lame|pièce"), ("imagerie", r"radiolog|imagerie|cabinet d|irm |scanner "), ("pharmacie", r"pharmaci"),
        ("transport", r"ambulanc|transport|taxi|vsl|brancard"), ("ecole", r"écol|scolar|\bce[12]\b|\bcm[12]\b|\bcp\b|maternelle|enseign|crèche|collège|lycée|classe|étudi|élève|institut|ime\b"),
        ("employeur", r"travail|employ|ouvrier|profession|salari|retrait|poste de|société|entreprise|usine|cariste|vendeu|chauffeur|stage"),
        ("tutelle", r"tutel|curatel|curateur|mandatai|mjpm"), ("association", r"associ|portage|aide[s]? (?:ménag|à dom)|auxiliaire|foyer|esat|social|bénévol|aemo|mesure"),
        ("prestataire", r"prestataire|fourni|livr|oxygène|matériel|perfusion|location|lit médicalisé|appareill|ppc|vni"), ("etat", r"préfect|tribunal|juge|signal|parquet|ars\b"),
    )
)  # fmt: skip

# Kinds that are named in the same sentences: which of them is drawn, a coin says.
_SIBLINGS: Final = {
    "mutuelle": ("complementaire",), "association": ("entraide", "filiere"), "employeur": ("ouvrage", "ouvrage", "corps"), "laboratoire": ("analyse",),
    "imagerie": ("cliche",), "prestataire": ("materiel",), "ecole": ("enfance",),
}  # fmt: skip
_SIBLING_SHARE: Final = 0.45


class PlaceSlots(NumberSlots):
    """Places and organisations."""

    def _ville(self, key: str, part: str) -> Fragment:
        town = self.world.town(key.removeprefix("ville") if key != "ville" else self._fresh())
        if part == "bas":
            return odd_places.SMALL_TOWNS.draw(self.rng).render(town, self.rng)
        if part:
            of_town: Fragment = getattr(self, f"_{part}_of")(town)
            return of_town
        return self._written("ville", places.TOWNS, town)

    def _zip_of(self, town: Any) -> Fragment:
        return self._written("zip", _PLAIN_ZIPS, town)

    def _zip(self, key: str, part: str) -> Fragment:
        number = key.removeprefix("zip")
        return self._zip_of(self.world.town(number or self._fresh()))

    def _adresse(self, key: str, part: str) -> Fragment:
        number = key.removeprefix("adresse")
        own = f"a{number}" if number else self._fresh()
        if part in odd_places.ODD_ADDRESSES:
            odd = odd_places.ODD_ADDRESSES[part].draw(self.rng)
            return odd.render(self.world.address(own), self.rng)
        if part in {"zip", "ville"}:
            town = self.world.town(number or own)
            return (
                self._zip_of(town) if part == "zip" else self._written("ville", places.TOWNS, town)
            )
        forms = {"": addresses.ADDRESSES, "rue": addresses.STREETS, "comp": addresses.EXTRAS}[part]
        return self._written(f"adresse{part}", forms, self.world.address(own))

    def _dep(self, key: str, part: str) -> Fragment:
        if part == "dans":
            head, *rest = odd_places.WITHIN.draw(self.rng).render(
                self.world.town(f"dep{self._fresh()}"), self.rng
            )
            return (head._replace(text=self._cased(head.text)), *rest)
        return self._dep_of(self.world.town(f"dep{key}"))

    def _dep_of(self, town: Any) -> Fragment:
        return self._written("dep", places.DEPARTMENTS, town)

    def _region(self, key: str, part: str) -> Fragment:
        return self._region_of(self.world.town(f"region{key}"))

    def _region_of(self, town: Any) -> Fragment:
        return self._written("region", places.REGIONS, town)

    def _pays(self, key: str, part: str) -> Fragment:
        return self._written("pays", places.COUNTRIES, places.any_country(self.rng))

    def _h(self, key: str, part: str) -> Fragment:
        if part in organisations.HOSPITALS:
            return self._house_of_kind(key, part)
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

    def _house_of_kind(self, key: str, kind: str) -> Fragment:
        """A house of this kind, of its own: "h2.long" is not the house "h2"."""
        draw = organisations.hospital_of
        place = self.world.value(f"house:{key}:{kind}", lambda: draw(kind, self.rng))
        return self._written(f"house:{key}:{kind}", organisations.HOSPITALS[kind], place)

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
        if part in organisations.WARDS:
            return self.world.value(
                f"ward:{key}:{part}",
                lambda: organisations.WARDS[part].draw(self.rng).render(service, self.rng),
            )
        if part:
            return self._house_part(key, self.world.town("h1").name, part)
        forms = _NAMED_UNITS if service.named_by_unit else _SPECIALITY_UNITS
        return self._written(f"service:{key}", forms, service)

    def _org(self, key: str, part: str) -> Fragment:
        number = key.removeprefix("org")
        if part in organisations.BODIES:
            return self._body_of_kind(key, number, part)
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

    def _body_of_kind(self, key: str, number: str, kind: str) -> Fragment:
        """A body of this kind; the same again where the slot is numbered."""
        own = f"body:{key}:{kind}" if number else self._fresh()
        body = organisations.Body(kind, self.world.town(f"org{own}"), french_surname(self.rng))
        forms = organisations.BODIES[kind]
        return self.world.value(own, lambda: forms.draw(self.rng).render(body, self.rng))

    def _kind_of_body(self) -> str:
        """Guessed from the words before it."""
        words = self.before[-45:].lower()
        found = [
            (match.start(), kind) for kind, hint in _BODY_HINTS for match in hint.finditer(words)
        ]
        if found:
            kind = max(found)[1]
            if kind in _SIBLINGS and self.rng.random() < _SIBLING_SHARE:
                return self.rng.choice(_SIBLINGS[kind])
            return kind
        return "employeur" if "chez " in words else ""
