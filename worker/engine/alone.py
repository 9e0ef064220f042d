"""The engine in a process of its own: `python -m worker.engine.alone MODEL-FOLDER CACHE-FOLDER`.

It says ["ready", version] once, or ["refused", reason]; then one line for each line of standard input. To a JSON list of
[text, identity or null]: ["read", [[spans], priority] for each]. To {"text": …, "hidden": [places]}: ["read", [places that
are left in clear]]. Instead of any ["lost", name] where its graphics card has failed, ["full", ""] where its memory did not do for the
model. What happens to it happens to no worker.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final, cast

from annotation.domain.identity_record import identity_from_record, identity_to_record
from annotation.domain.notes import PatientIdentity
from annotation.domain.residual import residual
from annotation.domain.risk import Scored, priority
from annotation.domain.spans import Span
from deidweb import children
from worker.engine.doubts import left_in_clear
from worker.engine.encoder.card import causes, lost_card

if TYPE_CHECKING:
    from worker.engine.detector import Detector
    from worker.engine.hybrid import HybridDetector


# For what reads; a model needs its files several times over besides. Without limit on a card: its driver takes what that has.
MEMORY_BYTES: Final = 3 * 1024**3
_TIMES_ITS_FILES: Final = 4
_RESERVE: Final = 4 * 1024**2  # given back at the end of memory, to tell it with
_SCANT: Final = 256 * 1024**2  # with less left, memory was wanting, whatever the error says
# a thread that cannot start has no room for its stack, a library none for its pages; Rust is given a null for what Python can't make
_OUT_OF_MEMORY: Final = re.compile(
    r"(?i)alloc|\bmemory\b|start new thread|pthread_create|map segment|map zero-fill|object descriptor|pointer is null"
)


def main() -> None:
    """The whole life of the child, which loads the engine; who only asks does not."""
    from worker.engine.build import EngineError, build_detector
    from worker.engine.encoder.card import CardLostError
    from worker.engine.encoder.choice import has_cuda

    model = Path(sys.argv[1])
    reserve = bytearray(_RESERVE)
    with children.private_output() as answers:
        if not has_cuda():
            children.limit_data(memory_for(model))
        try:
            detector = build_detector("hybrid", model, cache=Path(sys.argv[2]))
        except CardLostError as error:
            _say(answers, ["lost", error.card])
            return
        except BaseException as error:  # a library in Rust panics by what is no Exception
            del reserve
            if is_out_of_memory(error) or children.data_left() < _SCANT:
                _say(answers, ["full", ""])
            elif isinstance(error, EngineError):
                _say(answers, ["refused", error.reason])
            else:
                raise
            return
        _say(answers, ["ready", detector.version])
        for line in sys.stdin.buffer:
            _say(answers, answer(detector, json.loads(line)))


def memory_for(model: Path) -> int:
    """Bytes that an engine with this model may take."""
    files = sum(path.stat().st_size for path in model.rglob("*") if path.is_file())
    return MEMORY_BYTES + _TIMES_ITS_FILES * files


def is_out_of_memory(error: BaseException) -> bool:
    """PyTorch, ONNX Runtime and the system each say it in a class of their own."""
    return any(
        isinstance(cause, MemoryError)
        # an error of ours names the model's folder
        or (not isinstance(cause, ValueError) and _OUT_OF_MEMORY.search(str(cause)))
        for cause in causes(error)
    )


def request(texts: Sequence[str], patients: Sequence[PatientIdentity | None]) -> list[list[Any]]:
    """What the child is asked."""
    records = [one and identity_to_record(one) for one in patients]
    return [list(row) for row in zip(texts, records, strict=True)]


def request_closely(text: str, hidden: Sequence[tuple[int, int]]) -> dict[str, Any]:
    """What the child is asked about one text of which places are hidden."""
    return {"text": text, "hidden": hidden}


def answer(detector: Detector, asked: list[list[Any]] | dict[str, Any]) -> list[Any]:
    """To one line; what goes wrong is said by its type alone, since a message may quote a note."""
    try:
        if isinstance(asked, dict):
            hidden = [(start, end) for start, end in asked["hidden"]]
            return ["read", left_in_clear(cast("HybridDetector", detector), asked["text"], hidden)]
        return ["read", _read(detector, asked)]
    except Exception as error:  # noqa: BLE001 - the parent tries the notes one by one
        card = lost_card(error)
        return ["lost", card] if card else ["failed", type(error).__name__]


def _read(detector: Detector, notes: list[list[Any]]) -> list[list[Any]]:
    """Spans and urgency of these notes."""
    texts = [text for text, _record in notes]
    patients = [None if record is None else identity_from_record(record) for _text, record in notes]
    found = detector.detect(texts, patients)
    return [_told(text, spans) for text, spans in zip(texts, found, strict=True)]


def _told(text: str, spans: Sequence[Span]) -> list[Any]:
    """The urgency is worked out here, too: it takes the same look at the whole text."""
    scored = [Scored(str(span.label), span.score, span.doubt) for span in spans]
    told = priority(scored, residual(text, [(span.start, span.end) for span in spans]))
    return [[asdict(span) for span in spans], asdict(told)]


def _say(answers: IO[bytes], message: list[Any]) -> None:
    answers.write(json.dumps(message).encode() + b"\n")
    answers.flush()


if __name__ == "__main__":
    main()
