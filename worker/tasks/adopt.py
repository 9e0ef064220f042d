"""Job "adopt_tagger": another engine in (`worker.selectors.taggers`), a candidate model with its comparison out."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from annotation.domain.notes import Note
from annotation.models import DatasetSnapshot
from deidweb.code_version import code_version
from worker.engine.build import EngineError, hybrid_of, load_model
from worker.engine.encoder.files import ALONE, Settings, content_hash, version_of, write_settings
from worker.engine.encoder.sources import licence_of
from worker.engine.hybrid import HybridDetector
from worker.models import ModelVersion
from worker.models.model_version import CRF, LSTM, PEER, RULES, TAGGER
from worker.obfuscation.learn import NoLearnerError
from worker.selectors.taggers import CRF_KEY, LSTM_KEY, PEER_KEY, RULES_KEY, tagger_folder
from worker.selectors.taught import Taught, taught_by_notes, write_taught
from worker.selectors.versions import promoted_model
from worker.services.add_candidate import add_candidate
from worker.services.keep_note_results import keep_note_results
from worker.tasks.compare import compared, material
from worker.tasks.context import JobContext, JobRefused
from worker.tasks.train import comparison, setting_rows, snapshot_row, write_card
from worker.tasks.work_folders import put_in_place, remove_leftovers, work_folder
from worker.training.adoption import AdoptionError, adopt, adopt_peer, adopt_rules
from worker.training.retrain import Compared
from worker.training.sequences import OnStep, adopt_crf, adopt_lstm
from worker.training.splitting import Parts

Learn = Callable[[Sequence[Note], Path, OnStep], Settings]
# kind, what teaches it, and what its page calls it
LEARNERS: Final[dict[str, tuple[str, Learn, str]]] = {
    CRF_KEY: (CRF, adopt_crf, "python-crfsuite"),
    LSTM_KEY: (LSTM, adopt_lstm, "BiLSTM-CRF, FastText"),
}


def run(context: JobContext) -> dict[str, Any]:
    """Payload: {"tagger": a key of `offered_engines`, "alone": true where the rules do not help it}."""
    published = ModelVersion.objects.filter(job=context.job).first()
    if published is not None:
        return result_of(published)  # a former attempt published it and died before saying so
    remove_leftovers()
    folder = work_folder(context.job)
    try:
        return _adopt(context, folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _adopt(context: JobContext, folder: Path) -> dict[str, Any]:
    draft = folder / f"draft-{context.job.fence}"
    shutil.rmtree(draft, ignore_errors=True)
    context.progress(0, 0, _("lecture du modèle"))
    key = str(context.job.payload["tagger"])
    if key in LEARNERS:
        snapshot, parts = material(context, folder)
        made = _learned(context, key, parts, draft)
    else:
        made = made_of(key, tagger_folder(key), draft)
        snapshot, parts = material(context, folder)
    if context.job.payload.get("alone"):
        made = without_rules(made, draft)
    return judged(context, draft, made, snapshot, parts)


def judged(
    context: JobContext, draft: Path, made: Made, snapshot: DatasetSnapshot, parts: Parts
) -> dict[str, Any]:
    """The draft beside the engine in service, then a candidate; the job's result. Raises JobRefused, JobCancelled."""
    promoted = promoted_model(context.job.project)
    found = compared(context, _detector(draft), promoted, parts, made.taught)
    write_taught(draft, made.taught)
    metrics = _metrics(found, made, content_hash(draft), promoted)
    return _publish(context, found, draft, made, metrics | {"snapshot": snapshot_row(snapshot)})


@dataclass(frozen=True, slots=True)
class Made:
    """`origin`: what the version's page says that it came from. Where nothing is learned, every note may judge."""

    kind: str
    settings: Settings
    origin: dict[str, Any]
    taught: Taught = field(default_factory=Taught)
    train_notes: int = 0


def made_of(key: str, source: Path | None, draft: Path) -> Made:
    """The draft of the engine that was asked for; `source`: its folder, where it has one. Raises JobRefused."""
    try:
        if key == RULES_KEY:
            return Made(RULES, adopt_rules(draft), origin_of(_("les règles seules")))
        if key.startswith(PEER_KEY):
            chosen = adopt_peer(key.removeprefix(PEER_KEY), draft)
            return Made(PEER, chosen, origin_of(chosen.peer[-1]))
        if source is None:
            raise JobRefused(_("Ce modèle n'est pas proposé ici."))
        chosen = adopt(source, draft)
    except AdoptionError as error:
        raise JobRefused(refusal_of(error)) from None
    origin = origin_of(source.name, licence_of(source)) | setting_rows(chosen)
    return Made(TAGGER, chosen, origin)


def without_rules(made: Made, draft: Path) -> Made:
    """As other systems are measured. The rules alone stay what they are."""
    if made.kind == RULES:
        return made
    alone = replace(made.settings, merge=ALONE)
    write_settings(draft, alone)
    return replace(made, settings=alone)


def _learned(context: JobContext, key: str, parts: Parts, draft: Path) -> Made:
    """A sequence model, taught by all notes that do not judge. Raises JobRefused, JobCancelled."""
    notes = list({note.id: note for note in (*parts.train, *parts.validation)}.values())
    kind, learn, name = LEARNERS[key]
    done = 0

    def on_step() -> None:
        nonlocal done
        context.check_often(done, 0)
        done += 1

    on_step()
    try:
        # the CRF's library swallows what its callback raises
        chosen = learn(notes, draft, context.sign if kind == CRF else on_step)
    except (ImportError, NoLearnerError):
        raise JobRefused(_("Le paquet qui apprend ce modèle n'est pas installé.")) from None
    taught = taught_by_notes(note.id for note in notes)
    return Made(kind, chosen, origin_of(name), taught, len(notes))


def origin_of(name: str, licence: str = "") -> dict[str, Any]:
    """See `Made.origin`."""
    return {"start": {"name": name, "sha256": ""}, "code": code_version(), "licence": licence}


def _detector(draft: Path) -> HybridDetector:
    try:
        return hybrid_of(draft, load_model(draft, cache=Path(settings.ENGINE_CACHE)))
    except EngineError as error:
        raise JobRefused(str(error)) from None


def _metrics(
    found: Compared, made: Made, digest: str, promoted: ModelVersion | None
) -> dict[str, Any]:
    return {
        **comparison(found, version_of(made.settings.name, digest), promoted),
        "left_out": [],
        "epochs": [],
        "raw_seen": None,
        **made.origin,
        "merge": made.settings.merge,
    }


def _publish(
    context: JobContext, found: Compared, draft: Path, made: Made, metrics: dict[str, Any]
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
            ModelVersion, context.job, told={"train_notes": made.train_notes, "test_notes": found.test_notes},
            content_hash=digest, metrics=metrics, kind=made.kind,
        )  # fmt: skip
        keep_note_results(version, found.before.notes, found.after.notes)
        write_card(version, draft)
        put_in_place(draft, digest)
    return result_of(version)


def refusal_of(error: AdoptionError) -> str:
    """Why, and what to do."""
    words = {
        "missing": _("Il manque au dossier le fichier %(detail)s (des poids safetensors sont exigés)."),
        "map": _("La table des étiquettes ne se lit pas : %(detail)s."),
        "labels": _("labels.json ne dit rien de ces étiquettes du modèle : %(detail)s."),
        "code": _("Ce modèle demande d'exécuter son propre code : il est refusé."),
        "unreadable": _("Ce modèle ne se lit pas (%(detail)s)."),
        "absent": _("Cet outil ne répond pas ici (%(detail)s)."),
    }  # fmt: skip
    return words[error.code] % {"detail": error.detail}


def result_of(version: ModelVersion) -> dict[str, Any]:
    """Of the job that has published it."""
    return {"model": str(version.pk), "number": version.number, "test_notes": version.test_notes}
