"""Job "write_weights": a version's folder and its card as one archive, about which somebody decides."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import IO, Any, Final
from zipfile import ZIP_STORED, ZipFile, ZipInfo

from django.db import transaction
from django.utils.translation import gettext as _

from annotation.domain.formats.registry import MODEL_WEIGHTS
from annotation.domain.formats.writing import Writing
from annotation.models import DatasetFile, DatasetSnapshot
from annotation.selectors.dataset_files import private_file, sha256_of, snapshot_path
from annotation.services.write_dataset_file import publish_dataset_file
from deidweb.accounts.lock_project import lock_project
from deidweb.jobs.services import asked_by
from worker.engine.encoder.files import content_hash
from worker.models import ModelVersion
from worker.presentation.card import CARD, card_text
from worker.selectors.taught import TAUGHT
from worker.selectors.versions import has_files, model_folder
from worker.selectors.weights import teaching_snapshot
from worker.services.weights_source import source_refusal
from worker.tasks.context import JobContext, JobRefused
from worker.tasks.dataset import actor_of, refuse_opposed

_DAY: Final = (1980, 1, 1, 0, 0, 0)  # the same files are the same bytes, whenever they are written
_STAY: Final = frozenset(
    {TAUGHT, CARD}
)  # who taught it is nobody else's affair; the card is written anew


def run(context: JobContext) -> dict[str, Any]:
    """Payload: {"model": a version's key}. Again without harm: the same bytes, and whatever was decided is open again."""
    versions = ModelVersion.objects.select_related("project").filter(project=context.job.project)
    version = versions.filter(pk=context.job.payload["model"]).first()
    snapshot = teaching_snapshot(version) if version else None
    if version is None or snapshot is None or not has_files(version):
        raise JobRefused(str(ModelVersion.LOST))
    folder = model_folder(version.content_hash)
    context.progress(0, 0, _("écriture des poids"))
    if content_hash(folder) != version.content_hash:
        raise JobRefused(_("Les fichiers de ce modèle ont changé : rien n'a été écrit."))
    draft = snapshot_path(snapshot).with_name(f".draft-{context.job.pk}-{context.job.fence}")
    draft.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    try:
        with private_file(draft) as stream:
            write_archive(folder, card_text(version), stream)
        file = _publish(context, version, snapshot, draft)
    finally:
        draft.unlink(missing_ok=True)
    return {"file": str(file.pk), "number": version.number}


def write_archive(folder: Path, card: str, stream: IO[bytes]) -> None:
    with ZipFile(stream, "w", ZIP_STORED) as archive:
        archive.writestr(ZipInfo(CARD, _DAY), card)
        for path in sorted(folder.iterdir()):
            if path.is_file() and not path.is_symlink() and path.name not in _STAY:
                with (
                    path.open("rb") as source,
                    archive.open(ZipInfo(path.name, _DAY), "w", force_zip64=True) as target,
                ):
                    shutil.copyfileobj(source, target, 1 << 20)


def _publish(
    context: JobContext, version: ModelVersion, snapshot: DatasetSnapshot, draft: Path
) -> DatasetFile:
    digest = sha256_of(draft)
    with transaction.atomic():
        context.assert_owned()
        # an opposition takes the same lock: it came before, or it finds the file
        lock_project(version.project)
        if refusal := source_refusal(version.pk, version.content_hash):
            raise JobRefused(refusal)
        refuse_opposed(snapshot)
        return publish_dataset_file(
            actor=actor_of(context), snapshot=snapshot, format_name=MODEL_WEIGHTS, part=DatasetFile.Part.ALL,
            draft=draft, sha256=digest, writing=Writing(notes=version.train_notes), askers=asked_by(context.job),
            source=(version.pk, version.content_hash),
        )  # fmt: skip
