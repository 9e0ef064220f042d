"""Notes of 750 words a second that the neural coder reads: `python -m benches.icd.network_speed [--dry]`.

A coder of the size that a project trains: the shipped encoder, label-aware attention over so many codes. Its weights were taught nothing, which costs
as much time: eight codes a note are shown with their evidence whatever they are.
"""

import argparse
import os
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from typing import Final

import torch

from benches.bench_icd import demo_texts
from benches.results import Row, record
from worker.coding.backbones import load_backbone
from worker.coding.coder import NeuralCoder, load_coder
from worker.coding.files import CoderSettings, save_coder
from worker.coding.network import CodingNetwork, Pooling
from worker.engine.build import SHIPPED

CODES, SHOWN, WORDS, NOTES, ROUNDS, THREADS, LEAST = 1_000, 8, 750, 3, 3, 2, 6
FEW: Final = 1  # notes that warm up


def texts(count: int) -> list[str]:
    """The demonstration's notes, one behind the other, cut into notes of so many words."""
    lines = "\n".join(demo_texts()).split(" ")
    return [" ".join(lines[at : at + WORDS]) for at in range(0, count * WORDS, WORDS)]


def untaught(folder: Path) -> NeuralCoder:
    """Saved in `folder` and loaded again: what a project's coder runs as."""
    torch.manual_seed(0)
    network = CodingNetwork(load_backbone(SHIPPED), CODES, Pooling.LAAT)
    settings = CoderSettings(tuple(f"A{at:04}" for at in range(CODES)), Pooling.LAAT, threshold=0.0)
    save_coder(network, settings, folder / "coder", SHIPPED)
    return load_coder(folder / "coder", str, cache=folder)


def rate(read: Callable[[list[str]], object], notes: list[str]) -> tuple[float, float]:
    """Notes a second of wall time and processor seconds a note, medians of the rounds."""

    def once() -> tuple[float, float]:
        wall, own = time.perf_counter(), time.process_time()
        read(notes)
        return len(notes) / (time.perf_counter() - wall), (time.process_time() - own) / len(notes)

    read(notes[:FEW])
    rounds = [once() for _round in range(ROUNDS)]
    return median(speed for speed, _own in rounds), median(own for _speed, own in rounds)


def rows() -> Iterator[Row]:
    torch.set_num_threads(THREADS)
    with tempfile.TemporaryDirectory() as folder:
        coder = untaught(Path(folder))
    notes = texts(NOTES)
    ways: dict[str, Callable[[list[str]], object]] = {
        "codes alone": lambda own: coder.probabilities([[text] for text in own]),
        f"with the evidence of {SHOWN} codes": lambda own: coder.predict(own, SHOWN),
    }
    for way, read in ways.items():
        speed, own = rate(read, notes)
        told = f"{NOTES} notes, {CODES:,} codes, {own:.2f} s of processor a note, {THREADS} threads, load {os.getloadavg()[0]:.0f}"
        bar = f"network (LAAT), notes of {WORDS} words a second, {way}"
        yield Row(bar, f"{speed:.2g}", "", told, target=f"≥ {LEAST}", met=speed >= LEAST)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--dry", action="store_true", help="write no result file")
    given = parser.parse_args()
    for row in rows():  # the second one takes minutes on a busy machine
        print(f"{row.bar}: {row.figure}  ({row.n})", flush=True)
        if not given.dry:
            record("coders", [row])


if __name__ == "__main__":
    main()
