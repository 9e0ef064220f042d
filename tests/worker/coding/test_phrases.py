"""The network of a few words: its lessons, its slips of the pen, and that what is written reads as what was taught."""

import random

import numpy as np
import pytest
import torch
from safetensors.numpy import load

from icdcoder.domain.nomenclature import load_nomenclature
from icdcoder.domain.phrase_network import CATEGORIES, WEIGHTS, PhraseNetwork, pieces_of
from icdcoder.domain.tokens import content_stems
from tests.nomenclature import write_nomenclature
from worker.coding import phrases
from worker.coding.phrases import PhraseRecipe, bag, lessons, save_network, teach, written

pytestmark = pytest.mark.slow

TAUGHT = [
    ("J18", "pneumopathie franche"),
    ("I26", "embolie pulmonaire"),
    ("E11", "diabète de type 2"),
    ("S72", "fracture du fémur"),
]
TINY = PhraseRecipe(rows=4_096, width=16, epochs=3, phrases=2_000, batch=50, rate=3e-2)


@pytest.fixture(scope="module")
def taught(tmp_path_factory):
    torch.set_num_threads(1)
    folder = tmp_path_factory.mktemp("phrases")
    categories, network = teach(TAUGHT, TINY)
    save_network(categories, network, folder)
    return folder, network


def read(folder):
    categories = (folder / CATEGORIES).read_text().split()
    return PhraseNetwork(categories, **load((folder / WEIGHTS).read_bytes()))


def test_it_learns_what_it_is_taught_misspelt_and_cut_too(taught):
    network = read(taught[0])
    for words, category in (("pnemopathie", "J18"), ("fémur fracturé", "S72"), ("embol", "I26")):
        assert network.guess(content_stems(words), 0.5) == [category]


def test_in_8_bits_without_pytorch_it_says_what_the_taught_one_says(taught):
    folder, network = taught
    stems = content_stems("pneumopathie du fémur")
    with torch.inference_mode():
        told = network(*bag([stems], TINY.rows)).softmax(-1)[0].numpy()
    found = read(folder)._chances(np.array(pieces_of(stems, TINY.rows)))
    assert np.allclose(told, found, atol=0.01)


def test_the_same_lessons_give_the_same_file(taught, tmp_path):
    save_network(*teach(TAUGHT, TINY), tmp_path)
    assert (tmp_path / WEIGHTS).read_bytes() == (taught[0] / WEIGHTS).read_bytes()


def test_lessons_are_of_labels_tables_and_notes(tmp_path):
    write_nomenclature(tmp_path / "cim10.csv.gz")
    found = lessons(load_nomenclature(tmp_path / "cim10.csv.gz"))
    assert ("I26", "embolie pulmonaire") in {(c, w.lower()) for c, w in found}
    assert ("I10", "HTA") in found
    assert len({category for category, _words in found}) > 5
    assert not [w for _c, w in found if not content_stems(w)]


def test_words_are_written_as_people_in_a_hurry_write_them():
    phrase = "insuffisance cardiaque gauche décompensée sévère"
    whole = content_stems(phrase)
    found = {tuple(written(phrase, random.Random(seed))) for seed in range(300)}
    assert whole in found
    assert any(sorted(own) == sorted(whole) and own != whole for own in found)  # turned round
    assert any(set(own) < set(whole) for own in found)  # left out
    assert any(set(own) - set(whole) for own in found)  # misspelt or cut
    assert all(own for own in found)


def test_without_a_nomenclature_it_says_what_is_missing(tmp_path, capsys):
    missing = tmp_path / "none.csv.gz"
    assert phrases.main(["--nomenclature", str(missing), "--output", str(tmp_path / "out")]) == 1
    assert "manage.py fetch_cim10" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()
