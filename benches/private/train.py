"""``python3 -m benches.private.train --data FILE --out FILE``: every task, several beside one another.

Needs torch, numpy and safetensors; no Django, no gensim. What is done is written at once, and another call with the same --out goes
on from there. ``--seconds`` ends it in time.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import sys
from collections.abc import Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import asdict, replace
from pathlib import Path
from time import monotonic
from typing import Any

import torch

from benches.ner import machine
from benches.private import data
from benches.private.tasks import PRIVATE, RUNS, Task, all_tasks, measured
from benches.say import say
from worker.private.learning import Recipe

_CARD_WORKERS = 8  # their kernels are short: one process alone leaves the card idle
_CARD, _CPU = "cuda", "cpu"
_known: dict[Path, data.Data] = {}


def main(arguments: Sequence[str] | None = None) -> int:
    options = parser().parse_args(arguments)
    end = monotonic() + options.seconds
    device = options.device or (_CARD if torch.cuda.is_available() else _CPU)
    recipe = recipe_of(options)
    found = json.loads(options.out.read_text("utf-8")) if options.out.is_file() else {"tasks": {}}
    found |= about(options.data, recipe, device)
    left = [task for task in all_tasks() if task.key not in found["tasks"]]
    left = [
        replace(task, runs=min(task.runs, options.runs))
        for task in left
        if any(part in task.key for part in options.only)
    ]
    cores = os.cpu_count() or 1
    workers = {_CPU: options.workers or cores}
    if device == _CARD:
        workers = {_CARD: options.workers or _CARD_WORKERS, _CPU: max(1, cores - _CARD_WORKERS)}
    say(f"{len(left)} tâches, à la fois : {workers}, {found['machine']}")
    pools = {where: pool_of(count) for where, count in workers.items()}
    open_: dict[Future[dict[str, Any]], Task] = {}
    for task in left:
        where = device if task.kind == PRIVATE else _CPU
        open_[pools[where].submit(run, task, options.data, recipe, where)] = task
    while open_:
        done, _not = wait(open_, max(0.0, end - monotonic()), FIRST_COMPLETED)
        for one in done:
            task, error = open_.pop(one), one.exception()
            if error is not None:
                say(f"NON EXÉCUTÉ : {task.key} ({error!r})")
                continue
            found["tasks"][task.key] = one.result()
            options.out.write_text(json.dumps(found, indent=1) + "\n", "utf-8")
            say(f"{task.key} : {one.result()['seconds']} s")
        if monotonic() >= end:
            break
    for pool in pools.values():
        processes = list((pool._processes or {}).values())
        pool.shutdown(wait=False, cancel_futures=True)
        for process in processes if open_ else ():
            process.terminate()
    say(f"NON EXÉCUTÉ : {', '.join(task.key for task in open_.values())}" if open_ else "fini")
    return 0


def pool_of(count: int) -> ProcessPoolExecutor:
    spawned = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(count, spawned, initializer=torch.set_num_threads, initargs=(1,))


def run(task: Task, path: Path, recipe: Recipe, device: str) -> dict[str, Any]:
    """In a process of its own, which reads the file once."""
    if path not in _known:
        _known[path] = data.read(path)
    return measured(task, _known[path], recipe, device)


def about(path: Path, recipe: Recipe, device: str) -> dict[str, Any]:
    """Of what, by what, where."""
    card = f"{torch.cuda.get_device_name()}, " if device == _CARD else ""
    return {
        "data": data.read(path).told, "recipe": asdict(recipe), "machine": card + machine.hardware(),
        "versions": machine.versions(), "command": " ".join(["python", *sys.orig_argv[1:]]),
    }  # fmt: skip


def recipe_of(options: argparse.Namespace) -> Recipe:
    names = (
        "weight",
        "tagger_epochs",
        "adversary_epochs",
        "joint_epochs",
        "probe_epochs",
        "batch",
        "probe_batch",
        "rate",
        "hidden",
    )
    return Recipe(**{name: getattr(options, name) for name in names})


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(description=__doc__)
    add = made.add_argument
    add("--data", type=Path, required=True)
    add("--out", type=Path, required=True)
    add("--seconds", type=float, default=460, help="ce qui n'est pas fini alors manque")
    add("--workers", type=int, default=0)
    add("--device", choices=("cpu", "cuda"))
    add("--only", nargs="*", default=[""], help="les tâches dont le nom contient l'un de ceux-ci")
    add("--runs", type=int, default=RUNS)
    add("--weight", type=float, default=10.0)
    add("--tagger-epochs", type=int, default=25)
    add("--adversary-epochs", type=int, default=10)
    add("--joint-epochs", type=int, default=30)
    add("--probe-epochs", type=int, default=50)
    add("--batch", type=int, default=128)
    add("--probe-batch", type=int, default=256)
    add("--rate", type=float, default=5e-3)
    add("--hidden", type=int, default=64)
    return made


if __name__ == "__main__":
    sys.exit(main())
