"""The program that works on one PDF and ends: `python -m worker.trial.redact_document`.

On standard input one message, `{"do": "read"}` or `{"do": "redact", "text", "spans", "preview"}`, then the file until its
end; on standard output one message: `{"text"}`, `{"pdf" | "pages", …}` or `{"refusal"}`. Limits as for
`worker.trial.read_document`, whose reader leaves headers out: what is to be made unreadable is read whole. `{"long": true}`
beside what is to be done: nobody waits before a page, and a longer document gets more time.
"""

from __future__ import annotations

import os
from base64 import b64encode
from typing import Any, Final

from annotation.domain.formats.pdf import OCR_SECONDS as LONG_OCR_SECONDS
from annotation.domain.formats.pdf_ocr import Budget, OcrError
from annotation.domain.formats.pdf_pages import UNREADABLE, PdfError
from worker.trial.confine import allow_seconds, confine, isolate
from worker.trial.wire import MOST_BYTES, Closed, receive, send

MEGABYTES: Final = 1536
SECONDS: Final = 40
OCR_SECONDS: Final = 20.0
LONG_SECONDS: Final = 600
LONG_CHARACTERS: Final = 1_000_000
MOST_SHOWN: Final = 12  # pages side by side
CHANGED: Final = "ce document n'est plus le même : recommencez"
TOO_LONG_TO_REDACT: Final = "le document dépasse 1 000 000 de caractères"
MOST_MADE: Final = MOST_BYTES // 4 * 3 - 4096  # in base64, with a message around it
TOO_LARGE: Final = "le PDF caviardé serait trop gros : découpez le document"
STILL_THERE: Final = "une partie de ce qui devait disparaître se lit encore dans le PDF caviardé : il n'est pas remis"


def main() -> None:
    isolate()
    confine(megabytes=MEGABYTES)
    allow_seconds(SECONDS)
    try:
        asked = receive(0)
        if asked.get("long"):
            allow_seconds(LONG_SECONDS)
        send(1, answer(asked, _rest()))
    except Closed:
        return


def answer(asked: dict[str, Any], data: bytes) -> dict[str, Any]:
    """What is told for this message and this file."""
    from worker.trial.documents import MOST_CHARACTERS, TOO_LONG
    from worker.trial.redact import RedactionError, png, read_whole, redact

    if not data.startswith(b"%PDF-"):
        return {"refusal": UNREADABLE}
    try:
        is_long = bool(asked.get("long"))
        pages, composed = read_whole(data, Budget(LONG_OCR_SECONDS if is_long else OCR_SECONDS))
        if len(composed.text) > (LONG_CHARACTERS if is_long else MOST_CHARACTERS):
            return {"refusal": TOO_LONG_TO_REDACT if is_long else TOO_LONG}
        if asked["do"] == "read":
            return {"text": composed.text}
        if composed.text != asked["text"]:
            return {"refusal": CHANGED}
        made, sheets = redact(data, pages, composed, [(one[0], one[1]) for one in asked["spans"]])
    except (PdfError, OcrError) as error:
        return {"refusal": error.reason}
    except RedactionError:
        return {"refusal": STILL_THERE}
    told: dict[str, Any] = {
        "bytes": len(made),
        "sheets": len(sheets),
        "scanned": [i + 1 for i, sheet in enumerate(sheets) if sheet.is_ocr],
    }
    if not asked["preview"]:
        if len(made) > MOST_MADE:
            return {"refusal": TOO_LARGE}
        return told | {"pdf": b64encode(made).decode()}
    shown = sheets[:MOST_SHOWN]
    return told | {
        "pages": [[_shown(png(s.before.dots)), _shown(png(s.after.dots))] for s in shown]
    }


def _shown(picture: bytes) -> str:
    return "data:image/png;base64," + b64encode(picture).decode()


def _rest() -> bytes:
    found = bytearray()
    while piece := os.read(0, 1 << 16):
        found += piece
    return bytes(found)


if __name__ == "__main__":
    main()
