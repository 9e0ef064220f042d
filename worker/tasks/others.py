"""What a released export teaches about notes that are measured: never the substituted copies of these patients' own notes, for each
would be the nearest neighbour of its original."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from annotation.domain.notes import Note
from privacy.domain.obfuscation.space import WordSpace
from privacy.domain.pseudonyms import pseudonym
from privacy.models import ExportRequest
from privacy.selectors.export_files import substituted_notes
from privacy.services.errors import FileChangedError, StateConflictError
from privacy.services.keep_keys import StudyKeyError, load_key
from privacy.services.open_released import open_released
from worker.obfuscation.embed import SentencePool, SentenceVectors, sentences_of
from worker.tasks.context import JobContext, JobRefused
from worker.tasks.neighbours import sentence_pool, taught, word_space


@dataclass(frozen=True, slots=True)
class Others:
    """The texts of an export but those of `left_out` notes."""

    export: ExportRequest
    texts: tuple[str, ...] = field(repr=False)
    left_out: int


def others_in(export: ExportRequest, notes: Sequence[Note]) -> Others:
    """Its notes without those of the patients of `notes`. Raises JobRefused."""
    try:
        own = _names(export, notes)
        with open_released(export) as file:
            read = [
                (text, {public_id, patient}) for public_id, text, _marks, _stay, patient in substituted_notes(file)
            ]  # fmt: skip
    except StudyKeyError:
        raise JobRefused(
            _(
                "La clé de l'étude de cet export n'est plus là : rien ne dit quelles notes y sont celles des patients comparés. "
                "Choisissez un autre export."
            )
        ) from None
    except (StateConflictError, FileChangedError) as error:
        raise JobRefused(str(error)) from None
    texts = tuple(text for text, names in read if own.isdisjoint(names))
    if not texts:
        raise JobRefused(
            _(
                "Cet export ne contient que des notes des patients comparés : leurs voisins seraient elles-mêmes. "
                "Choisissez l'export d'autres patients, ou un jeu de données qui a une part de test."
            )
        )
    return Others(export, texts, len(read) - len(texts))


def _names(export: ExportRequest, notes: Sequence[Note]) -> frozenset[str]:
    """What these notes and their patients are called in the export, whether it holds them or not. Raises StudyKeyError."""
    key = load_key(export.study_id, export.key_version)
    holders = [("patient", n.patient.id) if n.patient.id else ("alone", n.id) for n in notes]
    named = [*holders, *(("note", note.id) for note in notes)]
    return frozenset(pseudonym(key, kind, name) for kind, name in named)


def words_of_others(context: JobContext, others: Others) -> WordSpace:
    """What the export's words are kept as where nothing is left out, else learned for this once. Raises JobRefused."""
    return taught(context, others.texts) if others.left_out else word_space(context, others.export)


def sentences_of_others(
    context: JobContext, others: Others, encoder: SentenceVectors
) -> SentencePool:
    """Those that a note of the others holds. Raises JobRefused."""
    pool = sentence_pool(context, others.export, encoder)
    kept = set(sentences_of(others.texts))
    places = [place for place, sentence in enumerate(pool.sentences) if sentence in kept]
    return SentencePool(
        tuple(pool.sentences[place] for place in places), pool.vectors[places], pool.encoder
    )
