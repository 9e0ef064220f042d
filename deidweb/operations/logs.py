"""Log lines without anybody's data: what our code says, and of others' errors the type and the place.

An exception of a library quotes what it choked on (PostgreSQL names the value of a duplicate key, a parser the line), so
no message of an exception is ever printed. Of other loggers only the sentence as it stands in their source is
printed, with numbers; words put into it are left out. DEIDWEB_FULL_TRACEBACKS=1 shows everything, for developers.

>>> "IntegrityError at write_documents.py:71" stands for a page of traceback with a patient's number in it.
"""

from __future__ import annotations

import json
import logging
import sys
import threading
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Final, TextIO

_OURS: Final = ("deidweb", "annotation", "privacy", "icdcoder", "worker")
_FRAMES: Final = 12
_WITHHELD: Final = "(message withheld)"
# What `logging.config` is told, in the settings and for gunicorn, which reads its own before them.
FORMATTERS: Final[dict[str, dict[str, Any]]] = {
    "line": {"()": "deidweb.operations.logs.PlainLines"},
    "json": {"()": "deidweb.operations.logs.JsonLines"},
    "full": {"format": "%(asctime)s %(levelname)s %(name)s %(message)s"},
}
Trouble = tuple[type[BaseException] | None, BaseException | None, TracebackType | None]


def facts_of(record: logging.LogRecord) -> dict[str, Any]:
    """What may be said of a record, in the order in which it is read."""
    facts: dict[str, Any] = {
        "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
        "level": record.levelname,
        "logger": record.name,
        "message": _message(record),
    }
    if not _is_ours(record.name):
        facts["where"] = f"{record.filename}:{record.lineno}"
    if record.exc_info and record.exc_info[0] is not None:
        facts |= error_facts(record.exc_info)
    status = getattr(record, "status_code", None)
    return facts if status is None else facts | {"status": int(status)}


def error_facts(trouble: Trouble) -> dict[str, Any]:
    """Type, innermost place and the places that led there; no message, no value."""
    kind, _error, trace = trouble
    places: list[str] = []
    while trace is not None:
        code = trace.tb_frame.f_code
        places.append(f"{Path(code.co_filename).name}:{trace.tb_lineno}")
        trace = trace.tb_next
    name = kind.__name__ if kind else "?"
    return {"error": name, "at_line": places[-1] if places else "?", "trace": places[-_FRAMES:]}


def _message(record: logging.LogRecord) -> str:
    if _is_ours(record.name):
        return record.getMessage()
    if not record.args:
        return _WITHHELD  # may have been put together before it was handed over
    try:
        return str(str(record.msg) % _masked(record.args))
    except (TypeError, ValueError, KeyError):
        return _WITHHELD


def _masked(given: Any) -> Any:
    if isinstance(given, dict):
        return {key: _mask(value) for key, value in given.items()}
    return tuple(_mask(value) for value in given)


def _mask(value: Any) -> Any:
    return value if isinstance(value, int | float) else "…"


def _is_ours(name: str) -> bool:
    return name.partition(".")[0] in _OURS


class JsonLines(logging.Formatter):
    """One JSON object a line: CR and LF in a message can't make a second line of it."""

    def format(self, record: logging.LogRecord) -> str:
        return json.dumps(facts_of(record), ensure_ascii=False)


class PlainLines(logging.Formatter):
    """The same facts for a person at a terminal."""

    def format(self, record: logging.LogRecord) -> str:
        facts = facts_of(record)
        head = " ".join(str(facts.pop(key)) for key in ("at", "level", "logger", "message"))
        rest = " ".join(f"{key}={value}" for key, value in facts.items())
        return f"{head} {rest}".strip().replace("\r", "\\r").replace("\n", "\\n")


class Console(logging.StreamHandler[TextIO]):
    """Lines on the standard error. One that cannot be written (the disk is full, its reader is gone) stops nobody; how many there
    were is said by the next that can. `logging` itself would print such a record whole, with the words that we leave out."""

    lost = 0  # of this process, since the last that was written
    last = ""  # why the last of them was not, and which it was: a line of ours with a fault in it is none of the disk's

    def emit(self, record: logging.LogRecord) -> None:
        """Before what comes after a gap, how wide it was."""
        if missing := Console.lost:
            Console.lost, last = 0, Console.last
            said = (
                __name__,
                logging.WARNING,
                __file__,
                0,
                "%d log lines came late or are lost, the last by %s",
                (missing, last),
                None,
            )
            super().emit(logging.LogRecord(*said))
            if Console.lost:
                Console.lost += missing  # it would not have been written either
                Console.last = last
                return
        super().emit(record)

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - its name there
        """Called where a line has failed."""
        kind = sys.exc_info()[0] or Exception
        Console.lost += 1
        Console.last = f"{kind.__name__} at {record.filename}:{record.lineno}"


def guard_uncaught() -> None:
    """What nobody catches ends in one line as well: commands, threads."""
    sys.excepthook = _uncaught
    threading.excepthook = lambda given: _uncaught(
        given.exc_type, given.exc_value, given.exc_traceback
    )


def _uncaught(
    kind: type[BaseException], error: BaseException | None, trace: TracebackType | None
) -> None:
    if issubclass(kind, KeyboardInterrupt):
        return
    logger = logging.getLogger("deidweb.uncaught")
    logger.critical("uncaught", exc_info=(kind, error or kind(), trace))
