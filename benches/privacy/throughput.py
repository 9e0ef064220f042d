"""The `substitute` command as a steward starts it: notes a second and core, memory while 50,000 notes pass.

``python -m benches.privacy.throughput FILE`` prints the notes a second of one file without the command around them.
"""

import itertools
import os
import subprocess
import sys
import time
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Final

from annotation.domain.formats.jsonl import read_notes
from benches.privacy.files import write_notes
from privacy.domain.exported_note import line_of
from privacy.domain.patient_file import patient_key
from privacy.domain.policy import SubstitutionPolicy
from privacy.domain.randomness import StudyKey
from privacy.domain.substitute import substitute_patient_file
from privacy.domain.tables import default_tables

WARM: Final = 300  # notes whose time is that of tables and caches
_TICK = os.sysconf("SC_CLK_TCK")
_PAUSE_S = 0.5


@dataclass(frozen=True, slots=True)
class Run:
    """`cpu_s`: processor time of the process, start-up included. `memory`: bytes resident, in order of time."""

    notes: int
    cpu_s: float
    wall_s: float
    memory: tuple[int, ...]

    @property
    def peak(self) -> int:
        return max(self.memory)

    def memory_at(self, share: float) -> int:
        return self.memory[min(len(self.memory) - 1, int(share * len(self.memory)))]


def written(folder: Path, notes: int, *, different: int, seed: int = 5) -> Path:
    """A file of notes: `different` ones, then the same for other patients. To invent them takes several times what it takes
    to substitute them."""
    source = folder / f"in-{notes}.jsonl"
    write_notes(source, notes, different=different, seed=seed)
    return source


def substitute(source: Path, notes: int) -> Run:
    """Runs ``manage.py substitute`` on the notes, reads processor time and memory beside it."""
    target = source.with_suffix(".out")
    began = time.monotonic()
    command = ("manage.py", "substitute", str(source), str(target), "--epsilon", "1")
    process = subprocess.Popen([sys.executable, *command], stderr=subprocess.DEVNULL)
    memory, cpu = [0], 0.0
    while process.poll() is None:
        cpu = _cpu_seconds(process.pid) or cpu
        memory.append(_resident(process.pid) or memory[-1])
        time.sleep(_PAUSE_S if notes > 5000 else 0.05)
    wall = time.monotonic() - began
    if process.returncode:
        raise RuntimeError(f"substitute: exit {process.returncode}")
    lines = sum(1 for _ in target.open("rb"))
    if lines != notes:
        raise RuntimeError(f"substitute: {lines} notes of {notes}")
    target.unlink()
    return Run(notes, cpu, wall, tuple(memory[1:]))


def alone(source: Path) -> float:
    """Notes a second of processor time to read, substitute and write, without the leak scan that the command adds; in a
    process of its own, whose caches know none of them."""
    command = [sys.executable, "-m", "benches.privacy.throughput", str(source)]
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def _rate(source: Path) -> float:
    """Raises `ValueError` when no note is left to count once the caches are warm."""
    tables = default_tables()
    policy = SubstitutionPolicy(Fraction(1), date(2026, 1, 31))
    key = StudyKey(bytes(range(32)))
    notes = before = 0
    began = time.process_time()
    with source.open("rb") as lines:
        files = itertools.groupby(read_notes(lines, file_name=source.name), key=patient_key)
        for _patient, members in files:
            done = substitute_patient_file(list(members), policy=policy, key=key, tables=tables)
            if not all(map(line_of, done.notes)):
                raise RuntimeError("substitute: nothing was written")
            notes += len(done.notes)
            if notes >= WARM and not before:  # a patient has several
                began, before = time.process_time(), notes
    if not before or notes == before:
        raise ValueError(f"{source.name}: {notes} notes, {WARM} of which only warm the caches")
    return (notes - before) / (time.process_time() - began)


def _cpu_seconds(pid: int) -> float:
    """User and system time (proc(5), stat, fields 14 and 15)."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / _TICK


def _resident(pid: int) -> int:
    try:
        pages = Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1]
    except OSError:
        return 0
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


if __name__ == "__main__":
    sys.stdout.write(f"{_rate(Path(sys.argv[1]))}\n")
