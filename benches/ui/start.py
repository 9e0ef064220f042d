"""How much longer the demonstration takes to load for its three weeks of history: `load_demo` with them and without.

In seconds of processor, for one thread does it all: they are the same on a machine that does something else, too.
"""

from __future__ import annotations

import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

from benches.ui.measures import Measure
from benches.ui.served import ROOT, installation

TIMES: Final = 2
AT_MOST: Final = 10  # seconds
WITH: Final = "import django; django.setup(); from django.core.management import call_command\n"
# accounts and notes alone
WITHOUT: Final = f"""{WITH}from deidweb.demo_history.story import Story
for name in ("_read", "_settle", "_happen", "_leave_work"):
    setattr(Story, name, lambda *_given: None)
"""


def run() -> list[Measure]:
    """Means of fresh databases, by turns; the nomenclature is there, as after `make run`."""
    taken = [(_seconds(WITH), _seconds(WITHOUT)) for _time in range(TIMES)]
    long, short = (statistics.mean(column) for column in zip(*taken, strict=True))
    detail = f"moyennes de {TIMES} : {long:.1f} s avec, {short:.1f} s sans"
    return [
        Measure("charger les trois semaines de la démonstration", long - short, "s", AT_MOST, detail,
                bar="three weeks of the demonstration, loaded at the first start (processor)"),
    ]  # fmt: skip


def _seconds(code: str) -> float:
    folder = Path(tempfile.mkdtemp())
    (folder / "cim10").symlink_to(ROOT / "var" / "cim10")
    environment = os.environ | installation(folder)

    def python(*arguments: str) -> None:
        subprocess.run([sys.executable, *arguments], cwd=ROOT, env=environment, check=True, stdout=subprocess.DEVNULL)  # fmt: skip

    try:
        python("manage.py", "migrate", "--no-input", "--verbosity=0")
        before = _processor()
        python("-c", f"{code}call_command('load_demo')")
        return _processor() - before
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _processor() -> float:
    """Of the processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
