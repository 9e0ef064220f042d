"""Substitution methods beside one another: ``python -m benches.bench_methods`` (``make bench-methods``).

The seven measures of Alves et al. for `metric`, the articles' variants, `shift` with random places, tags, and whole texts
by neighbours (`kneo`, `sentence`, `noise`), on generated notes of the test families or the demo's dev notes (`--demo`). Sentences
are compared by the shipped model, by Doc2Vec, and by every `--encoder DIR`. The pool of neighbours is what an export of other
generated notes would release. Codes come from the dictionary coder, where
the nomenclature is installed. What could not run is named NON EXÉCUTÉ.
"""

import argparse
import sys
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

from annotation.demo.corpus import load_corpus
from benches import results
from benches.methods import tables
from benches.methods.pool import TODAY, released
from benches.ner import machine, sources
from benches.ner.text import percent
from benches.results import Row
from benches.say import say
from icdcoder.domain.coder import Coder
from icdcoder.domain.dictionary import DictionaryCoder
from icdcoder.domain.nomenclature import load_nomenclature
from privacy.domain.obfuscation.method import Neighbours
from privacy.domain.obfuscation.metrics import overlap
from privacy.domain.randomness import StudyKey
from privacy.domain.tables import default_tables
from worker.engine.build import SHIPPED
from worker.obfuscation.doc2vec import DOC2VEC, Doc2VecEncoder
from worker.obfuscation.embed import SentenceEncoder, SentenceVectors
from worker.obfuscation.learn import NoLearnerError, learn_words
from worker.obfuscation.ways import Files, followed, nearest, of_entities, of_texts

KEY = StudyKey(bytes(range(32)))  # the same figures from the same notes
_NOMENCLATURE = Path("var/cim10/cim10.csv.gz")


def main(arguments: Sequence[str] | None = None) -> int:
    options = _options(arguments)
    say(machine.describe())
    test = load_corpus("dev") if options.demo else sources.families("test", options.notes, options.seed).notes  # fmt: skip
    files = Files(tuple(test))
    learned = Files(sources.families("train", options.pool, options.seed + 1).notes)
    shipped = default_tables()
    pool = released(learned, options.epsilon, shipped)
    say(f"{len(files.notes)} notes ; voisins tirés de {len(pool)} notes substituées")
    again = overlap(files.notes, pool)
    say(f"chaînes sensibles de ces notes qui se lisent dans les voisins : {percent(again)} %")
    near = neighbours(files, pool, options)
    coder = _coder()
    chosen = of_entities(options.epsilon, shipped, KEY, TODAY) | of_texts(*near, options.noise, KEY)
    found = {}
    for name, way in chosen.items():
        found[name] = followed(files, way, coder)
        say(f"  {name}")
    say("\n" + tables.to_text(found))
    size = f"{len(files.notes)} notes, pool of {len(pool)}, ε = {options.epsilon}"
    told = f"{percent(again).replace(',', '.')}"
    row = Row("sensitive strings of these notes that stand in the pool", told, "%", size)
    results.record("methods", [*tables.rows_of(found, size), row])
    return 0


def neighbours(
    files: Files, pool: Sequence[str], options: argparse.Namespace
) -> tuple[Neighbours | None, dict[str, Neighbours]]:
    """Of words, and of sentences by the name of what made them points, of what can be had here."""
    words, makers = None, dict[str, SentenceVectors]()
    for name, folder in [("", options.model), *((one.name, one) for one in options.encoder)]:
        if folder.is_dir():
            makers[name] = SentenceEncoder(folder)
        else:
            say(f"NON EXÉCUTÉ : sentence (pas d'encodeur dans {folder})")
    try:
        space = learn_words(pool, epochs=options.epochs)
    except NoLearnerError:
        say("NON EXÉCUTÉ : kneo, noise, Doc2Vec (paquet gensim)")
    else:
        say(f"Word2Vec : {len(space.words)} mots, {options.epochs} passages, {space.version}")
        words = Neighbours(space)
        makers[DOC2VEC] = Doc2VecEncoder(pool, epochs=options.epochs)
    return words, nearest(makers, [note.text for note in files.notes], pool)


def _coder() -> Coder | None:
    if _NOMENCLATURE.is_file():
        return DictionaryCoder(load_nomenclature(_NOMENCLATURE))
    say("NON EXÉCUTÉ : JSC, NSDCG (nomenclature CIM-10 absente)")
    return None


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    add = parser.add_argument
    add("--notes", type=int, default=100, help="notes des familles de test")
    add("--demo", action="store_true", help="les notes dev de la démonstration à leur place")
    add("--pool", type=int, default=300, help="notes dont les voisins sont tirés")
    add("--epochs", type=int, default=100, help="passages de Word2Vec")
    add("--epsilon", type=Fraction, default=Fraction(1), help="budget d'un patient")
    add(
        "--noise", type=Fraction, nargs="*", default=[Fraction(10), Fraction(30)], help="ε d'un mot"
    )
    add(
        "--model",
        type=Path,
        default=SHIPPED,
        help="encodeur des phrases (défaut : le modèle livré)",
    )
    add("--encoder", type=Path, nargs="*", default=[], metavar="DIR", help="autres encodeurs")
    add("--seed", type=int, default=2026)
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
