"""Detection in many written styles: ``python -m benches.bench_styles`` (benches/style_notes).

Totals of the notes `look` and `check`, of `org_look` and `org_check`, of `mix_look` and `mix_check`, of tables of numbers (`tab_look`, `tab_check`), of
the demo's development notes, of an independent author's notes, and of prose that names nobody. ``--errors`` lists what is missed and what is masked
wrongly in the four `look`; never elsewhere.
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

STYLES: Final = Path(__file__).parent / "style_notes"
TABLES: Final = STYLES.with_name("table_notes")
_LISTED: Final = frozenset(
    {"look", "org_look", "mix_look", "tab_look"}
)  # whose errors may be shown
_RECORDED: Final = frozenset(
    {"check", "org_check", "mix_check", "tab_check"}
)  # whose totals docs/benchmarks.md holds
_AROUND: Final = 30  # characters of context


def sources() -> list[Source]:
    """What is read: errors may be shown of those whose `shows_text` is true."""
    return [
        _styles("look", "styles, look"),
        _styles("check", "styles, check", shows_text=False),
        _styles("org_look", "organismes et lieux, look"),
        _styles("org_check", "organismes et lieux, check", shows_text=False),
        _styles("mix_look", "toutes sortes, look"),
        _styles("mix_check", "toutes sortes, check", shows_text=False),
        _tables("look"),
        _tables("check", shows_text=False),
        Source("demo-dev", "démo, dev", tuple(load_corpus("dev"))),
        fresh(),
    ]


def _styles(folder: str, title: str, *, shows_text: bool = True) -> Source:
    return Source(folder, title, tuple(load_folders([STYLES / folder])), shows_text)


def _tables(side: str, *, shows_text: bool = True) -> Source:
    notes = tuple(load_folders([TABLES / side]))
    return Source(f"tab_{side}", f"tableaux de nombres, {side}", notes, shows_text)


def paragraphs(side: str) -> list[str]:
    """Prose without identifiers, one text a paragraph."""
    content = (STYLES / f"prose_{side}.txt").read_text(encoding="utf-8")
    return content.strip().split("\n\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """0 always: these notes hold no bar."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", type=Path, default=SHIPPED, help="dossier du modèle")
    parser.add_argument("--errors", action="store_true", help="liste les erreurs des look")
    options = parser.parse_args(arguments)
    columns = [c for c in engines.own(options.model).columns if not c.uses_patient]
    rows: list[results.Row] = []
    for source in sources():
        found = quality.read(source, columns)
        reports = quality.judge(found)
        say("\n" + quality.side_by_side(source, reports, columns))
        say(quality.missed_by_label(found))
        if options.errors and source.key in _LISTED:
            for line in errors(found, columns[-1].title):
                say(line)
        if source.key in _RECORDED and engines.HYBRID in reports:
            rules, hybrid = reports[engines.RULES], reports[engines.HYBRID]
            rows += bars.of_notes(source, hybrid, rules, hold_bars=False)
    for side in ("look", "check"):
        texts = paragraphs(side)
        covered = prose.measure(texts, columns)
        say(f"\nprose {side}\n" + prose.to_text(texts, covered))
        if engines.HYBRID in covered:
            rows += bars.of_plain(side, covered[engines.HYBRID], len(texts))
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
