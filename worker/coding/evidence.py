"""Which words of a stay speak for a code: attention × gradient (AttInGrad, Edin et al. 2024)."""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from icdcoder.domain.coder import Evidence
from worker.coding.network import CodingNetwork
from worker.coding.segments import Segmented, batch_of

Floats = NDArray[np.float64]
MOST_SPANS: Final = 5
_SHARE: Final = 0.5  # of what speaks for the code: the fewest words that carry it are shown


class _Watched:
    """While entered, the encoder's input vectors can be asked for their gradient."""

    def __init__(self, backbone: Any) -> None:
        self._layer = backbone.get_input_embeddings()
        self.vectors: Tensor

    def __enter__(self) -> "_Watched":
        self._hook = self._layer.register_forward_hook(self._keep)
        return self

    def __exit__(self, *_details: object) -> None:
        self._hook.remove()

    def _keep(self, _layer: object, _given: object, vectors: Tensor) -> Tensor:
        self.vectors = vectors.detach().requires_grad_()
        return self.vectors


def word_weights(
    network: CodingNetwork, stay: Segmented, labels: Sequence[int], padding: int
) -> Floats:
    """(labels, words): for piece t of label l, A_lt · ‖x_t ∘ ∂score_l/∂x_t‖₂; a word is the sum of its pieces.

    x is the piece's input vector. Poolings without attention weigh all pieces alike (input × gradient).
    The network must be in evaluation mode: dropout would draw.
    """
    batch = batch_of([stay], padding, is_first_only=network.reads_first_only)
    found = np.zeros((len(labels), max(1, len(stay.spans))))
    owners = stay.words[: int(batch.kept.sum())]
    with torch.enable_grad(), _Watched(network.backbone) as watched:
        scores, attention = network(batch)
        vectors = watched.vectors
        for row, label in enumerate(labels):
            (slope,) = torch.autograd.grad(scores[0, label], vectors, retain_graph=True)
            told = (vectors.detach() * slope).norm(dim=-1).cpu().double().numpy()
            weights = told[batch.rows[0], batch.columns[0]]
            if attention is not None:
                weights = weights * attention[0, label].detach().cpu().double().numpy()
            is_word = owners >= 0
            np.add.at(found[row], owners[is_word], weights[is_word])
    return found


def inside(stay: Segmented, hidden: Sequence[tuple[int, int]]) -> NDArray[np.bool_]:
    """(words): which words touch one of these spans of the stay's only document.

    Example: "vu à LES Bains", hidden (5, 14) → [False, False, True, True].
    """
    found = np.zeros(max(1, len(stay.spans)), dtype=np.bool_)
    for place, (_document, start, end) in enumerate(stay.spans):
        found[place] = any(start < last and first < end for first, last in hidden)
    return found


def evidence_of(weights: Floats, stay: Segmented, document: int) -> tuple[Evidence, ...]:
    """The fewest words that carry half of what speaks for the code, neighbours joined; in reading order.

    At most MOST_SPANS; weights in (0, 1], the strongest word 1. Only those of one document of the stay.
    """
    total = float(weights.sum())
    if not stay.spans or total <= 0:
        return ()
    order = np.argsort(-weights, kind="stable")
    needed = int(np.searchsorted(np.cumsum(weights[order]), _SHARE * total)) + 1
    chosen = sorted(int(word) for word in order[:needed] if weights[word] > 0)
    top = float(weights.max())
    spans: list[tuple[int, Evidence]] = []  # with the last word of each
    for word in chosen:
        own_document, start, end = stay.spans[word]
        if own_document != document:
            continue
        weight = round(max(1e-4, float(weights[word]) / top), 4)
        if spans and spans[-1][0] == word - 1:
            before = spans.pop()[1]
            start, weight = before.start, max(before.weight, weight)
        spans.append((word, Evidence(start, end, weight)))
    best = sorted((own for _word, own in spans), key=lambda e: (-e.weight, e.start))[:MOST_SPANS]
    return tuple(sorted(best))
