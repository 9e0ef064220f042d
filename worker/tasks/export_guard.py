"""A patient's file that ended an attempt of a build is tried apart by the next one, and the note at fault is set aside."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from django.db import transaction

from annotation.models import Document, NoteAside
from annotation.services.set_aside import set_aside
from privacy.domain.errors import PrivacyError
from privacy.domain.randomness import StudyKey
from privacy.domain.source_file import SourceFile
from privacy.models import ExportRequest
from privacy.selectors.export_files import export_path
from privacy.selectors.export_notes import (
    Entry,
    export_plan,
    exportable,
    notes_by_pseudonym,
    read_patients,
)
from privacy.services.build_export import Guard, NothingToExportError
from privacy.services.keep_keys import load_key
from worker.tasks.context import JobCancelled, JobContext, JobRefused
from worker.tasks.preannotate import aside_words
from worker.tasks.rehearsal import InHand, Rehearsal

STAGE: Final = "build_export"
_WORDS: Final = "fabrication d'un export"
_NOBODYS_FAULT: Final = (JobCancelled, JobRefused, NothingToExportError, PrivacyError)


@contextmanager
def guarded(context: JobContext, export: ExportRequest) -> Iterator[Guard]:
    """For one attempt. What it has in hand stays written down where it ends by what nobody expected."""
    in_hand = InHand(export_path(export).with_suffix(f".{context.job.pk}.hand.draft"))
    rehearsal = Rehearsal((STAGE, str(export.pk)), context.sign_or_stop)
    try:
        yield _ExportGuard(context, export, in_hand, rehearsal, in_hand.left())
    except _NOBODYS_FAULT:
        in_hand.put_down()
        raise
    else:
        in_hand.put_down()
    finally:
        rehearsal.close()


@dataclass
class _ExportGuard:
    """`left`: whom a former attempt had in hand. Patients come in the order of their pseudonyms."""

    context: JobContext
    export: ExportRequest
    in_hand: InHand
    rehearsal: Rehearsal
    left: str
    aside: int = 0

    def __call__(self, source: SourceFile) -> SourceFile | None:
        self.in_hand.take(source.public_id)
        if not self.left or source.public_id < self.left:
            return source
        return self._tried(source)

    def _tried(self, source: SourceFile) -> SourceFile | None:
        """What is left of the file once the notes that fail are set aside."""
        found: SourceFile | None = source
        while found is not None and (failure := self._failure(found, None)):
            names = [note.id for note in found.notes]
            alone = {name: why for name in names if (why := self._failure(found, [name]))}
            # none fails alone: then they fail together, and nobody can tell which of them it is
            self._set_aside(found, alone or dict.fromkeys(names, failure))
            found = self._read_again(found)
        return found

    def _failure(self, source: SourceFile, names: list[str] | None) -> str:
        entry = self._entries[source.public_id]
        notes = [note for note in source.notes if names is None or note.id in names]
        asked = [entry.public_id, entry.field, str(entry.pk), names]
        return self.rehearsal.failure(asked, sum(len(note.text) for note in notes))

    def _set_aside(self, source: SourceFile, failures: dict[str, str]) -> None:
        self.rehearsal.require_sound()
        entry = self._entries[source.public_id]
        own = exportable(self.export.project, self.export.scope).filter(**{entry.field: entry.pk})
        by_name = notes_by_pseudonym(self.export, self._key, own)
        with transaction.atomic():
            self.context.assert_owned()
            wanted = [by_name[name] for name in failures if name in by_name]
            notes = Document.objects.in_bulk(wanted)
            for name in failures.keys() & by_name.keys():
                set_aside(notes[by_name[name]], NoteAside.Why(failures[name]), _WORDS)
        self.aside += len(notes)
        self.context.say(aside_words(self.aside))

    def _read_again(self, source: SourceFile) -> SourceFile | None:
        entry = self._entries[source.public_id]
        files = read_patients(self.export.project, self.export.scope, self._key, [entry])
        return next(files, None)

    @cached_property
    def _key(self) -> StudyKey:
        return load_key(self.export.study_id, self.export.key_version)

    @cached_property
    def _entries(self) -> dict[str, Entry]:
        plan = export_plan(self.export.project, self.export.scope, self._key)
        return {entry.public_id: entry for entry in plan}
