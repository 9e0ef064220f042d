"""Builds the detector that a command or a job asks for."""

from importlib import import_module
from pathlib import Path
from typing import Final, cast

from worker.engine.detector import Detector
from worker.engine.hybrid import HybridDetector
from worker.engine.rules.engine import RuleDetector

ENGINES: Final = ("hybrid", "rules", "model")


class EngineError(ValueError):
    """The engine can't be built; `reason` is a French sentence."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def build_detector(
    engine: str, model_dir: Path | None = None, device: str | None = None
) -> Detector:
    """The detector named `engine` (hybrid, rules or model).

    Without `model_dir`, hybrid is the rules alone and its version says so. The lightweight
    tagger runs on the CPU: `device` may only ask for that. Raises EngineError.
    """
    if engine not in ENGINES:
        raise EngineError(f"moteur inconnu : {engine} (choix : {', '.join(ENGINES)})")
    if device not in (None, "cpu", "cuda"):
        raise EngineError(f"matériel inconnu : {device} (choix : cpu, cuda)")
    if engine == "rules":
        return RuleDetector()
    if model_dir is None:
        if engine == "model":
            raise EngineError("le moteur « model » demande un dossier de modèle (--model DOSSIER)")
        return HybridDetector(RuleDetector(), None)
    model = _load_model(model_dir, device)
    return model if engine == "model" else HybridDetector(RuleDetector(), model)


def _load_model(model_dir: Path, device: str | None) -> Detector:
    if not model_dir.is_dir():
        raise EngineError(f"dossier de modèle introuvable : {model_dir}")
    if device == "cuda":
        raise EngineError("ce modèle ne s'exécute que sur le processeur (--device cpu)")
    # Imported here: the rules alone must not pay for numpy or a model runtime.
    tagger = import_module("worker.engine.tagger")
    try:
        return cast(Detector, tagger.load_tagger(model_dir))
    except (OSError, ValueError, KeyError) as error:
        raise EngineError(f"modèle illisible dans {model_dir} ({type(error).__name__})") from error
