"""Job "learn_lines": which lines come back in the notes of many patients, and how people marked them."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db import transaction

from annotation.domain.line_memory import count, lines, remembered, version_of
from annotation.selectors.memory import lessons_of, line_secret, memory_of, texts_of
from annotation.services.write_memory import write_memory
from worker.tasks.context import JobContext

_EVERY = 100  # notes between two looks at the person who may want to stop


def run(context: JobContext) -> dict[str, Any]:
    """No payload. The memory is written anew; whoever asks for a pre-annotation after that gets its suggestions."""
    project = context.job.project
    lessons, secret = lessons_of(project), line_secret(project)
    total = project.documents.count()
    samples: dict[str, tuple[UUID, int]] = {}
    for number, note in enumerate(texts_of(project)):
        if number % _EVERY == 0:
            context.check(number, total)
        count(lessons, note.text, str(note.patient_id or note.pk), secret)
        for line in lines(note.text, secret):
            if line.key in lessons:
                samples.setdefault(line.key, (note.pk, line.start))
    memory = remembered(lessons)
    with transaction.atomic():
        context.assert_owned()
        has_changed = version_of(memory_of(project)) != version_of(memory)
        write_memory(project, memory, samples)
    return {"lines": len(memory), "changed": has_changed}
