"""From coded stays to a coder: split by patient, train with early stopping, calibrate, save."""

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray

from worker.coding import checkpoint
from worker.coding.backbones import Convolution, load_backbone, longest_segment, vocabulary_of
from worker.coding.calibration import fit, probabilities
from worker.coding.files import CoderSettings, build_network, save_coder
from worker.coding.labels import label_vectors, priors
from worker.coding.network import CodingNetwork
from worker.coding.recipe import Architecture, CodingRecipe
from worker.coding.scores import (
    best_threshold,
    calibration_error,
    f1_at,
    mean_average_precision,
    quality,
)
from worker.coding.segments import Segmented, segment
from worker.coding.stays import Stay, StaySplit, by_family, frequent_codes, split_stays
from worker.coding.training import CodingTrainer, Example, score_stays
from worker.engine.encoder.pieces import PieceEncoder
from worker.training.encoder.loop import Hooks

_FEW_PATIENTS: Final = 50
_SHARE, _SHARE_OF_FEW = 0.1, 0.2


@dataclass(frozen=True, slots=True)
class EpochFigures:
    """After an epoch, on the patients kept aside: the best micro F1 that any threshold gives."""

    epoch: int
    loss: float
    f1: float
    average_precision: float


@dataclass(frozen=True, slots=True)
class Plan:
    """`source` is an encoder's directory, a NER model's, or a hub id where one is allowed.

    `work` keeps the checkpoint: the same plan and stays given again go on after the last finished epoch.
    `describe` gives the French label of a code ("" when unknown), from which its vectors start; without it they start at random.
    """

    source: str | Path
    work: Path
    recipe: CodingRecipe = field(default_factory=CodingRecipe)
    device: str = "cpu"
    name: str = "icd"
    describe: Callable[[str], str] | None = None
    hooks: Hooks = field(default_factory=Hooks)


@dataclass(frozen=True, slots=True)
class LearntCoder:
    """The best epoch's network with its calibration, and what it reaches on the patients kept aside."""

    network: CodingNetwork
    encoder: PieceEncoder
    settings: CoderSettings
    epochs: tuple[EpochFigures, ...]
    figures: dict[str, float]
    source: str | Path

    def save(self, folder: Path) -> None:
        save_coder(self.network, self.settings, folder, self.source)


def share_aside(stays: Sequence[Stay]) -> float:
    """A tenth of the patients judges (Tchouka et al. 2024), a fifth of fewer than fifty."""
    return _SHARE if len({stay.patient for stay in stays}) >= _FEW_PATIENTS else _SHARE_OF_FEW


def learn(stays: Sequence[Stay], plan: Plan) -> LearntCoder:
    """Raises TooFewStaysError, TrainingCancelled, checkpoint.OtherTrainingError, OSError or ValueError for a
    directory that holds no encoder."""
    recipe = plan.recipe
    known = by_family(stays) if recipe.is_families else list(stays)
    split = split_stays(known, seed=recipe.seed, share=share_aside(known))
    codes = frequent_codes(split.train, recipe.top_codes)
    torch.manual_seed(recipe.seed)  # fresh heads are drawn
    encoder = PieceEncoder.of(plan.source)
    network, settings = _start(plan, codes, split.train, encoder)
    train, aside = (
        [Example(segment(stay.texts, encoder, settings.limits), _gold(stay, codes)) for stay in own]
        for own in (split.train, split.test)
    )
    trainer = CodingTrainer(network, train, recipe, encoder.pad, plan.device, plan.hooks)
    epochs = _run(trainer, aside, plan, _fingerprint(split, codes, plan), encoder.pad)
    scores = _score(network, aside, encoder.pad, plan)
    gold = np.stack([example.gold for example in aside]) > 0
    temperature, shift = fit(scores, gold)
    found = probabilities(scores, temperature, shift)
    threshold, _f1 = best_threshold(gold, found)
    settings = replace(settings, temperature=temperature, shift=shift, threshold=threshold)
    figures = _judge(gold, found, threshold)
    return LearntCoder(network, encoder, settings, tuple(epochs), figures, plan.source)


def _start(
    plan: Plan, codes: tuple[str, ...], train: Sequence[Stay], encoder: PieceEncoder
) -> tuple[CodingNetwork, CoderSettings]:
    """The network before its first step."""
    recipe = plan.recipe
    is_cnn = recipe.architecture is Architecture.CNN
    backbone: Any = (
        Convolution(vocabulary_of(plan.source)) if is_cnn else load_backbone(plan.source)
    )
    length = min(recipe.limits.length, longest_segment(backbone))
    limits = replace(recipe.limits, length=length, overlap=min(recipe.limits.overlap, length // 4))
    settings = CoderSettings(
        codes=codes,
        pooling=recipe.pooling,
        name=plan.name,
        architecture=recipe.architecture,
        attention_width=recipe.attention_width,
        limits=limits,
        is_families=recipe.is_families,
        convolution=backbone.sizes if is_cnn else None,
    )
    network = build_network(backbone, settings).to(plan.device)
    if plan.describe is not None and not is_cnn:
        labels = [plan.describe(code) or code for code in codes]
        network.head.start_from(label_vectors(backbone, encoder, labels))
    with torch.no_grad():
        network.head.output.bias.copy_(torch.from_numpy(priors(train, codes)))
    return network, settings


def _run(
    trainer: CodingTrainer, aside: Sequence[Example], plan: Plan, fingerprint: str, padding: int
) -> list[EpochFigures]:
    """Epochs until the last or until nothing gets better; the network is then that of the best epoch."""
    state = checkpoint.read_state(plan.work, fingerprint)
    epochs: list[EpochFigures] = []
    if state is not None:
        trainer.restore(state["epoch"], *checkpoint.read_tensors(plan.work, state["last"]))
        epochs = [EpochFigures(**row) for row in state["epochs"]]
    gold = np.stack([example.gold for example in aside]) > 0
    while trainer.epoch < plan.recipe.epochs and not _has_stalled(epochs, plan.recipe.patience):
        loss = trainer.run_epoch()
        found = probabilities(_score(trainer.network, aside, padding, plan), 1.0, 0.0)
        f1, precision = best_threshold(gold, found)[1], mean_average_precision(gold, found)
        epochs.append(EpochFigures(trainer.epoch, loss, f1, precision))
        state = checkpoint.write(
            plan.work,
            {
                "fingerprint": fingerprint,
                "epoch": trainer.epoch,
                "epochs": [asdict(row) for row in epochs],
                "is_best": _best(epochs) == len(epochs) - 1,
                "best": state["best"] if state else "",
            },
            trainer.network.state_dict(),
            trainer.optimizer_tensors(),
        )
    if state is not None:
        trainer.network.load_state_dict(checkpoint.read_tensors(plan.work, state["best"])[0])
    return epochs


def _best(epochs: Sequence[EpochFigures]) -> int:
    return max(range(len(epochs)), key=lambda i: (epochs[i].f1, epochs[i].average_precision, -i))


def _has_stalled(epochs: Sequence[EpochFigures], patience: int) -> bool:
    return bool(epochs) and len(epochs) - 1 - _best(epochs) >= patience


def _score(
    network: CodingNetwork, examples: Sequence[Example], padding: int, plan: Plan
) -> NDArray[np.float32]:
    stays: list[Segmented] = [example.stay for example in examples]
    return score_stays(network, stays, padding, check=plan.hooks.check)


def _gold(stay: Stay, codes: tuple[str, ...]) -> NDArray[np.float32]:
    own = set(stay.codes)
    return np.array([code in own for code in codes], dtype=np.float32)


def _judge(
    gold: NDArray[np.bool_], found: NDArray[np.float64], threshold: float
) -> dict[str, float]:
    """On the patients who chose epoch and threshold: a little flattered, and said so where it is shown."""
    own = asdict(quality(gold, found >= threshold))
    return {
        **own,
        "f1_at_5": f1_at(gold, found, min(5, gold.shape[1])),
        "map": mean_average_precision(gold, found),
        "ece": calibration_error(gold, found),
        "stays": float(len(gold)),
    }


def _fingerprint(split: StaySplit, codes: tuple[str, ...], plan: Plan) -> str:
    """Of everything that decides what is learned, but the device: a checkpoint goes on with the same alone."""
    digest = hashlib.sha256(json.dumps(asdict(plan.recipe), sort_keys=True).encode())
    digest.update(f"{plan.source}\0{' '.join(codes)}\0{plan.describe is not None}".encode())
    for stay in (*split.train, *split.test):
        digest.update("\0".join((stay.id, *stay.codes, *stay.texts)).encode())
    return digest.hexdigest()
