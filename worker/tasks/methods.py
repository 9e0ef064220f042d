"""Job `measure_methods`: every substitution method on notes of a data set, by the seven measures of Alves et al."""

from __future__ import annotations

from dataclasses import asdict
from fractions import Fraction
from typing import Any, Final
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext as _

from annotation.domain.datasets.split import Part
from annotation.domain.notes import Note
from annotation.models import DatasetSnapshot
from annotation.selectors.dataset_files import read_snapshot
from icdcoder.selectors.coder import installed_coder
from privacy.domain.errors import PrivacyError
from privacy.domain.obfuscation.method import Neighbours
from privacy.domain.randomness import StudyKey
from privacy.domain.tables import default_tables
from privacy.models import ExportRequest
from worker.obfuscation.ways import Files, Way, measured, of_entities, of_texts
from worker.tasks.context import JobContext, JobRefused
from worker.tasks.dataset import snapshot_of
from worker.tasks.neighbours import sentence_pool, shipped_encoder, word_space

MOST: Final = 40  # notes: of the test part, else of all
EPSILON: Final = Fraction(1)
NOISE: Final = Fraction(20)  # of a word


def run(context: JobContext) -> dict[str, Any]:
    """Payload: {"snapshot": id, "export": id of a released export, or null: no neighbours then}. The result holds shares alone."""
    snapshot = snapshot_of(context)
    pool = context.job.payload["export"]
    export = ExportRequest.objects.get(pk=UUID(pool), project=context.job.project) if pool else None
    try:
        files = Files(tuple(_notes(snapshot)))
        key = StudyKey.fresh()
        ways = of_entities(EPSILON, default_tables(), key, timezone.localdate())
        if export is not None:
            ways |= of_texts(*_near(context, export, files), [NOISE], key)
        told = _measured(context, files, ways)
    except FileNotFoundError:
        raise JobRefused(_("Le fichier de ce jeu a disparu.")) from None
    except PrivacyError as error:
        raise JobRefused(str(error)) from None
    return {
        "methods": told,
        "notes": len(files.notes),
        "dataset": snapshot.number,
        "pool": export.number if export else None,
        "epsilon": str(EPSILON),
    }


def _notes(snapshot: DatasetSnapshot) -> list[Note]:
    read = [(part, note) for part, note in read_snapshot(snapshot) if note.entities]
    test = [note for part, note in read if part is Part.TEST]
    return (test or [note for _part, note in read])[:MOST]


def _near(
    context: JobContext, export: ExportRequest, files: Files
) -> tuple[Neighbours, Neighbours]:
    """Of words and of sentences."""
    words = Neighbours(word_space(context, export))
    encoder = shipped_encoder()
    pool = sentence_pool(context, export, encoder)
    table = pool.table(encoder, [n.text for n in files.notes], context.sign)
    return words, Neighbours(table=table)


def _measured(
    context: JobContext, files: Files, ways: dict[str, Way]
) -> dict[str, dict[str, float | None]]:
    coder, found, total = installed_coder(), {}, len(ways) * len(files.by_patient)
    done = 0

    def check() -> None:
        nonlocal done
        context.check_often(done, total)
        done += 1

    for name, way in ways.items():
        found[name] = asdict(measured(files, way, coder, check))
    return found
