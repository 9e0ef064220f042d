"""From what a label's vectors and bias start: its French text, its frequency."""

import math
from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from worker.coding.segments import Limits, batch_of, segment
from worker.coding.stays import Stay
from worker.engine.encoder.pieces import PieceEncoder

_AT_ONCE: Final = 64
_LABEL: Final = Limits(length=128, overlap=0, most=1)


def label_vectors(backbone: Any, encoder: PieceEncoder, labels: Sequence[str]) -> Tensor:
    """(labels, width): the mean of the encoder's last states over each label's pieces."""
    was_training = backbone.training
    backbone.eval()
    device = next(backbone.parameters()).device
    found = []
    with torch.no_grad():
        for first in range(0, len(labels), _AT_ONCE):
            read = [segment([label], encoder, _LABEL) for label in labels[first : first + _AT_ONCE]]
            batch = batch_of(read, encoder.pad)
            ids, mask, rows, columns, kept = (
                torch.from_numpy(array).to(device)
                for array in (batch.ids, batch.mask, batch.rows, batch.columns, batch.kept)
            )
            states = backbone(input_ids=ids, attention_mask=mask).last_hidden_state[rows, columns]
            own = kept.unsqueeze(-1)
            found.append((states * own).sum(dim=1) / own.sum(dim=1))
    backbone.train(was_training)
    return torch.cat(found)


def priors(stays: Sequence[Stay], codes: Sequence[str]) -> NDArray[np.float32]:
    """The log odds of each code among the stays (one more of each sort, so that none is infinite)."""
    counts = Counter(code for stay in stays for code in stay.codes)
    odds = [(counts[code] + 1) / (len(stays) - counts[code] + 1) for code in codes]
    return np.array([math.log(value) for value in odds], dtype=np.float32)
