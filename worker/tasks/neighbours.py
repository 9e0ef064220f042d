"""Jobs `learn_neighbours`: words as points, from a released export (privacy.domain.obfuscation); `near_sentences`: the
neighbours of a note's sentences in one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from annotation.models import Document
from annotation.selectors.oppositions import effects_on, has_lost_patients
from deidweb.accounts.lock_project import lock_project
from privacy.domain.obfuscation.files import read_neighbours, space_bytes, table_bytes
from privacy.domain.obfuscation.method import TextMethod
from privacy.domain.obfuscation.space import BadSpaceError, WordSpace
from privacy.models import ExportRequest
from privacy.selectors.export_files import (
    near_path,
    sentences_path,
    substituted_notes,
    words_path,
)
from privacy.selectors.preview_notes import preview_notes
from privacy.selectors.word_spaces import DOC2VEC, SHIPPED, backbone_of, words_of
from privacy.services.errors import FileChangedError, StateConflictError
from privacy.services.open_released import open_released, require_same
from worker.obfuscation.doc2vec import Doc2VecEncoder
from worker.obfuscation.embed import (
    EncoderError,
    SentenceEncoder,
    SentencePool,
    SentenceVectors,
    pool_bytes,
    pool_of,
    read_pool,
)
from worker.obfuscation.learn import EPOCHS, NoLearnerError, learn_words
from worker.tasks.context import JobContext, JobRefused


def run(context: JobContext) -> dict[str, Any]:
    """Payload: {"export": id}. The file is put in place at the end: who is killed before leaves nothing that counts."""
    export = ExportRequest.objects.get(
        pk=context.job.payload["export"], project=context.job.project
    )
    space = _learned(context, export)
    return {"words": len(space.words), "version": space.version, "export": export.number}


def word_space(context: JobContext, export: ExportRequest) -> WordSpace:
    """The words of a released export as points, kept beside it. Raises JobRefused."""
    try:
        with open_released(export):
            space = words_of(export).space
    except (StateConflictError, FileChangedError) as error:
        raise JobRefused(str(error)) from None
    except FileNotFoundError:
        space = None
    return space or _learned(context, export)


def _texts(export: ExportRequest) -> list[str]:
    """Those of a released export. Raises JobRefused."""
    try:
        with open_released(export) as file:
            return [text for _id, text, *_rest in substituted_notes(file)]
    except (StateConflictError, FileChangedError) as error:
        raise JobRefused(str(error)) from None


def _learned(context: JobContext, export: ExportRequest) -> WordSpace:
    """Learns them and puts them in place. Raises JobRefused."""
    space = taught(context, _texts(export))
    _publish(context, export, words_path(export), space_bytes(space))
    return space


def taught(context: JobContext, texts: Sequence[str]) -> WordSpace:
    """The words of these texts of an export as points. Raises JobRefused."""
    try:
        return learn_words(
            texts, on_epoch=lambda done: context.check(done, EPOCHS), on_line=context.sign
        )
    except NoLearnerError:
        raise JobRefused(_("Le paquet gensim n'est pas installé.")) from None
    except BadSpaceError:
        raise JobRefused(_("Cet export contient trop peu de mots.")) from None


def near_sentences(context: JobContext) -> dict[str, Any]:
    """Payload: {"export": id, "document": id, "encoder": a key of `sentence_encoders`}. The export's sentences are made points
    once, until another encoder is asked for; the note's go into its table."""
    export = ExportRequest.objects.get(
        pk=context.job.payload["export"], project=context.job.project
    )
    document = Document.objects.filter(pk=context.job.payload["document"], project=context.job.project).first()  # fmt: skip
    if document is None:
        raise JobRefused(_("Cette note n'est plus là."))
    seen = effects_on(export.project_id)  # before the note and the table are read
    key = str(context.job.payload.get("encoder", SHIPPED))
    encoder = encoder_of(context, key, lambda: _texts(export))
    pool = sentence_pool(context, export, encoder)
    file = preview_notes(document)
    path = near_path(export)
    table: dict[str, tuple[str, ...]] = {}
    if path.is_file():
        table |= read_neighbours(path, TextMethod.SENTENCE).table
    table |= pool.table(encoder, [file.notes[file.shown].text], context.sign)
    _publish(context, export, path, table_bytes(table), notes_seen=seen)
    return {"sentences": len(pool.sentences), "version": pool.encoder, "export": export.number}


def encoder_of(
    context: JobContext, key: str, texts: Callable[[], Sequence[str]]
) -> SentenceVectors:
    """`key`: one of `sentence_encoders`; `texts`: what Doc2Vec learns from. Raises JobRefused."""
    if key == SHIPPED:
        return shipped_encoder()
    if key == DOC2VEC:
        return _doc2vec(context, texts())
    folder = backbone_of(key)
    try:
        if folder is None:
            raise FileNotFoundError
        return SentenceEncoder(folder)
    except (FileNotFoundError, EncoderError) as error:
        raise JobRefused(_("Cet encodeur ne se lit pas : choisissez-en un autre.")) from error


def _doc2vec(context: JobContext, texts: Sequence[str]) -> SentenceVectors:
    """Learned again each time: its file would be a pickle. Raises JobRefused."""
    try:
        return Doc2VecEncoder(texts, on_epoch=lambda done: context.check(done, EPOCHS))
    except NoLearnerError:
        raise JobRefused(_("Le paquet gensim n'est pas installé.")) from None
    except BadSpaceError:
        raise JobRefused(_("Cet export contient trop peu de mots.")) from None


def shipped_encoder() -> SentenceEncoder:
    """Raises JobRefused."""
    folder = Path(settings.SHIPPED_MODEL)
    if not (folder / "config.json").is_file():
        raise JobRefused(_("Le modèle livré n'est pas là : aucune phrase ne peut être comparée."))
    return SentenceEncoder(folder)


def sentence_pool(
    context: JobContext, export: ExportRequest, encoder: SentenceVectors
) -> SentencePool:
    """The sentences of a released export as points, kept beside it; neighbours that another encoder found go. Raises JobRefused."""
    path = sentences_path(export)
    try:
        with open_released(export) as file:
            if (known := read_pool(path, encoder.version)) is not None:
                return known
            texts = [text for _id, text, *_rest in substituted_notes(file)]
    except (StateConflictError, FileChangedError) as error:
        raise JobRefused(str(error)) from None
    pool = pool_of(encoder, texts, context.check)
    if not pool.sentences:
        raise JobRefused(_("Cet export contient trop peu de mots."))
    near_path(export).unlink(missing_ok=True)
    _publish(context, export, path, pool_bytes(pool))
    return pool


def _publish(
    context: JobContext,
    export: ExportRequest,
    path: Path,
    content: bytes,
    notes_seen: int | None = None,
) -> None:
    """Put in place under the lock of the export, while it may still teach. `notes_seen`: of what holds digests of the project's own
    notes, oppositions before they were read; that the export is free of who opposed since frees nothing of these. Raises JobRefused."""
    draft = path.with_suffix(f".{context.job.pk}.draft")
    try:
        draft.write_bytes(content)
        with transaction.atomic():
            context.assert_owned()
            require_same(export)
            if notes_seen is not None:
                lock_project(export.project)  # an opposition waits, or is seen
                if has_lost_patients(export.project_id, notes_seen):
                    raise JobRefused(_("Un patient s'est opposé entre-temps : recommencez."))
            draft.replace(path)
    except StateConflictError as error:
        raise JobRefused(str(error)) from None
    finally:
        draft.unlink(missing_ok=True)
