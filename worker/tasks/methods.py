"""Job `measure_methods`: every substitution method on notes of a data set, by the seven measures of Alves et al."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from fractions import Fraction
from random import Random
from typing import Any, Final
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext as _

from annotation.domain.datasets.split import Part
from annotation.domain.notes import Note
from annotation.models import DatasetSnapshot
from annotation.selectors.dataset_files import read_snapshot
from icdcoder.domain.coder import Coder
from icdcoder.domain.nomenclature import NomenclatureInvalidError, NomenclatureMissingError
from icdcoder.selectors.coder import UnusableModelError
from privacy.domain.errors import PrivacyError
from privacy.domain.obfuscation.method import Neighbours
from privacy.domain.obfuscation.metrics import overlap
from privacy.domain.randomness import StudyKey
from privacy.domain.tables import default_tables
from privacy.models import ExportRequest
from privacy.selectors.word_spaces import SHIPPED, sentence_encoders
from worker.obfuscation.embed import pool_of
from worker.obfuscation.ways import Files, Way, followed, of_entities, of_texts
from worker.selectors.coders import coder_for
from worker.tasks.context import JobContext, JobRefused
from worker.tasks.dataset import snapshot_of
from worker.tasks.neighbours import encoder_of
from worker.tasks.others import Others, others_in, sentences_of_others, words_of_others

MOST: Final = 40  # notes: of the test part, else of all
EPSILON: Final = Fraction(1)
NOISE: Final = Fraction(20)  # of a word


def run(context: JobContext) -> dict[str, Any]:
    """Payload: {"snapshot": id, "export": id of a released export, or null: no neighbours then,
    "encoders": keys of `other_encoders`}. The result holds shares alone."""
    snapshot = snapshot_of(context)
    try:
        among, is_test = _notes(snapshot)
        files = Files(tuple(drawn(among, snapshot.address)))
        coder = _coder(context)
        key = StudyKey.fresh()
        ways = of_entities(EPSILON, default_tables(), key, timezone.localdate())
        others = _others(context, files)
        if others is not None:
            ways |= of_texts(*_near(context, others, files), [NOISE], key)
        told = _measured(context, files, ways, coder)
    except FileNotFoundError:
        raise JobRefused(_("Le fichier de ce jeu a disparu.")) from None
    except PrivacyError as error:
        raise JobRefused(str(error)) from None
    return {
        "methods": told,
        "notes": len(files.notes),
        "among": len(among),
        "is_test": is_test,
        "coder": f"{coder.name} ({coder.version})" if coder else "",
        "dataset": snapshot.number,
        "epsilon": str(EPSILON),
        **_of_pool(context, others, files),
    }


def _others(context: JobContext, files: Files) -> Others | None:
    pool = context.job.payload["export"]
    if pool is None:
        return None
    export = ExportRequest.objects.get(pk=UUID(pool), project=context.job.project)
    return others_in(export, files.notes)


def _of_pool(context: JobContext, others: Others | None, files: Files) -> dict[str, Any]:
    """Where neighbours came from, and what of these notes stands there by chance."""
    if others is None:
        return {"pool": None}
    return {
        "pool": others.export.number,
        "left_out": others.left_out,
        "overlap": round(overlap(files.notes, _signed(context, others.texts)), 4),
    }


def _signed(context: JobContext, texts: Iterable[str]) -> Iterator[str]:
    """One by one: of a large export all take long."""
    for text in texts:
        context.sign()
        yield text


def _notes(snapshot: DatasetSnapshot) -> tuple[list[Note], bool]:
    """Those of the test part and True, else all and False; annotated ones alone."""
    read = [(part, note) for part, note in read_snapshot(snapshot) if note.entities]
    test = [note for part, note in read if part is Part.TEST]
    return test or [note for _part, note in read], bool(test)


def drawn(notes: Sequence[Note], seed: str) -> list[Note]:
    """`MOST` of them, in their order: the same of the same data set, so that two measures of it can be compared."""
    chosen = Random(seed).sample(range(len(notes)), min(MOST, len(notes)))  # noqa: S311 (a draw of notes, no secret)
    return [notes[place] for place in sorted(chosen)]


def _coder(context: JobContext) -> Coder | None:
    """Whoever codes the project; nobody where no CIM-10 can be read. Raises JobRefused."""
    try:
        return coder_for(context.job.project_id)
    except UnusableModelError:
        raise JobRefused(
            _("Le codeur en service ne peut pas être lu. Revenez au précédent ou au dictionnaire.")
        ) from None
    except (NomenclatureMissingError, NomenclatureInvalidError):
        return None


def _near(
    context: JobContext, others: Others, files: Files
) -> tuple[Neighbours, dict[str, Neighbours]]:
    """Of words, and of sentences by the name of what made them points."""
    words = Neighbours(words_of_others(context, others))
    keys, names = [SHIPPED, *context.job.payload.get("encoders", [])], dict(sentence_encoders())
    found = {}
    for key in keys:
        encoder = encoder_of(context, key, lambda: others.texts)
        # what the shipped one made of an export is kept beside it
        pool = sentences_of_others(context, others, encoder) if key == SHIPPED else pool_of(encoder, others.texts, context.check)  # fmt: skip
        table = pool.table(encoder, [n.text for n in files.notes], context.sign)
        found[names[key] if key != SHIPPED else ""] = Neighbours(table=table)
    return words, found


def _measured(
    context: JobContext, files: Files, ways: dict[str, Way], coder: Coder | None
) -> dict[str, dict[str, float | None]]:
    found, done, total = {}, 0, len(ways) * len(files.by_patient)

    def check() -> None:
        nonlocal done
        context.check_often(done, total)
        done += 1

    for name, way in ways.items():
        found[name] = asdict(followed(files, way, coder, check).measures)
    return found
