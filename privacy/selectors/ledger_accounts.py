"""What each account of the ledger has spent, as figures and bars."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from fractions import Fraction

from django.db.models import Count, Q

from deidweb.accounts.models import Project
from privacy.models import ExportRequest, LedgerCharge, Study
from privacy.selectors.former_accounts import unknown_spending


@dataclass(slots=True)
class StudySpending:
    """What one account spent in one study."""

    name: str
    spent: Fraction = Fraction(0)


@dataclass(slots=True)
class Account:
    """One patient under the pseudonym of the ledger. `held` is the part that waits for a decision,
    `elsewhere` what other projects spent; without `has_bound`, `spent` is a least loss."""

    pseudonym: str
    cap: Fraction
    spent: Fraction = Fraction(0)
    held: Fraction = Fraction(0)
    elsewhere: Fraction = Fraction(0)
    has_bound: bool = True
    studies: dict[str, StudySpending] = field(default_factory=dict)

    @property
    def remaining(self) -> Fraction:
        return max(self.cap - self.spent, Fraction(0))

    @property
    def is_full(self) -> bool:
        return self.spent >= self.cap


def accounts_of(project: Project, cap: Fraction) -> list[Account]:
    """Every account that the project has charged, with what it spent anywhere, the fullest first. A few short rows an
    account are read."""
    mine = LedgerCharge.objects.filter(project=project).values("account")
    rows = (
        LedgerCharge.objects.filter(account__in=mine)
        .order_by()
        .annotate(is_held=Q(settled_at=None))
        .values_list("account", "project", "study__name", "epsilon", "is_held", "has_bound")
        .annotate(times=Count("pk"))
    )
    found: dict[str, Account] = {}
    unknown = unknown_spending()
    for pseudonym, owner, study, epsilon, is_held, has_bound, times in rows:
        account = found.setdefault(pseudonym, Account(pseudonym, cap, spent=unknown))
        amount = Fraction(epsilon) * times
        account.spent += amount
        account.held += amount if is_held else 0
        account.has_bound &= has_bound
        if owner != project.pk:  # its studies are not for the eyes of this one
            account.elsewhere += amount
            continue
        account.studies.setdefault(study, StudySpending(study)).spent += amount
    return sorted(found.values(), key=lambda item: (-item.spent, item.pseudonym))


@dataclass(frozen=True, slots=True)
class StudyTotals:
    """What a study has charged so far: draws, accounts, and the most that one account spent in it."""

    draws: int
    accounts: int
    most: Fraction


def totals_of(study: Study) -> StudyTotals:
    """Sums over the versions of the study's key."""
    rows = (
        LedgerCharge.objects.filter(study=study)
        .order_by()
        .values_list("account", "epsilon")
        .annotate(times=Count("pk"))
    )
    spent: dict[str, Fraction] = defaultdict(Fraction)
    draws = 0
    for account, epsilon, times in rows:
        spent[account] += Fraction(epsilon) * times
        draws += times
    return StudyTotals(draws, len(spent), max(spent.values(), default=Fraction(0)))


@dataclass(frozen=True, slots=True)
class ExportCharges:
    """Draws that an export's file shows: settled ones have left already, held ones wait."""

    settled: int
    held: int


def charges_of(export: ExportRequest) -> ExportCharges:
    """Counts only."""
    rows = export.charges.all()
    held = rows.filter(settled_at=None).count()
    return ExportCharges(rows.count() - held, held)
