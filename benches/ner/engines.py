"""The engines that are compared, each a column of the tables."""

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from annotation.domain.notes import Note, PatientIdentity
from annotation.domain.spans import Span
from worker.engine.build import EngineError, load_model
from worker.engine.detector import Detector
from worker.engine.encoder.detector import EncoderDetector
from worker.engine.hybrid import HybridDetector
from worker.engine.reading import Reading
from worker.engine.rules.engine import RuleDetector
from worker.other_engines.peers.detector import PeerAbsentError, PeerDetector, interpreters
from worker.other_engines.peers.specs import PEERS

K = TypeVar("K")
V = TypeVar("V")


def _remembered(
    known: dict[K, V], asked: Sequence[K], read: Callable[[list[K]], Sequence[V]]
) -> list[V]:
    """A value for each key, in order; `read` gives those that are not `known`, each once."""
    if new := [key for key in dict.fromkeys(asked) if key not in known]:
        known.update(zip(new, read(new), strict=True))
    return [known[key] for key in asked]


class Remembering:
    """A detector that reads each text once, however many columns show it."""

    def __init__(self, inner: Detector) -> None:
        self._inner = inner
        self._known: dict[tuple[str, PatientIdentity | None], list[Span]] = {}

    @property
    def version(self) -> str:
        return self._inner.version

    def detect(
        self, texts: Sequence[str], patients: Sequence[PatientIdentity | None] | None = None
    ) -> list[list[Span]]:
        """See worker.engine.detector.Detector."""
        asked = list(zip(texts, patients or [None] * len(texts), strict=True))
        return _remembered(
            self._known,
            asked,
            lambda new: self._inner.detect([text for text, _ in new], [who for _, who in new]),
        )


class RememberingModel:
    """The same for a model that tells its doubt, which the hybrid asks for; it knows no patient."""

    def __init__(self, inner: EncoderDetector) -> None:
        self._inner = inner
        self._known: dict[str, Reading] = {}

    @property
    def version(self) -> str:
        return self._inner.version

    def read(self, texts: Sequence[str]) -> list[Reading]:
        """See worker.engine.hybrid.DoubtingModel."""
        return _remembered(self._known, texts, self._inner.read)

    def detect(
        self, texts: Sequence[str], patients: Sequence[PatientIdentity | None] | None = None
    ) -> list[list[Span]]:
        """See worker.engine.detector.Detector."""
        return [reading.spans for reading in self.read(texts)]


@dataclass(frozen=True, slots=True)
class Column:
    """`uses_patient`: the patient's structured data goes with the text, as in the product."""

    title: str
    detector: Detector
    uses_patient: bool = False
    is_peer: bool = False

    def detect(self, notes: Sequence[Note]) -> list[list[Span]]:
        """One list of spans per note."""
        patients = [note.patient for note in notes] if self.uses_patient else None
        return self.detector.detect([note.text for note in notes], patients)


@dataclass(slots=True)
class Engines:
    """`columns` in the order shown; `absent` names what could not run, and why."""

    columns: list[Column] = field(default_factory=list)
    absent: list[tuple[str, str]] = field(default_factory=list)

    def named(self, title: str) -> Column | None:
        return next((column for column in self.columns if column.title == title), None)


RULES, MODEL, HYBRID, PATIENT = "règles", "modèle", "hybride", "hybride+patient"


def own(model_dir: Path) -> Engines:
    """Rules, model, hybrid, and the hybrid that knows the patient."""
    rules = Remembering(RuleDetector())
    found = Engines([Column(RULES, rules)])
    try:
        loaded = load_model(model_dir)
    except EngineError as error:
        found.absent += [(title, error.reason) for title in (MODEL, HYBRID, PATIENT)]
        return found
    if not isinstance(loaded, EncoderDetector):
        raise TypeError(type(loaded))
    model = RememberingModel(loaded)
    hybrid = HybridDetector(rules, model)
    found.columns += [
        Column(MODEL, model),
        Column(HYBRID, hybrid),
        Column(PATIENT, hybrid, uses_patient=True),
    ]
    return found


def peers() -> Engines:
    """Every other tool that an interpreter of `$PEERS_PYTHON` has; without it, that this one has."""
    found = Engines()
    for spec in PEERS:
        try:
            detector = PeerDetector(spec, interpreters() or [sys.executable])
        except PeerAbsentError as absent:
            found.absent.append((spec.title, f"{absent.reason} (paquet {spec.package})"))
        else:
            found.columns.append(Column(spec.title, detector, is_peer=True))
    return found
