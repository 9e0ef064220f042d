"""From gold notes to a candidate and its comparison: fine-tune, calibrate, judge, ask the gate."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace

from annotation.demo.corpus import load_corpus
from annotation.domain.notes import Note
from worker.engine.detector import Detector
from worker.engine.hybrid import HybridDetector
from worker.training.evaluate import Judged, evaluate
from worker.training.figures import Figures
from worker.training.fixed_recall import FixedRecall, at_recall_of
from worker.training.gate import Check, Sides, checks
from worker.training.learn import Learnt, learn
from worker.training.plan import Plan, Stage, Step, Watch
from worker.training.rule_choice import RuleChoice, choose_rules
from worker.training.splitting import Parts


@dataclass(frozen=True, slots=True)
class Opponents:
    """Whom a candidate is compared with. `shipped` came with the tool, `in_service` works now; they may be one."""

    rules: Detector
    in_service: Detector
    shipped: Detector


@dataclass(frozen=True, slots=True)
class Compared:
    """A candidate beside its opponents, all on the same `test_notes` notes."""

    test_notes: int
    rules: Figures
    before: Judged
    after: Judged
    gate: tuple[Check, ...]


@dataclass(frozen=True, slots=True)
class Retrained(Compared):
    """The candidate was learnt from `train_notes`; `fixed_recall` is None where it masks as much at no threshold."""

    learnt: Learnt
    train_notes: int
    choice: RuleChoice
    fixed_recall: FixedRecall | None


def retrain(parts: Parts, plan: Plan, opponents: Opponents, watch: Watch) -> Retrained:
    """Trains, then judges on the patients kept for tests: the rules alone, the engine in service, and the
    rules with the candidate, without those rules that the notes prove wrong. Raises TrainingCancelled."""
    learnt = learn(parts, plan, watch)
    watch.on_step(Step(Stage.JUDGE, learnt.epochs))
    model = learnt.detector()
    choice = choose_rules(opponents.rules, model, parts, watch.check, learnt.settings.merge)
    names = tuple(record.name for record in choice.left_out)
    learnt = replace(learnt, settings=replace(learnt.settings, left_out=names))
    candidate = HybridDetector(opponents.rules, model, names, learnt.settings.merge)
    found = compare(candidate, parts, opponents, watch.check)
    fixed = at_recall_of(found.before.notes, parts.test, opponents.rules, learnt, watch.check)
    return Retrained(
        learnt=learnt,
        train_notes=len(parts.train),
        choice=choice,
        fixed_recall=fixed,
        **{item.name: getattr(found, item.name) for item in fields(Compared)},
    )


def compare(
    candidate: Detector, parts: Parts, opponents: Opponents, check: Callable[[], None]
) -> Compared:
    """On the patients kept for tests: the rules alone, the engine in service, the candidate; and what the gate says."""
    judged = [
        evaluate(d, parts.test, check) for d in (opponents.rules, opponents.in_service, candidate)
    ]
    rules, before, after = judged
    same = opponents.shipped is opponents.in_service
    by_shipped = before if same else evaluate(opponents.shipped, parts.test, check)
    shipped = _regression(opponents.shipped, candidate, check)
    return Compared(
        test_notes=len(parts.test),
        rules=rules.figures,
        before=before,
        after=after,
        gate=tuple(checks(Sides(before.notes, after.notes), shipped, by_shipped.notes)),
    )


def regression_notes() -> Sequence[Note]:
    """The fixed set that every candidate must still read: the demonstration's development notes."""
    return load_corpus("dev")


def _regression(shipped: Detector, candidate: Detector, check: Callable[[], None]) -> Sides:
    notes = regression_notes()
    before, after = (evaluate(detector, notes, check).notes for detector in (shipped, candidate))
    return Sides(before, after)
