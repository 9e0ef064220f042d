"""Whether a network taught on generated notes helps the dictionary: the lower layers of the shipped encoder, frozen, and LAAT.

    python -m benches.icd.network cache|train|judge FOLDER [--check]

`cache` writes the encoder's states of the generated notes in half precision, `train` learns the attention of each category
from them, `judge` tells micro F1 of categories on `look` of the dictionary, of the network, and of both together: a logistic
function of both probabilities, fitted on the other nine tenths of `look`.
"""

import json
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from safetensors.torch import load_file, save_file
from torch import Tensor

from benches.icd.generated import Generator, families
from benches.icd.joint import fit, logit, probability, tell
from benches.icd.notes import FOLDER, CodedText, read_notes
from icdcoder.domain.dictionary import DictionaryCoder
from icdcoder.domain.nomenclature import load_nomenclature
from worker.coding.backbones import load_backbone
from worker.coding.labels import label_vectors
from worker.coding.network import LabelAttention
from worker.coding.segments import Limits, batch_of, segment
from worker.engine.encoder.pieces import PieceEncoder

ROOT = Path(__file__).resolve().parents[2]
ENCODER = ROOT / "worker" / "weights" / "ner-fr-4"
NOMENCLATURE = ROOT / "var" / "cim10" / "cim10.csv.gz"
LAYERS, NOTES, SHARD, ASIDE, SEED = 3, 3600, 200, 120, 20261125
EPOCHS, BATCH, RATE, DENIED = 12, 12, 2e-3, 300
FOLDS, LIKELY = 10, 0.1
Row = tuple[int, float, float, bool]  # note, dictionary, network, whether the category is right


def backbone() -> Any:
    """The lower layers of the shipped encoder."""
    whole = load_backbone(ENCODER)
    whole.encoder.layer = whole.encoder.layer[:LAYERS]
    return whole.eval()


@torch.inference_mode()
def states_of(network: Any, encoder: PieceEncoder, text: str) -> Tensor:
    """(pieces, width) in half precision."""
    read = segment([text], encoder, Limits())
    batch = batch_of([read], encoder.pad)
    ids, mask = torch.from_numpy(batch.ids), torch.from_numpy(batch.mask)
    states = network(input_ids=ids, attention_mask=mask).last_hidden_state
    return states[batch.rows[0], batch.columns[0]].half()


def cache(folder: Path) -> None:
    """Shards of SHARD notes; what is there already is not read again."""
    network, encoder = backbone(), PieceEncoder.of(ENCODER)
    known = load_nomenclature(NOMENCLATURE)
    notes = list(Generator(known, SEED).notes(NOTES))
    gold = [sorted(families(note.codes)) for note in notes]
    labels = sorted({code for codes in gold for code in codes})
    (folder / "gold.json").write_text(json.dumps({"labels": labels, "gold": gold}))
    vectors = label_vectors(network, encoder, [known.label(code) or code for code in labels])
    save_file({"labels": vectors.clone()}, folder / "labels.safetensors")
    began = time.time()
    for first in range(0, NOTES, SHARD):
        path = folder / f"states-{first:05}.safetensors"
        if path.is_file():
            continue
        own = {
            str(number): states_of(network, encoder, notes[number].text).contiguous()
            for number in range(first, min(NOTES, first + SHARD))
        }
        save_file(own, path)
        print(first + len(own), f"{time.time() - began:.0f} s", flush=True)


def fresh_notes(count: int) -> list[tuple[str, frozenset[str]]]:
    """Generated notes that taught nothing, with their categories."""
    notes = Generator(load_nomenclature(NOMENCLATURE), SEED + 1).notes(count)
    return [(note.text, families(note.codes)) for note in notes]


def cached(folder: Path) -> dict[str, Tensor]:
    """States of every note that was read so far."""
    shards = sorted(folder.glob("states-*.safetensors"))
    return {name: own for path in shards for name, own in load_file(path).items()}


def train(folder: Path) -> None:
    torch.manual_seed(SEED)
    known = json.loads((folder / "gold.json").read_text())
    labels = known["labels"]
    place = {label: at for at, label in enumerate(labels)}
    states = cached(folder)
    head = LabelAttention(384, len(labels), 384)
    head.start_from(load_file(folder / "labels.safetensors")["labels"])
    with torch.no_grad():
        head.output.bias.fill_(-5.5)
    learnt = torch.optim.AdamW(head.parameters(), lr=RATE, weight_decay=0.01)
    order = [int(name) for name in states if int(name) >= ASIDE]
    steps = EPOCHS * (len(order) // BATCH)
    schedule = torch.optim.lr_scheduler.OneCycleLR(learnt, RATE, total_steps=steps + 1)
    began = time.time()
    for epoch in range(EPOCHS):
        np.random.default_rng(epoch).shuffle(order)
        order.sort(key=lambda n: len(states[str(n)]) // 40)
        batches = [order[i : i + BATCH] for i in range(0, len(order) - BATCH + 1, BATCH)]
        np.random.default_rng(epoch).shuffle(batches)
        total = 0.0
        for chosen in batches:
            own, kept = padded([states[str(n)] for n in chosen])
            told = [[place[c] for c in known["gold"][n]] for n in chosen]
            loss = sampled_loss(head, own, kept, told)
            learnt.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(head.parameters(), 1.0)
            learnt.step()
            schedule.step()
            total += loss.item()
        save_file({k: v.clone() for k, v in head.state_dict().items()}, folder / "head.safetensors")
        aside = [probabilities(head, states[str(n)]) for n in range(ASIDE)]
        told = [[place[c] for c in known["gold"][n]] for n in range(ASIDE)]
        print(
            epoch,
            f"loss {total / len(batches):.2f}, F1 {best_f1(aside, told):.3f}, {time.time() - began:.0f} s",
            flush=True,
        )


def sampled_loss(
    head: LabelAttention, states: Tensor, kept: Tensor, told: list[list[int]]
) -> Tensor:
    """Binary cross-entropy a note over the labels of the batch and DENIED others, which stand for all others."""
    right = sorted({label for own in told for label in own})
    drawn = torch.randperm(head.output.out_features)[:DENIED].tolist()
    asked = [*right, *sorted(set(drawn) - set(right))]
    gold = torch.zeros(len(told), len(asked))
    for row, own in enumerate(told):
        gold[row, [right.index(label) for label in own]] = 1
    weight = torch.ones(len(asked))
    weight[len(right) :] = (head.output.out_features - len(right)) / (len(asked) - len(right))
    scores = head.scores_of(states, kept, torch.tensor(asked))
    return torch.nn.functional.binary_cross_entropy_with_logits(
        scores, gold, weight=weight, reduction="sum"
    ) / len(told)


def padded(own: list[Tensor]) -> tuple[Tensor, Tensor]:
    width = max(len(one) for one in own)
    states = torch.zeros(len(own), width, 384)
    kept = torch.zeros(len(own), width, dtype=torch.bool)
    for row, one in enumerate(own):
        states[row, : len(one)] = one.float()
        kept[row, : len(one)] = True
    return states, kept


@torch.inference_mode()
def probabilities(head: LabelAttention, states: Tensor) -> np.ndarray:
    kept = torch.ones(1, len(states), dtype=torch.bool)
    return torch.sigmoid(head(states.float().unsqueeze(0), kept)[0][0]).numpy()


def best_f1(found: list[np.ndarray], told: list[list[int]]) -> float:
    """Over all thresholds."""
    gold = np.zeros((len(found), len(found[0])), dtype=bool)
    for row, own in enumerate(told):
        gold[row, own] = True
    found = np.stack(found)
    best = 0.0
    for threshold in np.linspace(0.05, 0.9, 18):
        given = found >= threshold
        best = max(best, 2 * (given & gold).sum() / max(1, given.sum() + gold.sum()))
    return best


def judge(folder: Path, parts: list[str]) -> None:
    """Out-of-fold on `look`; on `check` with what all of `look` taught."""
    known = json.loads((folder / "gold.json").read_text())
    labels = known["labels"]
    tensors = load_file(folder / "head.safetensors")
    head = LabelAttention(384, len(labels), 384)
    head.load_state_dict(tensors)
    network, encoder = backbone(), PieceEncoder.of(ENCODER)
    coder = DictionaryCoder(load_nomenclature(NOMENCLATURE))

    def rows(notes: list[CodedText]) -> tuple[list[Row], int]:
        found, wanted = [], 0
        proposed = coder.predict([note.text for note in notes], 60)
        for at, (note, codes) in enumerate(zip(notes, proposed, strict=True)):
            said: dict[str, float] = {}
            for code in codes:
                said[code.code[:3]] = max(code.score, said.get(code.code[:3], 0.0))
            read = probabilities(head, states_of(network, encoder, note.text))
            says = dict(zip(labels, map(float, read), strict=True))
            gold = families(list(note.codes))
            wanted += len(gold)
            likely = {category for category, p in says.items() if p >= LIKELY}
            for category in sorted(said.keys() | likely):  # never those that only the answer holds
                found.append(
                    (at, said.get(category, 0.0), says.get(category, 0.0), category in gold)
                )
        return found, wanted

    look, look_wanted = rows(read_notes([FOLDER / "look"]))
    for name in parts:
        given, wanted = look, look_wanted
        if name != "look":
            given, wanted = rows(read_notes([FOLDER / name]))
        tell(f"{name}, dictionary", [(d > 0, r) for _n, d, _p, r in given], wanted)
        for least in (0.2, 0.35, 0.5):
            tell(f"{name}, network ≥ {least}", [(p >= least, r) for _n, _d, p, r in given], wanted)
        both = []
        for fold in range(FOLDS):
            taught = [row for row in look if name != "look" or row[0] % FOLDS != fold]
            weights = fit([features(row) for row in taught], [row[3] for row in taught])
            asked = [row for row in given if row[0] % FOLDS == fold]
            both += [(probability(features(row), weights), row[3]) for row in asked]
        for least in (0.3, 0.4, 0.5):
            tell(f"{name}, both ≥ {least}", [(p >= least, r) for p, r in both], wanted)


def features(row: Row) -> list[float]:
    _note, dictionary, network, _right = row
    return [1.0, float(dictionary > 0), logit(dictionary) if dictionary else 0.0, logit(network)]


if __name__ == "__main__":
    torch.set_num_threads(1)
    place_ = Path(sys.argv[2])
    place_.mkdir(parents=True, exist_ok=True)
    if sys.argv[1] == "cache":
        cache(place_)
    elif sys.argv[1] == "train":
        train(place_)
    else:
        judge(place_, ["look", "check"] if "--check" in sys.argv else ["look"])
