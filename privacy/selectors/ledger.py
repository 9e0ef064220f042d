"""What the ledger holds: the cap, the draws that are charged, what accounts have spent."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import islice
from typing import Final, TypeVar
from uuid import UUID

from django.db.models import Count

from deidweb.accounts.models import Project
from privacy.domain.ledger import Bill, memo_of
from privacy.domain.policy import SubstitutionPolicy
from privacy.domain.randomness import StudyKey
from privacy.domain.slots import IsKnown, nothing_known
from privacy.models import ExportRequest, LedgerCharge, PrivacySettings
from privacy.models.ledger import DEFAULT_CAP
from privacy.selectors.former_accounts import unknown_spending

BATCH: Final = 500  # rows a statement: SQLite limits its variables
T = TypeVar("T")


def cap_of(project: Project) -> Fraction:
    """The most ε that a patient may have spent, over all studies of all projects, after a build of this one."""
    found = PrivacySettings.objects.filter(project=project).values_list("epsilon_cap", flat=True)
    return Fraction(found.first() or DEFAULT_CAP)


def charged_draws(
    export: ExportRequest, account: Bill, policy: SubstitutionPolicy, key: StudyKey
) -> IsKnown:
    """Which draws of an account the study has charged already: they keep their place under a fixed N."""
    if policy.elements is None:
        return nothing_known
    rows = LedgerCharge.objects.filter(
        study=export.study_id,
        key_version=export.key_version,
        account__in=(account.account, *account.former),
    )
    memos = frozenset(rows.values_list("memo", flat=True))
    return lambda element: memo_of(key, element, policy) in memos


def known_memos(study_id: UUID, memos: Iterable[str]) -> dict[str, int]:
    """memo → row of the draws that the study has charged."""
    found: dict[str, int] = {}
    for batch in batches(memos):
        rows = LedgerCharge.objects.filter(study=study_id, memo__in=batch)
        found.update(rows.values_list("memo", "pk"))
    return found


def spent_by(bills: Iterable[Bill]) -> dict[str, Fraction]:
    """What accounts have spent so far over all studies of all projects, held included, exactly; and what somebody
    has spent of whom nobody knows any more who he is."""
    owners = {name: item.account for item in bills for name in (item.account, *item.former)}
    unknown = unknown_spending()
    totals: dict[str, Fraction] = defaultdict(lambda: unknown)
    for account in set(owners.values()):
        totals[account] += 0
    for batch in batches(owners):
        rows = (
            LedgerCharge.objects.filter(account__in=batch)
            .order_by()
            .values_list("account", "epsilon")
            .annotate(times=Count("pk"))
        )
        for account, epsilon, times in rows:
            totals[owners[account]] += Fraction(epsilon) * times
    return dict(totals)


def batches(items: Iterable[T]) -> Iterator[list[T]]:
    """Lists of `BATCH` at most."""
    rest = iter(items)
    while batch := list(islice(rest, BATCH)):
        yield batch
