"""Detection in many written styles: ``python -m benches.bench_styles`` (benches/style_notes).

Totals of notes that nobody who mends detection has read (`check`, `org_check`, `mix_check`, `new_check`, `last_check`, tables of numbers in `tab_check`), of the demo's
development notes, of an independent author's notes, and of prose that names nobody. ``--errors`` adds the notes that were read and that the shipped
network has learned from (worker/training/corpus/learned), and lists what is missed and what is masked wrongly there; never elsewhere.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from annotation.demo.corpus import load_corpus, load_folders
from annotation.domain.ner_metrics import token_labels
from annotation.domain.tokens import token_bounds
from benches import results
from benches.ner import bars, engines, prose, quality
from benches.ner.quality import Read
from benches.ner.sources import Source, fresh
from benches.say import say
from worker.engine.build import SHIPPED
from worker.training.corpus.learned_notes import learned_notes

STYLES: Final = Path(__file__).parent / "style_notes"
TABLES: Final = STYLES.with_name("table_notes")
_LEARNED: Final = "learned"  # whose errors may be shown
_RECORDED: Final = frozenset(
    {"check", "org_check", "mix_check", "new_check", "tab_check"}
)  # whose totals docs/benchmarks.md holds
_AROUND: Final = 30  # characters of context


def sources() -> list[Source]:
    """What is read; no error is shown of those whose `shows_text` is false."""
    return [
        _unread(STYLES / "check", "check", "styles"),
        _unread(STYLES / "org_check", "org_check", "organismes et lieux"),
        _unread(STYLES / "mix_check", "mix_check", "toutes sortes"),
        _unread(STYLES / "new_check", "new_check", "toutes sortes, auteur suivant"),
        _unread(STYLES / "last_check", "last_check", "toutes sortes, deux auteurs de plus"),
        _unread(TABLES / "check", "tab_check", "tableaux de nombres"),
        Source("demo-dev", "démo, dev", tuple(load_corpus("dev"))),
        fresh(),
    ]


def learned() -> Source:
    """The notes that were read: what the network was taught after they had shown its errors."""
    return Source(_LEARNED, "notes apprises", tuple(learned_notes()))


def _unread(folder: Path, key: str, title: str) -> Source:
    return Source(key, title, tuple(load_folders([folder])), shows_text=False)


def paragraphs() -> list[str]:
    """Prose without identifiers that nobody who mends detection has read, one text a paragraph."""
    content = (STYLES / "prose_check.txt").read_text(encoding="utf-8")
    return content.strip().split("\n\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """0 always: these notes hold no bar."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", type=Path, default=SHIPPED, help="dossier du modèle")
    parser.add_argument(
        "--errors", action="store_true", help="lit aussi les notes apprises, liste leurs erreurs"
    )
    options = parser.parse_args(arguments)
    columns = [c for c in engines.own(options.model).columns if not c.uses_patient]
    rows: list[results.Row] = []
    for source in [*sources(), *([learned()] if options.errors else [])]:
        found = quality.read(source, columns)
        reports = quality.judge(found)
        say("\n" + quality.side_by_side(source, reports, columns))
        say(quality.missed_by_label(found))
        if source.key == _LEARNED:
            for line in errors(found, columns[-1].title):
                say(line)
        if source.key in _RECORDED and engines.HYBRID in reports:
            rules, hybrid = reports[engines.RULES], reports[engines.HYBRID]
            rows += bars.of_notes(source, hybrid, rules, hold_bars=False)
    texts = paragraphs()
    covered = prose.measure(texts, columns)
    say("\nprose\n" + prose.to_text(texts, covered))
    if engines.HYBRID in covered:
        rows += bars.of_plain("check", covered[engines.HYBRID], len(texts))
    results.record("styles", rows)
    return 0


def errors(found: Read, engine: str) -> Iterator[str]:
    """Words that are identifying and stay readable, and words masked without need."""
    for note, read in zip(found.source.notes, found.found[engine], strict=True):
        bounds = token_bounds(note.text)
        gold, masked = (set(token_labels(bounds, spans)) for spans in (read.gold, read.predicted))
        for told, places in (("manqué", gold - masked), ("à tort", masked - gold)):
            for start, end in (bounds[place] for place in sorted(places)):
                before = note.text[max(0, start - _AROUND) : start]
                after = note.text[end : end + _AROUND]
                yield f"{note.id} {told} {before!r} >>{note.text[start:end]}<< {after!r}"


if __name__ == "__main__":
    sys.exit(main())
