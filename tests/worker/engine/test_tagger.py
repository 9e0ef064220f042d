"""The linear tagger: tags, decoding, files, speed. All people are invented."""

import json
import time

import numpy as np
import pytest

from annotation.domain.spans import Span
from worker.engine.build import EngineError, build_detector
from worker.engine.tagger import (
    LinearTagger,
    ModelFileError,
    Weights,
    load_tagger,
    save_tagger,
    viterbi,
)
from worker.engine.tagger import tags as bio
from worker.engine.tagger.features import BLOCK_TOKENS, HASH_BITS, Tokens, feature_ids
from worker.engine.tagger.words import FormTable

TAGS = ("O", "B-PER.NOM", "I-PER.NOM")


def weights(**changes) -> Weights:
    """Says NOM wherever the always-on feature is: every token begins or goes on with a name."""
    always_on = int(feature_ids(Tokens.read("x"), FormTable())[0, -1])
    values = {
        "tags": TAGS,
        "feature_rows": np.array([always_on], dtype=np.int32),
        "emissions": np.array([[0, 1, 2]], dtype=np.float32),
        "transitions": np.zeros((3, 3), dtype=np.float32),
        "margin_scale": 1.0,
    }
    return Weights(**{**values, **changes})


def test_tokens_and_blocks_follow_blank_lines():
    tokens = Tokens.read("Le 12nov\n\nDr X.")
    assert tokens.words == ["Le", "12", "nov", "Dr", "X", "."]
    assert tokens.breaks.tolist() == [1, 0, 0, 2, 0, 0]
    assert tokens.blocks() == [(0, 3), (3, 6)]


def test_a_long_block_is_cut_at_a_line_end():
    lines = ["mot " * 100] * 6  # 600 tokens without a blank line
    blocks = Tokens.read("\n".join(lines)).blocks()
    assert blocks == [(0, 200), (200, 400), (400, 600)]
    one_line = Tokens.read("mot " * 600).blocks()
    assert one_line == [(0, 256), (256, 512), (512, 600)]
    assert all(last - first <= BLOCK_TOKENS for first, last in blocks + one_line)


def test_features_are_stable_between_processes_and_depend_on_the_neighbours():
    one = feature_ids(Tokens.read("Dr Dupont"), FormTable())
    two = feature_ids(Tokens.read("Dr Dupont"), FormTable())
    other = feature_ids(Tokens.read("lit Dupont"), FormTable())
    assert (one == two).all()
    assert (one[1] != other[1]).any()
    assert one[1, 0] == other[1, 0]  # the form itself
    assert one.min() >= 0
    assert one.max() < 2**HASH_BITS


def test_encode_takes_every_token_that_a_span_touches_and_decode_gives_it_back():
    tokens = Tokens.read("Mme Le Goff, Dijon")  # Mme 0-3, Le 4-6, Goff 7-11, "," , Dijon 13-18
    spans = [Span(4, 11, "PER", "NOM"), Span(13, 18, "LOC", "")]
    tags = bio.encode(spans, tokens.starts, tokens.ends)
    assert tags == ["O", "B-PER.NOM", "I-PER.NOM", "O", "B-LOC.VILLE"]
    found = bio.decode(tags, [1, 0.9, 0.7, 1, 0.8], tokens.starts, tokens.ends, "model:x")
    assert found == [
        Span(4, 11, "PER", "NOM", 0.7, "model:x"),
        Span(13, 18, "LOC", "VILLE", 0.8, "model:x"),
    ]


def test_two_adjacent_spans_stay_two():
    tokens = Tokens.read("Jean Martin")
    spans = [Span(0, 4, "PER", "PRENOM"), Span(5, 11, "PER", "NOM")]
    tags = bio.encode(spans, tokens.starts, tokens.ends)
    assert tags == ["B-PER.PRENOM", "B-PER.NOM"]
    assert len(bio.decode(tags, [1, 1], tokens.starts, tokens.ends, "")) == 2


def test_viterbi_finds_the_best_legal_path_and_its_margin():
    # Alone, each token prefers I (2 over 1): the first must be B, the best path is B I = 1 + 2.
    # With another tag at token 0 the best is O B = 0 + 1: margin 2. At token 1: B B = 2: margin 1.
    start, follow = bio.constraints(TAGS)
    emissions = np.array([[[0, 1, 2], [0, 1, 2]]], dtype=np.float32)
    best = viterbi.forward(emissions, follow, start)
    path = viterbi.backtrack(best, follow, np.array([2]))
    assert path.tolist() == [[1, 2]]
    lead = viterbi.margins(emissions, follow, best, path, np.array([2]))
    assert lead.tolist() == [[2.0, 1.0]]


def test_padding_changes_nothing():
    rng = np.random.default_rng(3)
    start, follow = bio.constraints(TAGS)
    scores = rng.normal(size=(2, 5, 3)).astype(np.float32)
    lengths = np.array([5, 3])
    best = viterbi.forward(scores, follow, start)
    path = viterbi.backtrack(best, follow, lengths)
    lead = viterbi.margins(scores, follow, best, path, lengths)
    short = scores[1:, :3]
    alone = viterbi.forward(short, follow, start)
    alone_path = viterbi.backtrack(alone, follow, np.array([3]))
    assert path[1, :3].tolist() == alone_path[0].tolist()
    alone_lead = viterbi.margins(short, follow, alone, alone_path, np.array([3]))
    assert np.allclose(lead[1, :3], alone_lead[0])


def test_spans_carry_source_and_a_score_and_weak_ones_are_left_out():
    # One token: B scores 1, the next best O scores 0 → logistic(1) = 0.7311.
    [[span]] = LinearTagger(weights(), "tagger-x").detect(["Durand"])
    assert (span.start, span.end, span.label, span.subtype) == (0, 6, "PER", "NOM")
    assert (span.source, span.score) == ("model:tagger-x", 0.7311)
    assert LinearTagger(weights(min_score=0.74), "tagger-x").detect(["Durand"]) == [[]]


def test_texts_without_a_token_give_no_span():
    assert LinearTagger(weights(), "t").detect(["", " \n\n", "a"])[:2] == [[], []]
    assert LinearTagger(weights(), "t").detect([]) == []


def test_saved_and_loaded_it_finds_the_same_and_its_version_is_its_content(tmp_path):
    digest = save_tagger(weights(), tmp_path)
    loaded = load_tagger(tmp_path)
    assert loaded.version == f"tagger-{digest[:12]}"
    texts = ["Durand va bien", "Le 3 mai\n\nDr Y"]
    before = LinearTagger(weights(), loaded.version).detect(texts)
    assert loaded.detect(texts) == before
    assert build_detector("model", tmp_path).version == loaded.version


def test_files_are_plain_json_and_safetensors(tmp_path):
    save_tagger(weights(), tmp_path)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["config.json", "weights.safetensors"]
    assert json.loads((tmp_path / "config.json").read_text())["tags"] == list(TAGS)
    header = (tmp_path / "weights.safetensors").read_bytes()[8:]
    assert header.startswith(b'{"')


def test_a_folder_named_by_its_hash_must_hold_that_content(tmp_path):
    draft = tmp_path / "draft"
    draft.mkdir()
    folder = draft.rename(tmp_path / save_tagger(weights(), draft))
    assert load_tagger(folder).version.startswith("tagger-")
    save_tagger(weights(margin_scale=2.0), folder)
    with pytest.raises(ModelFileError, match="changé depuis l'entraînement"):
        load_tagger(folder)


@pytest.mark.parametrize(
    ("damage", "reason"),
    [
        (lambda d: (d / "config.json").unlink(), "il manque"),
        (lambda d: (d / "weights.safetensors").write_bytes(b"\x80\x04pickle"), "illisibles"),
        (lambda d: (d / "config.json").write_text("[]"), "illisibles"),
        (lambda d: save_tagger(weights(margin_scale=0.0), d), "incohérents"),
        (lambda d: save_tagger(weights(tags=("O", "B-PER.NOM")), d), "incohérents"),
    ],
)
def test_bad_files_are_refused_with_the_reason(tmp_path, damage, reason):
    save_tagger(weights(), tmp_path)
    damage(tmp_path)
    with pytest.raises(ModelFileError, match=reason):
        load_tagger(tmp_path)
    with pytest.raises(EngineError):
        build_detector("hybrid", tmp_path)


def test_a_model_of_another_features_version_asks_for_retraining(tmp_path):
    save_tagger(weights(), tmp_path)
    config = json.loads((tmp_path / "config.json").read_text())
    (tmp_path / "config.json").write_text(json.dumps({**config, "features": 0}))
    with pytest.raises(ModelFileError, match="réentraînez"):
        load_tagger(tmp_path)


def test_many_words_a_second():
    """Measured 27,000 to 50,000 on one shared core with 55 tags; the bound leaves room for a busy one."""
    tagger = LinearTagger(weights(), "t")
    text = "Le patient va bien, il rentre chez lui avec son traitement habituel.\n" * 60
    tagger.detect([text])
    begun = time.perf_counter()
    tagger.detect([text] * 20)
    assert 20 * len(text.split()) / (time.perf_counter() - begun) > 10_000
