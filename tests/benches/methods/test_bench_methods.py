"""The bench of methods on two notes: every way runs, and says what it must. All people are invented."""

from __future__ import annotations

from dataclasses import asdict
from fractions import Fraction

import numpy as np
import pytest

from annotation.domain.notes import Note, PatientIdentity
from annotation.domain.spans import Span
from benches import bench_methods, results
from benches.bench_methods import KEY, TODAY
from benches.methods import tables
from icdcoder.domain.coder import CodePrediction
from privacy.domain.obfuscation.method import Neighbours
from privacy.domain.obfuscation.metrics import Fate
from privacy.domain.obfuscation.sentences import digest_of
from privacy.domain.obfuscation.space import WordSpace
from privacy.domain.tables import default_tables
from tests import kept
from worker.obfuscation import codes, ways

TEXT = "Mme Durand vue le 12/02/2020 à Dijon."
NOTE = Note(
    "n1", TEXT, PatientIdentity(id="p1"), {},
    (Span(4, 10, "PER", "NOM"), Span(18, 28, "DATE", "DATE"), Span(31, 36, "LOC", "VILLE")),
)  # fmt: skip
FILES = ways.Files((NOTE,))


class Coder:
    """Says I10 of a text with "vue", J18 of every text."""

    name = version = "test"

    def predict(self, texts, top=25, hidden=()):
        sure, likely = CodePrediction("I10", "", 1.0, ()), CodePrediction("J18", "", 0.5, ())
        return [[sure, likely] if "vue" in text else [likely] for text in texts]


def test_tags_leave_nothing_and_keep_every_code():
    ways_found = ways.of_entities(Fraction(1), default_tables(), KEY, TODAY)
    assert set(ways_found) == {
        "metric",
        "tchouka2023",
        "tchouka2024",
        "tchouka2022",
        "shift",
        "tag",
    }
    found = ways.followed(FILES, ways_found["tag"], Coder()).measures
    assert (found.smr, found.lrdi, found.jsc, found.nsdcg) == (1.0, 1.0, 1.0, 1.0)


@pytest.mark.parametrize("name", ["metric", "tchouka2023", "tchouka2022", "shift"])
def test_every_mechanism_runs(name):
    (text,) = ways.of_entities(Fraction(1), default_tables(), KEY, TODAY)[name]([NOTE])
    assert "Durand" not in text
    assert text.startswith("Mme ")


def test_whole_texts_run_and_lose_the_codes():
    space = WordSpace.of(("toux", "rhume", "grippe"), np.eye(3))
    sentences = Neighbours(table={digest_of(TEXT): ("Va bien.",)})
    by = {"": sentences, "Doc2Vec": sentences}
    found = ways.of_texts(Neighbours(space), by, [Fraction(3)], KEY)
    assert list(found) == ["kneo", "sentence", "sentence, Doc2Vec", "noise, ε = 3"]
    for way in found.values():
        measured = ways.followed(FILES, way, Coder()).measures
        assert measured.smr == 1.0
        assert measured.jsc == 0.5
    assert list(ways.of_texts(None, {}, [Fraction(3)], KEY)) == []


def test_gains_come_from_the_original_s_log_odds():
    ((jsc, nsdcg),) = codes.compared(Coder(), ["vue"], ["rien"])
    assert jsc == 0.5
    assert 0 < nsdcg < 0.01  # nearly all of the gain is the sure code's, which is lost


PER, LOC = Fate("PER", False, 0.6), Fate("LOC", False, 0.1)
STAYED = Fate("PER", True, 0.0)
SAFE = ways.Followed(((PER, LOC), (PER,), ()), ((1.0, 0.5), (0.5, 0.5), (0.0, 1.0)))
OPEN = ways.Followed(((STAYED, LOC), (PER,), ()), ((0.5, 0.5), (0.5, 0.5), (0.0, 0.0)))


def test_an_interval_is_over_notes_and_its_value_is_the_measure():
    told = tables.with_intervals(OPEN)
    for name, value in asdict(OPEN.measures).items():
        assert told[name].value == pytest.approx(value)
        assert told[name].low <= value <= told[name].high
    assert (told["smr"].low, told["smr"].high) == (0.5, 1.0)  # one note twice, or the other
    without = tables.with_intervals(ways.Followed(((PER,),), ()))
    assert (without["jsc"], without["lrqi"]) == (None, None)
    assert without["smr"].value == 1.0


def test_words_and_sentences_are_compared_on_the_same_notes():
    told = tables.differences({"kneo": SAFE, "sentence": OPEN, "sentence, Doc2Vec": SAFE})
    assert list(told) == ["kneo − sentence", "kneo − sentence, Doc2Vec"]
    assert told["kneo − sentence, Doc2Vec"]["smr"].value == 0.0
    apart = told["kneo − sentence"]
    assert apart["smr"].value == pytest.approx(1 - 2 / 3)
    assert apart["lrqi"].value == apart["lrqi"].low == apart["lrqi"].high == 0.0
    assert apart["nsdcg"].value == pytest.approx(1 / 3)
    assert tables.differences({"kneo": SAFE}) == {}


def test_the_table_explains_its_columns():
    told = tables.to_text({"kneo": SAFE, "sentence": OPEN})
    assert "NSDCG" in told
    assert "0,667" in told
    assert "[0,500 ; 1,000]" in told
    assert "kneo − sentence" in told
    first, _other, apart = tables.rows_of({"kneo": SAFE, "sentence": OPEN}, "3 notes")
    assert first.figure.startswith("SMR 1.000 [1.000; 1.000] · ALID 0.433 [")
    assert apart.figure.startswith("SMR +0.333 [+0.000; +0.500]")


def test_the_bench_runs_and_records_every_method(tmp_path, monkeypatch, capsys):
    pytest.importorskip("gensim")
    recorded = {}
    monkeypatch.setattr(results, "record", lambda bench, rows: recorded.update({bench: rows}))
    monkeypatch.setattr(bench_methods, "_coder", Coder)
    model = kept.copy_mini_model(tmp_path / "model")
    few = ["--notes", "2", "--pool", "3", "--epochs", "1", "--noise", "10"]
    few += ["--model", str(model), "--encoder", str(model)]
    assert bench_methods.main(few) == 0
    rows = recorded["methods"]
    assert [row.bar for row in rows] == [
        "metric", "tchouka2023", "tchouka2024", "tchouka2022", "shift", "tag", "kneo", "sentence",
        "sentence, model", "sentence, Doc2Vec", "noise, ε = 10", "kneo − sentence", "kneo − sentence, model",
        "kneo − sentence, Doc2Vec", "sensitive strings of these notes that stand in the pool",
    ]  # fmt: skip
    assert all("NSDCG" in row.figure for row in rows[:-1])
    assert {row.n for row in rows} == {"2 notes, pool of 3, ε = 1"}
    assert "qui se lisent dans les voisins" in capsys.readouterr().out
