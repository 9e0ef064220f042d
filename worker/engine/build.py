"""Builds the detector that a command or a job asks for."""

from pathlib import Path
from typing import Final

from worker.engine.detector import Detector, Model
from worker.engine.hybrid import HybridDetector
from worker.engine.rules.engine import RuleDetector

ENGINES: Final = ("hybrid", "rules", "model", "union")
SHIPPED: Final = Path(__file__).parents[1] / "weights" / "ner-fr-4"


class EngineError(ValueError):
    """The engine can't be built; `reason` is a French sentence."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def build_detector(
    engine: str,
    model_dir: Path | None = None,
    device: str | None = None,
    threads: int = 0,
    cache: Path | None = None,
) -> Detector:
    """The detector named `engine`: hybrid as the model's settings merge it, rules, model, or their plain union.

    Without `model_dir` it is the shipped model's. `device` None chooses; `threads` 0 takes every
    core; `cache` keeps what is made of a model at its first use. Raises EngineError.
    """
    if engine not in ENGINES:
        raise EngineError(f"moteur inconnu : {engine} (choix : {', '.join(ENGINES)})")
    if device not in (None, "cpu", "cuda"):
        raise EngineError(f"matériel inconnu : {device} (choix : cpu, cuda)")
    if engine == "rules":
        return RuleDetector()
    folder = model_dir or SHIPPED
    model = load_model(folder, device, threads, cache)
    if engine != "model":
        return hybrid_of(folder, model, engine)
    if model is None:
        raise EngineError(f"aucun modèle dans {folder} : les règles y travaillent seules")
    return model


def hybrid_of(folder: Path, model: Model | None, engine: str = "hybrid") -> HybridDetector:
    """The rules with the model of `folder`, merged as its settings say, without the rules that its project does
    without. Engine "union" merges plainly whatever they say. Without a model the rules work alone."""
    from worker.engine.encoder.files import read_settings

    settings = read_settings(folder)
    merge = "union" if engine == "union" else settings.merge
    return HybridDetector(RuleDetector(), model, settings.left_out, merge)


def load_model(
    folder: Path, device: str | None = None, threads: int = 0, cache: Path | None = None
) -> Model | None:
    """What a model's directory sets beside the rules: a transformer, or what works in its place; None where they work alone.
    Raises EngineError, CardLostError."""
    if not folder.is_dir():
        raise EngineError(f"dossier de modèle introuvable : {folder}")
    # Imported here: the rules alone must not pay for numpy or a model runtime.
    from worker.engine.encoder.card import CardLostError, lost_card
    from worker.engine.encoder.choice import NoDeviceError
    from worker.engine.encoder.detector import load_detector
    from worker.engine.encoder.files import NETWORK, RULES, ModelFilesError, read_settings

    try:
        settings = read_settings(folder)
        if settings.form == RULES:
            return None
        if settings.form != NETWORK or settings.label_map:
            from worker.other_engines.loading import load_other

            return load_other(folder, settings, device)
        return load_detector(folder, device, threads, cache)
    except NoDeviceError as error:
        raise EngineError(str(error)) from error
    except ModelFilesError as error:
        raise EngineError(f"modèle illisible dans {folder} : {error}") from error
    except (OSError, ValueError, KeyError, RuntimeError, AssertionError) as error:
        if card := lost_card(error):
            raise CardLostError(card) from error
        raise EngineError(f"modèle illisible dans {folder} ({type(error).__name__})") from error
