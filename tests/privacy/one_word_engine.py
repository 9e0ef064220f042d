"""Stands for the engine in its own process: its model would hide the first word of LC_WORDS, and it dies on the second."""

import json
import os
import re
import signal
import sys

from deidweb import children
from worker.engine.alone import answer
from worker.engine.hybrid import HybridDetector
from worker.engine.reading import Reading
from worker.engine.rules.engine import RuleDetector


class OneWord:
    version = "one-word"

    def __init__(self, word, poison):
        self.word, self.poison = word, poison

    def read(self, texts):
        return [self._reading(text) for text in texts]

    def _reading(self, text):
        if self.poison in text:
            os.kill(os.getpid(), signal.SIGSEGV)
        places = [found.span() for found in re.finditer(r"\w+", text)]
        outside = [0.1 if text[start:end] == self.word else 0.999 for start, end in places]
        return Reading([], *zip(*places, strict=True), outside)


if __name__ == "__main__":
    with children.private_output() as answers:
        detector = HybridDetector(RuleDetector(), OneWord(*os.environ["LC_WORDS"].split()))
        answers.write(json.dumps(["ready", detector.version]).encode() + b"\n")
        answers.flush()
        for line in sys.stdin.buffer:
            answers.write(json.dumps(answer(detector, json.loads(line))).encode() + b"\n")
            answers.flush()
