"""The program that reads one document and ends: `python -m worker.trial.read_document`.

Bytes on standard input until its end, one message on standard output: `{"kind", "text"}` or `{"refusal"}`. A document
that breaks its reader, eats memory or never ends takes this process with it and nothing else.
"""

import sys

from worker.trial.confine import allow_seconds, confine, isolate
from worker.trial.documents import DocumentError, text_of
from worker.trial.wire import send

MEGABYTES = 1024
SECONDS = 8


def main() -> None:
    isolate()
    confine(megabytes=MEGABYTES)
    allow_seconds(SECONDS)
    data = sys.stdin.buffer.read()
    try:
        kind, text = text_of(data)
    except DocumentError as refusal:
        send(1, {"refusal": refusal.reason})
    else:
        send(1, {"kind": kind, "text": text})


if __name__ == "__main__":
    main()
