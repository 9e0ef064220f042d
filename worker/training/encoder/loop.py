"""The training loop: AdamW, linear decay after a warm-up, one checkpoint an epoch."""

import math
import random
import re
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import torch
from torch import Tensor
from torch.nn import functional

from annotation.domain.notes import Note
from worker.engine.encoder.network import EncoderTagger
from worker.engine.encoder.pieces import PieceEncoder
from worker.engine.encoder.tags import COARSE_OF_FINE, FINE_TAGS
from worker.training.encoder.examples import IGNORED, Batch, Example, epoch_batches, examples
from worker.training.encoder.recipe import Recipe

_CLIP: Final = 1.0
_COARSE_WEIGHT: Final = 0.5
# Of a layer's parameters: BERT's family, then FlauBERT's four lists.
_LAYER: Final = re.compile(r"(?:^|\.)(?:layer|attentions|layer_norm1|ffns|layer_norm2)\.(\d+)\.")


HUNDREDTHS: Final = 100  # of an epoch


class TrainingCancelled(Exception):
    """`is_cancelled` answered yes."""


class DivergedError(ValueError):
    """What the network says is no number any more. The message is French."""

    def __init__(self) -> None:
        super().__init__(
            "L'apprentissage a divergé : ses erreurs ne sont plus des nombres. Réduisez le pas, ou partez d'un autre modèle."
        )


def finite(loss: float) -> float:
    """Raises DivergedError."""
    if not math.isfinite(loss):
        raise DivergedError
    return loss


@dataclass(frozen=True, slots=True)
class Progress:
    """`loss` is the mean since the epoch began; `eta_s` until the last epoch's end, if none
    is spared by early stopping."""

    epoch: int
    epochs: int
    step: int
    steps: int
    loss: float
    eta_s: float

    @property
    def hundredths(self) -> int:
        """Of an epoch, all that are done: the third of eight at its half is 250."""
        return HUNDREDTHS * (self.epoch - 1) + HUNDREDTHS * self.step // self.steps


@dataclass(frozen=True, slots=True)
class Hooks:
    """What the caller wants to know and may ask, between two micro-batches."""

    on_progress: Callable[[Progress], None] = lambda progress: None
    is_cancelled: Callable[[], bool] = lambda: False

    def check(self) -> None:
        if self.is_cancelled():
            raise TrainingCancelled


class Trainer:
    """One network under training. `notes_of(epoch)` gives the notes of an epoch (from 0): the
    same ones, or fresh ones each time."""

    def __init__(
        self,
        network: EncoderTagger,
        encoder: PieceEncoder,
        notes_of: Callable[[int], Iterable[Note]],
        recipe: Recipe,
        device: str = "cpu",
        hooks: Hooks | None = None,
    ) -> None:
        self.network = network.to(device)
        self.recipe = recipe
        self._encoder = encoder
        self._notes_of = notes_of
        self.device = device
        self._hooks = hooks or Hooks()
        self.epoch = 0
        freeze(network, recipe)
        use_plain_attention(network.backbone)
        self._optimizer = torch.optim.AdamW(_groups(network, recipe))
        self._coarse = torch.from_numpy(COARSE_OF_FINE).to(device)

    def state(self) -> dict[str, Any]:
        """What `restore` needs besides the network's weights."""
        return {"epoch": self.epoch, "optimizer": self._optimizer.state_dict()}

    def restore(self, state: dict[str, Any]) -> None:
        """Goes on after the last finished epoch."""
        self._optimizer.load_state_dict(state["optimizer"])
        self.epoch = state["epoch"]

    def run_epoch(self) -> float:
        """One epoch; its mean loss. The epoch's number seeds it: a resumed training draws what
        an uninterrupted one would have drawn. Raises TrainingCancelled, DivergedError."""
        seed = self.recipe.seed + 1_000_003 * self.epoch
        torch.manual_seed(seed)
        draw = random.Random(seed)  # noqa: S311 (order of examples, no secret)
        found = list(
            examples(
                self._notes_of(self.epoch),
                self._encoder,
                self.recipe.max_length,
                draw,
                self._hooks.check,
            )
        )
        self.network.train()
        loss = self._steps(found, draw)
        self.epoch += 1
        return loss

    def _steps(self, found: Sequence[Example], draw: random.Random) -> float:
        recipe = self.recipe
        steps = max(1, -(-len(found) // recipe.batch_size))
        per_step = max(1, recipe.batch_size // recipe.micro_batch)
        total, seen, began, step = 0.0, 0, time.monotonic(), 0
        self._optimizer.zero_grad(set_to_none=True)
        micro = list(epoch_batches(found, recipe.micro_batch, self._encoder.pad, draw))
        for index, batch in enumerate(micro):
            self._hooks.check()
            loss = self._loss(batch)
            (loss / per_step).backward()  # type: ignore[no-untyped-call]
            total, seen = total + finite(loss.item()), seen + 1
            if (index + 1) % per_step == 0 or index + 1 == len(micro):
                self._step(min(step, steps - 1), steps)
                step += 1
                self._report(step, steps, total / seen, time.monotonic() - began)
        return total / max(1, seen)

    def _loss(self, batch: Batch) -> Tensor:
        ids, mask, gold = self._tensors(batch)
        with half_precision(self.device):
            logits = self.network(self._with_hidden_words(ids), mask)
        return self._gold_loss(logits.float().flatten(0, 1), gold.flatten())

    def _tensors(self, batch: Batch) -> tuple[Tensor, Tensor, Tensor]:
        """ids, mask, gold on the device, (windows, pieces) each."""
        ids, mask, gold = (
            torch.from_numpy(array).to(self.device) for array in (batch.ids, batch.mask, batch.gold)
        )
        return ids, mask, gold

    def _with_hidden_words(self, ids: Tensor) -> Tensor:
        """Some pieces behind the unknown piece, as the recipe says."""
        hidden = torch.rand(ids.shape, device=ids.device) < self.recipe.word_dropout
        return torch.where(hidden & (ids > self._encoder.last), self._encoder.unknown, ids)

    def _gold_loss(self, logits: Tensor, gold: Tensor) -> Tensor:
        """(pieces, tags) against the fine tag of each piece, and its coarse one."""
        coarse = torch.where(gold == IGNORED, gold, self._coarse[gold.clamp(min=0)])
        fine_loss = functional.cross_entropy(logits[:, :FINE_TAGS], gold)
        coarse_loss = functional.cross_entropy(logits[:, FINE_TAGS:], coarse)
        return fine_loss + _COARSE_WEIGHT * coarse_loss

    def _step(self, step: int, steps: int) -> None:
        done = (self.epoch + step / steps) / self.recipe.epochs
        set_rates(self._optimizer, done, self.recipe.warmup)
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), _CLIP)
        self._optimizer.step()
        self._optimizer.zero_grad(set_to_none=True)

    def _report(self, step: int, steps: int, loss: float, elapsed: float) -> None:
        left = (self.recipe.epochs - self.epoch) * steps - step
        eta = elapsed / step * left
        report = Progress(self.epoch + 1, self.recipe.epochs, step, steps, loss, eta)
        self._hooks.on_progress(report)


def set_rates(optimizer: torch.optim.Optimizer, done: float, warmup: float) -> None:
    """A rise over the first `warmup` of the training, then a linear fall; `done` in [0, 1]. Each group has its `peak`."""
    factor = done / warmup if done < warmup else (1 - done) / (1 - warmup)
    for group in optimizer.param_groups:
        group["lr"] = group["peak"] * max(factor, 0.01)


def half_precision(device: str) -> torch.autocast:
    """bfloat16 where the machine multiplies it in hardware: a card, or a processor with AMX tiles.

    The weights and their updates stay in float32. A step of 16 windows of 128 pieces, 12 layers, two
    cores with AMX: 1.3 s in float32, 0.5 s so (2026-11-23).
    """
    # torch tells of AMX by this private name only (2.13)
    has_tiles = torch.cpu._is_amx_tile_supported()
    return torch.autocast(device, torch.bfloat16, enabled=device == "cuda" or has_tiles)


def use_plain_attention(backbone: Any) -> None:
    """On a processor, PyTorch's fused attention takes half of a step's time backwards: 0.87 s a step,
    0.50 s with the plain products (same machine and batch as `half_precision`)."""
    if next(backbone.parameters()).device.type == "cpu":
        backbone.set_attn_implementation("eager")


def freeze(network: EncoderTagger, recipe: Recipe) -> None:
    """Embeddings and lowest layers as the recipe says; and its dropout everywhere."""
    for module in network.modules():
        if isinstance(module, torch.nn.Dropout):
            module.p = recipe.dropout
        elif isinstance(getattr(module, "dropout", None), float):
            module.dropout = recipe.dropout  # type: ignore[assignment]  # FlauBERT's is a number
    if recipe.freezes_embeddings:
        network.backbone.get_input_embeddings().weight.requires_grad_(requires_grad=False)
    layers = [(_LAYER.search(name), own) for name, own in network.backbone.named_parameters()]
    count = 1 + max((int(place[1]) for place, _own in layers if place), default=-1)
    lowest = min(recipe.frozen_layers, count // 2)
    for place, parameter in layers:
        if place and int(place[1]) < lowest:
            parameter.requires_grad_(requires_grad=False)


def _groups(network: EncoderTagger, recipe: Recipe) -> list[dict[str, Any]]:
    """Heads faster; no weight decay on biases and normalisations."""
    groups: dict[tuple[bool, bool], list[Tensor]] = {}
    for name, parameter in network.named_parameters():
        if parameter.requires_grad:
            is_head, decays = name.startswith("heads."), parameter.ndim > 1
            groups.setdefault((is_head, decays), []).append(parameter)
    return [
        {
            "params": parameters,
            "peak": recipe.learning_rate * (recipe.head_factor if is_head else 1.0),
            "lr": 0.0,
            "weight_decay": recipe.weight_decay if decays else 0.0,
        }
        for (is_head, decays), parameters in groups.items()
    ]
