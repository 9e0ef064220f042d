"""A dictionary and a network as one coder: what either proposes, what both propose but once."""

from collections.abc import Sequence
from typing import Final

from icdcoder.domain.coder import CodePrediction, Coder, Evidence, Span

_LONGEST: Final = 80  # characters of a version that is stored


class JointCoder:
    """A code of both has the higher of the two probabilities and the evidence of both."""

    name = "dictionnaire et réseau"

    def __init__(self, dictionary: Coder, network: Coder) -> None:
        self._parts = (dictionary, network)
        self.version = f"{dictionary.version}+{network.version}"[:_LONGEST]
        self.says = (
            "Ces codes viennent d'un dictionnaire de termes et d'un réseau de neurones appris sur les codes acceptés de ce "
            "projet. Ni l'un ni l'autre ne comprend la note."
        )

    def predict(
        self, texts: Sequence[str], top: int = 25, hidden: Sequence[Sequence[Span]] = ()
    ) -> list[list[CodePrediction]]:
        """See `Coder.predict`."""
        found = [part.predict(texts, top, hidden) for part in self._parts]
        return [_joined([*one, *other], top) for one, other in zip(*found, strict=True)]


def _joined(found: Sequence[CodePrediction], top: int) -> list[CodePrediction]:
    same: dict[str, CodePrediction] = {}
    for own in found:
        before = same.get(own.code)
        same[own.code] = own if before is None else _both(before, own)
    return sorted(same.values(), key=lambda own: (-own.score, own.code))[:top]


def _both(one: CodePrediction, other: CodePrediction) -> CodePrediction:
    places: dict[Span, float] = {}
    for evidence in (*one.evidence, *other.evidence):
        place = (evidence.start, evidence.end)
        places[place] = max(evidence.weight, places.get(place, 0.0))
    merged = tuple(sorted(Evidence(start, end, w) for (start, end), w in places.items()))
    return CodePrediction(one.code, one.label or other.label, max(one.score, other.score), merged)
