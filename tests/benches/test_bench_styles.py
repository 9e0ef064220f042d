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
    found = Read(Source("essai", "essai", (note,)), {"essai": [judged]})
    assert list(bench_styles.errors(found, "essai")) == [
        "n1 manqué 'Mme ' >>Roy<< ', née Petit, va bien.'",
        "n1 à tort 'Mme Roy, née Petit, ' >>va<< ' bien.'",
    ]


def test_only_notes_that_were_read_are_listed():
    shown = {source.key for source in bench_styles.sources() if source.shows_text}
    assert shown == {"demo-dev"}
    assert bench_styles._RECORDED.isdisjoint(shown)


def test_no_unread_note_teaches_the_network():
    taught = {note.text for note in bench_styles.learned().notes}
    unread = [note for source in bench_styles.sources() for note in source.notes]
    assert len(unread) > 200
    assert taught.isdisjoint(note.text for note in unread)
    assert not any(paragraph in text for paragraph in bench_styles.paragraphs() for text in taught)
