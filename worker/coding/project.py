"""A project's accepted codes to a network, and what it adds to the dictionary on stays that taught nothing."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

from icdcoder.domain.coder import Coder
from icdcoder.domain.joint import JointCoder
from worker.coding.coder import NeuralCoder
from worker.coding.learn import LearntCoder, Plan, learn
from worker.coding.stays import Stay, StaySplit, split_stays

SEED: Final = 20261125
_JUDGES: Final = 0.2


@dataclass(frozen=True, slots=True)
class Figures:
    """Micro, exact codes, of all stays together."""

    precision: float
    recall: float
    f1: float


@dataclass(frozen=True, slots=True)
class Taught:
    """`before` is the dictionary alone, `after` dictionary and network, both on the same stays."""

    learnt: LearntCoder
    train_stays: int
    test_stays: int
    before: Figures
    after: Figures

    def metrics(self) -> dict[str, Any]:
        """As `CoderVersion.metrics` keeps it."""
        return {
            "before": asdict(self.before),
            "after": asdict(self.after),
            "epochs": len(self.learnt.epochs),
        }


def teach(stays: Sequence[Stay], plan: Plan, dictionary: Coder) -> Taught:
    """Sets a fifth of the patients aside, teaches a network on the others, judges on those set aside.

    Raises as `learn` does.
    """
    split: StaySplit = split_stays(stays, seed=SEED, share=_JUDGES)
    learnt = learn(split.train, plan)
    network = NeuralCoder(learnt.network, learnt.encoder, learnt.settings, version="candidate")
    joint = JointCoder(dictionary, network)
    return Taught(
        learnt=learnt,
        train_stays=len(split.train),
        test_stays=len(split.test),
        before=figures_of(dictionary, split.test),
        after=figures_of(joint, split.test),
    )


def figures_of(coder: Coder, stays: Sequence[Stay]) -> Figures:
    """What the coder proposes for all documents of a stay against the stay's codes; what substitution wrote is told to it,
    as exports tell it.

    Example: proposed {I10, E119}, wanted {I10} → precision 0.5, recall 1, F1 0.67.
    """
    right = given = wanted = 0
    for stay in stays:
        read = coder.predict(stay.texts, hidden=stay.hidden)
        proposed = {own.code for found in read for own in found}
        right += len(proposed & set(stay.codes))
        given += len(proposed)
        wanted += len(stay.codes)
    return Figures(
        precision=right / given if given else 0.0,
        recall=right / wanted if wanted else 0.0,
        f1=2 * right / (given + wanted) if given + wanted else 0.0,
    )
