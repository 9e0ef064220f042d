"""The ledger's table: charged when a build is published, settled when it is approved.

A charge is *held* from the moment a build is published, and counts against the cap from then on. The
approval settles it for ever. A refusal, a withdrawal or a new build gives back what only that export
held: nothing has left the hospital, and the same draw, asked for again, is the same value.
Every function that writes takes the project's lock first, so that builds are weighed one after another.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import islice
from typing import Final, TypeVar
from uuid import UUID

from django.db import transaction
from django.db.models import Count, Exists, OuterRef
from django.utils import timezone
from django.utils.formats import number_format
from django.utils.translation import ngettext

from deidweb.accounts.models import Project, User
from deidweb.accounts.permissions import require
from deidweb.accounts.roles import Permission
from deidweb.audit.services import record
from privacy import keys, ledger_watch
from privacy.domain.ledger import Bill, Charge, cost, fraction_text, fresh, memo_of, over_cap
from privacy.domain.policy import SubstitutionPolicy
from privacy.domain.randomness import StudyKey
from privacy.domain.slots import IsKnown, nothing_known
from privacy.errors import OverCapError
from privacy.models import ChargeUse, ExportRequest, LedgerCharge, PrivacySettings
from privacy.models.ledger import DEFAULT_CAP

BATCH: Final = 500  # rows a statement: SQLite limits its variables
T = TypeVar("T")


def lock_project(project: Project) -> None:
    """One build, one number, one study name after the other: PostgreSQL waits here.

    `no_key`: a full lock would deadlock with who has written to the audit log and then adds a row
    of the project.
    """
    Project.objects.select_for_update(no_key=True).get(pk=project.pk)


def cap_of(project: Project) -> Fraction:
    """The most ε that one patient of the project may spend, over all its studies."""
    found = PrivacySettings.objects.filter(project=project).values_list("epsilon_cap", flat=True)
    return Fraction(found.first() or DEFAULT_CAP)


@transaction.atomic
def set_cap(*, actor: User, project: Project, cap: Decimal) -> None:
    """The steward's cap; what is spent above a lowered cap stays spent. Raises ValidationError."""
    require(actor, project, Permission.MANAGE_STUDIES)
    lock_project(project)
    row, _made = PrivacySettings.objects.get_or_create(project=project)
    before, row.epsilon_cap = row.epsilon_cap, cap
    row.full_clean()
    row.save()
    record(
        "ledger.cap_changed",
        actor=actor,
        project=project,
        target=project,
        before=str(before),
        after=str(cap),
    )


def account_key(project: Project) -> StudyKey:
    """The key that names the project's accounts, made at the first build. Raises StudyKeyError."""
    has_rows = LedgerCharge.objects.filter(project=project).exists()
    return keys.ledger_key(project.pk, may_create=not has_rows)


def charged_draws(
    export: ExportRequest, account: str, policy: SubstitutionPolicy, key: StudyKey
) -> IsKnown:
    """Which draws of an account the study has charged already: they keep their place under a fixed N."""
    if policy.elements is None:
        return nothing_known
    rows = LedgerCharge.objects.filter(
        study=export.study_id, key_version=export.key_version, account=account
    )
    memos = frozenset(rows.values_list("memo", flat=True))
    return lambda element: memo_of(key, element, policy) in memos


def charge(export: ExportRequest, bills: Sequence[Bill]) -> None:
    """Charges every draw of a build that no other build of the study has charged.

    Call it in the transaction that publishes the build. Raises OverCapError or LedgerBehindError, and nothing is
    charged.
    """
    lock_project(export.project)
    ledger_watch.refuse_if_behind(export.project)
    known = known_memos(export.study_id, (c.memo for bill in bills for c in bill.charges))
    new = {bill.account: fresh(bill, known) for bill in bills}
    refuse_over_cap(export.project, {account: cost(items) for account, items in new.items()})
    rows = [_row(export, account, item) for account, items in new.items() for item in items]
    LedgerCharge.objects.bulk_create(rows, batch_size=BATCH)
    used = [*known.values(), *(row.pk for row in rows)]
    ChargeUse.objects.bulk_create(
        [ChargeUse(export=export, charge_id=pk) for pk in used], batch_size=BATCH
    )


def _row(export: ExportRequest, account: str, item: Charge) -> LedgerCharge:
    return LedgerCharge(
        project=export.project,
        study=export.study,
        key_version=export.key_version,
        account=account,
        memo=item.memo,
        element_class=item.element_class,
        epsilon=fraction_text(item.epsilon),
    )


def refuse_over_cap(project: Project, added: Mapping[str, Fraction]) -> None:
    """Raises OverCapError when an account would pass the cap; names how many, never who."""
    cap = cap_of(project)
    over = over_cap(added, spent_by(project, added), cap)
    if over:
        raise OverCapError(over_cap_sentence(len(over), cap), len(over))


def over_cap_sentence(patients: int, cap: Fraction) -> str:
    """Why a build is refused, and what can be done."""
    return ngettext(
        "Le plafond de ε = %(cap)s par patient serait dépassé pour %(patients)d patient : rien n'a été "
        "compté. Reprenez une étude avec ses réglages, baissez ε, ou demandez au responsable des "
        "données de relever le plafond.",
        "Le plafond de ε = %(cap)s par patient serait dépassé pour %(patients)d patients : rien n'a été "
        "compté. Reprenez une étude avec ses réglages, baissez ε, ou demandez au responsable des "
        "données de relever le plafond.",
        patients,
    ) % {"cap": number_format(float(cap), 2).rstrip("0").rstrip(",."), "patients": patients}


def settle(export: ExportRequest) -> None:
    """The export is approved: what it shows has left, for ever."""
    lock_project(export.project)
    LedgerCharge.objects.filter(uses=export, settled_at=None).update(settled_at=timezone.now())
    ledger_watch.remember(export.project)


def release(export: ExportRequest) -> None:
    """The file will not leave: gives back what only this export held. What is settled stays."""
    lock_project(export.project)
    ChargeUse.objects.filter(export=export, charge__settled_at=None).delete()
    uses = ChargeUse.objects.filter(charge=OuterRef("pk"))
    LedgerCharge.objects.filter(~Exists(uses), study=export.study_id, settled_at=None).delete()


def known_memos(study_id: UUID, memos: Iterable[str]) -> dict[str, int]:
    """memo → row of the draws that the study has charged."""
    found: dict[str, int] = {}
    for batch in _batches(memos):
        rows = LedgerCharge.objects.filter(study=study_id, memo__in=batch)
        found.update(rows.values_list("memo", "pk"))
    return found


def spent_by(project: Project, accounts: Iterable[str]) -> dict[str, Fraction]:
    """What accounts have spent so far over all studies, held included, exactly."""
    totals: dict[str, Fraction] = defaultdict(Fraction)
    for batch in _batches(accounts):
        rows = (
            LedgerCharge.objects.filter(project=project, account__in=batch)
            .order_by()
            .values_list("account", "epsilon")
            .annotate(times=Count("pk"))
        )
        for account, epsilon, times in rows:
            totals[account] += Fraction(epsilon) * times
    return dict(totals)


def _batches(items: Iterable[T]) -> Iterator[list[T]]:
    rest = iter(items)
    while batch := list(islice(rest, BATCH)):
        yield batch
