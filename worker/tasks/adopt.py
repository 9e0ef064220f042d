"""Job "adopt_tagger": a classifier of others' in, a candidate model with its comparison out. Nothing is learned."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from worker.engine.build import hybrid_of, load_model
from worker.engine.encoder.files import Settings, content_hash
from worker.engine.encoder.loading import version_of
from worker.models import ModelVersion
from worker.models.model_version import TAGGER
from worker.selectors.taggers import tagger_folder
from worker.selectors.taught import Taught, write_taught
from worker.selectors.versions import promoted_model
from worker.services.add_candidate import add_candidate
from worker.services.keep_note_results import keep_note_results
from worker.tasks.compare import compared
from worker.tasks.context import JobContext, JobRefused
from worker.tasks.train import comparison, provenance, setting_rows, snapshot_row, write_card
from worker.tasks.work_folders import put_in_place, remove_leftovers, work_folder
from worker.training.adoption import AdoptionError, adopt
from worker.training.retrain import Compared


def run(context: JobContext) -> dict[str, Any]:
    """Payload: {"tagger": a folder of TAGGER_DIR}."""
    published = ModelVersion.objects.filter(job=context.job).first()
    if published is not None:
        return _result(published)  # a former attempt published it and died before saying so
    remove_leftovers()
    folder = work_folder(context.job)
    try:
        return _adopt(context, folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _adopt(context: JobContext, folder: Path) -> dict[str, Any]:
    source = tagger_folder(str(context.job.payload["tagger"]))
    if source is None:
        raise JobRefused(_("Ce dossier de modèle n'est pas proposé ici."))
    draft = folder / f"draft-{context.job.fence}"
    shutil.rmtree(draft, ignore_errors=True)
    context.progress(0, 0, _("lecture du modèle"))
    try:
        chosen = adopt(source, draft)
    except AdoptionError as error:
        raise JobRefused(refusal_of(error)) from None
    promoted = promoted_model(context.job.project)
    candidate = hybrid_of(draft, load_model(draft, cache=Path(settings.ENGINE_CACHE)))
    snapshot, found = compared(context, folder, candidate, promoted, Taught())
    write_taught(draft, Taught())  # nobody: every note may judge it
    metrics = _metrics(found, chosen, content_hash(draft), promoted)
    metrics |= {"start": {"name": source.name, "sha256": ""}, **provenance(source)}
    return _publish(context, found, draft, metrics | {"snapshot": snapshot_row(snapshot)})


def _metrics(
    found: Compared, chosen: Settings, digest: str, promoted: ModelVersion | None
) -> dict[str, Any]:
    return {
        **comparison(found, version_of(chosen.name, digest), promoted),
        "left_out": [],
        "epochs": [],
        "raw_seen": None,
        **setting_rows(chosen),
    }


def _publish(
    context: JobContext, found: Compared, draft: Path, metrics: dict[str, Any]
) -> dict[str, Any]:
    digest = content_hash(draft)
    with transaction.atomic():
        context.assert_owned()
        known = ModelVersion.objects.with_files(digest).filter(project=context.job.project).first()
        if known is not None:
            raise JobRefused(
                _("Ce modèle est déjà le n° %(number)d du projet.") % {"number": known.number}
            )
        version = add_candidate(
            ModelVersion, context.job, told={"train_notes": 0, "test_notes": found.test_notes},
            content_hash=digest, metrics=metrics, kind=TAGGER,
        )  # fmt: skip
        keep_note_results(version, found.before.notes, found.after.notes)
        write_card(version, draft)
        put_in_place(draft, digest)
    return _result(version)


def refusal_of(error: AdoptionError) -> str:
    """Why, and what to do."""
    words = {
        "missing": _("Il manque au dossier le fichier %(detail)s (des poids safetensors sont exigés)."),
        "map": _("La table des étiquettes ne se lit pas : %(detail)s."),
        "labels": _("labels.json ne dit rien de ces étiquettes du modèle : %(detail)s."),
        "code": _("Ce modèle demande d'exécuter son propre code : il est refusé."),
        "unreadable": _("Ce modèle ne se lit pas (%(detail)s)."),
    }  # fmt: skip
    return words[error.code] % {"detail": error.detail}


def _result(version: ModelVersion) -> dict[str, Any]:
    return {"model": str(version.pk), "number": version.number, "test_notes": version.test_notes}
