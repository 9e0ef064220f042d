"""False alarms on published prose: what a reader decided, and what nobody has read."""

from __future__ import annotations

import hashlib
import json

import pytest

from annotation.domain.labels import SUBTYPE_TO_LABEL
from annotation.domain.spans import Span
from benches import bench_ner
from benches.ner import engines, judged, prose
from benches.ner.engines import Column
from benches.ner.judged import Judged
from benches.ner.prose import Covered

TEXT = "Mme Roy, 72 ans, a un signe de Babinski à Dole."
# words: Mme Roy 72 ans a un signe de Babinski à Dole (11)
ROY, AGE, EPONYM, TOWN = Span(4, 7, "PER", "NOM"), Span(9, 15, "AGE", "AGE"), (31, 39), (42, 46)


class Fixed:
    """Finds the same in every text."""

    version = "fixed"

    def __init__(self, *spans):
        self.spans = list(spans)

    def detect(self, texts, patients=None):
        return [self.spans for _ in texts]


def test_words_are_counted_once_and_apart_from_ages_and_dates():
    covered = Covered()
    # words: À 72 ans Mme Roy (5); the dot is none
    covered.add("À 72 ans, Mme Roy.", [Span(2, 8, "AGE", "AGE"), Span(10, 17, "PER", "NOM")])
    covered.add("Rien ici.", [])
    assert (covered.words, covered.masked, covered.unexpected) == (7, 4, 2)
    assert covered.masked_per_1000 == pytest.approx(4000 / 7)
    assert covered.names == {"AGE": 2, "NOM": 2}


def test_a_word_of_a_true_identifier_is_no_false_alarm_and_no_plain_word():
    covered = Covered()
    eponym = Span(*EPONYM, "PER", "NOM")
    # Roy was judged a name and is masked; the age a false alarm; so was the eponym.
    decisions = [Judged(4, 7, "NOM"), Judged(9, 15, ""), Judged(*EPONYM, "")]
    covered.add(TEXT, [ROY, AGE, eponym], decisions)
    assert (covered.words, covered.masked, covered.plain) == (11, 4, 10)
    assert (covered.false, covered.false_unexpected, covered.unread) == (3, 1, 0)
    assert covered.false_per_1000 == 300.0
    assert covered.false_unexpected_per_1000 == 100.0


def test_a_true_identifier_that_stays_readable_is_no_plain_word_either():
    covered = Covered()
    covered.add(TEXT, [], [Judged(4, 7, "NOM"), Judged(9, 15, "AGE")])
    assert (covered.words, covered.plain, covered.false) == (11, 8, 0)


def test_a_masked_word_nobody_has_read_counts_as_a_false_alarm():
    texts = [TEXT, TEXT]
    columns = [
        Column("relu", Fixed(ROY)),
        Column("autre", Fixed(ROY, Span(*TOWN, "LOC", "VILLE"))),
    ]
    # The second text was not judged at all: its Roy is unread.
    found = prose.measure(texts, columns, {0: [Judged(4, 7, "NOM"), Judged(*EPONYM, "")]})
    assert (found["relu"].plain, found["relu"].false, found["relu"].unread) == (21, 1, 1)
    assert (found["autre"].plain, found["autre"].false, found["autre"].unread) == (21, 3, 3)


def test_the_table_says_where_a_figure_is_only_a_bound():
    columns = [Column("relu", Fixed(ROY)), Column("autre", Fixed(Span(*TOWN, "LOC", "VILLE")))]
    found = prose.measure([TEXT], columns, {0: [Judged(4, 7, "NOM")]})
    title, _, _, read, other = prose.judged_to_text(found).splitlines()
    assert title == "--- 10 mots hors des vrais identifiants relus ---"
    assert read.split() == ["relu", "0,00", "0,00", "0", "0"]
    assert other.split() == ["autre", "≤", "100,00", "≤", "100,00", "1", "1"]


def _written(tmp_path, source):
    file = tmp_path / "judged.json"
    digest = hashlib.sha256(source).hexdigest()
    file.write_text(json.dumps({"sha256": digest, "judged": [[1, 4, 7, "NOM"], [1, 9, 15, ""]]}))
    return file


def test_decisions_are_read_by_the_text_s_place(tmp_path):
    source = tmp_path / "prose.gz"
    source.write_bytes(b"a text")
    file = _written(tmp_path, b"a text")
    assert judged.read(source, file) == {1: [Judged(4, 7, "NOM"), Judged(9, 15, "")]}


def test_decisions_about_another_file_are_refused(tmp_path):
    source = tmp_path / "prose.gz"
    source.write_bytes(b"another text")
    with pytest.raises(judged.NotTheSameText):
        judged.read(source, _written(tmp_path, b"a text"))


def test_the_shipped_decisions_hold_bounds_and_kinds_and_nothing_else():
    told = json.loads(judged.FILE.read_text(encoding="utf-8"))
    assert set(told) == {"sha256", "judged"}
    assert len(told["judged"]) == 386
    assert sum(not subtype for *_, subtype in told["judged"]) == 44
    ends: dict[int, int] = {}
    for place, start, end, subtype in told["judged"]:
        assert 0 <= place < 120
        assert ends.get(place, 0) <= start < end
        assert subtype in {"", *SUBTYPE_TO_LABEL}
        ends[place] = end


@pytest.fixture
def one_case(tmp_path, monkeypatch):
    """An invented case in place of the published ones."""
    monkeypatch.setattr(prose, "FILE", tmp_path / "cases.gz")
    prose.FILE.write_bytes(b"a text")
    monkeypatch.setattr(prose, "read", lambda: [TEXT])


def _run(options=None):
    hybrid = Column(engines.HYBRID, Fixed(ROY))
    bench = bench_ner.Bench(options, engines.Engines([hybrid]))
    bench_ner.run_prose(bench)
    return bench.bars


def test_the_bar_is_held_against_false_alarms(one_case, monkeypatch, capsys):
    monkeypatch.setattr(judged, "read", lambda source: {0: [Judged(4, 7, "NOM")]})
    assert _run() == [("prose réelle : ≤ 2 fausses alertes ‰", True)]
    monkeypatch.setattr(judged, "read", lambda source: {0: [Judged(4, 7, "")]})
    assert _run() == [("prose réelle : ≤ 2 fausses alertes ‰", False)]
    assert "NON EXÉCUTÉ" not in capsys.readouterr().out


def test_without_decisions_about_this_file_no_bar_is_measured(one_case, capsys):
    assert _run() == []
    assert "NON EXÉCUTÉ : fausses alertes (fichier autre que celui relu)" in capsys.readouterr().out
