"""Tables, galleries, parity and throughput of the detection bench."""

from __future__ import annotations

import csv

import pytest

from annotation.domain.notes import Note
from annotation.domain.spans import Span
from benches import bench_ner
from benches.ner import gallery, parity, quality, rule_speed, sources, speed, text
from benches.ner.engines import Column
from benches.ner.sources import Source
from worker.training.corpus import generate

SECRET = Note(
    "s1", "Mme Secret va bien", meta={"type": "CRH"}, entities=(Span(4, 10, "PER", "NOM"),)
)
SHOWN = Note("m1", "Mme Petit, Dole", meta={"type": "SMS"}, entities=(Span(4, 9, "PER", "NOM"),))


class Fixed:
    """Finds what each text is told to hold."""

    version = "fixed"

    def __init__(self, **spans):
        self.spans = spans

    def detect(self, texts, patients=None):
        return [self.spans.get(text.split()[1].strip(","), []) for text in texts]


# "Secret" is missed; "Petit" is taken for a town, and "Dole" (no gold) is masked.
COLUMN = Column("essai", Fixed(Petit=[Span(4, 9, "LOC", "VILLE"), Span(11, 15, "LOC", "VILLE")]))
PERFECT = Column(
    "parfait",
    Fixed(Petit=[Span(4, 9, "PER", "NOM")], Secret=[Span(4, 10, "PER", "NOM")]),
    is_peer=True,
)
SOURCE = Source("main", "essai", (SECRET, SHOWN))


def test_the_table_sets_engines_side_by_side():
    columns = [COLUMN, PERFECT]
    shown = quality.side_by_side(SOURCE, quality.judge(quality.read(SOURCE, columns)), columns)
    rows = {line[:34].strip(): line.split()[-2:] for line in shown.splitlines()}
    assert shown.startswith("=== essai : 2 notes, 8 mots et signes, 2 entités ===")
    assert rows["masqué, % des mots identifiants"] == ["50,0", "100,0"]
    assert rows["précision du masquage, %"] == ["50,0", "100,0"]
    assert rows["notes entièrement masquées, %"] == ["50,0", "100,0"]
    assert rows["masqués à tort pour 1 000 mots"] == ["125,00", "0,00"]
    assert rows["entités strict, F1"] == ["0,0", "100,0"]
    nom = next(line for line in shown.splitlines() if line.startswith("NOM strict F1"))
    assert nom.split()[-2:] == ["0,0", "–"]  # a peer has no sub-types


class Once(Fixed):
    """Refuses to read notes a second time."""

    def __init__(self):
        super().__init__()
        self.read = []

    def detect(self, texts, patients=None):
        assert not self.read
        self.read = list(texts)
        return super().detect(texts)


def test_a_note_is_read_once_for_every_table():
    columns = [Column("essai", Once())]
    found = quality.read(SOURCE, columns)
    quality.side_by_side(SOURCE, quality.judge(found), columns)
    quality.missed_by_label(found)
    quality.by_type(found, "essai")
    gallery.counts(found, "essai")
    assert columns[0].detector.read == [SECRET.text, SHOWN.text]


def test_missed_words_are_counted_by_label_without_a_surface():
    # "Secret" stays readable; "Petit" is masked, under another label.
    shown = quality.missed_by_label(quality.read(SOURCE, [COLUMN, PERFECT]))
    rows = [" ".join(line.split()) for line in shown.splitlines()]
    assert rows[3] == "PER 1 / 1 0 / 0"
    assert rows[-1] == "toutes 1 / 1 0 / 0"
    assert "Secret" not in shown


def test_the_independent_notes_are_read_whole_and_show_nothing():
    source = sources.fresh()
    assert not source.shows_text
    assert len(source.notes) == 60
    spans = [(note, span) for note in source.notes for span in note.entities]
    assert len(spans) == 1506
    assert all(
        note.text[s.start : s.end].strip() == note.text[s.start : s.end] for note, s in spans
    )
    assert source in sources.exams(1, 1)


def test_document_types_are_ranked_worst_first():
    shown = quality.by_type(quality.read(SOURCE, [COLUMN]), "essai").splitlines()
    assert [line.split()[:3] for line in shown[3:]] == [["CRH", "1", "0,0"], ["SMS", "1", "100,0"]]


def test_the_gallery_leaves_out_what_may_not_be_shown(tmp_path):
    hidden = Source("exam", "examen", (SECRET,), shows_text=False)
    path = tmp_path / "errors.csv"
    shown = Source("main", "essai", (SHOWN,))
    found = [quality.read(source, [COLUMN]) for source in (hidden, shown)]
    assert gallery.write(path, found, "essai") == 2
    assert "Secret" not in path.read_text(encoding="utf-8")
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["erreur"] for row in rows] == ["mal étiqueté", "de trop"]
    assert (rows[0]["texte attendu"], rows[0]["trouvé"]) == ("Petit", "VILLE")
    assert (rows[1]["texte attendu"], rows[1]["avant"]) == ("", "Mme Petit,")


def test_the_counts_on_screen_hold_no_surface():
    exam = Source("exam", "examen", (SECRET, SHOWN), shows_text=False)
    shown = gallery.counts(quality.read(exam, [COLUMN]), "essai")
    assert "manqué 1, de trop 1, mal étiqueté 1, mal borné 0" in shown
    assert "Secret" not in shown
    assert "Petit" not in shown


def test_parity_is_shared_spans_over_all_spans():
    one, two, other = Span(0, 1, "PER", "NOM"), Span(2, 3, "LOC"), Span(2, 4, "LOC")
    found = parity.compare([[one, two], [one], []], [[one, other], [one], []])
    assert (found.notes, found.identical_notes, found.shared, found.either) == (3, 2, 2, 4)
    assert found.share == 0.5
    assert parity.compare([[]], [[]]).share == 1.0
    told = parity.to_text(found).splitlines()[1]
    assert told == "entités identiques : 2 sur 4 (50,00 %) ; notes identiques : 2 (66,7 %)"


def test_speed_notes_have_750_words_each():
    notes = speed.long_notes(3, seed=4)
    assert [len(note.split()) for note in notes] == [750, 750, 750]
    assert notes == speed.long_notes(3, seed=4)
    assert len(set(notes)) == 3


def test_the_median_of_ratios_is_taken_round_by_round():
    series = speed._rounds({speed.REFERENCE: lambda: 1, "x": lambda: 0}, repeats=3)
    assert series["x"].ratios == [0.0, 0.0, 0.0]
    assert series[speed.REFERENCE].ratio == 1.0
    assert speed.Series([3.0, 1.0, 100.0]).rate == 3.0


class Counting:
    """Stands for the processes: remembers what it was asked, gives the notes back at its pace."""

    def __init__(self, clock):
        self.clock, self.asked = clock, []

    def __call__(self, notes, choice, workers):
        for note in notes:
            self.clock[0] += 2.0
            self.asked.append((note.id, note.text, choice, workers))
            yield note


def test_a_run_counts_every_note_s_words_and_the_time_of_all(monkeypatch, tmp_path):
    clock = [100.0]
    counting = Counting(clock)
    monkeypatch.setattr(speed, "annotate_with_workers", counting)
    monkeypatch.setattr(speed, "perf_counter", lambda: clock[0])
    run = speed.measure_run(tmp_path, ["un deux trois", "quatre"], 5)
    # The texts in turn: 3 + 1 + 3 + 1 + 3 words, two seconds a note.
    assert run == speed.Run(notes=5, words=11, seconds=10.0)
    assert run.rate == pytest.approx(1.1)
    assert [text for _, text, *_ in counting.asked][-2:] == ["quatre", "un deux trois"]
    assert len({key for key, *_ in counting.asked}) == 5
    [(build, workers)] = {asked[2:] for asked in counting.asked}
    assert (build.args, workers) == (("hybrid", tmp_path, "cpu", 1), 2)


def test_a_run_is_told_with_the_day_s_time():
    # Two seconds to start, then 750 words a second: 5,000 notes of 750 words take 5,002 s, 83.4 min.
    short, run = speed.Run(notes=1, words=750, seconds=3.0), speed.Run(4, 3000, 6.0)
    assert run.day_s(short) == pytest.approx(5002)
    told = speed.run_to_text(run, short)
    assert "4 notes sur 2 processus" in told
    assert "6,0 s, 500 mots/s" in told
    assert told.endswith("5 000 notes en 83,4 min (après 1 en 3,0 s)")


def test_tables_align_and_rule():
    shown = text.table(["a", "b"], [["long", "1"], [], ["x", "22"]])
    assert shown.splitlines() == ["a      b", "--------", "long   1", "--------", "x     22"]
    assert text.percent(0.98765) == "98,8"
    assert text.count(1234567) == "1 234 567"


def test_without_a_model_the_bench_names_what_it_left_out(tmp_path, capsys):
    told = ["--dev", "--only", "quality,parity", "--notes", "2", "--model", str(tmp_path / "none")]
    assert bench_ner.main(told) == 0
    shown = capsys.readouterr().out
    assert "NON EXÉCUTÉ : hybride" in shown
    assert "NON EXÉCUTÉ : parité" in shown
    assert "heldout" not in shown


def test_an_unknown_part_is_refused(capsys):
    with pytest.raises(SystemExit):
        bench_ner.main(["--only", "quality,nothing"])
    assert "nothing" in capsys.readouterr().err


def test_ordinary_notes_hold_fifteen_entities_and_plain_text_none():
    made = list(generate(6, 60, "test"))
    marked = [line for note in made for line in rule_speed._lines(note) if line[1]]
    assert sum(held for _, held in marked) == sum(len(note.note.entities) for note in made)
    plain = ["patient calme, apyrétique, sans douleur", "poursuite du traitement à domicile"]
    for note in rule_speed._composed(marked, plain, 3, 15):
        lines = dict(marked)
        assert sum(lines.get(line, 0) for line in note.split("\n")) >= 15
        assert 750 <= len(note.split()) < 1000
    bare = next(rule_speed._composed(marked, plain, 1, 0))
    assert set(bare.split("\n")) == set(plain)


def test_the_rules_are_measured_on_every_kind_of_note(tmp_path):
    rates = rule_speed.measure(seed=3, repeats=1, published=tmp_path / "absent")
    assert list(rates) == [rule_speed.ORDINARY, "texte sans entité", "notes générées, denses"]
    assert all(found.notes == 8 and len(found.wall) == 1 for found in rates.values())
    dense, plain = rates["notes générées, denses"], rates["texte sans entité"]
    assert dense.spans > 10 * plain.spans
    assert "notes de 15 entités" in rule_speed.to_text(rates, 1)
