"""One network under training: AdamW, linear decay after a warm-up, an epoch at a time."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import torch
from torch import Tensor

from worker.coding.backbones import Convolution, recompute_layers, use_plain_attention
from worker.coding.losses import loss_of
from worker.coding.network import CodingNetwork
from worker.coding.recipe import CodingRecipe
from worker.coding.segments import Segmented, batch_of
from worker.engine.encoder.arrays import F32
from worker.engine.encoder.runtime import give_back_memory
from worker.training.encoder.loop import Hooks, Progress, half_precision, set_rates

_CLIP: Final = 1.0
_STAYS_AT_ONCE: Final = 4


@dataclass(frozen=True, slots=True)
class Example:
    """A stay as the network reads it; `gold` (labels) is 1.0 for its codes."""

    stay: Segmented
    gold: F32


class CodingTrainer:
    """Deterministic: the epoch's number and the seed draw its order and its dropout, interrupted or not."""

    def __init__(
        self,
        network: CodingNetwork,
        examples: Sequence[Example],
        recipe: CodingRecipe,
        padding: int,
        device: str = "cpu",
        hooks: Hooks | None = None,
    ) -> None:
        self.network = network.to(device)
        self.recipe = recipe
        self.device = device
        self.epoch = 0
        self._examples = examples
        self._padding = padding
        self._hooks = hooks or Hooks()
        _prepare(network, recipe, device)
        self._trained = {n: p for n, p in network.named_parameters() if p.requires_grad}
        self._optimizer = torch.optim.AdamW(_groups(self._trained, recipe))

    def optimizer_tensors(self) -> dict[str, Tensor]:
        """Moments and step of each trained parameter: ``head.w.weight/exp_avg``."""
        state = self._optimizer.state
        return {
            f"{name}/{key}": value
            for name, parameter in self._trained.items()
            for key, value in state[parameter].items()
        }

    def restore(self, epoch: int, network: dict[str, Tensor], optimizer: dict[str, Tensor]) -> None:
        """Goes on after `epoch` finished epochs, as if nothing had happened."""
        self.epoch = epoch
        self.network.load_state_dict(network)
        for name, parameter in self._trained.items():
            own = {k.split("/")[1]: v for k, v in optimizer.items() if k.split("/")[0] == name}
            # the count of steps stays where AdamW keeps it, on the processor
            self._optimizer.state[parameter] = {
                key: value if key == "step" else value.to(self.device) for key, value in own.items()
            }

    def run_epoch(self) -> float:
        """The mean loss of one epoch. Raises TrainingCancelled."""
        recipe = self.recipe
        seed = recipe.seed + 1_000_003 * self.epoch
        torch.manual_seed(seed)
        order = list(range(len(self._examples)))
        random.Random(seed).shuffle(order)  # noqa: S311 (order of examples, no secret)
        batches = [
            order[i : i + recipe.batch_size] for i in range(0, len(order), recipe.batch_size)
        ]
        self.network.train()
        total = 0.0
        for step, chosen in enumerate(batches):
            loss = self._step(chosen, step / len(batches))
            total += loss * len(chosen)
            done = sum(len(own) for own in batches[: step + 1])
            report = Progress(
                self.epoch + 1, recipe.epochs, step + 1, len(batches), total / done, 0.0
            )
            self._hooks.on_progress(report)
        self.epoch += 1
        return total / max(1, len(order))

    def _step(self, chosen: list[int], share: float) -> float:
        """One update from all stays of a batch, a few at a time."""
        total = 0.0
        self._optimizer.zero_grad(set_to_none=True)
        # stays of like length together: little padding
        chosen = sorted(chosen, key=lambda index: len(self._examples[index].stay.rows))
        is_slow = self.device == "cpu"  # and gains nothing by several stays side by side
        at_once = 1 if is_slow else self.recipe.micro_batch
        for first in range(0, len(chosen), at_once):
            self._hooks.check()
            own = [self._examples[i] for i in chosen[first : first + at_once]]
            loss = self._loss(own) * (len(own) / len(chosen))
            loss.backward()  # type: ignore[no-untyped-call]
            total += loss.item()
            if is_slow:
                give_back_memory()
        set_rates(self._optimizer, (self.epoch + share) / self.recipe.epochs, self.recipe.warmup)
        torch.nn.utils.clip_grad_norm_(self._trained.values(), _CLIP)
        self._optimizer.step()
        return total

    def _loss(self, own: Sequence[Example]) -> Tensor:
        batch = batch_of(
            [example.stay for example in own],
            self._padding,
            is_first_only=self.network.reads_first_only,
        )
        gold = torch.from_numpy(np.stack([example.gold for example in own])).to(self.device)
        with half_precision(self.device):
            scores, _attention = self.network(batch)
        return loss_of(self.recipe.loss, scores.float(), gold)


def score_stays(
    network: CodingNetwork,
    stays: Sequence[Segmented],
    padding: int,
    *,
    check: Callable[[], None] = lambda: None,
) -> F32:
    """(stays, labels), before calibration; `check` is called between batches and may raise."""
    was_training = network.training
    network.eval()
    device = next(network.parameters()).device.type
    rows = []
    with torch.inference_mode(), half_precision(device):
        for first in range(0, len(stays), _STAYS_AT_ONCE):
            check()
            batch = batch_of(
                stays[first : first + _STAYS_AT_ONCE],
                padding,
                is_first_only=network.reads_first_only,
            )
            rows.append(network(batch)[0].float().cpu().numpy())
    network.train(was_training)
    found: F32 = np.concatenate(rows)
    return found


def _prepare(network: CodingNetwork, recipe: CodingRecipe, device: str) -> None:
    for module in network.modules():
        if isinstance(module, torch.nn.Dropout):
            module.p = recipe.dropout
    if device == "cpu":
        use_plain_attention(network.backbone)
        recompute_layers(network.backbone)
    if recipe.freezes_embeddings and not isinstance(network.backbone, Convolution):
        network.backbone.get_input_embeddings().weight.requires_grad_(requires_grad=False)


def _groups(trained: dict[str, Any], recipe: CodingRecipe) -> list[dict[str, Any]]:
    """What starts from nothing faster; no weight decay on biases and normalisations."""
    groups: dict[tuple[bool, bool], list[Tensor]] = {}
    for name, parameter in trained.items():
        is_fresh = name.startswith(("head.", "backbone.filters.", "backbone.embeddings.weight"))
        groups.setdefault((is_fresh, parameter.ndim > 1), []).append(parameter)
    return [
        {
            "params": parameters,
            "peak": recipe.learning_rate * (recipe.head_factor if is_fresh else 1.0),
            "lr": 0.0,
            "weight_decay": recipe.weight_decay if decays else 0.0,
        }
        for (is_fresh, decays), parameters in groups.items()
    ]
