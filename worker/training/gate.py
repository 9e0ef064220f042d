"""Fits a model's gate again: ``python -m worker.training.gate DIRECTORY``.

Minutes on two cores, deterministic; the weights stay as they are. It learns on generated notes of
the training families, and on longer ones with few entities made of their lines, and chooses on
such notes of the development families and on the demo's development notes.
"""

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from annotation.demo.corpus import load_corpus
from annotation.domain.notes import Note
from worker.engine.encoder import network as networks
from worker.engine.encoder.files import Settings, read_settings
from worker.engine.encoder.gate import GATE, write_gate
from worker.engine.encoder.network import EncoderTagger
from worker.engine.encoder.pieces import PieceEncoder
from worker.engine.rules.engine import RuleDetector
from worker.training.corpus import generate
from worker.training.corpus.library import Split
from worker.training.encoder.gating import Fitted, fit, is_deep
from worker.training.sparse import sparse

LEARN_NOTES: Final = 900
_CHOOSE_NOTES: Final = 120
_LEARN_SEED, _CHOOSE_SEED = 555, 7
_SPARSE_SHARE: Final = 12  # so many generated notes for one with few entities


def fit_on_generated(
    network: EncoderTagger,
    encoder: PieceEncoder,
    settings: Settings,
    *,
    notes: int = LEARN_NOTES,
    learn: Sequence[Note] = (),
    choose: Sequence[Note] = (),
    device: str = "cpu",
    check: Callable[[], None] = lambda: None,
) -> Fitted | None:
    """On generated notes, and on the ones given beside them; see worker.training.encoder.gating."""
    if not is_deep(network):
        return None  # before any note is generated
    rules = RuleDetector()
    drawn = _drawn(_LEARN_SEED, notes, "train")
    kept = _drawn(_CHOOSE_SEED, min(notes, _CHOOSE_NOTES), "dev")
    return fit(
        network,
        encoder,
        settings,
        learn=[*drawn, *learn],
        choose=[*kept, *choose],
        suspect=lambda note: rules.detect([note.text])[0],
        device=device,
        check=check,
    )


def _drawn(seed: int, number: int, side: Split) -> list[Note]:
    notes = [made.note for made in generate(seed, number, side)]
    return [*notes, *sparse(notes, number // _SPARSE_SHARE, seed)]


def write(folder: Path, fitted: Fitted | None) -> None:
    """The gate beside the weights, or none: a former one belongs to other weights."""
    (folder / GATE).unlink(missing_ok=True)
    if fitted is not None:
        write_gate(folder, fitted.gate)


def sentence(fitted: Fitted | None) -> str:
    """What was found, in French."""
    if fitted is None:
        return "aucune porte : ce réseau lit tous les mots jusqu'au bout"
    return (
        f"porte après {fitted.gate.depth} couches, seuil {fitted.gate.threshold} : "
        f"{100 * fitted.going_on:.0f} % des mots continuent, aucun perdu "
        f"sur {fitted.entity_words} mots identifiants"
    )


def main(arguments: list[str] | None = None) -> int:
    """Writes gate.safetensors into the model's directory."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--notes", type=int, default=LEARN_NOTES)
    parser.add_argument("--device", default="cpu")
    options = parser.parse_args(arguments)
    fitted = fit_on_generated(
        networks.load(options.folder).to(options.device),
        PieceEncoder(options.folder),
        read_settings(options.folder),
        notes=options.notes,
        choose=list(load_corpus("dev")),
        device=options.device,
    )
    write(options.folder, fitted)
    sys.stdout.write(sentence(fitted) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
