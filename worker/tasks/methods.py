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
from privacy.domain.obfuscation.metrics import overlap
from privacy.domain.randomness import StudyKey
from privacy.domain.tables import default_tables
from privacy.models import ExportRequest
from worker.obfuscation.ways import Files, Way, measured, of_entities, of_texts
from worker.tasks.context import JobContext, JobRefused
from worker.tasks.dataset import snapshot_of
from worker.tasks.neighbours import shipped_encoder
from worker.tasks.others import Others, others_in, sentences_of_others, words_of_others

MOST: Final = 40  # notes: of the test part, else of all
EPSILON: Final = Fraction(1)
NOISE: Final = Fraction(20)  # of a word


def run(context: JobContext) -> dict[str, Any]:
    """Payload: {"snapshot": id, "export": id of a released export, or null: no neighbours then}. The result holds shares alone."""
    snapshot = snapshot_of(context)
    try:
        files = Files(tuple(_notes(snapshot)))
        key = StudyKey.fresh()
        ways = of_entities(EPSILON, default_tables(), key, timezone.localdate())
        others = _others(context, files)
        if others is not None:
            ways |= of_texts(*_near(context, others, files), [NOISE], key)
        told = _measured(context, files, ways)
    except FileNotFoundError:
        raise JobRefused(_("Le fichier de ce jeu a disparu.")) from None
    except PrivacyError as error:
        raise JobRefused(str(error)) from None
    return {
        "methods": told,
        "notes": len(files.notes),
        "dataset": snapshot.number,
        "epsilon": str(EPSILON),
        **_of_pool(others, files),
    }


def _others(context: JobContext, files: Files) -> Others | None:
    pool = context.job.payload["export"]
    if pool is None:
        return None
    export = ExportRequest.objects.get(pk=UUID(pool), project=context.job.project)
    return others_in(export, files.notes)


def _of_pool(others: Others | None, files: Files) -> dict[str, Any]:
    """Where neighbours came from, and what of these notes stands there by chance."""
    if others is None:
        return {"pool": None}
    return {
        "pool": others.export.number,
        "left_out": others.left_out,
        "overlap": round(overlap(files.notes, others.texts), 4),
    }


def _notes(snapshot: DatasetSnapshot) -> list[Note]:
    read = [(part, note) for part, note in read_snapshot(snapshot) if note.entities]
    test = [note for part, note in read if part is Part.TEST]
    return (test or [note for _part, note in read])[:MOST]


def _near(context: JobContext, others: Others, files: Files) -> tuple[Neighbours, Neighbours]:
    """Of words and of sentences."""
    words = Neighbours(words_of_others(context, others))
    encoder = shipped_encoder()
    pool = sentences_of_others(context, others, encoder)
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
