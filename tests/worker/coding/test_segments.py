"""Stays to segments: each word is read once, in order, whatever the length."""

import pytest

from tests.worker.coding.toy import FILLERS, backbone
from worker.coding.segments import NO_WORD, Limits, batch_of, segment
from worker.engine.encoder.pieces import PieceEncoder
from worker.engine.encoder.words import split_words


@pytest.fixture(scope="module")
def encoder(tmp_path_factory):
    return PieceEncoder(backbone(tmp_path_factory.mktemp("segments")))


def long_text(words):
    return " ".join(FILLERS[i % len(FILLERS)] for i in range(words))


@pytest.mark.parametrize("words", [1, 5, 61, 62, 63, 64, 130, 500])
@pytest.mark.parametrize("overlap", [0, 7, 16])
def test_every_word_is_read_once_and_in_order(encoder, words, overlap):
    stay = segment([long_text(words)], encoder, Limits(length=64, overlap=overlap))
    assert stay.words.tolist() == list(range(words))
    assert max(map(len, stay.ids)) <= 64
    read = [stay.ids[row][column] for row, column in zip(stay.rows, stay.columns, strict=True)]
    whole = encoder.encode(split_words(long_text(words)))
    assert read == [piece for pieces in whole for piece in pieces]


def test_a_word_near_a_cut_is_read_where_it_has_more_context(encoder):
    stay = segment([long_text(100)], encoder, Limits(length=64, overlap=16))
    first_row_words = stay.words[stay.rows == 0]
    assert len(stay.ids[0]) - 2 - len(first_row_words) in (7, 8, 9)


def test_documents_are_stacked_but_never_in_one_segment(encoder):
    texts = ["alpha beta", "gamma"]
    stay = segment(texts, encoder, Limits())
    assert [len(ids) for ids in stay.ids] == [5, 4]  # line start, words, two special pieces
    assert stay.spans == [(0, 0, 5), (0, 6, 10), (1, 0, 5)]
    assert [texts[d][s:e] for d, s, e in stay.spans] == ["alpha", "beta", "gamma"]


def test_a_stay_without_words_is_one_special_piece(encoder):
    stay = segment(["  \n"], encoder, Limits())
    assert (len(stay.rows), stay.words.tolist()) == (1, [NO_WORD])
    assert batch_of([stay], encoder.pad).kept.tolist() == [[True]]


def test_no_more_segments_than_allowed_are_read(encoder):
    stay = segment([long_text(200), long_text(50)], encoder, Limits(length=64, overlap=0, most=2))
    assert len(stay.ids) == 2
    assert len(stay.spans) == 250


def test_a_batch_points_at_each_stay_s_own_pieces(encoder):
    stays = [
        segment([text], encoder, Limits(length=64, overlap=8)) for text in (long_text(100), "beta")
    ]
    batch = batch_of(stays, encoder.pad)
    assert batch.kept.sum(axis=1).tolist() == [100, 1]
    own = batch.ids[batch.rows[1, 0], batch.columns[1, 0]]
    assert own == stays[1].ids[0][int(stays[1].columns[0])]
    only_first = batch_of(stays, encoder.pad, is_first_only=True)
    assert only_first.ids.shape[0] == 2
    assert 40 < only_first.kept[0].sum() < 64
