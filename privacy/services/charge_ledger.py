"""Charges an export's draws to the ledger, settles them, or gives them back.

A charge is *held* from the moment a build is published, and counts against the cap from then on. The
approval settles it for ever. A refusal, a withdrawal or a new build gives back what only that export
held: nothing has left the hospital, and the same draw, asked for again, is the same value.
Every function that writes takes the project's lock first, who charges the ledger's besides, so that builds are weighed one
after another.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from django.db.models import Exists, OuterRef
from django.utils import timezone

from deidweb.accounts.models import Project
from deidweb.bulk import insert_rows
from privacy.domain.ledger import Bill, Charge, added_by, cost, fraction_text, over_cap
from privacy.models import ChargeUse, ExportRequest, LedgerCharge
from privacy.presentation.ledger import over_cap_sentence
from privacy.selectors.ledger import cap_of, known_memos, spent_by
from privacy.services.errors import OverCapError
from privacy.services.join_accounts import join_accounts
from privacy.services.lock_ledger import lock_ledger
from privacy.services.lock_project import lock_project
from privacy.services.watch_ledger import refuse_if_behind, remember_settled


def charge_export(export: ExportRequest, bills: Sequence[Bill]) -> None:
    """Charges every draw of a build that no other build of the study has charged.

    Call it in the transaction that publishes the build. Raises OverCapError or LedgerBehindError, and nothing is
    charged.
    """
    lock_project(export.project)
    lock_ledger()
    refuse_if_behind(export.project)
    former = {name: bill.account for bill in bills for name in bill.former}
    join_accounts(LedgerCharge.objects, former)
    memos = {charge.memo for bill in bills for charge in bill.charges}
    new = added_by(bills, known_memos(export.study_id, memos))
    refuse_over_cap(export.project, bills, {name: cost(items) for name, items in new.items()})
    _insert(export, new)
    insert_rows(
        ChargeUse,
        ("charge",),
        [(pk,) for pk in known_memos(export.study_id, memos).values()],
        same={"export": export.pk},
        ignore_conflicts=True,  # what this export's former build has settled stays its own
    )


def _insert(export: ExportRequest, new: Mapping[str, Sequence[Charge]]) -> None:
    """Without objects: five draws a note are written while nobody else can write."""
    insert_rows(
        LedgerCharge,
        ("account", "memo", "element_class", "epsilon", "has_bound"),
        [
            (account, item.memo, item.element_class, fraction_text(item.epsilon), item.has_bound)
            for account, items in new.items()
            for item in items
        ],
        same={
            "project": export.project_id,
            "study": export.study_id,
            "key_version": export.key_version,
            "is_joined": True,
            "charged_at": timezone.now(),
        },
    )


def refuse_over_cap(project: Project, bills: Sequence[Bill], added: Mapping[str, Fraction]) -> None:
    """Raises OverCapError when an account would pass the cap; names how many, never who."""
    cap = cap_of(project)
    over = over_cap(added, spent_by(bills), cap)
    if over:
        raise OverCapError(over_cap_sentence(len(over), cap), len(over))


def settle_charges(export: ExportRequest) -> None:
    """The export is approved: what it shows has left, for ever."""
    lock_project(export.project)
    LedgerCharge.objects.filter(uses=export, settled_at=None).update(settled_at=timezone.now())
    remember_settled(export.project)


def release_charges(export: ExportRequest) -> None:
    """The file will not leave: gives back what only this export held. What is settled stays."""
    lock_project(export.project)
    ChargeUse.objects.filter(export=export, charge__settled_at=None).delete()
    uses = ChargeUse.objects.filter(charge=OuterRef("pk"))
    LedgerCharge.objects.filter(~Exists(uses), study=export.study_id, settled_at=None).delete()
