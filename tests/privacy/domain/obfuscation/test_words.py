"""Words and sentences that become others: by the key, from the pool alone, with the bound that is claimed."""

from __future__ import annotations

import math
import tracemalloc
from fractions import Fraction
from itertools import islice, product
from string import ascii_lowercase
from unittest.mock import patch

import numpy as np
import pytest

from annotation.domain.notes import Note, PatientIdentity
from privacy.domain.certificates import texts
from privacy.domain.certificates.texts import certify_noise
from privacy.domain.obfuscation.files import read_neighbours, space_bytes, table_bytes
from privacy.domain.obfuscation.method import Neighbours, TextMethod, obfuscated
from privacy.domain.obfuscation.sentences import NoNeighbourError, bounds_of, digest_of, replaced
from privacy.domain.obfuscation.space import DIAMETER, BadSpaceError, WordSpace
from privacy.domain.obfuscation.words import kneo, noisy, weights
from privacy.domain.randomness import StudyKey

KEY, OTHER = StudyKey(b"k" * 32), StudyKey(b"o" * 32)
WORDS = ("toux", "fièvre", "rhume", "fracture", "plâtre", "entorse", "12")


@pytest.fixture(scope="module")
def space() -> WordSpace:
    turns = np.array([0, 0.1, 0.2, 1.5, 1.6, 1.7, 3.0])
    return WordSpace.of(WORDS, np.stack([np.cos(turns), np.sin(turns)], axis=1) * 3)


def test_neighbours_are_the_nearest_and_never_the_word_itself(space):
    assert [WORDS[i] for i in space.nearest(0, 2)] == ["fièvre", "rhume"]
    assert space.nearest(3, 2) == (4, 5)
    assert np.linalg.norm(space.vectors, axis=1) == pytest.approx(1)


def test_the_same_word_of_a_patient_is_the_same_and_another_key_gives_others(space):
    text = "Toux, toux. Mme Durand : 12/02"
    found = kneo(text, space, key=KEY, patient="p1")
    first, second = found.split(".")[0].split(", ")
    assert first == second != "toux"
    assert (
        "durand" not in found.casefold()
    )  # a word that nobody released becomes one that somebody did
    assert [sign for sign in found if not sign.isalnum() and not sign.isspace()] == list(",.:/")
    assert kneo(text, space, key=KEY, patient="p1") == found
    drawn = {kneo(text, space, key=StudyKey(bytes([i]) * 32), patient="p1") for i in range(8)}
    assert len(drawn) > 1


def test_noise_keeps_its_bound_for_every_two_words(space):
    epsilon = 2.0
    rows = [weights(space, place, epsilon / 2) / weights(space, place, epsilon / 2).sum() for place in range(len(WORDS))]  # fmt: skip
    for one in range(len(WORDS)):
        for other in range(len(WORDS)):
            loss = np.log(rows[one] / rows[other]).max()
            assert loss <= epsilon * space.distances(one)[other] + 1e-6
        # a word outside the space is drawn evenly: as far as the diameter
        even = np.log(rows[one] * len(WORDS))
        assert max(even.max(), -even.min()) <= epsilon * DIAMETER


def test_noise_is_drawn_as_often_as_its_weights_say(space):
    drawn = [noisy("toux", space, key=StudyKey(i.to_bytes(32, "big")), patient="p", epsilon=Fraction(3)) for i in range(4000)]  # fmt: skip
    share = weights(space, 0, 1.5) / weights(space, 0, 1.5).sum()
    for place, word in enumerate(WORDS):
        expected = 4000 * share[place]
        assert abs(drawn.count(word) - expected) < 5 * math.sqrt(expected)


def test_what_noise_keeps_of_a_large_vocabulary_is_bounded():
    """512 rows of 65,000 words took 266 MB."""
    words = ["".join(letters) for letters in islice(product(ascii_lowercase, repeat=4), 20_000)]
    turns = np.linspace(0, 6, len(words))
    large = WordSpace.of(words, np.stack([np.cos(turns), np.sin(turns)], axis=1))
    tracemalloc.start()
    try:
        noisy(" ".join(words[:320]), large, key=KEY, patient="p", epsilon=Fraction(3))
        kept, _peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert kept < 36 * 1024 * 1024


def test_another_epsilon_is_another_draw(space):
    text = " ".join(WORDS[:6])
    one, other = (noisy(text, space, key=KEY, patient="p", epsilon=Fraction(e)) for e in ("1/10", "1/11"))  # fmt: skip
    assert one != other


@pytest.mark.parametrize(
    "vectors", [np.zeros((7, 2)), np.full((7, 2), np.nan), np.ones((6, 2)), np.ones(7)]
)
def test_what_is_no_space_is_refused(vectors):
    with pytest.raises(BadSpaceError):
        WordSpace.of(WORDS, vectors)


def test_sentences_end_at_stops_and_lines_but_not_after_titles():
    text = "Vu par le Dr. Martin ce jour. Va bien !\n- Toux\n\n  \nM. Petit sort"
    assert [text[a:b] for a, b in bounds_of(text)] == [
        "Vu par le Dr. Martin ce jour.", "Va bien !", "- Toux", "M. Petit sort",
    ]  # fmt: skip


def test_a_sentence_becomes_one_of_the_pool_and_what_has_none_is_refused():
    text = "Vu ce jour.\nMme Durand va bien."
    table = {digest_of("Vu ce jour."): ("Revu.",), digest_of("Mme  Durand va bien."): ("A.", "B.")}
    found = replaced(text, table, key=KEY, patient="p")
    assert found in ("Revu.\nA.", "Revu.\nB.")
    with pytest.raises(NoNeighbourError):
        replaced("Autre chose.", table, key=KEY, patient="p")


def test_files_give_back_what_was_written(space, tmp_path):
    (tmp_path / "s").write_bytes(space_bytes(space))
    back = read_neighbours(tmp_path / "s", TextMethod.KNEO).space
    assert back.words == WORDS
    assert back.vectors == pytest.approx(space.vectors, abs=1e-6)
    (tmp_path / "t").write_bytes(table_bytes({"d": ("A.", "B.")}))
    assert read_neighbours(tmp_path / "t", TextMethod.SENTENCE).table == {"d": ("A.", "B.")}
    (tmp_path / "x").write_bytes(b"nothing")
    for method in TextMethod:
        with pytest.raises(BadSpaceError):
            read_neighbours(tmp_path / "x", method)
        with pytest.raises(IsADirectoryError) as told:
            read_neighbours(tmp_path, method)
        assert told.value.filename
    (tmp_path / "x").write_bytes(b'{"d": "AB"}')
    with pytest.raises(BadSpaceError):
        read_neighbours(tmp_path / "x", TextMethod.SENTENCE)


def test_a_patient_s_notes_through_each_method(space):
    notes = [
        Note("n1", "Toux", PatientIdentity(id="p")),
        Note("n2", "toux", PatientIdentity(id="p")),
    ]
    table = {digest_of("Toux"): ("A.",), digest_of("toux"): ("B.",)}
    for method in TextMethod:
        near = Neighbours(space, table)
        found = obfuscated(notes, method, near, key=KEY, epsilon=Fraction(1))
        assert [one.note_id for one in found] == ["n1", "n2"]
        assert method is TextMethod.SENTENCE or found[0].text == found[1].text
    with pytest.raises(ValueError, match="kneo"):
        obfuscated(notes, TextMethod.KNEO, Neighbours(), key=KEY, epsilon=Fraction(1))


def test_a_word_of_noise_loses_at_most_epsilon_and_its_text_is_not_certified(space, monkeypatch):
    found = certify_noise(space, Fraction(3))
    assert found.worst_loss_per_unit == 3  # what is proven, not what some words attain
    assert 1.5 < found.parameters["attained"] <= 3
    assert (found.passes, found.parameters["words"]) == (False, len(WORDS))
    monkeypatch.setattr(texts, "weights", lambda space, place, s: weights(space, place, s * 4))
    assert texts.attained_loss(space, Fraction(3)) > 3


def test_each_row_of_distances_is_computed_once_for_the_weights_and_once_for_the_loss(space):
    with patch.object(WordSpace, "distances", autospec=True, side_effect=WordSpace.distances) as of:
        texts.attained_loss(space, Fraction(3))
    assert of.call_count == 2 * len(WORDS)  # not once a pair
