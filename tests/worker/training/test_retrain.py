"""Training learns what the rules do not know, always the same way, and stops when asked."""

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from annotation.domain.ner_metrics import NerReport, Score
from annotation.domain.notes import Note, PatientIdentity
from annotation.domain.spans import Span
from worker.engine.build import load_model
from worker.engine.encoder.files import content_hash, read_settings, write_settings
from worker.engine.hybrid import HybridDetector, merged
from worker.engine.note import Note as Hidden
from worker.engine.rules.engine import RuleDetector
from worker.training import learn
from worker.training.calibration import best_threshold
from worker.training.encoder import checkpoint
from worker.training.encoder.assess import THRESHOLDS
from worker.training.encoder.loop import TrainingCancelled
from worker.training.encoder.recipe import Recipe
from worker.training.evaluate import evaluate
from worker.training.figures import Figures
from worker.training.fixed_recall import LOWER, at_recall_of
from worker.training.judged import JudgedNote, judged_note
from worker.training.learn import _Lessons
from worker.training.plan import Plan, Stage, Watch
from worker.training.retrain import Opponents, retrain
from worker.training.splitting import Parts, parts_of

pytestmark = pytest.mark.usefixtures("few_regression_notes")

# A house habit no rule knows: the ward's code name of a bed stands after "bracelet".
CODES = [
    "kelvo", "marig", "tonsa", "belur", "frido", "gapel", "hovin", "juket",
    "lomba", "nevor", "pilou", "quarn", "rusta", "sivel", "tabor", "ulmir",
]  # fmt: skip
SENTENCES = [
    "Vu ce jour en salle, bracelet {}, bon état.",
    "Le transfert est fait. Il porte le bracelet {} depuis.",
    "Examen normal ; bracelet {} au lit.",
]
RECIPE = Recipe(
    epochs=24, learning_rate=4e-3, head_factor=2, batch_size=8, micro_batch=8, dropout=0.0,
    word_dropout=0.0, freezes_embeddings=False, patience=24,
)  # fmt: skip


def coded(number: int) -> Note:
    sentence = SENTENCES[number % len(SENTENCES)]
    code = CODES[number % len(CODES)]
    start = sentence.index("{}")
    span = Span(start, start + len(code), "QID", "AUTRE")
    patient = PatientIdentity(id=f"p{number}")
    return Note(f"n{number}", sentence.format(code), patient, entities=(span,))


@pytest.fixture(scope="module")
def corpus() -> list[Note]:
    return [coded(number) for number in range(64)]


def run(notes, start, work: Path, watch: Watch | None = None, **options):
    rules = RuleDetector()
    plan = Plan(start, work, replace(RECIPE, **options), name="essai")
    parts = parts_of(notes, plan.recipe.seed)
    return retrain(parts, plan, Opponents(rules, rules, rules), watch or Watch())


@pytest.fixture(scope="module")
def learned(corpus, tiny_backbone, tmp_path_factory):
    """A whole training: its steps, what came out, the folder of its model."""
    work, folder = tmp_path_factory.mktemp("work"), tmp_path_factory.mktemp("model")
    steps = []
    done = run(corpus, tiny_backbone, work / "w", Watch(on_step=steps.append))
    done.learnt.save(folder, tiny_backbone)
    return steps, done, folder


def test_it_learns_what_no_rule_knows_and_is_judged_on_other_patients(learned):
    steps, done, folder = learned
    assert done.train_notes + done.test_notes < 64  # the others validate
    # One code a note, unknown to the rules: nothing masked before, all after.
    before, after = done.before.figures, done.after.figures
    assert (before.redacted, before.identifying) == (0, done.test_notes)
    assert after.redacted == after.notes_fully_redacted == done.test_notes
    assert after.labels["QID"].f1 > 0.9
    assert (before.corrections, after.corrections) == (done.test_notes, 0)
    assert done.rules == before
    assert [note.missed for note in done.after.notes] == [()] * done.test_notes
    stages = [step.stage for step in steps]
    assert stages[-2:] == [Stage.CALIBRATE, Stage.JUDGE]
    assert set(stages[:-2]) == {Stage.LEARN}
    losses = [row.loss for row in done.learnt.epochs]
    assert losses[-1] < losses[0] / 4

    text = SENTENCES[0].format("zorbi")
    [[span]] = load_model(folder).detect([text])
    assert (text[span.start : span.end], span.label, span.subtype) == ("zorbi", "QID", "AUTRE")
    assert span.source == f"model:essai-{content_hash(folder)[:12]}"
    raw = b"".join(path.read_bytes() for path in folder.iterdir())
    assert not any(code.encode() in raw for code in CODES)


def test_a_killed_training_goes_on_and_ends_where_an_undisturbed_one_ends(
    corpus, tiny_backbone, tmp_path
):
    undisturbed = run(corpus[:24], tiny_backbone, tmp_path / "a", epochs=3)

    class Killed(BaseException):
        pass

    def die(step):
        if len(step.epochs) == 2:
            raise Killed

    with pytest.raises(Killed):
        run(corpus[:24], tiny_backbone, tmp_path / "b", Watch(on_step=die), epochs=3)
    assert len(checkpoint.EpochLog(tmp_path / "b").rows()) == 2
    resumed = run(corpus[:24], tiny_backbone, tmp_path / "b", epochs=3)
    assert resumed.learnt.epochs == undisturbed.learnt.epochs
    hashes = []
    for name, done in (("x", undisturbed), ("y", resumed)):
        (tmp_path / name).mkdir()
        done.learnt.save(tmp_path / name, tiny_backbone)
        hashes.append(content_hash(tmp_path / name))
    assert hashes[0] == hashes[1]


def test_a_checkpoint_of_a_release_in_which_other_layers_learned_is_left_alone(
    corpus, tiny_backbone, tmp_path
):
    undisturbed = run(corpus[:24], tiny_backbone, tmp_path / "a", epochs=1)
    run(corpus[:24], tiny_backbone, tmp_path / "b", epochs=1, freezes_embeddings=True)
    assert (tmp_path / "b" / checkpoint.LAST).is_file()
    anew = run(corpus[:24], tiny_backbone, tmp_path / "b", epochs=1)
    assert anew.learnt.epochs == undisturbed.learnt.epochs


@pytest.mark.parametrize("left", ["", '[{"epoch": 1'])
def test_figures_that_the_machine_s_power_took_away_end_no_training(
    corpus, tiny_backbone, tmp_path, left
):
    undisturbed = run(corpus[:24], tiny_backbone, tmp_path / "a", epochs=1)
    (tmp_path / "a" / checkpoint.LOG).write_text(left)
    anew = run(corpus[:24], tiny_backbone, tmp_path / "a", epochs=1)
    assert anew.learnt.epochs == undisturbed.learnt.epochs


def test_another_seed_gives_another_model(corpus, tiny_backbone, tmp_path):
    one = run(corpus[:24], tiny_backbone, tmp_path / "a", epochs=1)
    other = run(corpus[:24], tiny_backbone, tmp_path / "b", epochs=1, seed=6)
    assert one.learnt.epochs != other.learnt.epochs


def test_a_trained_model_can_be_the_start(corpus, learned, tmp_path):
    _steps, first, folder = learned
    second = run(corpus, folder, tmp_path / "b", epochs=1)
    assert second.learnt.epochs[0].loss < first.learnt.epochs[0].loss / 4


@pytest.mark.parametrize("stop_at", [1, 4, 20])
def test_it_stops_when_asked(corpus, tiny_backbone, tmp_path, stop_at):
    asked = iter(range(10_000))
    watch = Watch(is_cancelled=lambda: next(asked) >= stop_at)
    with pytest.raises(TrainingCancelled):
        run(corpus, tiny_backbone, tmp_path / "w", watch)


def test_it_stops_early_when_nothing_improves(corpus, tiny_backbone, tmp_path):
    many = [coded(number) for number in range(160)]
    done = run(many, tiny_backbone, tmp_path / "w", learning_rate=1e-9, patience=2)
    assert len(done.learnt.epochs) < RECIPE.epochs


def test_notes_without_any_entity_or_word_train_a_model_that_finds_nothing(tiny_backbone, tmp_path):
    texts = ["", "Rien à signaler.", "  \n", "Ras.", "Calme."]
    notes = [Note(f"n{i}", text) for i, text in enumerate(texts)]
    done = run(notes, tiny_backbone, tmp_path / "w", epochs=4)
    assert done.after.figures.redacted == done.after.figures.identifying == 0


def _report(recall: float, precision: float) -> NerReport:
    return NerReport(
        redaction=Score(round(1000 * precision), 1000, matched_gold=round(1000 * recall), gold=1000)
    )


def test_the_threshold_is_the_most_precise_of_those_that_mask_nearly_the_most():
    table = {0.5: _report(0.95, 0.99), 0.8: _report(0.989, 0.97), 0.95: _report(0.99, 0.90)}
    assert best_threshold(table) == 0.8
    table = {0.5: _report(0.99, 0.9), 0.9: _report(0.99, 0.9)}
    assert best_threshold(table) == 0.5


def _costs(recall: float, corrections: int) -> NerReport:
    return replace(_report(recall, 0.9), corrections=corrections, notes=10)


def test_the_threshold_costs_least_among_those_that_mask_what_the_start_masked():
    table = {0.5: _costs(0.95, 10), 0.8: _costs(0.98, 20), 0.95: _costs(0.99, 60)}
    assert best_threshold(table, floor=0.975) == 0.8
    assert best_threshold(table, floor=0.90) == 0.5
    assert best_threshold(table, floor=0.999) == 0.95  # none masks enough: the most


def test_a_model_that_goes_on_keeps_its_settings_where_few_notes_judge(
    corpus, tiny_model, tmp_path, monkeypatch
):
    folder = tmp_path / "start"
    shutil.copytree(tiny_model, folder)
    write_settings(folder, replace(read_settings(folder), temperature=1.3, threshold=0.95))
    done = run(corpus, folder, tmp_path / "w", epochs=1)
    assert (done.learnt.settings.temperature, done.learnt.settings.threshold) == (1.3, 0.95)
    monkeypatch.setattr(learn, "ENOUGH_NOTES", 3)
    done = run(corpus, folder, tmp_path / "v", epochs=1)
    assert done.learnt.settings.temperature != 1.3


def test_corrections_are_told_where_the_candidate_masks_what_the_other_one_masks(corpus, learned):
    """By a scan over every threshold: the lowest where no word less is masked."""
    _steps, done, _folder = learned
    detector, rules, thresholds = done.learnt.detector(), RuleDetector(), (*LOWER, *THRESHOLDS)
    test = parts_of(corpus, RECIPE.seed).test
    masked = []
    for threshold in thresholds:
        readings = [detector.decoded(detector.scored(note.text), threshold) for note in test]
        spans = [merged(Hidden(n.text, []), r) for n, r in zip(test, readings, strict=True)]
        masked.append(sum(judged_note(n, s).redacted for n, s in zip(test, spans, strict=True)))
    assert masked == sorted(masked)
    first, *others = done.before.notes  # of which the rules mask no word
    for target in (0, 1, masked[-1]):
        wanted = next(t for t, words in zip(thresholds, masked, strict=True) if words >= target)
        notes = [replace(first, redacted=target), *others]
        assert at_recall_of(notes, test, rules, done.learnt).threshold == wanted
    too_many = [replace(first, redacted=masked[-1] + 1), *others]
    assert at_recall_of(too_many, test, rules, done.learnt) is None
    assert done.fixed_recall.corrections.value <= done.before.figures.corrections_a_note


@pytest.mark.parametrize(("few", "kept"), [(999, 3), (3, 2)])
def test_few_notes_keep_the_last_epoch_and_enough_the_best(
    corpus, tiny_backbone, tmp_path, monkeypatch, few, kept
):
    scores = iter([0.1, 0.9, 0.5])
    figures = learn._figures
    monkeypatch.setattr(learn, "ENOUGH_TO_CHOOSE", few)
    monkeypatch.setattr(learn, "_figures", lambda *told: replace(figures(*told), f1=next(scores)))
    done = run(corpus, tiny_backbone, tmp_path / "w", epochs=3)
    assert done.learnt.kept == done.learnt.epochs[kept - 1]


def test_replay_shows_generated_notes_beside_the_project_s(corpus, tiny_backbone, tmp_path):
    """60 at least, others each epoch, the same for the same seed."""
    lessons = _Lessons(corpus[:4], replace(RECIPE, replay=2.0))
    first = list(lessons(0))
    assert [note.id for note in first[:4]] == ["n0", "n1", "n2", "n3"]
    assert len(first) == 64
    assert first == list(lessons(0))
    assert first[4:] != list(lessons(1))[4:]
    assert len(list(_Lessons(corpus, replace(RECIPE, replay=2.0))(0))) == 64 + 128
    assert list(_Lessons(corpus, RECIPE)(0)) == corpus


def test_figures_survive_json(corpus):
    figures = evaluate(RuleDetector(), corpus[:3]).figures
    assert Figures.from_json(figures.to_json()) == figures


def test_figures_by_hand():
    """Gold masks "kelvo" of 3 words + full stop; the engine masks "porte" by mistake: 0 of 1
    found, 1 false alarm in 4 words = 250 in 1,000."""

    class Wrong:
        version = "wrong-1"

        def detect(self, texts, patients=None):
            return [[Span(3, 8, "PER", "NOM")] for _ in texts]

    note = Note("n", "Il porte kelvo.", entities=(Span(9, 14, "QID", "AUTRE"),))
    judged = evaluate(Wrong(), [note, replace(note, id="m")])
    figures = judged.figures
    assert (figures.redacted, figures.identifying, figures.false_alarms) == (0, 2, 2)
    assert figures.false_alarms_per_1000 == 250
    assert figures.fully_redacted_share == 0
    assert figures.entity_f1 == 0
    # "porte" is to be removed, "kelvo" to be added, in each of the two notes
    assert (figures.corrections, figures.corrections_a_note) == (4, 2)
    first = judged.notes[0]
    assert (first.note, first.missed, first.wrong) == ("n", ((9, 14, "QID"),), ((3, 8, "PER"),))
    assert first.words == {"QID": (1, 0)}
    assert first.labels == {"PER": (0, 1, 0, 0), "QID": (0, 0, 0, 1)}
    assert JudgedNote.from_json("n", json.loads(json.dumps(first.to_json()))) == first


# Two habits that no rule knows, each with its label.
PLACED = "Vu ce jour en salle, bracelet {}, bon état."
LODGED = "Il dort au pavillon {} cette nuit."
_OTHER = {"QID": ("ORG", "ORGANISME"), "ORG": ("QID", "AUTRE")}


def habit(number: int) -> Note:
    sentence, label = [(PLACED, ("QID", "AUTRE")), (LODGED, ("ORG", "ORGANISME"))][number % 2]
    code = CODES[number % len(CODES)]
    start = sentence.index("{}")
    span = Span(start, start + len(code), *label)
    patient = PatientIdentity(id=f"h{number}")
    return Note(f"h{number}", sentence.format(code), patient, entities=(span,))


@pytest.fixture(scope="module")
def habits(tiny_backbone, tmp_path_factory):
    """What the candidate of notes with these spans answers to the gate: 40 notes teach, 48 judge, and in service
    is a model that learned them right."""
    notes = [habit(number) for number in range(92)]
    told, test = notes[:44], tuple(notes[44:])
    rules = RuleDetector()

    def trained(taught: list[Note], in_service):
        plan = Plan(tiny_backbone, tmp_path_factory.mktemp("work") / "w", RECIPE, name="essai")
        parts = Parts(tuple(taught[:40]), tuple(taught[40:]), test)
        return retrain(parts, plan, Opponents(rules, in_service, in_service), Watch())

    right = trained(told, rules)
    in_service = HybridDetector(rules, right.learnt.detector(), (), right.learnt.settings.merge)

    def answers(change) -> list[tuple[str, tuple[str, ...]]]:
        spans = [replace(note, entities=change(note.entities)) for note in told]
        found = trained(spans, in_service)
        return [(check.name, check.labels) for check in found.gate if not check.passed]

    return answers


def test_the_same_notes_again_pass_the_gate(habits):
    assert habits(lambda spans: spans) == []


def test_the_gate_refuses_a_model_trained_on_permuted_labels(habits):
    def permuted(spans):
        return tuple(
            replace(s, label=_OTHER[s.label][0], subtype=_OTHER[s.label][1]) for s in spans
        )

    assert ("named", ("ORG", "QID")) in habits(permuted)


def test_the_gate_refuses_a_model_that_was_taught_to_forget_a_label(habits):
    found = habits(lambda spans: tuple(span for span in spans if span.label != "ORG"))
    assert ("labels", ("ORG",)) in found
    assert "named" not in [name for name, _labels in found]
