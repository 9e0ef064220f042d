"""The other ways of finding: features, tags, maps of labels, the binary score, the table. All people are invented."""

from __future__ import annotations

import json
from functools import partial

import pytest

from annotation.domain.ner_metrics import Annotated, Score
from annotation.domain.notes import Note
from annotation.domain.spans import Span
from annotation.domain.tokens import token_bounds
from benches import bench_baselines, results
from benches.baselines import crf, lstm, tables
from benches.baselines.hipaa import binary, is_listed
from benches.ner import sources
from tests import kept
from worker.other_engines.sequences.crf import features_of
from worker.other_engines.sequences.lines import spans_of, tags_of
from worker.other_engines.tagger import MapError, TaggerModel, joined, read_map
from worker.private.learning import Recipe

TEXT = "Mme Durand, 95 ans, vue en 2010 puis le 3 mai 2011 au CHU de Dijon."


def span(surface: str, label: str, subtype: str = "", text: str = TEXT) -> Span:
    start = text.index(surface)
    return Span(start, start + len(surface), label, subtype)


GOLD = (
    span("Durand", "PER", "NOM"),
    span("95 ans", "AGE", "AGE"),
    span("2010", "DATE", "DATE"),
    span("3 mai 2011", "DATE", "DATE"),
    span("CHU de Dijon", "ORG", "HOPITAL"),
)


def test_hipaa_lists_names_dates_but_years_and_the_very_old():
    assert [is_listed(TEXT, one) for one in GOLD] == [True, True, False, True, False]
    assert not is_listed("45 ans", Span(0, 6, "AGE", "AGE"))
    assert not is_listed("depuis 3 ans", Span(0, 12, "DATE", "DUREE"))
    assert not is_listed("Suisse", Span(0, 6, "LOC", "PAYS"))


def test_the_binary_score_asks_no_label_and_forgives_what_is_not_listed():
    found = (span("Durand", "ORG"), span("CHU de Dijon", "ORG"), span("vue", "PER"))
    # listed words: Durand, 95, ans, 3, mai, 2011; found of them: Durand; found beside: vue
    assert binary([Annotated(TEXT, GOLD, found)]) == Score(1, 2, 1, 6)


def test_tags_and_spans_are_the_same_thing():
    bounds = token_bounds(TEXT)
    back = spans_of(bounds, tags_of(bounds, GOLD))
    assert [(one.start, one.end, one.label) for one in back] == [
        (s.start, s.end, s.label) for s in GOLD
    ]


def test_two_spans_that_touch_stay_two():
    bounds = [(0, 4), (4, 9)]
    assert tags_of(bounds, [Span(0, 4, "PER"), Span(4, 9, "PER")]) == ["B-PER", "B-PER"]
    assert len(spans_of(bounds, ["B-PER", "B-PER"])) == 2
    assert len(spans_of(bounds, ["O", "I-PER"])) == 1


def test_features_know_the_lists_the_shape_and_the_neighbours():
    words = features_of("Mme MARTIN", [(0, 3), (4, 10)])
    assert {"in=last", "shape=A", "-1:w=mme", "glued=False"} <= set(words[1])
    assert "1:in=last" in words[0]


def lstm_of(notes):
    pytest.importorskip("gensim")
    return lstm.train(notes, Recipe(tagger_epochs=40))


def crf_of(notes):
    pytest.importorskip("pycrfsuite")
    return crf.train(notes)


@pytest.mark.parametrize("train", [crf_of, lstm_of], ids=["crf", "lstm"])
def test_a_crf_learns_what_it_is_shown(train):
    texts = [
        f"Vu ce jour Mme {name} pour une toux.\nPas de fièvre."
        for name in ("DURAND", "PETIT", "MARTIN", "LEROY")
    ]
    notes = [
        Note(str(i), text, entities=(span(text.split()[4], "PER", text=text),))
        for i, text in enumerate(texts)
    ]
    (found, nothing) = train(notes).detect(["Vu ce jour Mme MOREAU pour une toux.", ""])
    assert nothing == []
    assert [(one.start, one.end, one.label) for one in found] == [(15, 21, "PER")]


def test_a_crf_leaves_no_file(monkeypatch, tmp_path):
    pytest.importorskip("pycrfsuite")
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    crf_of([Note("1", "Mme DURAND", entities=(Span(4, 10, "PER"),))]).detect(["Mme PETIT"])
    assert list(tmp_path.iterdir()) == []


def test_a_map_with_a_label_that_is_none_of_ours_is_refused(tmp_path):
    path = tmp_path / "map.json"
    path.write_text(json.dumps({"PERSON": "PER", "MISC": ""}))
    assert read_map(path) == {"PERSON": "PER", "MISC": ""}
    path.write_text(json.dumps({"PERSON": "HUMAN"}))
    with pytest.raises(MapError, match="HUMAN"):
        read_map(path)


def test_pieces_of_a_word_are_one_span_and_what_has_no_counterpart_redacts():
    pieces = [
        (0, 3, "O"),
        (4, 7, "B-PERSON"),
        (7, 10, "B-PERSON"),
        (12, 14, "I-AGE"),
        (15, 18, "I-AGE"),
    ]
    found = list(joined(TEXT, iter(pieces), {"PERSON": "PER"}))
    assert [(one.start, one.end, one.label) for one in found] == [(4, 10, "PER"), (12, 18, "?")]


def test_any_directory_of_a_token_classifier_is_read(tmp_path):
    transformers = pytest.importorskip("transformers")
    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "mme", "durand", "vue", "##s"]
    (tmp_path / "vocab.txt").write_text("\n".join(words))
    transformers.BertTokenizerFast(vocab=str(tmp_path / "vocab.txt")).save_pretrained(tmp_path)
    config = transformers.BertConfig(
        vocab_size=len(words), hidden_size=8, num_hidden_layers=1, num_attention_heads=2, intermediate_size=8,
        max_position_embeddings=80, id2label={0: "O", 1: "B-PERSON"}, label2id={"O": 0, "B-PERSON": 1},
    )  # fmt: skip
    model = transformers.BertForTokenClassification(config)
    model.classifier.weight.data.zero_()
    model.classifier.bias.data[:] = model.classifier.bias.data.new_tensor([0.0, 1.0])
    model.save_pretrained(tmp_path)
    text = "mme durand vue " * 60
    (found,) = TaggerModel(tmp_path, {"PERSON": "PER"}).detect([text])
    covered = sum(one.end - one.start for one in found)
    assert {one.label for one in found} == {"PER"}
    assert covered == len(text.replace(" ", ""))  # every piece once, over all windows
    (found,) = TaggerModel(tmp_path, {"PERSON": ""}).detect([text])
    assert found == []


def test_the_table_has_every_label_of_gold_and_every_system():
    notes = [Annotated(TEXT, GOLD, GOLD)]
    told = tables.of_source("essai", {"parfait": notes, "aveugle": [Annotated(TEXT, GOLD, ())]})
    for name in ("PER", "AGE", "DATE", "ORG", "parfait", "aveugle", "HIPAA"):
        assert name in told
    assert "TEL" not in told


def test_a_bar_is_a_label_of_a_source_and_shows_every_system():
    """As the article's third table is read: a line a label, systems beside one another."""
    only_dates = [s for s in GOLD if s.label == "DATE"]
    found = {
        "parfait": [Annotated(TEXT, GOLD, GOLD)],
        "dates": [Annotated(TEXT, GOLD, tuple(only_dates))],
    }
    rows = {row.bar: row.figure for row in tables.rows_of("k", found)}
    assert rows == {
        "k, PER: word F1": "parfait 100.0 · dates 0.0",
        "k, ORG: word F1": "parfait 100.0 · dates 0.0",
        "k, AGE: word F1": "parfait 100.0 · dates 0.0",
        "k, DATE: word F1": "parfait 100.0 · dates 100.0",
        "k, all labels: word F1": "parfait 100.0 · dates 57.1",  # 4 of 10 words
        "k, mean of the labels: word F1": "parfait 100.0 · dates 25.0",
        "k, HIPAA: binary word F1": "parfait 100.0 · dates 66.7",  # a year alone is not listed
    }


def test_the_bench_runs_and_records_every_system_beside_the_others(tmp_path, monkeypatch, capsys):
    """On notes of the dev families: exams are read by whoever records."""
    pytest.importorskip("gensim")
    pytest.importorskip("pycrfsuite")
    recorded = {}
    monkeypatch.setattr(results, "record", lambda bench, rows: recorded.update({bench: rows}))
    monkeypatch.setattr(
        sources, "exams", lambda count, seed: [sources.families("dev", count, seed)]
    )
    short = partial(lstm.train, recipe=Recipe(tagger_epochs=1))
    monkeypatch.setattr(lstm, "train", short)
    model = kept.copy_mini_model(tmp_path / "model")
    small = ["--notes", "2", "--train", "4", "--model", str(model)]
    assert bench_baselines.main(small) == 0
    (bar,) = [row for row in recorded["baselines"] if "all labels" in row.bar]
    names = [part.rpartition(" ")[0] for part in bar.figure.split(" · ")]
    assert names == ["règles", "CRF", "LSTM-CRF", "modèle", "hybride"]
    assert bar.n == "2 notes"
    assert "HIPAA, mots, binaire" in capsys.readouterr().out
    recorded.clear()
    assert bench_baselines.main([*small, "--dev"]) == 0
    assert not recorded, "what is tried is not recorded"
