"""A network of fewer layers that learns from gold tags and from a trained network at once."""

import copy
from typing import Any, Final

import torch
from torch import Tensor, nn
from torch.nn import functional

from worker.engine.encoder.network import EncoderTagger
from worker.engine.encoder.tags import FINE_TAGS
from worker.training.encoder.examples import IGNORED, Batch
from worker.training.encoder.loop import Trainer, half_precision, use_plain_attention

_SOFTNESS: Final = 2.0
_OPINION_WEIGHT: Final = 1.0
_STATE_WEIGHT: Final = 1.0


def student_of(teacher: EncoderTagger, layers: int) -> EncoderTagger:
    """A copy that keeps `layers` of the teacher's BERT layers, evenly spaced, the last among them.

    Example: 6 of 12 keeps the second, fourth … twelfth. Starting from the teacher's own layers is what
    lets a small tagger learn in a few epochs (Sanh et al. 2019, section 3).
    Raises ValueError for more layers than the teacher has, or none.
    """
    student = copy.deepcopy(teacher).requires_grad_(requires_grad=True)
    whole = list(student.backbone.encoder.layer)
    student.backbone.encoder.layer = nn.ModuleList(
        whole[place - 1] for place in _places(len(whole), layers)
    )
    student.backbone.config.num_hidden_layers = layers
    return student


def _places(whole: int, layers: int) -> list[int]:
    """12, 8 → [1, 3, 4, 6, 7, 9, 10, 12]: which of the teacher's layers each of the student's stands for."""
    if not 1 <= layers <= whole:
        raise ValueError(f"{layers} couches ne peuvent être gardées de {whole}")
    return [number * whole // layers for number in range(1, layers + 1)]


class Distiller(Trainer):
    """A Trainer whose loss adds what the teacher thinks: its softened opinion of each word (Hinton et
    al. 2015) and the direction of its states after each of the student's layers (Sun et al. 2019).

    Only of words that the teacher tags as gold does: what it gets wrong (tables of numbers) is learned
    from gold alone.
    """

    def __init__(self, teacher: EncoderTagger, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._teacher = teacher.to(self.device).eval().requires_grad_(requires_grad=False)
        use_plain_attention(self._teacher.backbone)
        own, theirs = (len(n.backbone.encoder.layer) for n in (self.network, teacher))
        self._places = _places(theirs, own)

    def _loss(self, batch: Batch) -> Tensor:
        ids, mask, gold = self._tensors(batch)
        with half_precision(self.device):
            states, logits = _read(self.network, self._with_hidden_words(ids), mask)
            with torch.no_grad():
                known, taught = _read(self._teacher, ids, mask)
        is_right = (gold != IGNORED) & (taught[..., :FINE_TAGS].argmax(-1) == gold)
        loss = self._gold_loss(logits.float().flatten(0, 1), gold.flatten())
        if not is_right.any():
            return loss
        opinion = _opinion_loss(logits[is_right].float(), taught[is_right].float())
        theirs = [known[place] for place in self._places]
        turned = [
            _turned(mine[is_right], its[is_right])
            for mine, its in zip(states[1:], theirs, strict=True)
        ]
        return loss + _OPINION_WEIGHT * opinion + _STATE_WEIGHT * torch.stack(turned).mean()


def _read(network: EncoderTagger, ids: Tensor, mask: Tensor) -> tuple[tuple[Tensor, ...], Tensor]:
    """(states before and after each layer, each (n, pieces, width); logits (n, pieces, tags))."""
    read = network.backbone(input_ids=ids, attention_mask=mask, output_hidden_states=True)
    return read.hidden_states, network.heads(network.dropout(read.last_hidden_state))


def _opinion_loss(logits: Tensor, taught: Tensor) -> Tensor:
    """Divergence from the teacher's softened probabilities, (words, tags) each; mean over words."""
    parts = (slice(None, FINE_TAGS), slice(FINE_TAGS, None))
    losses = [
        functional.kl_div(
            (logits[:, part] / _SOFTNESS).log_softmax(-1),
            (taught[:, part] / _SOFTNESS).log_softmax(-1),
            reduction="batchmean",
            log_target=True,
        )
        for part in parts
    ]
    return torch.stack(losses).mean() * _SOFTNESS**2


def _turned(mine: Tensor, theirs: Tensor) -> Tensor:
    """1 - cosine of two states of each word, (words, width) each; mean over words."""
    return 1 - functional.cosine_similarity(mine.float(), theirs.float(), dim=-1).mean()
