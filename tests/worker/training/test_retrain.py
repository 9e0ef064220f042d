"""Training learns what the rules do not know, always the same way, and stops when asked."""

import pickle
from dataclasses import replace

import pytest

from annotation.demo.corpus import load_corpus
from annotation.domain.notes import Note, PatientIdentity
from annotation.domain.spans import Span
from worker.engine.hybrid import HybridDetector
from worker.engine.rules.engine import RuleDetector
from worker.engine.tagger import LinearTagger, load_tagger, save_tagger
from worker.training.calibrate import DEFAULT_MIN_SCORE, calibrated, lowest_score
from worker.training.dataset import read_dataset
from worker.training.evaluate import evaluate
from worker.training.figures import Figures
from worker.training.loop import TrainingCancelled, train
from worker.training.retrain import Stage, Watch, retrain
from worker.training.splitting import TooFewNotesError

# A house habit no rule knows: the ward's code name of a bed stands after "bracelet".
CODES = [
    "kelvo", "marig", "tonsa", "belur", "frido", "gapel", "hovin", "juket",
    "lomba", "nevor", "pilou", "quarn", "rusta", "sivel", "tabor", "ulmir",
]  # fmt: skip
SENTENCES = [
    "Vu ce jour en salle, bracelet {}, bon état général.",
    "Le transfert est fait. Il porte le bracelet {} depuis son arrivée.",
    "Examen sans particularité ; bracelet {} vérifié au lit.",
]


def coded(number: int) -> Note:
    sentence = SENTENCES[number % len(SENTENCES)]
    code = CODES[number % len(CODES)]
    start = sentence.index("{}")
    span = Span(start, start + len(code), "QID", "AUTRE")
    patient = PatientIdentity(id=f"p{number}")
    return Note(f"n{number}", sentence.format(code), patient, entities=(span,))


@pytest.fixture(scope="module")
def corpus() -> list[Note]:
    return [coded(number) for number in range(48)]


def test_it_learns_a_pattern_that_the_rules_do_not_know(corpus):
    text = "Retour de bloc, bracelet zorbi, patient calme."
    rules = RuleDetector()
    assert rules.detect([text]) == [[]]
    tagger = LinearTagger(train(corpus), "tagger-test")
    [[span]] = HybridDetector(rules, tagger).detect([text])
    assert (text[span.start : span.end], span.label, span.subtype) == ("zorbi", "QID", "AUTRE")
    assert span.source == "model:tagger-test"


def test_the_same_notes_and_seed_give_the_same_bytes(corpus, tmp_path):
    def digest(**options) -> str:
        return save_tagger(train(corpus[:24], epochs=3, **options), tmp_path)

    assert digest(seed=5) == digest(seed=5)
    assert digest(seed=5) != digest(seed=6)


def test_saved_and_loaded_it_predicts_the_same_and_no_word_of_a_note_is_in_the_file(
    corpus, tmp_path
):
    weights = train(corpus, epochs=4)
    save_tagger(weights, tmp_path)
    texts = [note.text for note in corpus]
    loaded = load_tagger(tmp_path)
    assert loaded.detect(texts) == LinearTagger(weights, loaded.version).detect(texts)
    raw = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert not any(code.encode() in raw for code in CODES)
    with pytest.raises(pickle.UnpicklingError):
        pickle.loads((tmp_path / "weights.safetensors").read_bytes())


def test_retraining_judges_three_engines_on_notes_of_other_patients(corpus):
    steps = []
    rules = RuleDetector()
    done = retrain(
        corpus, rules=rules, in_service=rules, watch=Watch(on_step=steps.append), epochs=4
    )
    assert done.train_notes + done.test_notes == 48
    # One code a note, unknown to the rules: nothing masked before, all after.
    assert (done.before.redacted, done.before.identifying) == (0, done.test_notes)
    assert done.after.redacted == done.after.notes_fully_redacted == done.test_notes
    assert done.after.labels["QID"].f1 == 1.0
    assert done.after.false_alarms == 0
    assert done.rules == done.before
    assert [step.stage for step in steps] == [Stage.LEARN] * 4 + [Stage.CALIBRATE] * 3 + [
        Stage.JUDGE
    ]
    assert [step.done for step in steps] == list(range(1, 9))
    assert {step.total for step in steps} == {8}


def test_figures_survive_json(corpus):
    figures = evaluate(RuleDetector(), corpus[:3])
    assert Figures.from_json(figures.to_json()) == figures


def test_figures_by_hand():
    """Gold masks "kelvo" of 3 words + full stop; the engine masks "porte" by mistake: 0 of 1
    found, 1 false alarm in 4 words = 250 in 1,000."""

    class Wrong:
        version = "wrong-1"

        def detect(self, texts, patients=None):
            return [[Span(3, 8, "PER", "NOM")] for _ in texts]

    note = Note("n", "Il porte kelvo.", entities=(Span(9, 14, "QID", "AUTRE"),))
    figures = evaluate(Wrong(), [note, replace(note, id="m")])
    assert (figures.redacted, figures.identifying, figures.false_alarms) == (0, 2, 2)
    assert figures.false_alarms_per_1000 == 250
    assert figures.fully_redacted_share == 0
    assert figures.entity_f1 == 0


def test_it_stops_when_asked_while_reading_learning_and_judging(corpus):
    rules = RuleDetector()
    for stop_at in (1, 60, 90):
        asked = iter(range(10_000))
        watch = Watch(is_cancelled=lambda asked=asked, at=stop_at: next(asked) >= at)
        with pytest.raises(TrainingCancelled):
            retrain(corpus, rules=rules, in_service=rules, watch=watch, epochs=30)


def test_too_few_notes_are_refused_before_any_work(corpus):
    rules = RuleDetector()
    with pytest.raises(TooFewNotesError):
        retrain(corpus[:3], rules=rules, in_service=rules, watch=Watch())


def test_notes_without_any_entity_or_word_train_a_tagger_that_finds_nothing():
    notes = [Note("a", ""), Note("b", "Rien à signaler."), Note("c", "  \n")]
    assert LinearTagger(train(notes, epochs=1), "t").detect(["M. Durand"]) == [[]]
    assert read_dataset(notes, lambda: None).token_count == 4


def test_the_threshold_is_the_lowest_that_is_right_enough():
    # From 0.6: 10 + 90 characters, 90 right: 90 %. From 0.7: 90 of 90.
    assert lowest_score([(0.62, 10, 0), (0.71, 90, 90)]) == 0.65
    assert lowest_score([(0.62, 2, 0), (0.71, 98, 98)]) == 0.6
    assert lowest_score([(0.99, 10, 0)]) == 0.95
    assert lowest_score([]) == 0.95


def test_with_too_few_patients_to_fold_the_threshold_is_the_usual_one(corpus):
    weights = train(corpus[:2], epochs=1)
    done = calibrated(weights, corpus[:2], epochs=1, seed=0)
    assert done.min_score == DEFAULT_MIN_SCORE


def test_on_demo_notes_it_masks_no_less_than_the_rules():
    notes = load_corpus("dev")
    rules = RuleDetector()
    done = retrain(notes, rules=rules, in_service=rules, watch=Watch(), epochs=4)
    assert done.after.redacted >= done.before.redacted
    assert done.after.false_alarms_per_1000 < 30
