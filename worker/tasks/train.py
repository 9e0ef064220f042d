"""Job "train_ner": gold notes in, a candidate model with its comparison out."""

from __future__ import annotations

import shutil
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from annotation.models import DatasetSnapshot
from annotation.selectors.oppositions import has_lost_patients
from deidweb.code_version import code_version
from deidweb.jobs.models import Job
from worker.engine.build import EngineError
from worker.engine.encoder.files import (
    LEARNED,
    MERGES,
    ModelFilesError,
    Settings,
    is_model,
    read_settings,
    version_of,
)
from worker.engine.encoder.files import content_hash as hash_of
from worker.engine.encoder.sources import licence_of
from worker.engine.rules.engine import RuleDetector
from worker.models import ModelVersion
from worker.presentation.card import CARD, card_text
from worker.selectors.adapted import effects_seen_by
from worker.selectors.engines import detector_of, training_device
from worker.selectors.note_results import types_of
from worker.selectors.shipped import shipped_hash
from worker.selectors.taught import Taught, read_taught, taught_by_notes, write_taught
from worker.selectors.training_notes import marked_notes
from worker.selectors.training_starts import ADAPTED, UnknownStartError, folder_of_start
from worker.selectors.versions import promoted_model
from worker.services.add_candidate import add_candidate
from worker.services.keep_note_results import keep_note_results
from worker.tasks.context import JobCancelled, JobContext, JobRefused
from worker.tasks.training_progress import throttled, throttled_report
from worker.tasks.training_snapshot import training_snapshot
from worker.tasks.work_folders import (
    held_start,
    kept_for_next_attempt,
    put_in_place,
    remove_leftovers,
)
from worker.training.cost import Cost, Meter
from worker.training.encoder import checkpoint
from worker.training.encoder.loop import DivergedError, TrainingCancelled
from worker.training.encoder.recipe import ARTICLES, CORRECTIONS, Recipe
from worker.training.evaluate import Judged
from worker.training.evaluation import evaluation
from worker.training.exposure import Exposure, exposure
from worker.training.learn import starting_model
from worker.training.plan import Plan, Step, Watch
from worker.training.retrain import Compared, Opponents, Retrained, retrain
from worker.training.splitting import Parts, TooFewNotesError

RECIPES: Final[dict[bool, Recipe]] = {True: CORRECTIONS, False: ARTICLES}  # by: is it a model?
_BEGAN: Final = "began"  # a file of the work folder: the start of what its checkpoint has learned


def run(context: JobContext) -> dict[str, Any]:
    """Payload: ``{"start": a key of `training_starts`, "merge": "" (as in service), "steps" or "union",
    "recipe": {fields of Recipe}, "decoding": one of DECODINGS}``, the last three where they are not the usual ones. A killed attempt goes on after its last
    finished epoch; until the last transaction nothing is published but the data set."""
    published = ModelVersion.objects.filter(job=context.job).first()
    if published is not None:
        return _result(published)  # a former attempt published it and died before saying so
    remove_leftovers()
    with kept_for_next_attempt(context.job) as folder:
        return _train_and_publish(context, folder)


def _train_and_publish(context: JobContext, folder: Path) -> dict[str, Any]:
    promoted = promoted_model(context.job.project)
    start = _start(context.job, folder)
    raw_seen = _raw_seen(context.job, start)
    _forget_other_start(start, folder)
    plan = Plan(
        start,
        folder,
        _recipe(context.job, start),
        training_device(),
        f"projet-{context.job.project_id.hex[:6]}",
        _merge(context.job, promoted),
        context.job.payload.get("decoding") == LEARNED,
    )
    meter = Meter(plan.device, folder)
    snapshot, parts, trained, exposed = _train(context, plan, promoted, meter)
    draft = folder / f"draft-{context.job.fence}"
    shutil.rmtree(draft, ignore_errors=True)
    draft.mkdir(parents=True)
    trained.learnt.save(draft, start)
    if (taught := _taught(parts, start, raw_seen)) is not None:
        write_taught(draft, taught)
    digest = hash_of(draft)
    engine = version_of(plan.name, digest)
    metrics = {
        **comparison(trained, engine, promoted),
        "left_out": [asdict(record) for record in trained.choice.left_out],
        "rule_choice": trained.choice.to_json(),
        "fixed_recall": trained.fixed_recall.to_json() if trained.fixed_recall else None,
        "epochs": [asdict(row) for row in trained.learnt.epochs],
        **setting_rows(trained.learnt.settings),
        "snapshot": snapshot_row(snapshot),
        "recipe": asdict(plan.recipe),
        "kept_epoch": trained.learnt.kept.epoch,
        "start": start_row(start, str(context.job.payload.get("start", ""))),
        **provenance(start),
        "cost": cost_row(meter.read(), context),
        "exposure": exposed.to_json() if exposed else None,
        "raw_seen": raw_seen,
    }
    return _publish(context, trained, draft, digest, metrics)


def _start(job: Job, work: Path) -> Path:
    key = str(job.payload.get("start", ""))
    try:
        start = folder_of_start(job.project, key)
    except UnknownStartError as error:
        raise JobRefused(str(error)) from None
    return held_start(start, work) if key == ADAPTED else start


def _forget_other_start(start: Path, work: Path) -> None:
    """« Le modèle en service » may be another one than when a killed attempt began: what that one learned does not go on,
    or nobody would know whom its weights come from."""
    began = work / _BEGAN
    if began.exists() and began.read_text(encoding="utf-8") != str(start):
        checkpoint.forget(work)
    work.mkdir(parents=True, exist_ok=True)
    began.write_text(str(start), encoding="utf-8")


def _recipe(job: Job, start: Path) -> Recipe:
    """The usual one of the start, with what a search has found."""
    usual, found = RECIPES[is_model(start)], job.payload.get("recipe", {})
    batch = int(found.get("batch_size", usual.batch_size))
    return replace(usual, micro_batch=min(usual.micro_batch, batch), **found)


def _merge(job: Job, promoted: ModelVersion | None) -> str:
    """As the job asks; « comme à présent » is as in service, whatever model the training starts from."""
    now = promoted.metrics.get("merge") if promoted else None
    return str(job.payload.get("merge") or (now if now in MERGES else MERGES[0]))


def _raw_seen(job: Job, start: Path) -> int | None:
    """How many oppositions there had been when the start's encoder read every raw note; None if it read none."""
    known = effects_seen_by(start)
    if known is None and start.parent == Path(settings.MODEL_DIR):
        versions = ModelVersion.objects.filter(project=job.project, content_hash=start.name)
        told = versions.values_list("metrics__raw_seen", flat=True)
        known = next((seen for seen in told if seen is not None), None)
    _refuse_opposed(job, known)
    return known


def _refuse_opposed(job: Job, raw_seen: int | None) -> None:
    if raw_seen is not None and has_lost_patients(job.project_id, raw_seen):
        raise JobRefused(
            _(
                "Ce point de départ a lu les notes d'un patient qui s'est opposé depuis : partez d'un autre."
            )
        )


def _taught(parts: Parts, start: Path, raw_seen: int | None) -> Taught | None:
    """By this training and by those that it goes on from; None where that is not known."""
    if raw_seen is not None:
        return None
    is_ours = start.parent == Path(settings.MODEL_DIR)  # else shipped, or a backbone
    before = read_taught(start) if is_ours else Taught()
    own = taught_by_notes({note.id for note in (*parts.train, *parts.validation)})
    return before | own if before is not None else None


def _unseen(start: Path) -> Path:
    """What has never read the notes, for the test of membership. An adapted encoder has, and a model of the project knows the
    names by heart that it was taught: beside it the next one would seem to know no more."""
    has_read = effects_seen_by(start) is not None or start.parent == Path(settings.MODEL_DIR)
    return Path(settings.SHIPPED_MODEL) if has_read else start


def _train(
    context: JobContext, plan: Plan, promoted: ModelVersion | None, meter: Meter
) -> tuple[DatasetSnapshot, Parts, Retrained, Exposure | None]:
    report = throttled_report(context, plan.recipe.epochs)

    def on_step(step: Step) -> None:
        meter.keep()
        report(step)

    watch = Watch(on_step=on_step, is_cancelled=throttled(context.is_cancelled))
    try:
        snapshot = training_snapshot(context, plan.work)
        parts = Parts.of(marked_notes(snapshot))
        in_service = detector_of(promoted.content_hash if promoted else "")
        opponents = Opponents(RuleDetector(), in_service, detector_of(""))
        trained = retrain(parts, plan, opponents, watch)
        start = starting_model(replace(plan, start=_unseen(Path(plan.start))))
        taught = parts.train
        exposed = exposure(start, trained.learnt.detector(), taught) if start else None
        return snapshot, parts, trained, exposed
    except (TooFewNotesError, ModelFilesError, DivergedError) as error:
        raise JobRefused(str(error)) from None
    except TrainingCancelled:
        raise JobCancelled from None
    except EngineError:
        reason = _("Le modèle en service ne peut pas être lu. Revenez à un modèle précédent.")
        raise JobRefused(reason) from None
    except FileNotFoundError:
        reason = _("Un fichier du travail a disparu : relancez le réentraînement.")
        raise JobRefused(reason) from None


def _publish(
    context: JobContext, trained: Retrained, draft: Path, digest: str, metrics: dict[str, Any]
) -> dict[str, Any]:
    with transaction.atomic():
        context.assert_owned()
        _refuse_known(context.job, digest)
        told = {"train_notes": trained.train_notes, "test_notes": trained.test_notes}
        version = add_candidate(
            ModelVersion, context.job, told=told, content_hash=digest, metrics=metrics
        )
        _refuse_opposed(context.job, metrics["raw_seen"])
        keep_note_results(version, trained.before.notes, trained.after.notes)
        write_card(version, draft)
        put_in_place(draft, digest)
    return _result(version)


def _refuse_known(job: Job, digest: str) -> None:
    """The same notes give the same model: a second line would say nothing new."""
    known = ModelVersion.objects.with_files(digest).filter(project=job.project).first()
    if known is not None:
        raise JobRefused(
            _(
                "Les notes validées n'ont pas changé : l'entraînement redonne le modèle "
                "n° %(number)d. Validez d'autres notes, puis réentraînez."
            )
            % {"number": known.number}
        )


def write_card(version: ModelVersion, folder: Path) -> None:
    """Outside the content's hash: it says what the hash is."""
    (folder / CARD).write_text(card_text(version), encoding="utf-8")


def provenance(start: Path) -> dict[str, Any]:
    """By what code, and under which licence the weights came that it began with."""
    return {"code": code_version(), "licence": licence_of(start)}


def start_row(start: Path, key: str) -> dict[str, str]:
    """A model by its name and hash, an encoder by the name under which it is offered."""
    if not is_model(start):
        return {"name": key.rpartition(":")[2], "sha256": ""}
    return {"name": read_settings(start).name, "sha256": hash_of(start)}


def setting_rows(chosen: Settings) -> dict[str, Any]:
    return {
        "merge": chosen.merge,
        "threshold": chosen.threshold,
        "temperature": chosen.temperature,
        "decoding": chosen.decoding,
    }


def comparison(trained: Compared, engine: str, promoted: ModelVersion | None) -> dict[str, Any]:
    """`before_number` is the version that was in service (null: the shipped model), `gate` what
    `worker.selectors.gate` reads, `evaluation` the figures with their intervals."""
    types = types_of([note.note for note in trained.after.notes])

    def told(judged: Judged) -> dict[str, Any]:
        return evaluation(judged.notes, types)

    return {
        "rules": trained.rules.to_json(),
        "before": trained.before.figures.to_json(),
        "before_number": promoted.number if promoted else None,
        "after": {**trained.after.figures.to_json(), "engine": engine},
        "evaluation": {"before": told(trained.before), "after": told(trained.after)},
        "reliability": {
            side: judged.reliability.to_json()
            for side, judged in (("before", trained.before), ("after", trained.after))
            if judged.reliability is not None
        },
        "gate": {
            "checks": [check.to_json() for check in trained.gate],
            "against": promoted.content_hash if promoted else "",
            "shipped": shipped_hash(),
        },
    }


def snapshot_row(snapshot: DatasetSnapshot) -> dict[str, Any]:
    return {"id": str(snapshot.pk), "number": snapshot.number, "address": snapshot.address}


def cost_row(cost: Cost, context: JobContext) -> dict[str, Any]:
    """Time and energy of all `attempts`; memory of the one that ended."""
    return {**cost.to_json(), "attempts": context.job.attempt}


def _result(version: ModelVersion) -> dict[str, Any]:
    return {
        "model": str(version.pk),
        "number": version.number,
        "train_notes": version.train_notes,
        "test_notes": version.test_notes,
    }
