"""Job "train_icd": a snapshot of accepted codes in, a candidate coder with its comparison out."""

from __future__ import annotations

import gzip
import shutil
from pathlib import Path
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from annotation.domain.formats.errors import FormatError
from annotation.selectors.oppositions import effects_on, has_lost_patients
from icdcoder.domain.nomenclature import NomenclatureInvalidError, NomenclatureMissingError
from icdcoder.models import CodeSnapshot
from icdcoder.selectors.coder import default_coder, nomenclature
from worker.coding.files import content_hash as hash_of
from worker.coding.learn import Plan
from worker.coding.project import Taught, teach
from worker.coding.reading import group, read_jsonl
from worker.coding.stays import Stay, TooFewStaysError
from worker.models import CoderVersion
from worker.selectors.engines import encoder_of, training_device
from worker.services.add_candidate import add_candidate
from worker.tasks.context import JobCancelled, JobContext, JobRefused
from worker.tasks.pace import Counting
from worker.tasks.training_progress import throttled
from worker.tasks.work_folders import kept_for_next_attempt, put_in_place
from worker.training.encoder.loop import Hooks, Progress, TrainingCancelled

_STEPS = 100  # of an epoch, as the bar counts


def run(context: JobContext) -> dict[str, Any]:
    """Payload: ``{"snapshot": its id}``. A killed attempt goes on after its last finished epoch; nothing is
    published before the last transaction."""
    published = CoderVersion.objects.filter(job=context.job).first()
    if published is not None:
        return _result(published)  # a former attempt published it and died before saying so
    with kept_for_next_attempt(context.job) as folder:
        return _train_and_publish(context, folder)


def _train_and_publish(context: JobContext, folder: Path) -> dict[str, Any]:
    snapshot = CodeSnapshot.objects.filter(
        pk=context.job.payload["snapshot"], project=context.job.project
    ).first()
    if snapshot is None or not snapshot.content:  # emptied after an opposition
        raise JobRefused(_("Ce jeu de codes n'existe plus."))
    seen = effects_on(context.job.project_id)
    taught = _teach(context, snapshot, folder)
    draft = folder / f"draft-{context.job.fence}"
    shutil.rmtree(draft, ignore_errors=True)
    taught.learnt.save(draft)
    return _publish(context, snapshot, taught, draft, seen)


def _teach(context: JobContext, snapshot: CodeSnapshot, folder: Path) -> Taught:
    counting = Counting()

    def report(seen: Progress) -> None:
        done = (seen.epoch - 1) * _STEPS + _STEPS * seen.step // seen.steps
        context.progress(done, seen.epochs * _STEPS, details=counting.of(done))

    try:
        known = nomenclature()
        plan = Plan(
            source=encoder_of(context.job.project_id),
            work=folder,
            device=training_device(),
            name=f"projet-{context.job.project_id.hex[:6]}",
            describe=known.label,
            hooks=Hooks(report, throttled(context.is_cancelled)),
        )
        return teach(stays_of(snapshot), plan, default_coder())
    except (
        FormatError,
        TooFewStaysError,
        NomenclatureMissingError,
        NomenclatureInvalidError,
    ) as error:
        raise JobRefused(str(error)) from None
    except TrainingCancelled:
        raise JobCancelled from None


def stays_of(snapshot: CodeSnapshot) -> list[Stay]:
    """The stays of a snapshot, as a training reads any file."""
    lines = gzip.decompress(bytes(snapshot.content)).splitlines(keepends=True)
    return group(read_jsonl(lines, "snapshot"), "snapshot")


def _publish(
    context: JobContext, snapshot: CodeSnapshot, taught: Taught, draft: Path, seen: int
) -> dict[str, Any]:
    digest = hash_of(draft)
    with transaction.atomic():
        context.assert_owned()
        _refuse_known(context, digest)
        version = add_candidate(
            CoderVersion,
            context.job,
            told={},
            snapshot=snapshot,
            content_hash=digest,
            metrics=taught.metrics(),
            train_stays=taught.train_stays,
            test_stays=taught.test_stays,
            codes=len(taught.learnt.settings.codes),
        )
        # the project is locked: an opposition came before, or comes after
        if has_lost_patients(context.job.project_id, seen):
            raise JobRefused(_("Un patient s'est opposé entre-temps : recommencez."))
        put_in_place(draft, digest)
    return _result(version)


def _refuse_known(context: JobContext, digest: str) -> None:
    """The same codes give the same coder: a second line would say nothing new."""
    known = CoderVersion.objects.with_files(digest).filter(project=context.job.project).first()
    if known is not None:
        raise JobRefused(
            _(
                "Les codes acceptés n'ont pas changé : l'apprentissage redonne le codeur n° %(number)d."
            )
            % {"number": known.number}
        )


def _result(version: CoderVersion) -> dict[str, Any]:
    return {"coder": str(version.pk), "number": version.number, "stays": version.train_stays}
