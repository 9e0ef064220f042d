"""Losses over (stays, labels); the sum over labels, the mean over stays."""

import torch
from torch import Tensor
from torch.nn import functional

from worker.coding.recipe import Loss


def loss_of(kind: Loss, scores: Tensor, gold: Tensor) -> Tensor:
    return asymmetric(scores, gold) if kind is Loss.ASYMMETRIC else binary(scores, gold)


def binary(scores: Tensor, gold: Tensor) -> Tensor:
    """Binary cross entropy."""
    losses = functional.binary_cross_entropy_with_logits(scores, gold, reduction="none")
    return losses.sum(dim=1).mean()


def asymmetric(
    scores: Tensor,
    gold: Tensor,
    *,
    positive: float = 1.0,
    negative: float = 4.0,
    margin: float = 0.05,
) -> Tensor:
    """Ridnik et al. 2021: labels that are absent weigh p_m^γ- with p_m = max(p - margin, 0); present ones (1 - p)^γ+.

    With both γ and the margin 0 it is the binary cross entropy. The weights carry no gradient, as in the authors' code.
    """
    present = scores.sigmoid()
    absent = (1 - present + margin).clamp(max=1)
    losses = gold * functional.logsigmoid(scores) + (1 - gold) * absent.clamp(min=1e-8).log()
    with torch.no_grad():
        weights = gold * (1 - present) ** positive + (1 - gold) * (1 - absent) ** negative
    return -(losses * weights).sum(dim=1).mean()
