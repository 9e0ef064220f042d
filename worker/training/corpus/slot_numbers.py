"""Slots of telephones, mails and identifiers."""

from typing import Any

from worker.training.corpus.forms import (
    contacts,
    identifiers,
    odd_numbers,
    phones,
)
from worker.training.corpus.forms.base import FormSet
from worker.training.corpus.marked import Fragment
from worker.training.corpus.slot_days import DaySlots


class NumberSlots(DaySlots):
    """Numbers and addresses of persons and houses."""

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

    def _odd_number(self, key: str, part: str) -> Fragment:
        return self._number(f"{part}{key}", odd_numbers.ODD_NUMBERS[part])

    def _tel(self, key: str, part: str) -> Fragment:
        if part:
            return self._odd_number(key, part)
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
        if part:
            return self._odd_number(key, part)
        return self._number(key, identifiers.REFERENCES)

    def _ipp(self, key: str, part: str) -> Fragment:
        return self._number(key, identifiers.IPPS)

    def _nda(self, key: str, part: str) -> Fragment:
        return self._number(key, identifiers.NDAS)

    def _autre(self, key: str, part: str) -> Fragment:
        if part:
            return self._odd_number(key, part)
        return self._number(key, identifiers.OTHERS)

    def _nir(self, key: str, part: str) -> Fragment:
        return self._written("nir", identifiers.NIRS, identifiers.any_nir(self.rng))

    def _rpps(self, key: str, part: str) -> Fragment:
        return self._written("rpps", identifiers.RPPS, identifiers.any_rpps(self.rng))

    def _adeli(self, key: str, part: str) -> Fragment:
        return self._written("adeli", identifiers.ADELI, identifiers.any_nine(self.rng))

    def _finess(self, key: str, part: str) -> Fragment:
        return self._written("finess", identifiers.FINESS, identifiers.any_nine(self.rng))
