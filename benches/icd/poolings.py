"""What the network must show, on generated notes and the frozen states that `benches.icd.network cache` kept.

    python -m benches.icd.poolings FOLDER [POOLING… | evidence]

Each pooling learns the same LABELS most frequent categories from the same notes and steps, started from the same label vectors;
micro F1 at the best threshold on notes set aside. Short: one note (about a hundred pieces). Long: a stay of JOINED notes read as one
(about eight hundred pieces); `truncate` sees the first 512 of them. Then the gradient of the attention against finite differences, and whether evidence is faithful:
erasing the words that AttInGrad shows lowers the log-odds of a right category more than erasing as many others.
"""

import json
import sys
import time
from pathlib import Path
from typing import Final

import numpy as np
import torch
from safetensors.torch import load_file
from torch import Tensor, nn

from benches.icd.network import ASIDE, SEED, backbone, best_f1, cached, fresh_notes, padded
from benches.results import Row, record
from worker.coding.evidence import evidence_of, word_weights
from worker.coding.network import CodingNetwork, LabelAttention, SinglePool
from worker.coding.recipe import Pooling
from worker.coding.segments import Limits, Segmented, batch_of, segment
from worker.engine.encoder.pieces import PieceEncoder

LABELS, JOINED, READ, WIDTH = 80, 8, 512, 384
BATCH = 12
LIKELY: Final = -1.4  # log-odds: one in five
# Epochs and rate: one vector for all labels moves slowly on frozen states.
STEPS: Final = {Pooling.LAAT: (6, 2e-3)}
OTHERS: Final = (10, 2e-2)
Notes = list[tuple[Tensor, list[int]]]  # states, categories


def head_of(pooling: Pooling, vectors: Tensor) -> LabelAttention | SinglePool:
    torch.manual_seed(SEED)
    if pooling is Pooling.LAAT:
        head: LabelAttention | SinglePool = LabelAttention(WIDTH, len(vectors), WIDTH)
    else:
        head = SinglePool(WIDTH, len(vectors), is_max=pooling is Pooling.MAX)
    head.start_from(vectors)
    with torch.no_grad():
        head.output.bias.fill_(-4.0)
    return head


def learn(pooling: Pooling, notes: Notes, vectors: Tensor, epochs: int, rate: float) -> nn.Module:
    """BCE over all labels, the same order of notes for every pooling."""
    head = head_of(pooling, vectors)
    learnt = torch.optim.AdamW(head.parameters(), lr=rate, weight_decay=0.01)
    batches = len(notes) // BATCH
    schedule = torch.optim.lr_scheduler.OneCycleLR(learnt, rate, total_steps=epochs * batches + 1)
    for epoch in range(epochs):
        order = np.random.default_rng(epoch).permutation(len(notes))
        order = sorted(order, key=lambda n: len(notes[n][0]) // 40)
        for first in np.random.default_rng(epoch).permutation(batches) * BATCH:
            own = [notes[n] for n in order[first : first + BATCH]]
            states, kept = padded([_read(pooling, states) for states, _told in own])
            gold = torch.zeros(len(own), len(vectors))
            for row, (_states, told) in enumerate(own):
                gold[row, told] = 1
            loss = nn.functional.binary_cross_entropy_with_logits(
                head(states, kept)[0], gold, reduction="sum"
            ) / len(own)
            learnt.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(head.parameters(), 1.0)
            learnt.step()
            schedule.step()
    return head.eval()


def _read(pooling: Pooling, states: Tensor) -> Tensor:
    return states[:READ] if pooling is Pooling.TRUNCATE else states


@torch.inference_mode()
def judge(pooling: Pooling, head: nn.Module, notes: Notes) -> float:
    found = []
    for states, _told in notes:
        own, kept = padded([_read(pooling, states)])
        found.append(torch.sigmoid(head(own, kept)[0][0]).numpy())
    return float(best_f1(found, [told for _states, told in notes]))


def joined(notes: Notes, seed: int) -> Notes:
    """Each note once, JOINED to a stay, in a drawn order."""
    order = np.random.default_rng(seed).permutation(len(notes))
    groups = [order[i : i + JOINED] for i in range(0, len(order) - JOINED + 1, JOINED)]
    return [
        (
            torch.cat([notes[n][0] for n in group]),
            sorted({label for n in group for label in notes[n][1]}),
        )
        for group in groups
    ]


def gradient_gap() -> float:
    """The largest relative difference between LAAT's gradient and central differences, in double precision."""
    torch.manual_seed(SEED)
    head = LabelAttention(6, 4, 5).double()
    states, kept = torch.randn(2, 7, 6).double(), torch.ones(2, 7, dtype=torch.bool)
    kept[1, 5:] = False
    head(states, kept)[0].square().sum().backward()
    worst = 0.0
    for parameter in head.parameters():
        assert parameter.grad is not None
        for at in range(0, parameter.numel(), 3):
            with torch.no_grad():
                flat, held = parameter.view(-1), parameter.view(-1)[at].item()
                told = []
                for step in (1e-5, -1e-5):
                    flat[at] = held + step
                    told.append(head(states, kept)[0].square().sum().item())
                flat[at] = held
            expected = (told[0] - told[1]) / 2e-5
            own = parameter.grad.view(-1)[at].item()
            worst = max(worst, abs(own - expected) / max(1.0, abs(expected)))
    return worst


def faithful(
    folder: Path, texts: list[str], told: list[list[int]]
) -> tuple[int, int, float, float]:
    """Categories whose evidence weighs more than as many other words, of how many; mean drop of log-odds of both."""
    labels = json.loads((folder / "gold.json").read_text())["labels"]
    network = CodingNetwork(backbone(), len(labels), Pooling.LAAT).eval()
    network.head.load_state_dict(load_file(folder / "head.safetensors"))
    encoder = PieceEncoder.of(Path(__file__).resolve().parents[2] / "worker/weights/ner-fr-2")
    draw = np.random.default_rng(SEED)
    drops = []
    for text, gold in zip(texts, told, strict=True):
        stay = segment([text], encoder, Limits())
        before = _odds(network, stay, encoder.pad)
        sure = [label for label in gold if before[label] > LIKELY]
        weights = word_weights(network, stay, sure, encoder.pad)
        for label, own in zip(sure, weights, strict=True):
            shown = evidence_of(own, stay, 0)
            chosen = [
                w
                for w, (_d, s, e) in enumerate(stay.spans)
                if any(x.start <= s and e <= x.end for x in shown)
            ]
            others = [w for w in range(len(stay.spans)) if w not in chosen]
            if not chosen or len(others) < len(chosen):
                continue
            drawn = draw.choice(others, len(chosen), replace=False)
            after = [
                _odds(
                    network,
                    segment([_without(text, stay, set(words))], encoder, Limits()),
                    encoder.pad,
                )[label]
                for words in (chosen, drawn)
            ]
            drops.append((before[label] - after[0], before[label] - after[1]))
    found = np.array(drops)
    return int((found[:, 0] > found[:, 1]).sum()), len(found), *map(float, found.mean(axis=0))


@torch.inference_mode()
def _odds(network: CodingNetwork, stay: Segmented, padding: int) -> np.ndarray:
    return network(batch_of([stay], padding))[0][0].numpy()


def _without(text: str, stay: Segmented, words: set[int]) -> str:
    """The text with these words blanked."""
    held = list(text)
    for word in words:
        _document, start, end = stay.spans[word]
        held[start:end] = " " * (end - start)
    return "".join(held)


def main(folder: Path, poolings: list[Pooling]) -> None:
    known = json.loads((folder / "gold.json").read_text())
    states = cached(folder)
    counts = dict.fromkeys(known["labels"], 0)
    for name in states:
        for label in known["gold"][int(name)]:
            counts[label] += 1
    kept = sorted(counts, key=lambda label: (-counts[label], label))[:LABELS]
    place = {label: at for at, label in enumerate(kept)}
    vectors = load_file(folder / "labels.safetensors")["labels"]
    vectors = vectors[[known["labels"].index(label) for label in kept]]
    notes = {
        int(name): (own.float(), sorted(place[c] for c in known["gold"][int(name)] if c in place))
        for name, own in states.items()
    }
    aside = [notes[n] for n in sorted(notes) if n < 4 * ASIDE]
    taught = [notes[n] for n in sorted(notes) if n >= 4 * ASIDE]
    rows = []
    for name, learnt_from, judged in (
        (
            ("one note", taught, aside),
            (f"stays of {JOINED} notes", joined(taught, 1), joined(aside, 2)),
        )
        if poolings
        else ()
    ):
        length = int(np.mean([len(own) for own, _told in judged]))
        for pooling in poolings:
            began = time.process_time()
            epochs, rate = STEPS.get(pooling, OTHERS)
            figure = judge(pooling, learn(pooling, learnt_from, vectors, epochs, rate), judged)
            row = Row(
                f"generated, {pooling}: micro F1",
                f"{figure:.3f}",
                "",
                f"{len(judged)}, {length} pieces each",
                name,
            )
            rows.append(row)
            print(row.on, row.bar, row.figure, f"{time.process_time() - began:.0f} s", flush=True)
    rows.append(
        Row(
            "LAAT, gradient against finite differences",
            f"{gradient_gap():.1e}",
            "",
            "double precision",
        )
    )
    if (folder / "head.safetensors").is_file():
        notes_with = fresh_notes(40)
        gold = [
            [at for at, label in enumerate(known["labels"]) if label in own]
            for _t, own in notes_with
        ]
        texts = [text for text, _own in notes_with]
        more, of, shown, other = faithful(folder, texts, gold)
        rows.append(
            Row(
                "network: erased evidence weighs more than as many other words",
                f"{more} of {of}",
                "",
                f"log-odds {-shown:.2f} and {-other:.2f}",
            )
        )
    for row in rows[-2:]:
        print(row.bar, row.figure, row.n)
    record("icd", rows)


if __name__ == "__main__":
    torch.set_num_threads(1)
    chosen = [] if sys.argv[2:] == ["evidence"] else [Pooling(name) for name in sys.argv[2:]]
    main(Path(sys.argv[1]), chosen if sys.argv[2:] else list(Pooling))
