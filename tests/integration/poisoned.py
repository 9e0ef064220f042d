"""A note that kills whoever handles it: in the process that calls `poison` and, as a program, in the child that tries notes apart."""

import os
import signal
import sys


def poison(stage):
    """« quirlipoison » ends a build, « quirlicode » a coding."""
    from worker.tasks import rehearsal

    rehearsal.MODULE = "tests.integration.poisoned"
    _POISONS[stage]()


def _poison_builds():
    from privacy.services import build_export

    substitute = build_export.substitute_patient_file

    def poisoned(notes, **named):
        _die_of("quirlipoison", [note.text for note in notes])
        return substitute(notes, **named)

    build_export.substitute_patient_file = poisoned


def _poison_codings():
    from icdcoder.domain.dictionary import DictionaryCoder

    predict = DictionaryCoder.predict

    def poisoned(self, texts, *rest, **named):
        _die_of("quirlicode", texts)
        return predict(self, texts, *rest, **named)

    DictionaryCoder.predict = poisoned


_POISONS = {"build_export": _poison_builds, "predict_codes": _poison_codings}


def _die_of(word, texts):
    if any(word in text for text in texts):
        os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    import django

    from worker import rehearse

    django.setup()
    poison(sys.argv[1])
    rehearse.main()
