"""Masked-language training: the encoder learns how a hospital writes from its raw notes, without any label.

Devlin et al. 2019, section 3.1: some pieces are asked; of these, 80 % stand behind the mask, 10 % are replaced by another
piece, 10 % are left. Tannier et al. 2024, table 6: adapted to a hospital's own notes first, a model detects best.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import torch
from torch import Tensor, nn
from torch.nn import functional

from annotation.domain.notes import Note
from worker.engine.encoder.pieces import PieceEncoder
from worker.training.encoder.examples import Batch, epoch_batches, examples
from worker.training.encoder.loop import (
    Hooks,
    Progress,
    finite,
    half_precision,
    set_rates,
    use_plain_attention,
)

CHUNK: Final = 1000  # notes whose pieces are held at once, and after which a killed job goes on
_CLIP: Final = 1.0
_OUTPUT_FACTOR: Final = 10.0
_BEHIND_MASK, _OTHER_PIECE = 0.8, 0.1

Read = Callable[[Sequence[str]], Sequence[Note]]


@dataclass(frozen=True, slots=True)
class Adaptation:
    """`passes` over all notes; windows of `max_length` pieces, `asked` of which are to be guessed."""

    passes: int = 2
    learning_rate: float = 5e-5
    micro_batch: int = 16
    accumulated: int = 2  # micro-batches a step
    max_length: int = 128
    asked: float = 0.15
    warmup: float = 0.06
    weight_decay: float = 0.01
    seed: int = 20240131


class Guesser(nn.Module):
    """ids, mask (n, pieces), asked (n, pieces) bool → logits (asked pieces, vocabulary).

    The output shares the embeddings' weights, as BERT's does.
    """

    def __init__(self, backbone: Any) -> None:
        super().__init__()
        self.backbone = backbone
        size = backbone.get_input_embeddings().weight.shape
        self.transform = nn.Linear(size[1], size[1])
        self.norm = nn.LayerNorm(size[1])
        self.bias = nn.Parameter(torch.zeros(size[0]))
        nn.init.eye_(self.transform.weight)
        nn.init.zeros_(self.transform.bias)

    def forward(self, ids: Tensor, mask: Tensor, asked: Tensor) -> Tensor:
        states = self.backbone(input_ids=ids, attention_mask=mask).last_hidden_state[asked]
        table = self.backbone.get_input_embeddings().weight
        guessed = self.norm(functional.gelu(self.transform(states)))
        return functional.linear(guessed, table, self.bias)


class Adapter:
    """One encoder under masked-language training over notes named by `keys`, which `read` fetches by chunks.

    `epoch` counts chunks, so that a checkpoint (`worker.training.encoder.checkpoint`) stands between two of them.
    """

    def __init__(
        self, backbone: Any, encoder: PieceEncoder, keys: Sequence[str], read: Read, how: Adaptation,
        device: str = "cpu", hooks: Hooks | None = None,
    ) -> None:  # fmt: skip
        torch.manual_seed(how.seed)
        self.network = Guesser(backbone).to(device)
        self.device, self.how, self.epoch = device, how, 0
        self._encoder, self._keys, self._read = encoder, list(keys), read
        self._hooks = hooks or Hooks()
        backbone.get_input_embeddings().weight.requires_grad_(requires_grad=False)
        use_plain_attention(backbone)
        self._optimizer = torch.optim.AdamW(self._groups(), weight_decay=how.weight_decay)

    @property
    def chunks(self) -> int:
        """Of all passes."""
        return self.how.passes * self._chunks_a_pass

    @property
    def _chunks_a_pass(self) -> int:
        return max(1, -(-len(self._keys) // CHUNK))

    def state(self) -> dict[str, Any]:
        """What `restore` needs besides the network's weights."""
        return {"epoch": self.epoch, "optimizer": self._optimizer.state_dict()}

    def restore(self, state: dict[str, Any]) -> None:
        """Goes on after the last finished chunk."""
        self._optimizer.load_state_dict(state["optimizer"])
        self.epoch = state["epoch"]

    def run_chunk(self) -> float:
        """The next chunk; its mean loss in nats a piece. Raises TrainingCancelled, DivergedError."""
        which, place = divmod(self.epoch, self._chunks_a_pass)
        order = list(self._keys)
        random.Random(self.how.seed + which).shuffle(order)  # noqa: S311 (an order, no secret)
        seed = self.how.seed + 1_000_003 * self.epoch
        torch.manual_seed(seed)
        self.network.train()
        losses, batches = [], list(self._batches(order[place * CHUNK :][:CHUNK], seed))
        for index, batch in enumerate(batches):
            self._hooks.check()
            loss = self._loss(batch)
            (loss / self.how.accumulated).backward()  # type: ignore[no-untyped-call]
            losses.append(finite(loss.item()))
            if (index + 1) % self.how.accumulated == 0 or index + 1 == len(batches):
                self._step((self.epoch + (index + 1) / len(batches)) / self.chunks)
            told = (self.epoch + 1, self.chunks, index + 1, len(batches))
            self._hooks.on_progress(Progress(*told, loss=sum(losses) / len(losses), eta_s=0.0))
        self.epoch += 1
        return sum(losses) / max(1, len(losses))

    def judge(self, keys: Sequence[str]) -> float:
        """Mean loss on notes that teach nothing; the same pieces are asked each time."""
        torch.manual_seed(self.how.seed)
        self.network.eval()
        with torch.inference_mode():
            losses = []
            for batch in self._batches(keys, self.how.seed):
                self._hooks.check()
                losses.append(self._loss(batch).item())
        return sum(losses) / max(1, len(losses))

    def _batches(self, keys: Sequence[str], seed: int) -> Iterator[Batch]:
        draw = random.Random(seed)  # noqa: S311 (order of examples, no secret)
        found = list(
            examples(self._read(keys), self._encoder, self.how.max_length, draw, self._hooks.check)
        )
        return epoch_batches(found, self.how.micro_batch, self._encoder.pad, draw)

    def _loss(self, batch: Batch) -> Tensor:
        ids, mask = (torch.from_numpy(own).to(self.device) for own in (batch.ids, batch.mask))
        asked = self._asked(ids, mask)
        with half_precision(self.device):
            logits = self.network(self._hidden(ids, asked), mask, asked)
        return functional.cross_entropy(logits.float(), ids[asked])

    def _asked(self, ids: Tensor, mask: Tensor) -> Tensor:
        """At least one piece, none of the special ones."""
        special = torch.tensor(
            [self._encoder.first, self._encoder.last, self._encoder.pad], device=ids.device
        )
        may = mask.bool() & ~torch.isin(ids, special)
        asked = may & (torch.rand(ids.shape, device=ids.device) < self.how.asked)
        return asked if asked.any() else may

    def _hidden(self, ids: Tensor, asked: Tensor) -> Tensor:
        draw = torch.rand(ids.shape, device=ids.device)
        others = torch.randint_like(ids, self.network.bias.shape[0])
        behind = torch.where(asked & (draw < _BEHIND_MASK), self._encoder.mask, ids)
        is_other = asked & (draw >= _BEHIND_MASK) & (draw < _BEHIND_MASK + _OTHER_PIECE)
        return torch.where(is_other, others, behind)

    def _groups(self) -> list[dict[str, Any]]:
        """The output starts from nothing and learns faster, as a training's heads do."""
        output: list[Tensor] = []
        own: list[Tensor] = []
        for name, parameter in self.network.named_parameters():
            if parameter.requires_grad:
                (own if name.startswith("backbone.") else output).append(parameter)
        peak = self.how.learning_rate
        return [
            {"params": own, "peak": peak, "lr": 0.0},
            {"params": output, "peak": _OUTPUT_FACTOR * peak, "lr": 0.0},
        ]

    def _step(self, done: float) -> None:
        set_rates(self._optimizer, done, self.how.warmup)
        nn.utils.clip_grad_norm_(self.network.parameters(), _CLIP)
        self._optimizer.step()
        self._optimizer.zero_grad(set_to_none=True)
