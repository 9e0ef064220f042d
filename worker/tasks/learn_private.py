"""Job `learn_private`: another site's representations in (`worker.services.receive_representations`), a candidate out."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _

from annotation.selectors.dataset_files import sha256_of
from worker.engine.encoder.files import WEIGHTS
from worker.models import ModelVersion
from worker.models.model_version import LSTM
from worker.other_engines.sequences.lstm import read_lstm
from worker.private.batches import Points
from worker.private.reading import BadMaterialError
from worker.private.sentences import sentences_of
from worker.private.tagging import f1
from worker.selectors.engines import training_device
from worker.selectors.versions import RECEIVED
from worker.tasks.adopt import Made, judged, origin_of, result_of
from worker.tasks.compare import material
from worker.tasks.context import JobContext, JobRefused
from worker.tasks.work_folders import kept_for_next_attempt
from worker.training.sequences import adopt_private
from worker.training.splitting import Parts


def run(context: JobContext) -> dict[str, Any]:
    """Payload: {"sha256": {file: digest}, "told": {"site": …, and a `Description`}}. The files go with the job's end, not with that of an attempt:
    the next one, after a kill or what nobody foresaw, begins again from them."""
    published = ModelVersion.objects.filter(job=context.job).first()
    with kept_for_next_attempt(context.job) as folder:
        return _learn(context, folder) if published is None else result_of(published)


def _learn(context: JobContext, folder: Path) -> dict[str, Any]:
    payload = context.job.payload
    context.progress(0, 0, _("lecture des deux fichiers"))
    _require_same(folder, payload["sha256"])
    snapshot, parts = material(context, folder)
    draft = folder / f"draft-{context.job.fence}"
    shutil.rmtree(draft, ignore_errors=True)
    context.progress(0, 0, _("apprentissage sur les représentations"))
    try:
        chosen = adopt_private(folder, draft, training_device(), context.check_often)
    except BadMaterialError as error:  # checked when they came, by another release perhaps
        raise JobRefused(f"{error.file} : {error.reason}.") from None
    context.check(1, 1, _("comparaison avec le moteur en service"))
    origin = origin_of(_("des représentations d'un autre site"))
    private = {**payload["told"], "sha256": payload["sha256"], "f1": _f1(draft, parts)}
    return judged(context, draft, Made(LSTM, chosen, origin | {RECEIVED: private}), snapshot, parts)


def _require_same(folder: Path, digests: dict[str, str]) -> None:
    """The files that were checked."""
    for name, digest in digests.items():
        if not (folder / name).is_file() or sha256_of(folder / name) != digest:
            raise JobRefused(
                _("Les fichiers reçus ne sont plus sur ce serveur : envoyez-les de nouveau.")
            )


def _f1(draft: Path, parts: Parts) -> float:
    """Of the tagger alone, whole entities with their labels, on the notes that judge."""
    tagger, words, represent = read_lstm(draft / WEIGHTS)
    return f1(tagger, sentences_of(parts.test), Points(words), represent)
