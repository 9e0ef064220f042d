"""The `substitute` command as a steward starts it: notes a second and core, memory while 50,000 notes pass."""

import os
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from benches.privacy.files import write_notes

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


def substitute(folder: Path, notes: int, *, different: int = 600, seed: int = 5) -> Run:
    """Writes the notes, runs ``manage.py substitute`` on them, reads processor time and memory beside it."""
    source, target = folder / f"in-{notes}.jsonl", folder / f"out-{notes}.jsonl"
    write_notes(source, notes, different=different, seed=seed)
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
    source.unlink()
    target.unlink()
    return Run(notes, cpu, wall, tuple(memory[1:]))


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
