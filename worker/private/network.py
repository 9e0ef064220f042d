"""Representation, tagger and adversaries. Sentences come as padded rows of points, cases and a mask."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn

_FIRST_NOISE = -2.0  # log of a standard deviation


@dataclass(frozen=True, slots=True)
class Shape:
    """`points`: dimensions of a word's point, its case included; `size`: d of the representation; `floor`: below which no standard
    deviation of its noise falls."""

    points: int
    size: int = 50
    hidden: int = 64
    floor: float = 0.0


class Noise(nn.Module):
    """Gaussian noise, one trainable standard deviation a dimension above the floor; also drawn when nothing is learned."""

    def __init__(self, size: int, floor: float = 0.0) -> None:
        super().__init__()
        self.floor = floor
        self.log_scale = nn.Parameter(torch.full((size,), _FIRST_NOISE))

    @property
    def scale(self) -> Tensor:
        return self.floor + self.log_scale.exp()

    def forward(self, states: Tensor) -> Tensor:
        return states + torch.randn_like(states) * self.scale


class Representation(nn.Module):
    """R = N_out + LSTM(E + N_in). The LSTM's states lie in (-1, 1): they cannot outgrow the noise."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.noise_in, self.noise_out = Noise(shape.points), Noise(shape.size, shape.floor)
        self.lstm = BothWays(shape.points, shape.size // 2)

    def forward(self, points: Tensor, mask: Tensor) -> Tensor:
        return self.noise_out(self.lstm(self.noise_in(points), mask)) * mask.unsqueeze(-1)

    def states(self, points: Tensor, mask: Tensor) -> Tensor:
        """Without noise."""
        told: Tensor = self.lstm(points, mask)
        return told


class BothWays(nn.Module):
    """An LSTM from each end of a row: what lies behind its end moves nothing. Two of one direction each, since rows packed by
    length make a card wait for the processor at every call."""

    def __init__(self, given: int, size: int) -> None:
        super().__init__()
        self.ahead = nn.LSTM(given, size, batch_first=True)
        self.back = nn.LSTM(given, size, batch_first=True)

    def flatten(self) -> None:
        """A copy's weights lie apart, and a card would gather them at every call."""
        self.ahead.flatten_parameters()
        self.back.flatten_parameters()

    def forward(self, states: Tensor, mask: Tensor) -> Tensor:
        turned = _turned(mask)
        ahead, _last = self.ahead(states)
        back, _last = self.back(_rows(states, turned))
        return torch.cat([ahead, _rows(back, turned)], dim=2) * mask.unsqueeze(-1)


def _turned(mask: Tensor) -> Tensor:
    """For each place of each row, all counted through, the place as far from its row's end; padding stays. Its own inverse."""
    rows, width = mask.shape
    places = torch.arange(width, device=mask.device).expand_as(mask)
    turned = torch.where(mask > 0, mask.sum(1, keepdim=True).long() - 1 - places, places)
    return (turned + width * torch.arange(rows, device=mask.device).unsqueeze(1)).flatten()


def _rows(states: Tensor, places: Tensor) -> Tensor:
    """Whole rows at once: `gather` would look up every number of them by itself."""
    return states.flatten(0, 1).index_select(0, places).view_as(states)


class Crf(nn.Module):
    """A linear chain over emissions."""

    def __init__(self, tags: int) -> None:
        super().__init__()
        self.moves = nn.Parameter(torch.zeros(tags, tags))
        self.starts = nn.Parameter(torch.zeros(tags))

    def loss(self, emissions: Tensor, tags: Tensor, mask: Tensor) -> Tensor:
        """Mean negative log-likelihood of a sentence."""
        best = emissions.gather(2, tags.unsqueeze(-1)).squeeze(-1)
        moved = self.moves[tags[:, :-1], tags[:, 1:]] * mask[:, 1:]
        told = (best * mask).sum(1) + self.starts[tags[:, 0]] + moved.sum(1)
        return (self._partition(emissions, mask) - told).mean()

    def _partition(self, emissions: Tensor, mask: Tensor) -> Tensor:
        moves, going = self.moves.exp(), mask.unsqueeze(-1) > 0
        alpha = self.starts + emissions[:, 0]
        for place in range(1, emissions.shape[1]):
            most = alpha.amax(1, keepdim=True)
            step = most + ((alpha - most).exp() @ moves).log() + emissions[:, place]
            alpha = torch.where(going[:, place], step, alpha)
        return torch.logsumexp(alpha, dim=1)

    def best(self, emissions: Tensor, mask: Tensor) -> list[list[int]]:
        """Viterbi."""
        score, backs = self.starts + emissions[:, 0], []
        for place in range(1, emissions.shape[1]):
            top, back = (score.unsqueeze(2) + self.moves).max(dim=1)
            going = mask[:, place, None] > 0
            score = torch.where(going, top + emissions[:, place], score)
            stay = torch.arange(score.shape[1], device=back.device).expand_as(back)
            backs.append(torch.where(going, back, stay))
        ends = score.argmax(1)
        rows = [ends]
        for back in reversed(backs):
            rows.append(back.gather(1, rows[-1].unsqueeze(1)).squeeze(1))
        path = torch.stack(rows[::-1], dim=1)
        lengths = mask.sum(1).long().tolist()
        return [row[:length].tolist() for row, length in zip(path, lengths, strict=True)]


class Tagger(nn.Module):
    """BiLSTM and CRF over whatever it is given: points, or representations."""

    def __init__(self, given: int, hidden: int, tags: int) -> None:
        super().__init__()
        self.lstm = BothWays(given, hidden)
        self.drop = nn.Dropout(0.3)
        self.out = nn.Linear(2 * hidden, tags)
        self.crf = Crf(tags)

    def emissions(self, states: Tensor, mask: Tensor) -> Tensor:
        told: Tensor = self.out(self.drop(self.lstm(states, mask)))
        return told

    def loss(self, states: Tensor, tags: Tensor, mask: Tensor) -> Tensor:
        return self.crf.loss(self.emissions(states, mask), tags, mask)

    @torch.inference_mode()
    def tag(self, states: Tensor, mask: Tensor) -> list[list[int]]:
        return self.crf.best(self.emissions(states, mask), mask)


class Adversary(nn.Module):
    """Do the two rows come from one sentence? A logit a pair: what each word says for it, summed."""

    def __init__(self, size: int, hidden: int) -> None:
        super().__init__()
        self.glass = nn.Linear(size, hidden)
        self.word = nn.Sequential(
            nn.Linear(4 * hidden, 2 * hidden), nn.ReLU(), nn.Linear(2 * hidden, 1)
        )
        self.prior = nn.Parameter(torch.zeros(()))

    def forward(self, one: Tensor, other: Tensor, mask: Tensor) -> Tensor:
        a, b = self.glass(one), self.glass(other)
        said = self.word(torch.cat([a, b, a * b, (a - b).abs()], dim=2)).squeeze(2)
        told: Tensor = (said * mask).sum(1) + self.prior
        return told


class Reverse(torch.autograd.Function):
    """The same forward, gradients turned round and weighted (Ganin et al. 2016)."""

    @staticmethod
    def forward(context: object, states: Tensor, weight: float) -> Tensor:
        context.weight = weight  # type: ignore[attr-defined]
        return states.view_as(states)

    @staticmethod
    def backward(context: object, gradient: Tensor) -> tuple[Tensor, None]:
        return -context.weight * gradient, None  # type: ignore[attr-defined]
