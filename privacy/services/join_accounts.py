"""Accounts of single projects become the one account of a person, as soon as somebody shows whose they are.

They are keyed HMACs: only an identifier that comes along again tells which belong together. A migration goes through the
patients of today; who was deleted is joined when he comes back, at the build that charges him.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any
from uuid import UUID

from privacy.domain.ledger import account_of, lone_note
from privacy.selectors.ledger import batches
from privacy.services.name_accounts import AccountNames


def join_accounts(charges: Any, joined: Mapping[str, str]) -> int:
    """Gives charges that bear a former account (key) the person's (value). Returns how many accounts were joined.

    `charges`: the manager of the rows, a migration's own too.
    """
    count = 0
    for batch in batches(joined):
        rows = charges.filter(is_joined=False, account__in=batch)
        for former in set(rows.values_list("account", flat=True)):
            same = charges.filter(is_joined=False, account=former)
            same.update(account=joined[former], is_joined=True)
            count += 1
    return count


def join_known(
    charges: Any,
    names: AccountNames,
    *,
    patients: Iterable[tuple[UUID, str]],
    notes: Iterable[tuple[UUID, str, str]],
) -> int:
    """Joins what belongs to the patients (project, identifier) and to the notes without one (project, identifier, text)
    of today."""
    waiting = set(charges.filter(is_joined=False).values_list("account", flat=True))
    found: dict[str, str] = {}
    for project_id, external_id in patients:
        for former in names.former_of(("patient", external_id), project_id):
            if former in waiting:
                found[former] = account_of(names.key, "patient", external_id)
    for project_id, external_id, text in notes:
        for former in names.former_of(("alone", external_id), project_id):
            if former in waiting:
                found[former] = account_of(names.key, *lone_note(text))
    return join_accounts(charges, found)
