"""Stands for the engine in its own process: some words are too much for it."""

import json
import os
import re
import signal
import sys

from annotation.domain.spans import Span
from deidweb import children
from worker.engine.alone import MEMORY_BYTES, answer


class Poisonable:
    version = "poisonable-1"

    def detect(self, texts, patients=None):
        for text in texts:
            if "POISON" in text:
                re.match(r"(a+)+$", "a" * 60 + "b")  # holds the interpreter's lock for ever
            if "CRASH" in text:
                os.kill(os.getpid(), signal.SIGSEGV)
            if "MEMOIRE" in text:
                bytearray(2 * MEMORY_BYTES)
            if "ERREUR" in text:
                raise RecursionError(text)
        return [[Span(0, 2, "PER", "NOM", 0.8, "rule:first")] for _text in texts]


if __name__ == "__main__":
    with children.private_output() as answers:
        children.limit_data(MEMORY_BYTES)
        answers.write(json.dumps(["ready", Poisonable.version]).encode() + b"\n")
        answers.flush()
        for line in sys.stdin.buffer:
            answers.write(json.dumps(answer(Poisonable(), json.loads(line))).encode() + b"\n")
            answers.flush()
