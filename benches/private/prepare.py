"""``python -m benches.private.prepare --out FILE``: generated notes as sentences, and FastText on what an export of others would
release. Needs the project and gensim, no card."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

from benches.methods.pool import released
from benches.ner import sources
from benches.private import data
from benches.say import say
from privacy.domain.tables import default_tables
from worker.obfuscation.ways import Files
from worker.private.sentences import sentences_of
from worker.private.words import learn_points


def main(arguments: Sequence[str] | None = None) -> int:
    options = parser().parse_args(arguments)
    made = prepared(options)
    data.write(made, options.out)
    say(f"{options.out} : {options.out.stat().st_size / 1e6:.0f} Mo ; {made.told}")
    return 0


def prepared(options: argparse.Namespace) -> data.Data:
    """Notes of the training families teach; those of families that nobody trains on judge."""
    split = "dev" if options.dev else "test"
    teaching = sentences_of(sources.families("train", options.notes, options.seed).notes)
    judging = sentences_of(sources.families(split, options.judged, options.seed).notes)
    others = Files(sources.families("train", options.pool, options.seed + 1).notes)
    words = learn_points(released(others, Fraction(1), default_tables()))
    told = (
        f"{options.notes} notes, {len(teaching)} sentences teach; {options.judged} notes of {split} families, "
        f"{len(judging)} sentences judge; {len(words.words)} words of {options.pool} released notes"
    )
    return data.Data(words, teaching, judging, told)


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(description=__doc__)
    add = made.add_argument
    add("--out", type=Path, required=True)
    add("--dev", action="store_true", help="mise au point : les familles de test ne sont pas lues")
    add("--notes", type=int, default=400)
    add("--judged", type=int, default=150)
    add("--pool", type=int, default=600, help="notes diffusées dont viennent les mots")
    add("--seed", type=int, default=2026)
    return made


if __name__ == "__main__":
    sys.exit(main())
