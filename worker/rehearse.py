"""The child of `worker.tasks.rehearsal`: `python -m worker.rehearse STAGE ID`, in a worker's own environment.

It says "ready", then for each line of standard input, a JSON value: "done" when the job may do the same, "failed" when it would
fail, "again" where only the database did. Nothing that it works out leaves it.
"""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from types import SimpleNamespace
from typing import IO, Any, Final, cast

import django

from deidweb import children

MEMORY_BYTES: Final = 4 * 1024**3
Work = Callable[[Any], None]


def main() -> None:
    """The whole life of the child."""
    stage, *ids = sys.argv[1:]
    with children.private_output() as answers:
        django.setup()
        work = STAGES[stage](*ids)
        children.limit_data(MEMORY_BYTES)
        _say(answers, b"ready")
        for line in sys.stdin.buffer:
            _say(answers, answer(work, json.loads(line)))


def answer(work: Work, asked: Any) -> bytes:
    """What goes wrong is not told: a message may quote a note."""
    from django.db import Error

    from privacy.domain.errors import PrivacyError

    try:
        work(asked)
    except PrivacyError:  # a refusal: the job says why
        return b"done"
    except Error:
        return b"again"
    except Exception:  # noqa: BLE001 - whatever it is, it would end the job
        return b"failed"
    return b"done"


def build_export(export_id: str) -> Work:
    """Asked [public id, field, key of the patient or the note, names of the notes or null for all]."""
    from uuid import UUID

    from privacy.models import ExportRequest
    from privacy.selectors.export_notes import Entry, only_notes, read_patients
    from privacy.services.build_export import Build
    from privacy.services.keep_keys import load_key
    from worker.tasks.context import JobContext
    from worker.tasks.export import near_of
    from worker.tasks.text_codes import codes_of

    export = ExportRequest.objects.select_related("project", "study", "pool").get(pk=export_id)
    key = load_key(export.study_id, export.key_version)
    silent = cast(JobContext, SimpleNamespace(check=lambda *_told: None, sign=lambda: None))
    build = Build.of(export, key, codes_of=codes_of(), near_of=near_of(silent, export))

    def work(asked: list[Any]) -> None:
        public_id, name, pk, wanted = asked
        entry = Entry(public_id, name, UUID(pk))
        for source in read_patients(export.project, export.scope, key, [entry]):
            build.add(source if wanted is None else only_notes(source, wanted), io.BytesIO())

    return work


def predict_codes(project_id: str) -> Work:
    """Asked [[text, hidden places], …]."""
    from uuid import UUID

    from worker.selectors.coders import coder_for

    coder = coder_for(UUID(project_id))

    def work(asked: list[list[Any]]) -> None:
        coder.predict([text for text, _hidden in asked], hidden=[hidden for _text, hidden in asked])

    return work


STAGES: Final[dict[str, Callable[..., Work]]] = {
    "build_export": build_export,
    "predict_codes": predict_codes,
}


def _say(answers: IO[bytes], word: bytes) -> None:
    answers.write(word + b"\n")
    answers.flush()


if __name__ == "__main__":
    main()
