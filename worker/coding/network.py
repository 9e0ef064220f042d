"""Encoder, pooling, one score a label."""

from typing import Any, Final

import torch
from torch import Tensor, nn
from torch.nn.utils.rnn import pad_sequence

from worker.coding.backbones import Convolution
from worker.coding.recipe import Pooling
from worker.coding.segments import Batch

MOST_SEEN: Final = 256


class LabelAttention(nn.Module):
    """One attention a label over all states of a stay (Vu et al. 2020; Tchouka et al. 2024, section 4.4).

    H (width, states) → Z = tanh(V H), A = softmax(W Z) over the states, D = H Aᵀ, score_l = <u_l, d_l> + b_l.
    Without V, Z is H itself: what CAML does on states that are tanh already.
    """

    def __init__(
        self, width: int, labels: int, attention_width: int, *, has_v: bool = True
    ) -> None:
        super().__init__()
        self.v = nn.Linear(width, attention_width, bias=False) if has_v else None
        self.w = nn.Linear(attention_width if has_v else width, labels, bias=False)
        self.output = nn.Linear(width, labels)
        if self.v is not None:
            nn.init.orthogonal_(self.v.weight)

    def forward(self, states: Tensor, kept: Tensor) -> tuple[Tensor, Tensor]:
        """states (stays, states, width), kept (stays, states) → scores (stays, labels), A (stays, labels, states)."""
        return self._read(states, kept, self.w.weight, self.output.weight, self.output.bias)

    def scores_of(self, states: Tensor, kept: Tensor, labels: Tensor) -> Tensor:
        """The scores (stays, labels) of these labels alone: what training needs of many labels at once."""
        w, u, b = self.w.weight[labels], self.output.weight[labels], self.output.bias[labels]
        return self._read(states, kept, w, u, b)[0]

    def _read(
        self, states: Tensor, kept: Tensor, w: Tensor, u: Tensor, b: Tensor
    ) -> tuple[Tensor, Tensor]:
        read = states if self.v is None else torch.tanh(self.v(states))
        weights = (read @ w.T).transpose(1, 2)
        weights = weights.masked_fill(~kept.unsqueeze(1), -torch.inf).softmax(dim=-1)
        return ((weights @ states) * u).sum(dim=-1) + b, weights

    @torch.no_grad()
    def weights_of(self, states: Tensor, labels: Tensor) -> Tensor:
        """(labels, states) of one stay's states (states, width): A_lt · ‖h_t ∘ ∂score_l/∂h_t‖₂, in closed form.

        ∂score_l/∂h_t = A_lt (u_l + (<u_l, h_t> - <u_l, d_l>) Vᵀ(w_l ∘ (1 - z_t²))). Weighed are the MOST_SEEN states that the
        label looks at most; the others, which hold next to nothing of its attention, are 0.
        """
        w, u = self.w.weight[labels], self.output.weight[labels]
        read = states if self.v is None else torch.tanh(self.v(states))
        shares = (w @ read.T).softmax(dim=-1)
        told = u @ states.T
        surplus = told - (shares * told).sum(dim=1, keepdim=True)
        found = torch.zeros_like(shares)
        for row, places in enumerate(shares.topk(min(MOST_SEEN, len(states)), dim=1).indices):
            turned = w[row]
            if self.v is not None:
                turned = ((1 - read[places].square()) * w[row]) @ self.v.weight
            slope = u[row] + surplus[row, places, None] * turned
            found[row, places] = shares[row, places].square() * (states[places] * slope).norm(dim=1)
        return found

    @torch.no_grad()
    def start_from(self, labels: Tensor) -> None:
        """Each label looks for, and answers to, what its own French text looks like: (labels, width) embeddings.

        What all labels have in common is taken out, or every label would look at the same states.
        """
        own = labels - labels.mean(dim=0)
        own = own / own.norm(dim=1, keepdim=True).clamp(min=1e-6)
        looked = own if self.v is None else self.v(own)
        self.w.weight.copy_(looked)
        self.output.weight.copy_(own * self.output.weight.norm(dim=1, keepdim=True))


class SinglePool(nn.Module):
    """One vector for all labels: the mean or the maximum of the states."""

    def __init__(self, width: int, labels: int, *, is_max: bool) -> None:
        super().__init__()
        self.is_max = is_max
        self.output = nn.Linear(width, labels)

    def forward(self, states: Tensor, kept: Tensor) -> tuple[Tensor, None]:
        """As LabelAttention.forward, without weights."""
        own = kept.unsqueeze(-1)
        if self.is_max:
            pooled = states.masked_fill(~own, -torch.inf).amax(dim=1)
        else:
            pooled = (states * own).sum(dim=1) / own.sum(dim=1)
        return self.output(pooled), None

    @torch.no_grad()
    def weights_of(self, states: Tensor, labels: Tensor) -> Tensor:
        """As LabelAttention.weights_of, where all states are looked at alike: ‖h_t ∘ ∂score_l/∂h_t‖₂."""
        if self.is_max:  # a channel speaks from the state that it is largest in
            taken = torch.zeros_like(states).scatter_(0, states.argmax(dim=0, keepdim=True), 1.0)
        else:
            taken = torch.full_like(states, 1 / len(states))
        return ((states * taken).square() @ self.output.weight[labels].square().T).sqrt().T

    @torch.no_grad()
    def start_from(self, labels: Tensor) -> None:
        """As LabelAttention.start_from."""
        own = labels - labels.mean(dim=0)
        own = own / own.norm(dim=1, keepdim=True).clamp(min=1e-6)
        self.output.weight.copy_(own * self.output.weight.norm(dim=1, keepdim=True))


class CodingNetwork(nn.Module):
    """Segments of several stays → scores (stays, labels) and, under LAAT, the attention of each label."""

    def __init__(
        self,
        backbone: Any,
        labels: int,
        pooling: Pooling,
        *,
        attention_width: int = 0,
        dropout: float = 0.1,
    ) -> None:
        super().__init__()
        self.backbone = backbone
        self.pooling = pooling
        self.dropout = nn.Dropout(dropout)
        width = int(backbone.config.hidden_size)
        self.head: LabelAttention | SinglePool
        if pooling is Pooling.LAAT:
            has_v = not isinstance(backbone, Convolution)
            self.head = LabelAttention(width, labels, attention_width or width, has_v=has_v)
        else:
            self.head = SinglePool(width, labels, is_max=pooling is Pooling.MAX)

    @property
    def reads_first_only(self) -> bool:
        """Whether all but the first segment of a stay is cut away."""
        return self.pooling is Pooling.TRUNCATE

    def states(self, batch: Batch) -> tuple[Tensor, Tensor]:
        """The stacked states (stays, states, width) of a batch, and which of them count (stays, states)."""
        device = next(self.parameters()).device
        ids, mask, rows, columns, kept = (
            torch.from_numpy(array).to(device)
            for array in (batch.ids, batch.mask, batch.rows, batch.columns, batch.kept)
        )
        is_slow = device.type == "cpu"  # and has no use for many segments at once
        read = self._one_by_one(ids, mask) if is_slow else self._last(ids, mask)
        return read[rows, columns], kept

    def _last(self, ids: Tensor, mask: Tensor) -> Tensor:
        found: Tensor = self.backbone(input_ids=ids, attention_mask=mask).last_hidden_state
        return found

    def _one_by_one(self, ids: Tensor, mask: Tensor) -> Tensor:
        """Each segment as long as it is."""
        lengths = mask.sum(dim=1).tolist()
        found = [
            self._last(row[None, :length], own[None, :length])[0]
            for row, own, length in zip(ids, mask, lengths, strict=True)
        ]
        return pad_sequence(found, batch_first=True)

    def forward(self, batch: Batch) -> tuple[Tensor, Tensor | None]:
        states, kept = self.states(batch)
        found: tuple[Tensor, Tensor | None] = self.head(self.dropout(states), kept)
        return found
