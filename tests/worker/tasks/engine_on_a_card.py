"""Stands for the engine in its own process, on a graphics card that fails at the second batch of notes; never on the processor."""

import json
import os
import sys

from annotation.domain.spans import Span
from deidweb import children
from worker.engine.alone import answer


class OnACard:
    version = "card-1"
    batches = 0

    def detect(self, texts, patients=None):
        self.batches += 1
        if self.batches > 1 and os.environ.get("CUDA_VISIBLE_DEVICES") != "":
            raise RuntimeError("CUDA error: unspecified launch failure")
        return [[Span(0, 2, "PER", "NOM", 0.8, "rule:first")] for _text in texts]


if __name__ == "__main__":
    with children.private_output() as answers:
        answers.write(json.dumps(["ready", OnACard.version]).encode() + b"\n")
        answers.flush()
        detector = OnACard()
        for line in sys.stdin.buffer:
            answers.write(json.dumps(answer(detector, json.loads(line))).encode() + b"\n")
            answers.flush()
