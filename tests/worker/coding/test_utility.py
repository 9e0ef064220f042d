"""What de-identification costs the codes: conditions, figures, the command."""

from __future__ import annotations

import csv
import gzip
import json
import random
from datetime import date
from fractions import Fraction

import pytest
from django.core.management import CommandError, call_command

from annotation.domain.notes import Note
from annotation.domain.spans import Span
from icdcoder.domain.coder import CodePrediction
from icdcoder.domain.nomenclature import HEADER
from privacy.domain.tables import default_tables
from tests.worker.coding import toy
from worker.coding.stays import Stay
from worker.coding.utility.conditions import Condition, Kind, Setting, conditions, under
from worker.coding.utility.judges import LearningJudge, ReadyJudge
from worker.coding.utility.measure import compare
from worker.coding.utility.report import Report
from worker.coding.utility.run import evaluate

EPSILONS = [Fraction(1), Fraction(1, 10)]
TEXT = "M. Brunet, vu le 12 mars 2019 à Dijon pour embolie."


def marked(text=TEXT):
    found = [("Brunet", "PER", "NOM"), ("12 mars 2019", "DATE", "DATE"), ("Dijon", "LOC", "VILLE")]
    return tuple(Span(text.index(s), text.index(s) + len(s), label, sub) for s, label, sub in found)


def stay(number, patient="p", codes=("I26",)):
    note = Note(f"n{number}", TEXT, entities=marked())
    return Stay(f"s{number}", patient, (note,), codes)


@pytest.fixture(scope="module")
def setting():
    return Setting(default_tables(), date(2024, 1, 31), seed=5)


def test_each_condition_changes_the_entities_and_nothing_else(setting):
    stays = [stay(1), stay(2), stay(3, "q")]
    original, low, high, tag = (
        [s.texts[0] for s in under(stays, condition, setting)] for condition in conditions(EPSILONS)
    )
    assert original == [TEXT] * 3
    assert tag == ["M. [NOM], vu le [DATE] à [VILLE] pour embolie."] * 3
    for texts in (low, high):
        assert all(text.startswith("M. ") and text.endswith(" pour embolie.") for text in texts)
        assert not any("Brunet" in text for text in texts)
        assert texts[0] == texts[1]  # the same patient: the same surrogates
    assert low[0] != high[0]
    assert low == [s.texts[0] for s in under(stays, conditions(EPSILONS)[1], setting)]


def test_the_stays_keep_their_codes_and_their_new_spans(setting):
    (changed,) = under([stay(1)], Condition(Kind.TAG), setting)
    assert changed.codes == ("I26",)
    text = changed.texts[0]
    assert [text[s.start : s.end] for s in changed.notes[0].entities] == [
        "[NOM]",
        "[DATE]",
        "[VILLE]",
    ]


def test_figures_losses_and_changed_codes_by_hand():
    gold = [frozenset("AB"), frozenset("A")]
    lines, changes = compare(
        gold,
        [
            (Condition(Kind.ORIGINAL), [frozenset("AB"), frozenset("C")]),
            (Condition(Kind.TAG), [frozenset("A"), frozenset("A")]),
        ],
        seed=1,
        draws=200,
    )
    before, after = lines
    assert before.figures["micro_f1"].value == pytest.approx(2 / 3, abs=1e-5)
    assert after.figures["micro_precision"].value == 1
    assert after.figures["micro_f1"].value == pytest.approx(4 / 5, abs=1e-5)
    assert after.loss.value == pytest.approx(2 / 3 - 4 / 5, abs=1e-4)
    assert after.loss.low <= after.loss.value <= after.loss.high
    assert (before.loss.value, before.loss.low, before.loss.high) == (0, 0, 0)
    assert (after.lost, after.gained) == (1, 1)
    assert [(c.code, c.lost, c.gained) for c in changes] == [("A", 0, 1), ("B", 1, 0)]


class NameReader:
    """Takes any « Brunet » for a disease: what it gets right hangs on a name."""

    name, version, says = "lecteur", "1", "Un lecteur."

    def predict(self, texts, top=10, hidden=()):
        return [[CodePrediction("I26", "", 1.0, ())] if "Brunet" in text else [] for text in texts]


def test_a_coder_that_reads_names_loses_all_and_the_report_survives_json(setting):
    stays = [stay(n, f"p{n}") for n in range(6)]
    seen = []
    report = evaluate(
        stays, ReadyJudge(NameReader()), EPSILONS, setting, draws=100,
        on_progress=lambda done, total: seen.append((done, total)),
    )  # fmt: skip
    assert [line.condition for line in report.lines] == [
        "ORIGINAL",
        "DEID ε = 0.1",
        "DEID ε = 1",
        "TAG",
    ]
    assert [line.loss.value for line in report.lines] == [0, 1, 1, 1]
    assert [line.lost for line in report.lines] == [0, 6, 6, 6]
    assert report.judged == 6
    assert report.counts.entities == {"DATE": 6, "LOC": 6, "PER": 6}
    assert (seen[0], seen[-1]) == ((0, 4), (4, 4))
    values = json.loads(json.dumps(report.as_json()))
    assert Report.of_json(values) == report
    assert "Brunet" not in json.dumps(values)


def test_without_codes_the_originals_own_codes_are_the_reference(setting):
    stays = [stay(n, f"p{n}", codes=()) for n in range(4)]
    report = evaluate(
        stays, ReadyJudge(NameReader()), EPSILONS, setting, draws=100, is_own_reference=True
    )
    assert report.lines[0].figures["micro_f1"].value == 1
    assert report.lines[-1].figures["micro_recall"].value == 0


def test_a_learning_coder_is_judged_on_the_same_patients_under_each_condition(setting, tmp_path):
    stays = [stay(n, f"p{n // 2}", codes=("I26",) if n % 3 else ("J18",)) for n in range(30)]
    calls = []

    def learn(train, folder):
        calls.append((folder.name, [s.id for s in train]))
        return lambda own: [frozenset(s.codes) for s in own]

    judge = LearningJudge(learn, tmp_path, name="réseau", seed=3, share=0.2)
    report = evaluate(stays, judge, EPSILONS, setting, draws=100)
    test = {stays[place].id for place in judge.chosen(stays)}
    assert 0 < len(test) < 30
    assert report.judged == len(test)
    assert len({name for name, _ids in calls}) == 4  # each condition has a folder of its own
    assert all(set(ids) == {s.id for s in stays} - test for _name, ids in calls)
    assert [line.loss.value for line in report.lines] == [0, 0, 0, 0]


@pytest.fixture
def installed(settings, tmp_path_factory):
    settings.DATA_DIR = tmp_path_factory.mktemp("var")
    (settings.DATA_DIR / "cim10").mkdir()
    path = settings.DATA_DIR / "cim10" / "cim10.csv.gz"
    with gzip.open(path, "wt", encoding="utf-8", newline="") as stream:
        rows = csv.writer(stream)
        rows.writerow(HEADER)
        rows.writerows([code, "0", "", "", cue, cue.capitalize()] for cue, code in toy.CUES.items())


def coded_file(tmp_path, count):
    draw = random.Random(1)
    path = tmp_path / "notes.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file, delimiter=";")
        rows.writerow(["text", "CIM10"])
        for number in range(count):
            cue = sorted(toy.CUES)[number % 4]
            day = f"{draw.randint(1, 28)}/03/2019"
            rows.writerow([f"Mme Brunet, vue le {day} pour {cue}.", toy.CUES[cue]])
    return path


def test_the_command_prints_the_table_and_json(installed, tmp_path, capsys):
    path = coded_file(tmp_path, 8)
    call_command(
        "evaluate_utility", str(path), "--epsilon", "1", "0,5", "--engine", "rules", "--json",
        "--bootstrap", "100",
    )  # fmt: skip
    said = capsys.readouterr().out.strip().splitlines()
    report = Report.of_json(json.loads(said[-1]))
    assert [line.epsilon for line in report.lines] == [None, 0.5, 1.0, None]
    assert report.lines[0].figures["micro_recall"].value == 1
    assert report.counts.entities["DATE"] == 8
    assert any(line.startswith("DEID ε = 0,5") and "[" in line for line in said)
    assert not any("Brunet" in line for line in said)


@pytest.mark.slow
def test_the_command_learns_anew_under_each_condition(installed, tmp_path, capsys):
    path = coded_file(tmp_path, 24)
    call_command(
        "evaluate_utility", str(path), "--epsilon", "1", "--engine", "rules", "--coder", "neural",
        "--backbone", str(toy.backbone(tmp_path / "b")), "--epochs", "1", "--segment", "48",
        "--bootstrap", "100", "--json", "--device", "cpu",
    )  # fmt: skip
    report = Report.of_json(json.loads(capsys.readouterr().out.strip().splitlines()[-1]))
    assert report.coder == "réseau (encoder, laat)"
    assert 0 < report.judged < 24
    assert len(report.lines) == 3


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--epsilon", "0"], "strictement positif"),
        (["--epsilon", "beaucoup"], "nombre"),
        (["--bootstrap", "3"], "au moins 100"),
        (["--area", "FR-XX"], "FR-XX|zone|région"),
        (["--coder", "neural", "--model", "m"], "l'un ou l'autre"),
        (["--model", "nulle-part"], "aucun modèle"),
    ],
)
def test_senseless_arguments_are_refused(installed, tmp_path, arguments, reason):
    path = coded_file(tmp_path, 4)
    with pytest.raises(CommandError, match=reason):
        call_command("evaluate_utility", str(path), "--engine", "rules", *arguments)
