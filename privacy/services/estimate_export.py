"""What an export would cost, before it is asked for: counted, never drawn, never written."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from fractions import Fraction
from typing import Final
from uuid import UUID

from deidweb.accounts.models import Project, User
from deidweb.accounts.permissions import require
from deidweb.accounts.roles import Permission
from deidweb.jobs import services as jobs
from deidweb.jobs.models import Job
from privacy.domain.cost import Cost
from privacy.domain.export_order import ExportOrder
from privacy.domain.ledger import Bill, added_by, bill, cost, over_cap
from privacy.domain.randomness import StudyKey
from privacy.domain.source_file import SourceFile
from privacy.domain.substitute import planned_elements
from privacy.models import ExportRequest, Study
from privacy.selectors.export_files import policy_of
from privacy.selectors.export_notes import export_plan, exportable, read_patients
from privacy.selectors.ledger import cap_of, charged_draws, known_memos, spent_by
from privacy.selectors.place_policy import tables_of
from privacy.services.build_export import bill_of_export_texts
from privacy.services.keep_keys import load_key
from privacy.services.name_accounts import account_names
from privacy.services.request_export import draft_of

AT_ONCE: Final = 300  # notes counted while the person waits (under a second); beyond, a job does it
_CHUNK: Final = 100  # patients weighed together
OnProgress = Callable[[int, int], None]


def start_estimate(
    *, actor: User, project: Project, study: Study | None, order: ExportOrder, may_wait: bool
) -> Cost | Job | int:
    """The cost of an order (`study` None: a new one), at once or, for many notes, from a job.

    Without `may_wait` no job starts: the number of notes comes back instead.

    Raises PermissionDenied, ValidationError, StudyKeyError, PrivacyError, StateConflictError.
    """
    require(actor, project, Permission.REQUEST_EXPORT)
    draft = draft_of(actor=actor, study=study or Study(project=project), order=order)
    notes = exportable(project, draft.scope).count()
    if notes > AT_ONCE and not may_wait:
        return notes
    if notes <= AT_ONCE:
        return estimate_export(
            draft, is_new_study=study is None, on_progress=lambda _done, _total: None
        )
    payload = {"study": None if study is None else str(study.pk), **order.as_json()}
    return jobs.enqueue(kind="estimate_export", project=project, actor=actor, payload=payload)


def estimate_of_job(job: Job, *, on_progress: OnProgress) -> Cost:
    """What the job of `start_estimate` counts. Raises Study.DoesNotExist besides."""
    if job.created_by is None:
        msg = "an estimate belongs to a person"
        raise ValueError(msg)
    wanted = job.payload["study"]
    study = (
        Study(project=job.project)
        if wanted is None
        else Study.objects.get(pk=UUID(wanted), project=job.project)
    )
    order = ExportOrder.of_json(job.payload)
    draft = draft_of(actor=job.created_by, study=study, order=order)
    return estimate_export(draft, is_new_study=wanted is None, on_progress=on_progress)


def estimate_export(draft: ExportRequest, *, is_new_study: bool, on_progress: OnProgress) -> Cost:
    """The cost of an export that is not saved. Raises StudyKeyError, PrivacyError.

    `on_progress(patients done, patients in all)` is called between patients and may raise to stop. The
    build counts again under the lock: what is approved meanwhile may change the outcome.
    """
    key = StudyKey.fresh() if is_new_study else load_key(draft.study_id, draft.key_version)
    accounts, policy, tables = account_names(), policy_of(draft), tables_of(draft)
    cap = cap_of(draft.project)
    total = Cost(cap=str(cap))
    entries = export_plan(draft.project, draft.scope, key)
    waiting: list[Bill] = []
    for done, source in enumerate(read_patients(draft.project, draft.scope, key, entries)):
        on_progress(done, len(entries))
        payer = accounts.of(source, draft.project_id)
        known = charged_draws(draft, payer, policy, key)
        if draft.texts:
            drawn = bill_of_export_texts(draft, payer.account, key)
        else:
            elements = planned_elements(
                source.notes, policy=policy, key=key, tables=tables, known=known
            )
            drawn = bill(payer.account, elements, policy=policy, key=key)
        _count(total, source, waiting, replace(payer, charges=drawn.charges))
        if len(waiting) == _CHUNK:
            _weigh(total, draft, waiting, cap)
            waiting.clear()
    _weigh(total, draft, waiting, cap)
    on_progress(len(entries), len(entries))
    return total


def _count(total: Cost, source: SourceFile, waiting: list[Bill], found: Bill) -> None:
    total.notes += len(source.notes)
    total.patients += 1
    total.lone += source.is_lone
    total.elements += len(found.charges)
    waiting.append(found)


def _weigh(total: Cost, draft: ExportRequest, bills: Iterable[Bill], cap: Fraction) -> None:
    listed = list(bills)
    known = known_memos(draft.study_id, (c.memo for item in listed for c in item.charges))
    new = added_by(listed, known)
    spent = spent_by(listed)
    added = {account: cost(charges) for account, charges in new.items()}
    total.new_elements += sum(len(charges) for charges in new.values())
    total.charged_patients += sum(1 for more in added.values() if more > 0)
    total.over += len(over_cap(added, spent, cap))
    after = [spent.get(account, Fraction(0)) + more for account, more in added.items()]
    total.most = str(max([Fraction(total.most), *after]))
