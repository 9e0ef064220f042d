"""The four poolings under the same settings, the whole encoder learning: what LAAT and reading all of a long note are worth.

    python -m benches.icd.poolings learn RESULT.json [--poolings laat|mean|max|truncate …] [--device cuda] [--notes N] [--epochs N] [--labels N]
    python -m benches.icd.poolings record RESULT.json…

`learn` needs no Django: it runs where a card is lent. Notes are generated (`benches.icd.generated`); half of what is read is single notes
(about a hundred pieces), half long documents of JOINED notes (more than 512 pieces, which `truncate` doesn't see). Each pooling
starts from the same weights, label vectors and seed and learns the same documents in the same order for as many epochs at the same
rates. One threshold, chosen on other documents, judges the short and the long test part: micro F1 of the most frequent categories, with
intervals over documents (bootstrap). Then the gradient of the attention against finite differences, and whether its evidence is faithful.
`record` writes the figures, with the machine that gave them, to benches/results/coders.json.
"""

import argparse
import json
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import numpy as np
import torch
from numpy.typing import NDArray

from benches.icd import faithful
from benches.icd.generated import Generated, Generator, families
from benches.ner import machine
from benches.results import FOLDER, Row, Run, merged, read, write
from icdcoder.domain.coder import CodePrediction
from icdcoder.domain.nomenclature import Nomenclature, load_nomenclature
from worker.coding.backbones import load_backbone
from worker.coding.calibration import fit
from worker.coding.coder import NeuralCoder
from worker.coding.files import CoderSettings, build_network
from worker.coding.labels import label_vectors
from worker.coding.network import CodingNetwork, LabelAttention
from worker.coding.recipe import CodingRecipe, Pooling
from worker.coding.scores import best_threshold
from worker.coding.segments import Limits, Segmented, segment
from worker.coding.training import CodingTrainer, Example, score_stays
from worker.engine.encoder.pieces import PieceEncoder
from worker.training.bootstrap import F64, interval

ROOT: Final = Path(__file__).resolve().parents[2]
ENCODER: Final = ROOT / "worker" / "weights" / "ner-fr-4"
NOMENCLATURE: Final = ROOT / "var" / "cim10" / "cim10.csv.gz"
JOINED: Final = 10
SEED: Final = 20261126
READ: Final = 512
AT_ONCE: Final = {"cuda": 32, "cpu": 2}  # documents: a long one costs 100 MB a layer backwards
JUDGED: Final = 60  # notes whose evidence is erased
PARTS: Final = {"taught": 0.7, "chosen": 0.1, "test": 0.2}  # of the documents
RECIPE: Final = CodingRecipe(
    learning_rate=1e-4,
    head_factor=10.0,
    batch_size=32,
    freezes_embeddings=False,
    seed=SEED,
    limits=Limits(length=READ, overlap=64),
)
Bools = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Document:
    """A generated note, or several on end, as the network reads it, with the categories that are right."""

    text: str
    categories: frozenset[str]
    stay: Segmented

    @property
    def is_long(self) -> bool:
        return len(self.stay.rows) > READ


@dataclass(frozen=True, slots=True)
class Scene:
    """What every pooling is given: `parts` by the names of PARTS, the categories asked for, how they are called."""

    parts: dict[str, list[Document]]
    categories: tuple[str, ...]
    names: tuple[str, ...]
    source: Path
    encoder: PieceEncoder

    def gold(self, documents: Sequence[Document]) -> Bools:
        return np.array([[own in d.categories for own in self.categories] for d in documents])


def scene(
    known: Nomenclature, source: Path, notes: int, labels: int, joined: int = JOINED
) -> Scene:
    """Half of the `notes` stand alone; the other half are as many words again, `joined` notes a document."""
    encoder = PieceEncoder.of(source)
    drawn = list(Generator(known, SEED).notes(2 * notes))
    single = [_document([note], encoder) for note in drawn[:notes]]
    groups = [drawn[i : i + joined] for i in range(notes, 2 * notes - joined + 1, joined)]
    long = [own for group in groups if (own := _document(group, encoder)).is_long]
    parts: dict[str, list[Document]] = {name: [] for name in PARTS}
    for documents in (single, long):
        first = 0.0
        for name, share in PARTS.items():
            last = first + share * len(documents)
            parts[name] += documents[round(first) : round(last)]
            first = last
    counts = Counter(category for own in parts["taught"] for category in own.categories)
    kept = sorted(counts, key=lambda category: (-counts[category], category))[:labels]
    return Scene(parts, tuple(kept), tuple(known.label(c) or c for c in kept), source, encoder)


def _document(notes: Sequence[Generated], encoder: PieceEncoder) -> Document:
    text = "\n\n".join(note.text for note in notes)
    told = families([code for note in notes for code in note.codes])
    return Document(text, told, segment([text], encoder, RECIPE.limits))


def learn(
    pooling: Pooling, given: Scene, epochs: int, device: str, say: Callable[[str], None]
) -> CodingNetwork:
    """The network after its last epoch: nothing chooses an epoch, so that all poolings have the same."""
    recipe = replace(RECIPE, pooling=pooling, epochs=epochs, micro_batch=AT_ONCE[device])
    torch.manual_seed(SEED)
    backbone = load_backbone(given.source)
    settings = _settings(pooling, given)
    network = build_network(backbone, settings)
    network.head.start_from(label_vectors(backbone, given.encoder, given.names))
    taught = given.parts["taught"]
    gold = given.gold(taught)
    odds = (gold.sum(axis=0) + 1) / (len(gold) - gold.sum(axis=0) + 1)
    with torch.no_grad():
        network.head.output.bias.copy_(torch.from_numpy(np.log(odds)))
    examples = [
        Example(own.stay, row.astype(np.float32)) for own, row in zip(taught, gold, strict=True)
    ]
    trainer = CodingTrainer(network, examples, recipe, given.encoder.pad, device)
    began = time.perf_counter()
    for epoch in range(epochs):
        loss = trainer.run_epoch()
        say(f"{pooling}, epoch {epoch + 1}: loss {loss:.2f}, {time.perf_counter() - began:.0f} s")
    return network.eval()


def _settings(pooling: Pooling, given: Scene) -> CoderSettings:
    return CoderSettings(given.categories, pooling, limits=RECIPE.limits, is_families=True)


def counts(gold: Bools, proposed: Bools) -> F64:
    """(documents, 3): right, proposed, wanted."""
    return np.stack([(gold & proposed).sum(1), proposed.sum(1), gold.sum(1)], axis=1).astype(float)


def f1(sums: F64) -> F64:
    """Of columns right, proposed, wanted."""
    return 2 * sums[:, 0] / np.maximum(1.0, sums[:, 1] + sums[:, 2])


def judge(network: CodingNetwork, given: Scene) -> tuple[dict[str, F64], float]:
    """Counts of the short and of the long test part, under the threshold that is best on the part "chosen"."""

    def odds(documents: Sequence[Document]) -> NDArray[np.float64]:
        scores = score_stays(network, [own.stay for own in documents], given.encoder.pad)
        return 1 / (1 + np.exp(-scores.astype(np.float64)))

    chosen = given.parts["chosen"]
    threshold, _f1 = best_threshold(given.gold(chosen), odds(chosen))
    found = {}
    for name, is_long in (("short", False), ("long", True)):
        own = [document for document in given.parts["test"] if document.is_long is is_long]
        found[name] = counts(given.gold(own), odds(own) >= threshold)
    return found, threshold


def about(given: Scene) -> dict[str, str]:
    """How many documents of which length each test part holds."""
    told = {}
    for part, is_long in (("short", False), ("long", True)):
        own = [document for document in given.parts["test"] if document.is_long is is_long]
        pieces = float(np.mean([len(document.stay.rows) for document in own]))
        told[part] = (
            f"{len(own)} documents, {pieces:.0f} pieces each, {len(given.categories)} categories"
        )
    return told


def rows_of(found: dict[Pooling, dict[str, F64]], told: dict[str, str]) -> list[Row]:
    """A row a test part, and the differences that are to be shown, of the poolings that were run."""
    rows = [
        Row(
            f"generated, {part} documents, micro F1: {' / '.join(found)}",
            " / ".join(
                f"{f1(own[part].sum(axis=0, keepdims=True))[0]:.3f}" for own in found.values()
            ),
            "",
            told[part],
        )
        for part in ("short", "long")
    ]
    for one, other, part in (
        (Pooling.LAAT, Pooling.MEAN, "short"),
        (Pooling.LAAT, Pooling.MEAN, "long"),
        (Pooling.MAX, Pooling.TRUNCATE, "long"),
    ):
        if one in found and other in found:
            rows.append(_more(found, one, other, part))
    return rows


def _more(found: dict[Pooling, dict[str, F64]], one: Pooling, other: Pooling, part: str) -> Row:
    """Paired: the same documents are drawn for both."""
    pairs = np.hstack([found[one][part], found[other][part]])
    gain = interval(pairs.tolist(), lambda sums: f1(sums[:, :3]) - f1(sums[:, 3:]))
    return Row(
        f"generated, {part} documents: {one} over {other}",
        f"{gain.value:+.3f} [{gain.low:+.3f} ; {gain.high:+.3f}]",
        "",
        f"{len(pairs)} documents, the same settings and steps",
        target="> 0",
        met=bool(gain.low > 0),
    )


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


def evidence_rows(network: CodingNetwork, given: Scene) -> list[Row]:
    """Calibrated on the part "chosen", asked on short notes of the test part."""
    chosen = given.parts["chosen"]
    scores = score_stays(network, [own.stay for own in chosen], given.encoder.pad)
    temperature, shift = fit(scores, given.gold(chosen))
    settings = CoderSettings(
        given.categories,
        Pooling.LAAT,
        limits=RECIPE.limits,
        temperature=temperature,
        shift=shift,
        threshold=0.3,
    )
    coder = NeuralCoder(network, given.encoder, settings, version="bench")

    def predict(texts: list[str]) -> list[list[CodePrediction]]:
        return coder.predict(texts, top=faithful.MOST)

    def asked(texts: list[str], code: str) -> list[float]:
        found = coder.probabilities([[text] for text in texts])
        return [float(p) for p in found[:, coder.codes.index(code)]]

    texts = [own.text for own in given.parts["test"] if not own.is_long][:JUDGED]
    found = faithful.drops(texts, predict, asked)
    return [faithful.row_of("network (LAAT)", found)] if found else []


@dataclass(frozen=True, slots=True)
class Result:
    """What a run leaves in its file: counts of each document (`run.rows` has what else was measured)."""

    run: Run
    counts: dict[str, dict[str, list[list[float]]]]
    about: dict[str, str]


def measure(
    given: Scene, poolings: Sequence[Pooling], epochs: int, device: str, say: Callable[[str], None]
) -> tuple[dict[Pooling, dict[str, F64]], list[Row]]:
    """Counts under each pooling, and rows on LAAT's evidence where it is among them."""
    found: dict[Pooling, dict[str, F64]] = {}
    evidence: list[Row] = []
    for pooling in poolings:
        network = learn(pooling, given, epochs, device, say)
        found[pooling], threshold = judge(network, given)
        told = {
            part: round(float(f1(own.sum(axis=0, keepdims=True))[0]), 3)
            for part, own in found[pooling].items()
        }
        say(f"{pooling}: {told} at {threshold:.2f}")
        if pooling is Pooling.LAAT:
            evidence = evidence_rows(network, given)
    return found, evidence


def _hardware(device: str) -> str:
    own = machine.hardware()
    return f"{torch.cuda.get_device_name()}, {own}" if device == "cuda" else own


def run(given: argparse.Namespace) -> None:
    began = time.perf_counter()

    def say(told: str) -> None:
        print(f"{time.perf_counter() - began:5.0f} s  {told}", flush=True)

    torch.set_num_threads(1)
    read_by_all = scene(load_nomenclature(NOMENCLATURE), ENCODER, given.notes, given.labels)
    say(", ".join(f"{name} {len(own)}" for name, own in read_by_all.parts.items()))
    found, rows = measure(read_by_all, given.poolings, given.epochs, given.device, say)
    for row in rows:
        say(f"{row.bar}: {row.figure} ({row.n})")
    done = Run(
        datetime.now(UTC).date().isoformat(),
        given.commit,
        f"python -m benches.icd.poolings learn --notes {given.notes} --epochs {given.epochs} --labels {given.labels} --device {given.device}",
        _hardware(given.device),
        machine.versions(),
        tuple(rows),
    )
    kept = {
        str(name): {part: own.tolist() for part, own in each.items()}
        for name, each in found.items()
    }
    content = json.dumps(asdict(Result(done, kept, about(read_by_all))), ensure_ascii=False)
    given.result[0].write_text(content + "\n", encoding="utf-8")


def keep(results: Sequence[Path], folder: Path = FOLDER) -> None:
    """Figures of all results as one run, of the machine that gave the first, over the older ones of the same bars."""
    told = [json.loads(path.read_text(encoding="utf-8")) for path in results]
    counted = {name: own for one in told for name, own in one["counts"].items()}
    found = {
        pooling: {part: np.array(own) for part, own in counted[pooling].items()}
        for pooling in Pooling
        if pooling in counted
    }
    gap = gradient_gap()
    rows = [
        *rows_of(found, told[0]["about"]),
        *(Row(**row) for one in told for row in one["run"]["rows"]),
        Row(
            "LAAT, gradient against finite differences",
            f"{gap:.1e}",
            "",
            "double precision",
            target="< 1e-6",
            met=gap < 1e-6,
        ),
    ]
    done = Run(**{**told[0]["run"], "rows": tuple(rows)})
    write("coders", merged(read("coders", folder), done), folder)
    for row in rows:
        print(f"{row.bar}: {row.figure} ({row.n})")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=("learn", "record"))
    parser.add_argument(
        "result", type=Path, nargs="+", help="one to learn, those of all poolings to record"
    )
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--notes", type=int, default=8000)
    parser.add_argument("--poolings", type=Pooling, nargs="+", default=list(Pooling))
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--labels", type=int, default=150)
    parser.add_argument("--commit", default="", help="of the tree that is run")
    return parser.parse_args()


if __name__ == "__main__":
    asked_for = arguments()
    if asked_for.what == "learn":
        run(asked_for)
    else:
        keep(asked_for.result)
