"""The bench of methods on two notes: every way runs, and says what it must. All people are invented."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from annotation.domain.notes import Note, PatientIdentity
from annotation.domain.spans import Span
from benches.bench_methods import KEY, TODAY
from benches.methods import tables
from icdcoder.domain.coder import CodePrediction
from privacy.domain.obfuscation.method import Neighbours
from privacy.domain.obfuscation.metrics import Measures
from privacy.domain.obfuscation.sentences import digest_of
from privacy.domain.obfuscation.space import WordSpace
from privacy.domain.tables import default_tables
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
    found = ways.measured(FILES, ways_found["tag"], Coder())
    assert (found.smr, found.lrdi, found.jsc, found.nsdcg) == (1.0, 1.0, 1.0, 1.0)


@pytest.mark.parametrize("name", ["metric", "tchouka2023", "tchouka2022", "shift"])
def test_every_mechanism_runs(name):
    (text,) = ways.of_entities(Fraction(1), default_tables(), KEY, TODAY)[name]([NOTE])
    assert "Durand" not in text
    assert text.startswith("Mme ")


def test_whole_texts_run_and_lose_the_codes():
    space = WordSpace.of(("toux", "rhume", "grippe"), np.eye(3))
    sentences = Neighbours(table={digest_of(TEXT): ("Va bien.",)})
    found = ways.of_texts(Neighbours(space), sentences, [Fraction(3)], KEY)
    assert list(found) == ["kneo", "sentence", "noise, ε = 3"]
    for way in found.values():
        measured = ways.measured(FILES, way, Coder())
        assert measured.smr == 1.0
        assert measured.jsc == 0.5
    assert list(ways.of_texts(None, None, [Fraction(3)], KEY)) == []


def test_gains_come_from_the_original_s_log_odds():
    ((jsc, nsdcg),) = codes.compared(Coder(), ["vue"], ["rien"])
    assert jsc == 0.5
    assert 0 < nsdcg < 0.01  # nearly all of the gain is the sure code's, which is lost


def test_the_table_explains_its_columns():
    found = {"x": Measures(1.0, 0.5, 1.0, 1.0, None, 0.25, 0.75)}
    told = tables.to_text(found)
    assert "NSDCG" in told
    assert "0,250" in told
    (row,) = tables.rows_of(found, "1 note")
    assert row.figure == "SMR 1.000 · ALID 0.500 · LR 1.000 · LRDI 1.000 · JSC 0.250 · NSDCG 0.750"
