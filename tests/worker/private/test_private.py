"""Representations that leave without a text: pseudonyms, the game of the adversaries, the verdict, the file."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest
import torch

from tests.worker.private import tiny
from worker.other_engines.sequences.lstm import LstmCrfDetector, lstm_bytes, read_lstm
from worker.private import attacks, files, verdict
from worker.private.attacks import Attack, Verdict
from worker.private.batches import Points
from worker.private.files import (
    TooLargeError,
    material_bytes,
    model_bytes,
    read_pair,
    refuse_too_large,
    sha256_of,
)
from worker.private.learning import Copies, Method, Recipe, learn, new_networks, shape_of
from worker.private.network import Crf, Tagger
from worker.private.pseudonyms import Pseudonyms, as_written
from worker.private.reading import MATERIAL, MODEL, NOT_ACCEPTED, BadMaterialError
from worker.private.sentences import CASES, TAGS, spans_of
from worker.private.tagging import f1, tagger_of_material, tagger_of_sentences
from worker.private.verdict import judge
from worker.private.words import LETTERS, WordPoints, buckets_of, learn_points

RECIPE = Recipe(
    size=8, neighbours=4, tagger_epochs=4, adversary_epochs=1, joint_epochs=1, probe_epochs=2, batch=16, hidden=8,
    rate=2e-2,
)  # fmt: skip


@pytest.fixture(scope="module")
def words():
    return tiny.words()


@pytest.fixture(scope="module")
def points(words):
    return Points(words)


@pytest.fixture(scope="module")
def sentences():
    return tiny.sentences()


@pytest.fixture(scope="module")
def pseudonyms(words, sentences):
    return Pseudonyms(words, sentences, RECIPE.neighbours)


def test_lines_are_sentences_with_tags_and_lengths(sentences):
    first = sentences[0]
    assert first.words[:3] == ("Mme", "Petit", "vu")
    assert [TAGS[tag] for tag in first.tags[:3]] == ["O", "B-PER", "O"]
    assert spans_of(first.tags) == {(1, 2, "PER"), (6, 7, "PER")}
    assert sentences[1].sensitive == ()


def test_what_nobody_could_read_back_is_refused_before_it_is_learned(sentences, words, monkeypatch):
    rows = 4 * 8 * sum(len(sentence.words) for sentence in sentences)
    assert rows > words.vectors.nbytes + words.pieces.nbytes
    monkeypatch.setattr(files, "MOST_BYTES", 2**26 + rows)
    refuse_too_large(sentences, words, 8)
    with pytest.raises(TooLargeError):
        refuse_too_large(sentences, words, 9)


def test_spans_begin_where_another_label_does():
    tags = [TAGS.index(name) for name in ("B-PER", "I-PER", "I-LOC", "B-LOC", "O", "I-AGE")]
    assert spans_of(tags) == {(0, 2, "PER"), (2, 3, "LOC"), (3, 4, "LOC"), (5, 6, "AGE")}


def test_pseudonyms_change_sensitive_words_alone_and_keep_their_case(pseudonyms, sentences):
    draw = Random(1)
    for sentence in sentences:
        other = pseudonyms.of(sentence, draw)
        for place, (before, after) in enumerate(zip(sentence.words, other.words, strict=True)):
            assert before == after or place in sentence.sensitive
            assert before.isupper() == after.isupper()
        assert other.tags == sentence.tags
        assert all(other.words[place].casefold() in tiny.NAMES for place in other.sensitive)
    assert [as_written("petit", like) for like in ("Durand", "DURAND", "durand", "P")] == [
        "Petit", "PETIT", "petit", "Petit",
    ]  # fmt: skip


def test_a_known_word_is_its_own_first_neighbour_and_with_one_it_stays(words, sentences):
    unknown = [
        replace(s, words=tuple("Zzyx" if w == "Petit" else w for w in s.words)) for s in sentences
    ]
    told = [s.words[place].casefold() for s in unknown for place in s.sensitive]
    known = sum(word in words.words for word in told) / len(told)
    assert 0 < known < 1
    one = Pseudonyms(words, unknown, 1)
    assert one.staying(unknown) == pytest.approx(known)
    changed = [one.of(s, Random(1)) for s in unknown]
    kept = [
        before.words[place] == after.words[place]
        for before, after in zip(unknown, changed, strict=True)
        for place in before.sensitive
    ]
    assert sum(kept) / len(kept) == pytest.approx(known)
    assert Pseudonyms(words, unknown, 4).staying(unknown) == pytest.approx(known / 4)
    assert one.staying([]) == 0.0


def test_returning_neighbours_are_counted_by_hand():
    """On a line: 0 and 1 are near, 3 is alone; of two neighbours each (itself is one)."""
    line = WordPoints(
        ("a", "b", "c"), np.array([[0.0], [1.0], [3.0]], "float32"), np.zeros((1, 1), "float32")
    )
    sentence = replace(tiny.sentences(1)[0], words=("a", "c"), tags=(1, 1))
    # a → {a, b}, both return; c → {c, b}, of which b → {b, a} does not
    assert Pseudonyms(line, [sentence], 2).returning() == (2 + 1) / 2


def test_neighbours_are_the_nearest_in_their_order():
    draw = np.random.default_rng(5)
    vectors = draw.integers(0, 3, size=(40, 3)).astype("float32")  # many lie equally far
    space = WordPoints(tuple(f"w{i}" for i in range(40)), vectors, np.zeros((4, 3), "float32"))
    apart = ((vectors[:, None] - vectors[None]) ** 2).sum(2)
    told = space.neighbours(space.words, 7)
    for row, near in enumerate(told):
        assert apart[row, near].tolist() == sorted(apart[row])[:7]
    assert space.neighbours(["w3"], 90).shape == (1, 40)


@pytest.mark.parametrize("word", ["a", "été", "œdème", "dupont-martin", "12", "𝒳’ab"])
def test_letters_lie_where_gensim_puts_them(word):
    hashes = pytest.importorskip("gensim.models.fasttext").ft_ngram_hashes
    assert buckets_of(word, 20_000) == list(hashes(word, *LETTERS, 20_000))


def test_the_chain_sums_over_all_paths_and_finds_the_best():
    torch.manual_seed(0)
    crf = Crf(3)
    torch.nn.init.normal_(crf.moves)
    torch.nn.init.normal_(crf.starts)
    emissions, mask = torch.randn(2, 3, 3), torch.tensor([[1.0, 1, 1], [1, 1, 0]])
    for row, length in ((0, 3), (1, 2)):
        paths = torch.cartesian_prod(*[torch.arange(3)] * length)
        scores = torch.stack([
            crf.starts[p[0]] + sum(emissions[row, t, p[t]] for t in range(length))
            + sum(crf.moves[p[t - 1], p[t]] for t in range(1, length))
            for p in paths
        ])  # fmt: skip
        own, kept = emissions[row : row + 1], mask[row : row + 1]
        assert crf.best(own, kept) == [paths[scores.argmax()].tolist()]
        tags = torch.nn.functional.pad(paths[4], (0, 3 - length)).unsqueeze(0)
        assert crf.loss(own, tags, kept).item() == pytest.approx(
            (scores.logsumexp(0) - scores[4]).item(), rel=1e-5
        )


def test_pairs_are_alike_but_for_the_representation(points, pseudonyms, sentences):
    """Half of them of one copy; sentences without a sensitive word are in none."""
    copies = Copies(points, pseudonyms)
    pairs = copies.pairs(sentences * 3, Random(2))
    assert 0.3 < pairs.same.mean() < 0.7
    equal = (pairs.one == pairs.other).all(dim=2).all(dim=1)
    assert equal.tolist() == (pairs.same > 0).tolist()
    assert copies.pairs([s for s in sentences if not s.sensitive], Random(2)) is None


def test_a_copy_to_learn_from_changes_sensitive_words_alone(points, pseudonyms, sentences):
    some = sentences[:6]
    told, own = Copies(points, pseudonyms).one(some, Random(2)), points.batch(some).points
    changed = {tuple(place) for place in (told != own).any(dim=2).nonzero().tolist()}
    assert changed
    assert changed <= {(row, place) for row, s in enumerate(some) for place in s.sensitive}


def test_noise_never_falls_below_its_floor(points, pseudonyms, sentences):
    recipe = replace(RECIPE, floor=1.5, reads_copies=True, tagger_epochs=1, rate=0.5)
    networks = learn(sentences[:24], points, pseudonyms, recipe)
    assert networks.representation.noise_out.scale.min() >= 1.5


@pytest.mark.parametrize("method", list(Method))
def test_phases_are_told_in_their_order_and_the_same_seed_gives_the_same(
    method, points, pseudonyms, sentences
):
    told: list[str] = []
    recipe = replace(RECIPE, method=method, tagger_epochs=1)
    some = sentences[:24]
    networks = learn(some, points, pseudonyms, recipe, lambda phase, _epoch: told.append(phase))
    wanted = ["joint"] * 2 if method is Method.DANN else ["tagger", "adversaries", "joint"]
    assert told == wanted
    again = learn(some, points, pseudonyms, recipe)
    for one, other in zip(
        networks.representation.parameters(), again.representation.parameters(), strict=True
    ):
        assert torch.equal(one, other)


@pytest.mark.parametrize("method", list(Method))
def test_every_tensor_is_made_where_the_points_are(method, words, sentences):
    """On a device that computes nothing but refuses tensors of another; it fails where a figure would be read."""
    points = Points(words, "meta")
    recipe = replace(RECIPE, method=method, tagger_epochs=1)
    some = sentences[:16]
    networks = learn(some, points, Pseudonyms(words, some, 4), recipe)
    with pytest.raises(NotImplementedError, match="copy out of meta"):
        judge(networks, some, some, points, Pseudonyms(words, some, 4), recipe)
    with pytest.raises(NotImplementedError, match="copy out of meta"):
        f1(networks.tagger, some, points, networks.representation)


def loud(networks, log_scale):
    for noise in (networks.representation.noise_in, networks.representation.noise_out):
        noise.log_scale.data.fill_(log_scale)
    return networks


@pytest.fixture
def few_pairs(monkeypatch):
    monkeypatch.setattr(verdict, "CHOOSING", 24)
    monkeypatch.setattr(verdict, "TELLING", 200)


def test_adversaries_before_no_noise_find_out_and_leave_the_representation_as_it_is(
    points, pseudonyms, sentences, few_pairs
):
    recipe = replace(RECIPE, hidden=16, rate=1e-2, probe_epochs=8)
    networks = loud(new_networks(points, recipe), -20.0)
    before = {name: value.clone() for name, value in networks.representation.state_dict().items()}
    told = judge(networks, sentences, sentences, points, pseudonyms, recipe)
    assert [attack.name for attack in told.attacks] == [
        f"T{number} {kind}" for kind in ("continued", "fresh", "control") for number in (1, 2)
    ]
    assert not told.is_accepted
    assert told.attacks[3].low > 0.5, told  # two representations without noise: equal or not
    assert told.attacks[5].passes
    after = networks.representation.state_dict()
    assert all(torch.equal(value, after[name]) for name, value in before.items())


def test_controls_find_the_same_whatever_the_noise(points, pseudonyms, sentences, few_pairs):
    recipe = replace(RECIPE, hidden=16, rate=1e-2, probe_epochs=4)
    found = []
    for log_scale in (-20.0, 8.0):
        torch.manual_seed(4)
        networks = loud(new_networks(points, recipe), log_scale)
        found.append(judge(networks, sentences, sentences, points, pseudonyms, recipe).attacks)
    assert found[0][4:] == found[1][4:]
    assert found[0][:4] != found[1][:4]


def test_the_network_reads_each_pair_once_for_all_who_look(
    points, pseudonyms, sentences, few_pairs
):
    networks, read = new_networks(points, RECIPE), []
    networks.representation.register_forward_hook(lambda _net, given, _told: read.append(len(given[0])))  # fmt: skip
    recipe, some = replace(RECIPE, probe_epochs=3), [s for s in sentences if s.sensitive][:16]
    judge(networks, some, some, points, pseudonyms, recipe)
    # what chooses the passage, a batch a passage, what is told
    assert len(read) == 1 + 3 + 1


def test_noise_alone_keeps_adversaries_at_chance_but_few_pairs_prove_nothing(
    points, pseudonyms, sentences, monkeypatch
):
    networks = loud(new_networks(points, RECIPE), 8.0)
    recipe = replace(RECIPE, probe_epochs=1)
    monkeypatch.setattr(verdict, "CHOOSING", 16)
    monkeypatch.setattr(verdict, "TELLING", 60)
    few = judge(networks, sentences[:8], sentences[:8], points, pseudonyms, recipe)
    assert not any(attack.passes for attack in few.attacks)
    monkeypatch.setattr(attacks, "MARGIN", 0.1)
    monkeypatch.setattr(verdict, "TELLING", 1000)
    monkeypatch.setattr(verdict, "MOST_TURNS", 200)
    many = judge(networks, sentences[:8], sentences, points, pseudonyms, recipe)
    assert all(attack.passes for attack in many.attacks[:4]), many


@pytest.mark.parametrize(
    ("name", "right", "passes"),
    [
        ("T1 fresh", 2000, True),
        ("T1 fresh", 2150, False),  # 0.5375, up to 0.553
        ("T1 fresh", 1800, False),
        ("T1 control", 2000, False),
        ("T1 control", 2400, True),
    ],
)
def test_an_attack_must_fail_and_its_control_succeed(name, right, passes):
    assert attacks.attack(name, 1, right, 4000).passes is passes
    assert not Verdict(()).is_accepted


def test_what_leaves_has_no_word_and_trains_a_tagger(
    tmp_path, words, points, pseudonyms, sentences
):
    recipe = replace(RECIPE, tagger_epochs=10, batch=8, rate=5e-2, adversary_epochs=0, floor=0.01)
    networks = learn(sentences, points, pseudonyms, recipe)
    model = model_bytes(networks.representation, words, shape_of(points, recipe))
    content = material_bytes(
        networks.representation, points, sentences, tiny.ACCEPTED, neighbours=4, model_sha256=sha256_of(model)
    )  # fmt: skip
    for word in (*tiny.NAMES, *tiny.OTHERS):
        for form in (word, word.upper(), word.capitalize()):
            assert len(form) < 4 or form.encode() not in content
    (tmp_path / MATERIAL).write_bytes(content)
    (tmp_path / MODEL).write_bytes(model)
    material, representation, read_words = read_pair(tmp_path)
    assert (len(material.lengths), material.rows.shape[1]) == (len(sentences), 8)
    assert sorted(material.lengths) == sorted(len(s.words) for s in sentences)
    assert material.lengths != tuple(len(s.words) for s in sentences)
    assert material.manifest["verdict"]["accepted"] is True
    assert representation.noise_out.floor == 0.01
    assert read_words.words == words.words
    fresh = tiny.sentences(30)[::2]
    elsewhere = tagger_of_material(material, recipe)
    assert f1(elsewhere, fresh, Points(read_words), representation) > 0.6
    raw = tagger_of_sentences(sentences, points, replace(recipe, tagger_epochs=6), pseudonyms.of)
    assert f1(raw, fresh, points) > 0.9


def test_two_files_of_one_representation_are_drawn_apart(points, sentences):
    networks = new_networks(points, RECIPE)
    one, other = (
        material_bytes(networks.representation, points, sentences[:4], tiny.ACCEPTED, neighbours=4, model_sha256="")
        for _turn in range(2)
    )  # fmt: skip
    assert one != other


def test_what_is_not_accepted_does_not_leave(points, sentences):
    networks = new_networks(points, RECIPE)
    refused = Verdict((Attack("T1", 1, 600, 1000, 0.57, 0.63),))
    with pytest.raises(BadMaterialError, match=NOT_ACCEPTED):
        material_bytes(
            networks.representation, points, sentences, refused, neighbours=4, model_sha256=""
        )


def test_fasttext_places_a_word_that_it_never_saw_by_its_letters():
    pytest.importorskip("gensim")
    texts = ["Mme Durand tousse\nM. Durandel tousse", "repos prescrit"] * 20
    points = learn_points(texts, size=12, epochs=2)
    assert "durand" in points.words
    assert np.linalg.norm(points.vector("durandet")) > 0
    near = points.neighbours(["durand"], 3)[0]
    assert points.words[near[0]] == "durand"
    assert len(set(near.tolist())) == 3


def test_a_stored_tagger_of_representations_reads_as_before_it_was_stored(sentences, tmp_path):
    """Its file carries what makes its words what it reads, and no noise."""
    words = tiny.words()
    network = new_networks(Points(words), RECIPE).representation
    tagger = Tagger(RECIPE.size, 6, len(TAGS))
    path = tmp_path / "model.safetensors"
    path.write_bytes(lstm_bytes(tagger, words, network.lstm))
    stored, known, represent = read_lstm(path)
    assert known.words == words.words
    texts = [" ".join(sentence.words) for sentence in sentences]
    found, again = (
        LstmCrfDetector(one, words, "x", way).detect(texts)
        for one, way in ((tagger, network.states), (stored, represent))
    )
    assert any(found)
    assert found == again
    path.write_bytes(lstm_bytes(Tagger(words.size + len(CASES), 6, len(TAGS)), words))
    assert read_lstm(path)[2] is None
