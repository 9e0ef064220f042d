"""The network behind `icdcoder.domain.coder.Coder`."""

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from icdcoder.domain.coder import CodePrediction
from worker.coding.calibration import probabilities
from worker.coding.evidence import evidence_of, inside, word_weights
from worker.coding.files import CoderSettings, content_hash, load_network, read_settings
from worker.coding.network import CodingNetwork
from worker.coding.segments import Segmented, segment
from worker.coding.training import score_stays
from worker.engine.encoder.pieces import PieceEncoder

__all__ = ["NeuralCoder", "load_coder"]


class NeuralCoder:
    """Codes at or above the model's threshold, with their calibrated probability as score.

    `label_of` gives the French label of a code. Deterministic on one machine.
    """

    def __init__(
        self,
        network: CodingNetwork,
        encoder: PieceEncoder,
        settings: CoderSettings,
        *,
        version: str,
        label_of: Callable[[str], str] = lambda code: "",
    ) -> None:
        self.network = network.eval()
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
        stays = [self._read([text]) for text in texts]
        found = self._probabilities(stays)
        spans = hidden or [()] * len(stays)
        return [self._proposed(*three, top) for three in zip(stays, found, spans, strict=True)]

    def probabilities(self, stays: Sequence[Sequence[str]]) -> NDArray[np.float64]:
        """(stays, codes) for stays of several documents each; no evidence, one pass."""
        return self._probabilities([self._read(texts) for texts in stays])

    def _probabilities(self, stays: Sequence[Segmented]) -> NDArray[np.float64]:
        if not stays:
            return np.zeros((0, len(self.codes)))
        # by length: little padding
        order = sorted(range(len(stays)), key=lambda index: len(stays[index].rows))
        scores = np.empty((len(stays), len(self.codes)), dtype=np.float32)
        scores[order] = score_stays(
            self.network, [stays[index] for index in order], self._encoder.pad
        )
        return probabilities(scores, self.settings.temperature, self.settings.shift)

    def _read(self, texts: Sequence[str]) -> Segmented:
        return segment(texts, self._encoder, self.settings.limits)

    def _proposed(
        self,
        stay: Segmented,
        found: NDArray[np.float64],
        hidden: Sequence[tuple[int, int]],
        top: int,
    ) -> list[CodePrediction]:
        best = [int(i) for i in np.argsort(-found, kind="stable")[:top]]
        best = [index for index in best if found[index] >= self.settings.threshold]
        if not best:
            return []
        weights = word_weights(self.network, stay, best, self._encoder.pad)
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


def load_coder(folder: Path, label_of: Callable[[str], str]) -> NeuralCoder:
    """The coder of a directory that `manage.py train_icd` wrote. Raises CoderFilesError (a ValueError)."""
    settings = read_settings(folder)
    network, encoder = load_network(folder, settings)
    version = f"{settings.name}-{content_hash(folder)[:12]}"
    return NeuralCoder(network, encoder, settings, version=version, label_of=label_of)
