"""The errors that the bench of styles lists."""

from __future__ import annotations

from annotation.domain.ner_metrics import Annotated
from annotation.domain.notes import Note
from annotation.domain.spans import Span
from benches import bench_styles
from benches.ner.quality import Read
from benches.ner.sources import Source


def test_a_missed_word_and_a_word_masked_without_need_are_told_with_their_surroundings():
    note = Note("n1", "Mme Roy, née Petit, va bien.", entities=(Span(4, 7, "PER", "NOM"),))
    # "Roy" stays readable; "va" is masked.
    judged = Annotated(note.text, note.entities, [Span(20, 22, "PER", "NOM")])
    found = Read(Source("look", "essai", (note,)), {"essai": [judged]})
    assert list(bench_styles.errors(found, "essai")) == [
        "n1 manqué 'Mme ' >>Roy<< ', née Petit, va bien.'",
        "n1 à tort 'Mme Roy, née Petit, ' >>va<< ' bien.'",
    ]


def test_the_notes_of_two_authors_are_split_by_their_number_and_only_look_is_listed():
    numbers = {
        side: {path.stem[:4] + str(int(path.stem[4:]) % 2) for path in folder.glob("*.txt")}
        for side in ("org_look", "org_check")
        for folder in [bench_styles.STYLES / side]
    }
    assert numbers == {"org_look": {"orga0", "orgb0"}, "org_check": {"orga1", "orgb1"}}
    shown = {source.key: source.shows_text for source in bench_styles.sources()}
    assert shown["org_look"]
    assert not shown["org_check"]
    assert bench_styles._LISTED.isdisjoint(key for key, text in shown.items() if not text)
