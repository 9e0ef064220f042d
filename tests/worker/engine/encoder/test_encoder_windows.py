"""Windows cover every word, overlap, prefer line ends; merging keeps the best context."""

import json
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from worker.engine.encoder.batching import batches, pad
from worker.engine.encoder.pieces import COLUMN, PieceEncoder
from worker.engine.encoder.windows import Window, context_of, cut, merge
from worker.engine.encoder.words import split_words


@pytest.fixture(scope="module")
def encoder(tiny_backbone: Path) -> PieceEncoder:
    return PieceEncoder(tiny_backbone)


@pytest.fixture(scope="module")
def column_encoder(tiny_backbone: Path, tmp_path_factory) -> PieceEncoder:
    """As `encoder`, with a piece for the blanks between two cells."""
    content = json.loads((tiny_backbone / "tokenizer.json").read_text())
    vocabulary = content["model"]["vocab"]
    special = content["added_tokens"][-1]
    content["added_tokens"].append(special | {"id": len(vocabulary), "content": COLUMN})
    vocabulary.append([COLUMN, 0.0])
    folder = tmp_path_factory.mktemp("columns")
    (folder / "tokenizer.json").write_text(json.dumps(content))
    return PieceEncoder(folder)


def windows_of(text: str, encoder: PieceEncoder, **options) -> tuple[int, list[Window]]:
    words = split_words(text)
    return len(words), cut(words, encoder.encode(words), encoder, **options)


def test_pieces_say_whether_a_space_came_before(encoder):
    words = split_words("Vu bracelet,bracelet")
    vu, first, comma, second = encoder.encode(words)
    # "▁bracelet" is one piece of the small vocabulary, "bracelet" falls into letters.
    assert (len(vu), len(first), len(comma), len(second)) == (1, 1, 1, 8)


def test_an_unknown_word_is_cut_and_never_empty(encoder):
    [long] = encoder.encode(split_words("x" * 500))
    assert len(long) == 12
    [strange] = encoder.encode(split_words("漢"))
    assert encoder.unknown in strange


def test_a_short_note_is_one_window_with_special_pieces_and_its_line_breaks(encoder):
    count, [window] = windows_of("Vu ce jour\nbon", encoder, length=64, overlap=8)
    assert (window.first, window.last) == (0, count)
    assert (window.ids[0], window.ids[-1]) == (encoder.first, encoder.last)
    assert window.ids.count(encoder.marks(split_words("Vu"))[0]) == 2  # before each line
    assert [window.ids[head] for head in window.heads] == [
        pieces[0] for pieces in encoder.encode(split_words("Vu ce jour\nbon"))
    ]


def test_cells_of_a_row_are_parted_where_the_vocabulary_can_say_so(column_encoder):
    newline, gap = column_encoder.marks(split_words("Na  140"))
    for row in ("Na  140\nK 4", "Na\t140\nK 4", "Na \u00a0140\nK 4"):
        _count, [window] = windows_of(row, column_encoder, length=64, overlap=8)
        places = [window.ids[head - 1] for head in window.heads]
        assert places[:3] == [newline, gap, newline]
        assert places[3] not in (newline, gap)


def test_a_vocabulary_without_that_piece_reads_as_before(encoder):
    assert encoder.marks(split_words("Na  140"))[1] is None


@pytest.mark.parametrize("overlap", [0, 8, 30])
def test_every_word_is_in_a_window_and_no_window_is_too_long(encoder, overlap):
    text = "\n".join(f"ligne {n} bracelet ab{n} , est bon" for n in range(60))
    count, found = windows_of(text, encoder, length=64, overlap=overlap)
    assert all(len(window.ids) <= 64 for window in found)
    assert found[0].first == 0
    assert found[-1].last == count
    for before, after in pairwise(found):
        assert before.first < after.first <= before.last


def test_a_window_prefers_to_end_with_a_line(encoder):
    text = "\n".join("est bon est bon" for _ in range(20))
    words = split_words(text)
    found = cut(words, encoder.encode(words), encoder, length=40, overlap=0)
    assert len(found) > 1
    assert all(words.line_starts[window.first] for window in found)


def test_a_word_longer_than_a_window_gets_its_own(encoder):
    _count, found = windows_of(f"a {'b' * 100} c", encoder, length=8, overlap=2)
    assert found[-1].last == 3


def test_context_counts_words_to_the_nearer_cut():
    assert context_of(Window(0, 4, [], []), 8).tolist() == [3, 2, 1, 0]
    assert context_of(Window(4, 8, [], []), 8).tolist() == [0, 1, 2, 3]
    assert context_of(Window(2, 6, [], []), 8).tolist() == [0, 1, 1, 0]


def test_each_word_is_read_where_it_has_most_context():
    left, right = Window(0, 4, [], []), Window(2, 6, [], [])
    scores = [np.full((4, 2), 1, np.float32), np.full((4, 2), 2, np.float32)]
    # Word 2: one word before the left cut against none; word 3 the other way round.
    assert merge(6, [left, right], scores)[:, 0].tolist() == [1, 1, 1, 2, 2, 2]


def test_batches_hold_like_lengths_and_every_index_once():
    lengths = [5, 60, 7, 64, 6, 61]
    found = list(batches(lengths, 128))
    assert sorted(i for batch in found for i in batch) == list(range(6))
    assert found[0] == [3, 5]
    assert all(max(lengths[i] for i in b) * len(b) <= 128 or len(b) == 1 for b in found)


def test_padding():
    ids, mask = pad([[7, 8, 9], [7]], 1)
    assert ids.tolist() == [[7, 8, 9], [7, 1, 1]]
    assert mask.tolist() == [[1, 1, 1], [1, 0, 0]]
