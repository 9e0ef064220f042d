"""Spans to BIOES tags and back."""

import numpy as np
import pytest

from annotation.domain.spans import Span
from tests.growth import MOST, growth
from worker.engine.encoder.decoding import Decoder, runs
from worker.engine.encoder.tags import (
    COARSE_OF_FINE,
    COARSE_TAGS,
    FINE_TAGS,
    combine,
    encode,
    fine,
    names,
)
from worker.engine.encoder.words import split_words

TEXT = "Mme DUPONT Marie-Anne, le 12 mars 2020"
SPANS = [Span(4, 10, "PER", "NOM"), Span(11, 21, "PER", "PRENOM"), Span(26, 38, "DATE", "DATE")]


def test_encode() -> None:
    words = split_words(TEXT)
    tags = encode(SPANS, words.starts, words.ends)
    assert [names()[tag] for tag in tags] == [
        *("O", "S-NOM", "B-PRENOM", "I-PRENOM", "E-PRENOM", "O", "O"),
        *("B-DATE", "I-DATE", "E-DATE"),
    ]


def test_a_span_without_subtype_gets_the_default_one() -> None:
    words = split_words("Dole")
    assert names()[encode([Span(0, 4, "LOC")], words.starts, words.ends)[0]] == "S-VILLE"


def test_a_word_that_a_span_touches_belongs_to_it() -> None:
    words = split_words("Dupont,")
    assert encode([Span(2, 4, "PER", "NOM")], words.starts, words.ends).tolist() == [
        fine("NOM", 3),
        0,
    ]


def test_decoding_gives_the_spans_back() -> None:
    words = split_words(TEXT)
    rows = np.full((len(words), FINE_TAGS), -12.0, dtype=np.float32)
    rows[np.arange(len(words)), encode(SPANS, words.starts, words.ends)] = -0.0005
    found = Decoder(0.5, "model:test").spans(words, rows)
    assert [(s.start, s.end, s.label, s.subtype) for s in found] == [
        (s.start, s.end, s.label, s.subtype) for s in SPANS
    ]
    assert all(s.source == "model:test" and 0.99 < s.score <= 1 for s in found)


@pytest.mark.parametrize(("threshold", "is_found"), [(0.5, False), (0.75, False), (0.95, True)])
def test_a_high_threshold_redacts_what_is_doubtful(threshold: float, is_found: bool) -> None:
    words = split_words("Vienne")
    rows = np.full((1, FINE_TAGS), -20.0, dtype=np.float32)
    rows[0, 0], rows[0, fine("VILLE", 3)] = np.log(0.8), np.log(0.2)
    spans = Decoder(threshold, "m").spans(words, rows)
    assert bool(spans) == is_found
    if spans:
        assert spans[0].score == pytest.approx(0.2)


def test_beside_a_list_of_names_decoding_takes_linear_time_and_room() -> None:
    """Every stretch was once as long as the longest one."""

    def decode(text: str) -> int:
        count = len(text)
        rows = np.full((count, FINE_TAGS), -20.0, dtype=np.float32)
        rows[: count // 2, fine("NOM", 3)] = -0.01
        rows[count // 2 :: 2, fine("NOM", 3)] = -0.01
        rows[count // 2 + 1 :: 2, 0] = -1e-6
        return len(Decoder(0.97, "m").spans(split_words(" ".join(text)), rows))

    assert decode("a" * 40) == 30
    assert growth(decode, "a", 2_000) < MOST


def test_both_heads_count() -> None:
    fine_logits = np.zeros((1, FINE_TAGS), dtype=np.float32)
    coarse_logits = np.zeros((1, COARSE_TAGS), dtype=np.float32)
    tag = fine("VILLE", 3)
    coarse_logits[0, COARSE_OF_FINE[tag]] = 10
    rows = combine(fine_logits, coarse_logits)
    assert np.exp(rows).sum() == pytest.approx(1, abs=1e-5)
    best = np.flatnonzero(rows[0] == rows[0].max())
    assert {names()[i] for i in best} == {
        f"S-{s}" for s in ("VILLE", "ZIP", "ADRESSE", "DEPARTEMENT", "REGION", "PAYS")
    }


def test_runs() -> None:
    assert runs([True, False, True, True]).tolist() == [[0, 1], [2, 4]]
    assert runs([False]).tolist() == []
