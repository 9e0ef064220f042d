"""The network that guesses categories from words that no table has: the one that ships, and one that is broken."""

import shutil

import pytest

from icdcoder.domain.phrase_network import (
    FOLDER,
    SHA256,
    WEIGHTS,
    UnusableNetworkError,
    pieces_of,
    read_network,
)
from icdcoder.domain.tokens import content_stems


@pytest.fixture(scope="module")
def shipped():
    return read_network()


@pytest.mark.parametrize(
    ("words", "category"),
    [
        ("mal au ventre", "R10"),
        ("ulcére du duodénumm", "K26"),
        ("infarctuss miocarde", "I21"),
        ("rumathisme psoriasique", "M07"),
        ("atrial fibrillation", "I48"),
    ],
)
def test_what_ships_takes_misspelt_and_foreign_words_for_their_category(shipped, words, category):
    assert category in shipped.guess(content_stems(words), 0.05)[:3]


def test_guesses_are_as_likely_as_asked_likeliest_first(shipped):
    stems = content_stems("douleur thoracique")
    many, few = shipped.guess(stems, 0.001), shipped.guess(stems, 0.2)
    assert len(many) > len(few) >= 1
    assert many[: len(few)] == few
    assert shipped.guess((), 0.0) == []


def test_a_word_shares_pieces_with_its_misspelling():
    whole, slipped = (set(pieces_of((word,), 65_536)) for word in ("appendicit", "apendicit"))
    assert len(whole & slipped) > len(whole) / 2
    assert pieces_of(("a", "b"), 65_536) != pieces_of(("b", "a"), 65_536)


def test_a_missing_or_changed_file_is_said(tmp_path):
    with pytest.raises(UnusableNetworkError, match="missing or unreadable in nowhere"):
        read_network(tmp_path / "nowhere")
    shutil.copytree(FOLDER, tmp_path / "cut")
    path = tmp_path / "cut" / WEIGHTS
    assert read_network(tmp_path / "cut", SHA256)
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(
        UnusableNetworkError, match=f"cut/{WEIGHTS} is not the file that was judged"
    ):
        read_network(tmp_path / "cut", SHA256)
