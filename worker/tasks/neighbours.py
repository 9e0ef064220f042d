"""Job `learn_neighbours`: words as points, from a released export (privacy.domain.obfuscation)."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from privacy.domain.obfuscation.files import space_bytes
from privacy.domain.obfuscation.space import BadSpaceError
from privacy.models import ExportRequest
from privacy.selectors.export_files import substituted_notes, words_path
from privacy.services.errors import FileChangedError, StateConflictError
from privacy.services.open_released import open_released, require_same
from worker.obfuscation.learn import EPOCHS, NoLearnerError, learn_words
from worker.tasks.context import JobContext, JobRefused


def run(context: JobContext) -> dict[str, Any]:
    """Payload: {"export": id}. The file is put in place at the end: who is killed before leaves nothing that counts."""
    export = ExportRequest.objects.get(
        pk=context.job.payload["export"], project=context.job.project
    )
    try:
        with open_released(export) as file:
            texts = [text for _id, text, *_rest in substituted_notes(file)]
        space = learn_words(texts, on_epoch=lambda done: context.check(done, EPOCHS))
    except (StateConflictError, FileChangedError) as error:
        raise JobRefused(str(error)) from None
    except NoLearnerError:
        raise JobRefused(_("Le paquet gensim n'est pas installé.")) from None
    except BadSpaceError:
        raise JobRefused(_("Cet export contient trop peu de mots.")) from None
    path = words_path(export)
    draft = path.with_suffix(f".{context.job.pk}.draft")
    try:
        draft.write_bytes(space_bytes(space))
        with transaction.atomic():
            context.assert_owned()
            require_same(export)
            draft.replace(path)
    except StateConflictError as error:
        raise JobRefused(str(error)) from None
    finally:
        draft.unlink(missing_ok=True)
    return {"words": len(space.words), "version": space.version, "export": export.number}
