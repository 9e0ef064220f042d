"""The network behind `icdcoder.domain.coder.Coder`: the encoder once a note, its heads in float32, evidence of both."""

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from icdcoder.domain.coder import CodePrediction
from worker.coding.calibration import probabilities
from worker.coding.evidence import evidence_of, inside, word_weights
from worker.coding.files import CoderSettings, content_hash, load_network, read_settings
from worker.coding.network import CodingNetwork
from worker.coding.segments import Segmented, first_of, segment
from worker.coding.states import PlainStates, States, rounded_states
from worker.engine.encoder.choice import default_cache
from worker.engine.encoder.pieces import PieceEncoder

__all__ = ["NeuralCoder", "load_coder"]


class NeuralCoder:
    """Codes at or above the model's threshold, with their calibrated probability as score.

    `label_of` gives the French label of a code; `states` reads in the place of the network's own encoder. Deterministic
    on one machine.
    """

    def __init__(
        self,
        network: CodingNetwork,
        encoder: PieceEncoder,
        settings: CoderSettings,
        *,
        version: str,
        label_of: Callable[[str], str] = lambda code: "",
        states: States | None = None,
    ) -> None:
        self.head = network.eval().head
        self._reads_first_only = network.reads_first_only
        self._states = states or PlainStates(network, encoder.pad)
        self._encoder = encoder
        self.settings = settings
        self._version = version
        self._label_of = label_of

    @property
    def name(self) -> str:
        return f"réseau {self.settings.name}"

    @property
    def version(self) -> str:
        return self._version

    @property
    def says(self) -> str:
        return (
            f"Ces codes viennent d'un réseau de neurones qui connaît {len(self.codes)} codes, appris sur des notes "
            "codées. Les extraits sont ceux qui ont le plus pesé."
        )

    @property
    def codes(self) -> tuple[str, ...]:
        """What it can propose, in the order of the columns of `probabilities`."""
        return self.settings.codes

    def predict(
        self, texts: Sequence[str], top: int = 25, hidden: Sequence[Sequence[tuple[int, int]]] = ()
    ) -> list[list[CodePrediction]]:
        """See `Coder.predict`. Raises ValueError when `top` is not positive.

        `hidden` holds for each text the spans that substitution wrote: no evidence lies in them, and a code that
        speaks mostly from them (a disease that a fictitious name spells) is not proposed.
        """
        if top < 1:
            raise ValueError("top doit être au moins 1")
        spans = hidden or [()] * len(texts)
        return [self._proposed([text], own, top) for text, own in zip(texts, spans, strict=True)]

    def probabilities(self, stays: Sequence[Sequence[str]]) -> NDArray[np.float64]:
        """(stays, codes) for stays of several documents each; no evidence."""
        found = np.zeros((len(stays), len(self.codes)))
        for row, texts in zip(found, stays, strict=True):
            row[:] = self._probabilities(self._read(texts)[1])
        return found

    def _probabilities(self, states: Tensor) -> NDArray[np.float64]:
        """(codes) for the states of one stay."""
        kept = torch.ones(1, len(states), dtype=torch.bool, device=states.device)
        with torch.inference_mode():
            scores = self.head(states.unsqueeze(0), kept)[0][0].cpu().numpy()
        return probabilities(scores, self.settings.temperature, self.settings.shift)

    def _read(self, texts: Sequence[str]) -> tuple[Segmented, Tensor]:
        """A stay and what the encoder says of it."""
        stay = segment(texts, self._encoder, self.settings.limits)
        stay = first_of(stay) if self._reads_first_only else stay
        return stay, self._states(stay)

    def _proposed(
        self, texts: Sequence[str], hidden: Sequence[tuple[int, int]], top: int
    ) -> list[CodePrediction]:
        stay, states = self._read(texts)
        found = self._probabilities(states)
        best = [int(i) for i in np.argsort(-found, kind="stable")[:top]]
        best = [index for index in best if found[index] >= self.settings.threshold]
        if not best:
            return []
        weights = word_weights(self.head, states, stay, best)
        shown = weights * ~inside(stay, hidden)
        return [
            CodePrediction(
                code=self.codes[index],
                label=self._label_of(self.codes[index]),
                score=round(float(found[index]), 4),
                evidence=evidence_of(own, stay, 0),
            )
            for index, whole, own in zip(best, weights, shown, strict=True)
            if own.sum() >= whole.sum() / 2
        ]


def load_coder(
    folder: Path, label_of: Callable[[str], str], cache: Path | None = None
) -> NeuralCoder:
    """The coder of a directory that `manage.py train_icd` wrote; what is made of it at its first use is kept in `cache`.

    Raises CoderFilesError (a ValueError).
    """
    settings = read_settings(folder)
    network, encoder = load_network(folder, settings)
    return NeuralCoder(
        network,
        encoder,
        settings,
        version=f"{settings.name}-{content_hash(folder)[:12]}",
        label_of=label_of,
        states=rounded_states(folder, settings, cache or default_cache()),
    )
