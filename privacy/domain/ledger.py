"""The arithmetic of the ledger: what one draw is called, what an account may still spend.

A *memo key* names one draw: HMAC-SHA256 under the study's key of everything that shapes it (patient,
class, unit and normal form of the value, mechanism and its public parameters, exact ε_i). The same memo
key gives the same surrogate, so it is charged once; whatever changes the draw changes the memo key.
The value can't be found again from it without the key.
"""

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from fractions import Fraction
from typing import Final

from annotation.domain.labels import Subtype
from privacy.domain.budget import Element
from privacy.domain.places.draws import version_of
from privacy.domain.policy import WITHOUT_PROOF, DateMechanism, SubstitutionPolicy
from privacy.domain.randomness import StudyKey, encode_fields

_MEMO: Final = "deidweb/memo/1"
_ACCOUNT: Final = "deidweb/account/1"
PLACE: Final = Subtype.VILLE
TEXT: Final = "TEXT"  # a whole text
CHAINED: Final = frozenset({DateMechanism.TCHOUKA2023, DateMechanism.TCHOUKA2022})
# Already in the memo key by their effect on ε_i, or post-processing of the draw (the reference date, but for a chain:
# `_company`).
_TOLD_OTHERWISE: Final = frozenset(
    {"epsilon", "elements", "class_weights", "reference_date", "tags", "cap_ages", "note_dates"}
)
_OF_DATES: Final = frozenset({"dates"})
_OF_PLACES: Final = frozenset({"places", "area", "metric"})


@dataclass(frozen=True, slots=True)
class Charge:
    """One draw as the ledger keeps it: never the value.

    Without a bound (`shift`, the articles' variants) ε is what was meant, and no more than a least loss.
    """

    memo: str
    element_class: str
    epsilon: Fraction
    has_bound: bool = True


@dataclass(frozen=True, slots=True)
class Bill:
    """What one patient's file draws under one policy and key, by account.

    `former`: what the account may be called in rows of before there was one for the whole installation.
    """

    account: str
    charges: tuple[Charge, ...]
    former: tuple[str, ...] = ()


def account_of(key: StudyKey, kind: str, external_id: str) -> str:
    """The account of a patient (or of a note without one), 32 hexadecimal digits.

    `key` is the installation's, not a study's: an account adds up over all studies of all projects.
    """
    message = encode_fields(_ACCOUNT, kind, external_id)
    return key.mac(message).hex()[:32]


def lone_note(text: str) -> tuple[str, str]:
    """Who pays for a note without a patient: its text, whatever its identifier, its import or its blanks.

    >>> lone_note("Vu à\r\nDijon. ") == lone_note("Vu à Dijon.")
    True
    """
    return "text", " ".join(text.split())


def memo_of(key: StudyKey, element: Element, policy: SubstitutionPolicy, company: str = "") -> str:
    """The memo key of an element's draw, 64 hexadecimal digits.

    `element.id` already stands for patient, class, unit and normal form, keyed. A field of the policy
    that this function does not know counts for every class: it may charge twice, never too little.
    `company` stands for the file's other elements where they shape the draw.
    """
    others = _OF_DATES if element.element_class == PLACE else _OF_PLACES
    ignored = _TOLD_OTHERWISE | others
    settings = [
        f"{item.name}={getattr(policy, item.name)!s}"
        for item in fields(policy)
        # without features there is no metric to tell: draws charged before there were any keep their name
        if item.name not in ignored and not (item.name == "metric" and not policy.metric)
    ]
    if element.element_class == PLACE:
        settings.append(f"draw={version_of(policy.places, policy.area)}")
    epsilon = f"{element.epsilon.numerator}/{element.epsilon.denominator}"
    message = encode_fields(
        _MEMO, element.id, element.element_class, element.granularity, epsilon, company, *settings
    )
    return key.mac(message).hex()


def bill(
    account: str, elements: Iterable[Element], *, policy: SubstitutionPolicy, key: StudyKey
) -> Bill:
    """The charges of one file. `shift` has no elements: its one offset is a charge of its own, without a bound."""
    listed = tuple(elements)
    company = _company(listed, policy) if policy.dates in CHAINED else ""
    charges = [
        Charge(
            memo_of(key, item, policy, "" if item.element_class == PLACE else company),
            item.element_class,
            item.epsilon,
            _mechanism(item, policy) not in WITHOUT_PROOF,
        )
        for item in listed
    ]
    if policy.dates is DateMechanism.SHIFT:
        offset = Element(account, Subtype.DATE, DateMechanism.SHIFT, Fraction(0), 1)
        memo = memo_of(key, offset, policy)
        charges.append(Charge(memo, Subtype.DATE, Fraction(0), has_bound=False))
    return Bill(account, tuple(charges))


def bill_of_texts(account: str, method: str, pool: str, *, key: StudyKey) -> Bill:
    """Whole texts of one person by words or sentences of one pool: a charge without a bound, as `shift`'s. `method` with its ε, if any."""
    message = encode_fields(_MEMO, account, TEXT, method, pool)
    memo = key.mac(message).hex()
    return Bill(account, (Charge(memo, TEXT, Fraction(0), has_bound=False),))


def _mechanism(element: Element, policy: SubstitutionPolicy) -> str:
    """What draws an element: ages and durations keep the metric noise while dates are shifted."""
    if element.element_class == PLACE:
        return policy.places
    return DateMechanism.METRIC if policy.dates is DateMechanism.SHIFT else policy.dates


def _company(elements: Sequence[Element], policy: SubstitutionPolicy) -> str:
    """A chain of intervals draws anew as soon as one of its dates changes; it begins at the reference date."""
    dates = sorted(item.id for item in elements if item.element_class != PLACE)
    return ",".join([policy.reference_date.isoformat(), *dates])


def fresh(bill: Bill, known: Container[str]) -> tuple[Charge, ...]:
    """The charges whose memo key is not among `known`: what this file adds."""
    return tuple(charge for charge in bill.charges if charge.memo not in known)


def added_by(bills: Iterable[Bill], known: Iterable[str]) -> dict[str, tuple[Charge, ...]]:
    """What bills add to each account. Two of them may be of one account (the same text twice); a draw counts once."""
    seen = set(known)
    found: dict[str, list[Charge]] = {}
    for item in bills:
        new = fresh(item, seen)
        found.setdefault(item.account, []).extend(new)
        seen.update(charge.memo for charge in new)
    return {account: tuple(charges) for account, charges in found.items()}


def over_cap(
    added: Mapping[str, Fraction], spent: Mapping[str, Fraction], cap: Fraction
) -> frozenset[str]:
    """Accounts that would pass the cap. One that adds nothing is never refused, whatever it spent."""
    return frozenset(
        account
        for account, more in added.items()
        if more > 0 and spent.get(account, Fraction(0)) + more > cap
    )


def cost(charges: Iterable[Charge]) -> Fraction:
    """Σ ε_i, exact."""
    return sum((charge.epsilon for charge in charges), Fraction(0))


def fraction_text(value: Fraction) -> str:
    """ "p/q": what the table keeps, so that n times ε/n is ε again."""
    return f"{value.numerator}/{value.denominator}"
