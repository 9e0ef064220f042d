"""Stands for `worker.rehearse`: ends as it is asked to."""

import json
import os
import re
import signal
import sys

from deidweb import children

MEMORY_BYTES = 512 * 1024**2


def obey(asked):
    if asked == "loop":
        re.match(r"(a+)+$", "a" * 60 + "b")  # holds the interpreter's lock for ever
    if asked == "crash":
        os.kill(os.getpid(), signal.SIGSEGV)
    if asked == "memory":
        bytearray(2 * MEMORY_BYTES)
    return {"failed": b"failed", "again": b"again"}.get(asked, b"done")


if __name__ == "__main__":
    with children.private_output() as answers:
        children.limit_data(MEMORY_BYTES)
        answers.write(b"ready\n")
        answers.flush()
        for line in sys.stdin.buffer:
            answers.write(obey(json.loads(line)) + b"\n")
            answers.flush()
