"""Who has said no: identifiers of people who oppose the use of their data, kept as keyed digests. Pure.

>>> forms_of("2 84 05 88 123 456 07")
{'284058812345607', '2840588123456'}
"""

from __future__ import annotations

import hashlib
import hmac
import unicodedata
from collections.abc import Iterator
from typing import Final

from annotation.domain.notes import PatientIdentity

_NIR, _NIR_BODY = 15, 13
_DOMAIN: Final = "opposition\0"


def normal_form(number: str) -> str:
    """Letters and digits, small, without accents: how a number is typed makes no difference."""
    folded = unicodedata.normalize("NFKD", number).casefold()
    return "".join(char for char in folded if char.isalnum())


def forms_of(number: str) -> set[str]:
    """What stands for a number: itself, and a NIR also without its control key. Empty for nothing."""
    form = normal_form(number)
    if not form:
        return set()
    is_nir = len(form) == _NIR and form[0].isdigit() and form[-8:].isdigit()
    return {form, form[:_NIR_BODY]} if is_nir else {form}


def digests_of(number: str, key: bytes) -> set[str]:
    """Keyed: without the key nobody can try all numbers against the list."""
    return {
        hmac.new(key, (_DOMAIN + form).encode(), hashlib.sha256).hexdigest()
        for form in forms_of(number)
    }


def numbers_of(identity: PatientIdentity) -> Iterator[str]:
    """The identifiers of a patient by which an opposition may name him."""
    yield from (number for number in (identity.id, identity.ipp, identity.nir) if number)
