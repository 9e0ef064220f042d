"""The network as a judge: trained anew under each condition."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from worker.coding.coder import NeuralCoder
from worker.coding.learn import Plan, learn, share_aside
from worker.coding.stays import Stay
from worker.coding.utility.judges import Codes, LearningJudge


def network_judge(stays: Sequence[Stay], plan: Plan) -> LearningJudge:
    """`plan.work` keeps a folder a condition: a comparison that was killed goes on."""

    def teach(train: Sequence[Stay], folder: Path) -> Callable[[Sequence[Stay]], list[Codes]]:
        learnt = learn(train, replace(plan, work=folder))
        coder = NeuralCoder(learnt.network, learnt.encoder, learnt.settings, version="")

        def code(own: Sequence[Stay]) -> list[Codes]:
            found = coder.probabilities([stay.texts for stay in own])
            return [
                frozenset(coder.codes[place] for place in row.nonzero()[0])
                for row in found >= learnt.settings.threshold
            ]

        return code

    recipe = plan.recipe
    return LearningJudge(
        teach,
        plan.work,
        name=f"réseau ({recipe.architecture}, {recipe.pooling})",
        seed=recipe.seed,
        share=share_aside(stays),
    )
