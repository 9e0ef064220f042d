"""Python inside an installation: one process that has Django ready, a fork of it for each request.

Started as a program in the installation's environment. A fork has connections, modules and an end of
its own, as a process started for the purpose would, for a twentieth of its time.
"""

from __future__ import annotations

import gc
import json
import os
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

# What almost every request imports.
READY = ("annotation.services", "privacy.services", "worker.tasks", "django.core.management")


class Done(NamedTuple):
    status: int
    out: str
    err: str


class Interpreter:
    """The near end: `run(code)`, `manage(arguments)`."""

    def __init__(self, start: Callable[..., Any], folder: Path) -> None:
        """`start(module, arguments, files)` gives the process; `folder` takes what the requests print."""
        theirs, ours = os.pipe()
        answers, told = os.pipe()
        self._process = start(__name__, [str(folder)], [theirs, told, 2])
        os.close(theirs)
        os.close(told)
        self._requests, self._answers = os.fdopen(ours, "w"), os.fdopen(answers)

    def run(self, code: str) -> Done:
        return self._ask({"code": code})

    def manage(self, arguments: tuple[str, ...]) -> Done:
        return self._ask({"manage": arguments})

    def _ask(self, request: dict[str, object]) -> Done:
        self._requests.write(json.dumps(request) + "\n")
        self._requests.flush()
        answer = self._answers.readline()
        assert answer, "the interpreter has ended"
        return Done(*json.loads(answer))

    def stop(self) -> None:
        self._requests.close()  # the end of its input ends it
        self._process.wait(timeout=120)
        self._answers.close()


def _serve(folder: Path) -> None:
    gc.freeze()  # a fork need not look through what all have: 0.1 to 0.5 s each
    # Requests print into files; only answers go where the near end reads them.
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    for line in sys.stdin:
        request = json.loads(line)
        status = _in_fork(lambda request=request: _obey(request), folder)
        done = Done(status, *(_text(folder, name) for name in ("out", "err")))
        print(json.dumps(done), file=answers, flush=True)


def _in_fork(work: Callable[[], None], folder: Path) -> int:
    """Exit status of a fork in which `work` runs, its output in files of `folder`."""
    pid = os.fork()
    if pid == 0:
        for number, name in ((1, "out"), (2, "err")):
            file = os.open(folder / f"interpreter.{name}", os.O_CREAT | os.O_TRUNC | os.O_WRONLY)
            os.dup2(file, number)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os._exit(_status_of(work))
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def _status_of(work: Callable[[], None]) -> int:
    try:
        work()
        status = 0
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:  # noqa: BLE001 - the near end is told, whatever it was
        traceback.print_exc()
        status = 1
    sys.stdout.flush()
    sys.stderr.flush()
    return status


def _obey(request: dict[str, object]) -> None:
    if "manage" in request:
        from django.core.management import CommandError, call_command

        try:
            call_command(*request["manage"])  # without the checks, which import every page
        except CommandError as error:
            sys.stderr.write(f"{error}\n")
            sys.exit(error.returncode)
    else:
        exec(compile(request["code"], "<request>", "exec"), {"__name__": "__main__"})


def _text(folder: Path, name: str) -> str:
    return (folder / f"interpreter.{name}").read_text(encoding="utf-8", errors="replace")


if __name__ == "__main__":
    import importlib

    import django

    django.setup()
    for _name in READY:
        importlib.import_module(_name)
    _serve(Path(sys.argv[1]))
