"""Charges an export's draws to the ledger, settles them, or gives them back.

A charge is *held* from the moment a file is written, and counts against the cap from then on. The
approval settles it for ever. A refusal, a withdrawal or a new build gives back what only that export
held: nothing has left the hospital, and the same draw, asked for again, is the same value.
Every function that writes takes the project's lock first, who charges the ledger's besides, so that builds are weighed one
after another.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from deidweb.accounts.lock_project import lock_project
from deidweb.bulk import insert_rows
from deidweb.jobs.models import Job
from privacy.domain.ledger import Bill, Charge, added_by, cost, fraction_text, over_cap
from privacy.models import ChargeUse, ExportRequest, LedgerCharge
from privacy.presentation.ledger import over_cap_sentence
from privacy.selectors.ledger import cap_of, known_memos, spent_by
from privacy.services.errors import OverCapError
from privacy.services.join_accounts import join_accounts
from privacy.services.lock_ledger import lock_ledger
from privacy.services.move_export import State, lock_export, require_move
from privacy.services.watch_ledger import refuse_if_behind, remember_settled

UNSETTLED: Final = Q(charge__settled_at=None)  # uses that can still be given back
BLOCK: Final = 500  # patients a transaction: whoever else wants to write waits for its end


def hold_charges(
    export: ExportRequest,
    bills: Sequence[Bill],
    *,
    assert_owned: Callable[[], None],
    on_block: Callable[[], None],
) -> None:
    """Charges every draw of a build that no other build of the study has charged, block by block.

    `assert_owned` begins each transaction and raises when the build is no longer the caller's; `on_block` is
    called before each and may raise to stop. Raises OverCapError, LedgerBehindError,
    StateConflictError: the caller gives back (`give_back`) what the blocks before have charged.
    """
    # before anything is written: what is refused in the end is mostly refused here, and named as a whole
    _weigh(export, bills)
    # in one order for every study: of two builds at the cap one comes through, they do not refuse one another
    ordered = sorted(bills, key=lambda bill: bill.account)
    for done in range(0, len(ordered), BLOCK):
        on_block()
        with transaction.atomic():
            assert_owned()
            require_move(lock_export(export), State.BUILT)  # it may have been withdrawn
            _charge(export, ordered[done : done + BLOCK])


def give_back(export: ExportRequest, *, assert_owned: Callable[[], None]) -> None:
    """What a build holds that will not be published, or that died before it was."""
    if ChargeUse.objects.filter(UNSETTLED, export=export).exists():
        with transaction.atomic():
            assert_owned()
            lock_export(export)
            release_charges(export)


def give_back_ended() -> int:
    """What builds hold whose job has ended without them: killed for the last time, or cancelled before another attempt.
    How many exports. The sweeper calls it; who has one built anew charges it anew."""
    left = ExportRequest.objects.filter(
        Exists(ChargeUse.objects.filter(UNSETTLED, export=OuterRef("pk"))),
        state__in=(State.REQUESTED, State.FAILED),
        job__state__in=Job.FINISHED,
    )
    given_back = 0
    for export in left.order_by("pk"):
        with transaction.atomic():
            # the job before the export, as a worker that publishes does; it may have been begun again
            list(Job.objects.select_for_update().filter(pk__in=[export.job_id]))
            lock_export(export)
            if left.filter(pk=export.pk).exists():
                release_charges(export)
                given_back += 1
    return given_back


def _charge(export: ExportRequest, bills: Sequence[Bill]) -> None:
    lock_project(export.project)
    lock_ledger()
    refuse_if_behind(export.project)
    former = {name: bill.account for bill in bills for name in bill.former}
    join_accounts(LedgerCharge.objects, former)
    _insert(export, _weigh(export, bills))
    memos = {charge.memo for bill in bills for charge in bill.charges}
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


def _weigh(export: ExportRequest, bills: Sequence[Bill]) -> dict[str, tuple[Charge, ...]]:
    """What the bills add to each account. Raises OverCapError when one would pass the cap: it names how many, never who."""
    memos = {charge.memo for bill in bills for charge in bill.charges}
    new = added_by(bills, known_memos(export.study_id, memos))
    cap = cap_of(export.project)
    over = over_cap({name: cost(items) for name, items in new.items()}, spent_by(bills), cap)
    if over:
        raise OverCapError(over_cap_sentence(len(over), cap), len(over))
    return new


def settle_charges(export: ExportRequest) -> None:
    """The export is approved: what it shows has left, for ever."""
    lock_project(export.project)
    LedgerCharge.objects.filter(uses=export, settled_at=None).update(settled_at=timezone.now())
    remember_settled(export.project)


def release_charges(export: ExportRequest) -> None:
    """The file will not leave: gives back what only this export held. What is settled stays."""
    lock_project(export.project)
    ChargeUse.objects.filter(UNSETTLED, export=export).delete()
    uses = ChargeUse.objects.filter(charge=OuterRef("pk"))
    LedgerCharge.objects.filter(~Exists(uses), study=export.study_id, settled_at=None).delete()
