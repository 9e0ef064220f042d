"""Job `share_private`: what a data set teaches, as representations without a text (worker.private); words come from a released export."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from annotation.domain.datasets.split import Part
from annotation.domain.formats.registry import REPRESENTATION_MODEL, REPRESENTATIONS
from annotation.domain.formats.writing import Writing
from annotation.domain.notes import Note
from annotation.models import DatasetFile, DatasetSnapshot
from annotation.selectors.dataset_files import (
    private_file,
    read_snapshot,
    sha256_of,
    snapshot_path,
)
from annotation.services.write_dataset_file import publish_dataset_file
from deidweb.accounts.lock_project import lock_project
from deidweb.jobs.services import asked_by, finish
from privacy.models import ExportRequest
from privacy.selectors.export_files import substituted_notes
from privacy.services.errors import FileChangedError, StateConflictError
from privacy.services.open_released import open_released, require_same
from worker.obfuscation.learn import NoLearnerError
from worker.private.files import TooLargeError
from worker.private.learning import Method, Recipe
from worker.private.share import (
    FEWEST_PATIENTS,
    Shared,
    TooFewPatientsError,
    passages,
    share,
    split,
)
from worker.private.words import learn_points
from worker.selectors.engines import training_device
from worker.tasks.context import JobContext, JobRefused
from worker.tasks.dataset import actor_of, refuse_opposed, snapshot_of

RUNS: Final = 5
RECIPE: Final = Recipe(weight=10.0, reads_copies=True)


def run(context: JobContext) -> dict[str, Any]:
    """Payload: {"snapshot": id, "export": id, "size": 50, "neighbours": 10, "floor": 1.5, "method": "three_phases"}. Files are put in place at the
    end: who is killed before leaves nothing that counts, and begins again. Refused by the verdict, nothing is written."""
    payload = context.job.payload
    snapshot = snapshot_of(context)
    export = ExportRequest.objects.get(pk=UUID(payload["export"]), project=context.job.project)
    recipe = replace(
        RECIPE, size=int(payload["size"]), neighbours=int(payload["neighbours"]), floor=float(payload["floor"]),
        method=Method(payload["method"]),
    )  # fmt: skip
    context.progress(0, 0, _("mots de l'export diffusé"))
    try:
        # the notes of the other parts are kept for trials here: they leave in no form
        notes = [note for part, note in read_snapshot(snapshot) if part is Part.TRAIN]
        teaching, judging = split(notes, recipe.seed)
        with open_released(export) as file:
            texts = [text for _id, text, *_rest in substituted_notes(file)]
        made = share(
            teaching, judging, learn_points(texts), recipe, runs=RUNS, device=training_device(),
            tell=_teller(context, passages(recipe, RUNS)),
        )  # fmt: skip
        told = {"dataset": snapshot.number, "export": export.number}
        result = made.report | told | {"written": made.material is not None}
        if made.material is not None:
            _publish(context, snapshot, export, made, teaching, result)
    except (StateConflictError, FileChangedError) as error:
        raise JobRefused(str(error)) from None
    except FileNotFoundError:
        raise JobRefused(_("Le fichier de ce jeu a disparu.")) from None
    except NoLearnerError:
        raise JobRefused(_("Le paquet gensim n'est pas installé.")) from None
    except TooLargeError:
        raise JobRefused(
            _(
                "Le fichier dépasserait 2 Gio, plus qu'un autre site n'en lit : moins de dimensions, ou un jeu plus petit."
            )
        ) from None
    except TooFewPatientsError:
        raise JobRefused(
            _(
                "Il faut les notes d'au moins %(least)d patients dans la part d'apprentissage du jeu."
            )
            % {"least": FEWEST_PATIENTS}
        ) from None
    return result


def _publish(
    context: JobContext, snapshot: DatasetSnapshot, export: ExportRequest, made: Shared, notes: list[Note],
    result: dict[str, Any],
) -> None:  # fmt: skip
    """Both files, of which nobody has let go any, and the job's end with them: who dies afterwards does not begin again. Written and
    hashed before, for everybody's audit waits on this transaction. Raises StateConflictError, JobRefused."""
    stem = snapshot_path(snapshot).with_name(f".draft-{context.job.pk}-{context.job.fence}")
    contents = {REPRESENTATION_MODEL: made.model, REPRESENTATIONS: made.material or b""}
    drafts = {name: stem.with_suffix(f".{name}") for name in contents}
    try:
        for name, draft in drafts.items():
            _write(draft, contents[name])
        digests = {name: sha256_of(draft) for name, draft in drafts.items()}
        with transaction.atomic():
            context.assert_owned()
            # an opposition takes the same lock: it came before, or it finds the files
            lock_project(context.job.project)
            refuse_opposed(snapshot)
            require_same(export)
            for name, draft in drafts.items():
                publish_dataset_file(
                    actor=actor_of(context), snapshot=snapshot, format_name=name, part=DatasetFile.Part.TRAIN, draft=draft,
                    sha256=digests[name], writing=Writing(notes=len(notes)), askers=asked_by(context.job),
                    source=(export.pk, export.sha256),
                )  # fmt: skip
            finish(context.job, result)
    finally:
        for draft in drafts.values():
            draft.unlink(missing_ok=True)


def _write(path: Path, content: bytes) -> None:
    with private_file(path) as stream:
        stream.write(content)


def _teller(context: JobContext, total: int) -> Any:
    """After each passage: what is learned, and whether somebody asked to stop."""
    phases = {
        "tagger": _("apprentissage de l'étiqueteur"),
        "adversaries": _("apprentissage des adversaires"),
        "joint": _("étiqueteur contre adversaires"),
        "probes": _("les adversaires sont mis à l'épreuve"),
        "f1": _("mesure de la F1"),
    }
    done = 0

    def tell(phase: str, _epoch: int) -> None:
        nonlocal done
        done += 1
        context.check(done, total, phases[phase])

    return tell
