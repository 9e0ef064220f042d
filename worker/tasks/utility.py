"""Job `measure_utility`: the codes of the project's notes as they are, under each ε, and tagged."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Final

from django.utils import timezone
from django.utils.translation import gettext as _

from annotation.domain.notes import Note
from icdcoder.domain.nomenclature import NomenclatureInvalidError, NomenclatureMissingError
from icdcoder.selectors.coder import default_coder
from privacy.domain.errors import PrivacyError
from privacy.domain.policy import PlaceMechanism
from privacy.domain.randomness import StudyKey
from privacy.models import ExportRequest
from privacy.selectors.export_notes import export_plan, read_patients
from privacy.selectors.place_policy import place_policy_of, tables_for
from worker.coding.stays import Stay
from worker.coding.utility.conditions import Setting
from worker.coding.utility.judges import ReadyJudge
from worker.coding.utility.run import evaluate
from worker.tasks.context import JobContext, JobRefused

EPSILONS: Final = tuple(map(Fraction, ("0.1", "0.5", "1", "2", "5", "10")))
MOST: Final = 200  # patients of a large project, drawn by the pseudonyms of a key that nobody keeps


def run(context: JobContext) -> dict[str, Any]:
    """Reads the notes; writes nothing but the job's own result: counts, shares and codes.

    Nobody has coded the notes: the codes proposed for the originals are the reference.
    """
    try:
        stays = list(_stays(context))
        if not stays:
            raise JobRefused(_("Aucune note annotée à lire."))
        tables, metric = tables_for(context.job.project, PlaceMechanism.METRIC)
        setting = Setting(
            tables,
            timezone.localdate(),
            area=place_policy_of(context.job.project).area,
            metric=metric,
        )
        report = evaluate(
            stays,
            ReadyJudge(default_coder()),
            EPSILONS,
            setting,
            on_progress=context.check,
            is_own_reference=True,
        )
    except (NomenclatureMissingError, NomenclatureInvalidError, PrivacyError) as error:
        raise JobRefused(str(error)) from None
    return report.as_json()


def _stays(context: JobContext) -> Iterator[Stay]:
    """Notes in force, patient by patient; those of one hospital stay together. Names are pseudonyms."""
    project, key = context.job.project, StudyKey.fresh()
    scope = ExportRequest.Scope.ALL
    entries = export_plan(project, scope, key)[:MOST]
    for source in read_patients(project, scope, key, entries):
        own: dict[str, list[Note]] = {}
        for note in source.notes:
            own.setdefault(note.meta.get("stay", "") or f"note {note.id}", []).append(note)
        for name, notes in own.items():
            yield Stay(f"{source.public_id}/{name}", source.public_id, tuple(notes), ())
